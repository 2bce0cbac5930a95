public import Changesets
import DataSources
import OrderedTrees

/// The state of a sectioned list: the identifiers of its sections and of their items, in order.
///
/// ```swift
/// var snapshot = Snapshot<String, Int>()
/// try snapshot.appendSections(["Apples", "Pears"])
/// try snapshot.appendItems([1, 2, 3], toSection: "Apples")
/// try snapshot.moveItem(3, beforeItem: 1)
/// let batch = snapshot.difference(from: older)
/// ```
///
/// An identifier occurs once: no two items are equal, in the same section or in different ones, and no two sections
/// are. An operation that would break this, or that refers to an unknown identifier, throws an `UpdateError` and leaves
/// the snapshot unchanged.
///
/// A snapshot is a value. The first edit after an assignment copies its storage: O(*n*) once, *n* being the number of
/// items. No other operation visits all items, unless its documentation says so.
public struct Snapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// The place of an item: the handles of its section and of the item within the section.
  struct Place {
    var section: RankTree.Handle
    var item: RankTree.Handle
  }

  /// The order of the sections. The weight of a section is its number of items.
  var order = RankTree()
  /// The section of each handle of `order`.
  var contents: [SectionContent<Section, Item>?] = []
  /// The handle in `order` of each section.
  var sectionHandles: [Section: RankTree.Handle] = [:]
  var places: [Item: Place] = [:]

  var reloadedSections = Marks<Section>()
  var reloadedItems = Marks<Item>()
  var reconfiguredItems = Marks<Item>()

  /// Creates an empty snapshot.
  public init() {}

  /// Creates a snapshot of sections and their items.
  ///
  /// - Parameter sections: The identifiers of each section and of its items, in order.
  /// - Throws: `UpdateError` if an identifier occurs twice, or is not equal to itself.
  /// - Complexity: O(*n* + *s* log *s*), *n* being the number of items and *s* the number of sections.
  public init(sections: [(Section, [Item])]) throws {
    places.reserveCapacity(sections.reduce(0) { $0 + $1.1.count })
    for (section, items) in sections {
      guard isEqualToItself(section) else { throw UpdateError.unequal("section", section) }
      let handle = order.insert(weight: items.count)
      guard sectionHandles.updateValue(handle, forKey: section) == nil else {
        throw UpdateError.repeated("section", section)
      }
      let content = SectionContent(identifier: section, items: items)
      contents.append(content)
      for (itemHandle, item) in zip(content.order, items) {
        guard isEqualToItself(item) else { throw UpdateError.unequal("item", item) }
        // One look-up stores the place, and finds out whether the identifier has occurred before.
        guard places.updateValue(Place(section: handle, item: itemHandle), forKey: item) == nil else {
          throw UpdateError.repeated("item", item)
        }
      }
    }
  }

  /// The number of items in all sections.
  public var numberOfItems: Int { places.count }

  /// The number of sections.
  public var numberOfSections: Int { order.count }

  /// The sections, in order.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public var sectionIdentifiers: [Section] { order.compactMap { contents[$0.offset]?.identifier } }

  /// The items of all sections, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var itemIdentifiers: [Item] { order.flatMap { contents[$0.offset]?.items ?? [] } }

  /// Returns the number of items in a section.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  public func numberOfItems(inSection section: Section) throws -> Int {
    order.weight(of: try handle(ofSection: section))
  }

  /// Returns the number of items in the section at an index, or `nil` if there is no section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  package func numberOfItems(inSectionAt index: Int) -> Int? {
    order.handle(at: index).map(order.weight(of:))
  }

  /// Returns the items of a section, in order.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items in the section.
  public func itemIdentifiers(inSection section: Section) throws -> [Item] {
    contents[try handle(ofSection: section).offset]?.items ?? []
  }

  /// Returns the items of the section at an index, in order, or `nil` if there is no section.
  ///
  /// - Complexity: O(*k* + log *s*), *k* being the number of items in the section and *s* the number of sections.
  func itemIdentifiers(inSectionAt index: Int) -> [Item]? {
    order.handle(at: index).flatMap { contents[$0.offset]?.items }
  }

  /// Returns whether the snapshot contains an item.
  public func contains(item: Item) -> Bool { places[item] != nil }

  /// Returns whether the snapshot contains a section.
  public func contains(section: Section) -> Bool { sectionHandles[section] != nil }

  /// Returns the section of an item, or `nil` if there is no such item.
  public func sectionIdentifier(containingItem item: Item) -> Section? {
    places[item].flatMap { contents[$0.section.offset]?.identifier }
  }

  /// Returns the number of items before an item, including those of previous sections, or `nil` if there is no such
  /// item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func indexOfItem(_ item: Item) -> Int? {
    guard let place = places[item], let section = contents[place.section.offset] else { return nil }
    return order.weight(before: place.section) + section.order.rank(of: place.item)
  }

  /// Returns the index of a section, or `nil` if there is no such section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func indexOfSection(_ section: Section) -> Int? { sectionHandles[section].map(order.rank(of:)) }

  /// Returns the path of an item, or `nil` if there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(ofItem item: Item) -> ItemPath? {
    guard let place = places[item], let section = contents[place.section.offset] else { return nil }
    return ItemPath(section: order.rank(of: place.section), item: section.order.rank(of: place.item))
  }

  /// Returns the item at a path, or `nil` if there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(at path: ItemPath) -> Item? {
    order.handle(at: path.section).flatMap { contents[$0.offset]?.item(at: path.item) }
  }

  /// Returns the section at an index, or `nil` if there is none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(at index: Int) -> Section? {
    order.handle(at: index).flatMap { contents[$0.offset]?.identifier }
  }

  /// Returns the batch that leads from an older snapshot to this one.
  ///
  /// Sections and items are identified by their identifiers. The updates of the batch are the items that are marked in
  /// this snapshot as reloaded or reconfigured, and the sections that are marked as reloaded, provided that the older
  /// snapshot contains them, too.
  ///
  /// - Parameters:
  ///   - older: The state before.
  ///   - options: The options of the diff.
  /// - Returns: A batch in normal form, or a reload if a limit of the options is exceeded.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* of them
  ///   out of order.
  public func difference(from older: Self, options: DiffOptions = DiffOptions()) -> UpdateBatch {
    diff(
      from: older.sectionsToCompare, to: sectionsToCompare, sections: SectionMatching(reloaded: reloadedSections),
      items: \.items, matching: ItemMatching(reloaded: reloadedItems, reconfigured: reconfiguredItems),
      options: options)
  }

  private struct ComparedSection {
    let identifier: Section
    let items: [Item]
  }

  /// Matches sections by identifier. A section has no content but its identifier, so the marks determine whether it
  /// changed.
  private struct SectionMatching: Matching {
    let reloaded: Marks<Section>

    func id(of section: ComparedSection) -> Section { section.identifier }

    func hasSameContent(_ old: ComparedSection, _ new: ComparedSection) -> Bool { !reloaded.contains(new.identifier) }
  }

  /// Matches items by identifier. The marks determine whether an item changed.
  private struct ItemMatching: Matching {
    let reloaded: Marks<Item>
    let reconfigured: Marks<Item>

    func id(of item: Item) -> Item { item }

    func hasSameContent(_ old: Item, _ new: Item) -> Bool { !reloaded.contains(new) && !reconfigured.contains(new) }
  }

  private var sectionsToCompare: [ComparedSection] {
    order.compactMap { contents[$0.offset] }.map { ComparedSection(identifier: $0.identifier, items: $0.items) }
  }
}

/// Snapshots are equal if they have the same sections with the same items, in the same order, and the same marks in the
/// order of marking. The edits that led to them do not matter.
extension Snapshot: Equatable {
  /// Returns whether two snapshots have the same sections, items and marks, in the same order.
  ///
  /// - Complexity: O(*n* + *m* log *m*), *n* being the number of items and *m* the number of marks.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.numberOfItems == rhs.numberOfItems && lhs.numberOfSections == rhs.numberOfSections
      && zip(lhs.order, rhs.order).allSatisfy { left, right in
        let (left, right) = (lhs.contents[left.offset], rhs.contents[right.offset])
        return left?.identifier == right?.identifier && left?.items == right?.items
      }
      && lhs.reloadedSections == rhs.reloadedSections && lhs.reloadedItems == rhs.reloadedItems
      && lhs.reconfiguredItems == rhs.reconfiguredItems
  }
}

extension Snapshot: CustomStringConvertible {
  /// A description with the numbers of sections and items.
  public var description: String {
    "Snapshot(\(numberOfSections) \(numberOfSections == 1 ? "section" : "sections"), "
      + "\(numberOfItems) \(numberOfItems == 1 ? "item" : "items"))"
  }
}

/// A section of a ``Snapshot``: its identifier, and its items in order.
struct SectionContent<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  let identifier: Section
  private(set) var order: RankTree
  /// The item of each handle of `order`.
  private var identifiers: [Item?]

  /// - Complexity: O(*k*), *k* being the number of items.
  init(identifier: Section, items: [Item] = []) {
    self.identifier = identifier
    order = RankTree(weights: repeatElement(1, count: items.count))
    identifiers = items
  }

  /// The items, in order.
  ///
  /// - Complexity: O(*k*), *k* being the number of items.
  var items: [Item] { order.compactMap { identifiers[$0.offset] } }

  func item(at index: Int) -> Item? { order.handle(at: index).flatMap { identifiers[$0.offset] } }

  mutating func insert(_ item: Item, before successor: RankTree.Handle?) -> RankTree.Handle {
    let handle = order.insert(before: successor)
    if handle.offset < identifiers.count { identifiers[handle.offset] = item } else { identifiers.append(item) }
    return handle
  }

  mutating func remove(_ handle: RankTree.Handle) {
    order.remove(handle)
    identifiers[handle.offset] = nil
  }

  mutating func move(_ handle: RankTree.Handle, before successor: RankTree.Handle?) {
    order.move(handle, before: successor)
  }
}
