public import Changesets

/// A leaf that holds a list of items: always one section, even when it is empty.
///
/// ```swift
/// let fruits = ArraySource(["apple", "fig"], name: "Fruits")
/// fruits.append("kiwi")                     // observers hear of one insert
/// fruits.transaction {
///   fruits.remove(at: 0)
///   fruits.move(from: 1, to: 0)             // ... and here of a delete and a move: the state after is kiwi, fig
/// }
/// ```
///
/// An edit is made at once, or, within a transaction or an observer, when its turn comes: its places are those of that
/// moment, and until then the source shows the state before. A place that does not exist is a programmer's error, as
/// with an array.
public final class ArraySource<Item>: DataSource {
  /// The source's place in its chains.
  public let link: Link
  /// The name of the section.
  public internal(set) var name: String?

  @usableFromInline var elements: ChunkedArray<Item>
  @usableFromInline var recorder = BatchRecorder()
  /// Answers for items, compiled for their type: see ``Transform``. It is set once, before anybody has the source; and it belongs to the
  /// source, whose own methods alone call it, so that the source is there when it looks.
  @exclusivity(unchecked) @usableFromInline var reader: ((Int) -> Item)?
  /// The number of the sequence that is being followed.
  var following = 0

  /// Makes a source of some items.
  ///
  /// - Parameters:
  ///   - elements: The items, in order.
  ///   - name: The name of the section.
  /// - Complexity: O(*n*), *n* being the number of items.
  @inlinable public convenience init(_ elements: some Sequence<Item>, name: String? = nil) {
    self.init(elements, name: name, link: Link("ArraySource"))
    reader = { [unowned(unsafe) self] index in self.elements[index] }
  }

  /// Makes what another source keeps its items in: it has the link of that.
  @usableFromInline package init(_ elements: some Sequence<Item>, name: String?, link: Link) {
    self.link = link
    self.elements = ChunkedArray(elements)
    self.name = name
    link.respond(unowned: self) { $0.recorder.finish() }
  }

  deinit { link.retire() }

  /// Makes a source without items.
  ///
  /// - Parameter name: The name of the section.
  @inlinable public convenience init(name: String? = nil) {
    self.init([], name: name)
  }

  /// Always 1.
  public var numberOfSections: Int { 1 }

  /// The number of items.
  @inlinable public var count: Int { elements.count }

  /// The item at an index.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  @inlinable public subscript(index: Int) -> Item { elements[index] }

  /// The number of items.
  public func numberOfItems(inSection section: Int) -> Int {
    precondition(section == 0, "An array source has one section; \(section) is asked for.")
    return elements.count
  }

  /// The item at a place in section 0.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func item(at path: ItemPath) -> Item {
    precondition(path.section == 0, "An array source has one section; \(path) is asked for.")
    guard let reader else { return elements[path.item] }
    return reader(path.item)
  }

  /// All items, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func items(inSection section: Int) -> [Item] {
    precondition(section == 0, "An array source has one section; \(section) is asked for.")
    return elements.all
  }

  /// The name of the section.
  public func name(ofSection section: Int) -> String? { name }
}
