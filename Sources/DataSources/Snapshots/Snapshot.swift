import Changesets

/// The state of a sectioned list: the identifiers of its sections and of their items, in order.
///
/// ```swift
/// var snapshot = Snapshot<String, Int>()
/// try snapshot.appendSections(["Apples", "Pears"])
/// try snapshot.appendItems([1, 2, 3], toSection: "Apples")
/// try snapshot.moveItem(3, beforeItem: 1)
/// let batch = try snapshot.difference(from: older)
/// ```
///
/// An identifier occurs once: no two items are equal, wherever they are, and no two sections. What would break this,
/// and what names an identifier that is not there, throws an `UpdateError` and changes nothing.
///
/// A snapshot is a value. A copy is made with the first edit after an assignment: O(*n*) once, *n* being the number of
/// items. No other operation looks at all items, unless it says so.
public struct Snapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Where an item is: the handles of its section, and of itself within the section.
  struct Place {
    var section: RankTree.Handle
    var item: RankTree.Handle
  }

  /// The order of the sections. A section weighs as much as it has items.
  var order = RankTree()
  /// For each handle of `order`, the section.
  var contents: [SectionContent<Section, Item>?] = []
  /// For each section, its handle in `order`.
  var sectionHandles: [Section: RankTree.Handle] = [:]
  /// For each item, where it is.
  var places: [Item: Place] = [:]

  var reloadedSections = Marks<Section>()
  var reloadedItems = Marks<Item>()
  var reconfiguredItems = Marks<Item>()

  /// Makes a snapshot without sections.
  public init() {}

  /// Makes a snapshot of sections and their items.
  ///
  /// - Parameter sections: The identifiers of each section and of its items, in order.
  /// - Throws: `UpdateError` if an identifier occurs twice, or is not equal to itself.
  /// - Complexity: O(*n* + *s* log *s*), *n* being the number of items and *s* of sections.
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
        guard places.updateValue(Place(section: handle, item: itemHandle), forKey: item) == nil else {
          throw UpdateError.repeated("item", item)
        }
      }
    }
  }
}
