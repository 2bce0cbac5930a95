public import Changesets

/// A leaf that holds sections of items.
///
/// ```swift
/// let shelves = SectionedArraySource([SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: [])])
/// shelves.insert("lime", at: ItemPath(section: 0, item: 1))
/// shelves.moveSection(from: 1, to: 0)
/// ```
///
/// An edit is made at once, or, within a transaction or an observer, when its turn comes: its places are those of that
/// moment, and until then the source shows the state before. A place that does not exist is a programmer's error, as
/// with an array.
public final class SectionedArraySource<Item>: DataSource {
  /// The source's place in its chains.
  public let link: Link

  var contents: [Section]
  var recorder = BatchRecorder()
  /// The number of the sequence that is being followed.
  var following = 0

  struct Section {
    var name: String?
    var items: ChunkedArray<Item>

    init(_ state: SectionState<String?, Item>) {
      name = state.value
      items = ChunkedArray(state.items)
    }
  }

  /// Makes a source of some sections.
  ///
  /// - Parameter sections: Their names and their items.
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  public convenience init(_ sections: [SectionState<String?, Item>] = []) {
    self.init(sections, link: Link("SectionedArraySource"))
  }

  /// Makes what another source keeps its items in: it has the link of that.
  package init(_ sections: [SectionState<String?, Item>], link: Link) {
    self.link = link
    contents = sections.map(Section.init)
    link.respond(unowned: self) { $0.recorder.finish() }
  }

  deinit { link.retire() }

  /// How many sections there are.
  public var numberOfSections: Int { contents.count }

  /// How many items a section has.
  public func numberOfItems(inSection section: Int) -> Int { contents[section].items.count }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public subscript(path: ItemPath) -> Item { item(at: path) }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func item(at path: ItemPath) -> Item { contents[path.section].items[path.item] }

  /// The items of a section, in order.
  ///
  /// - Complexity: O(*k*), *k* being the number of items in the section.
  public func items(inSection section: Int) -> [Item] { contents[section].items.all }

  /// The name that a section was given.
  public func name(ofSection section: Int) -> String? { contents[section].name }
}
