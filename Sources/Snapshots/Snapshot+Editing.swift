import Changesets
import DataSources
import OrderedTrees

extension Snapshot {
  /// Adds sections without items at the end.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func appendSections(_ sections: [Section]) throws {
    try requireNew(sections: sections)
    insert(sections, before: nil)
  }

  /// Adds sections without items before a section.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice, or if there is none to insert them before.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], beforeSection section: Section) throws {
    let successor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: successor)
  }

  /// Adds sections without items after a section.
  ///
  /// - Throws: `UpdateError` if a section is there already or given twice, or if there is none to insert them after.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], afterSection section: Section) throws {
    let predecessor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: order.handle(after: predecessor))
  }

  /// Removes sections with their items, and all their marks. Naming a section twice is naming it once.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k* log *s* + *m*) for *k* of *s* sections, and *m* items in them.
  public mutating func deleteSections(_ sections: [Section]) throws {
    try requireKnown(sections: sections)
    for section in sections {
      guard let handle = sectionHandles.removeValue(forKey: section) else { continue }
      for item in contents[handle.offset]?.items ?? [] {
        places.removeValue(forKey: item)
        removeMarks(ofItem: item)
      }
      contents[handle.offset] = nil
      order.remove(handle)
      reloadedSections.remove(section)
    }
  }

  /// Moves a section before another one. Its items go with it untouched. A section before itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the sections is not there.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, beforeSection other: Section) throws {
    order.move(try handle(ofSection: section), before: try handle(ofSection: other))
  }

  /// Moves a section after another one. Its items go with it untouched. A section after itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the sections is not there.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, afterSection other: Section) throws {
    let (moved, predecessor) = (try handle(ofSection: section), try handle(ofSection: other))
    order.move(moved, before: order.handle(after: predecessor))
  }

  /// Adds sections that were checked.
  mutating func insert(_ sections: [Section], before successor: RankTree.Handle?) {
    for section in sections {
      let handle = order.insert(before: successor, weight: 0)
      let content = SectionContent<Section, Item>(identifier: section)
      if handle.offset < contents.count { contents[handle.offset] = content } else { contents.append(content) }
      sectionHandles[section] = handle
    }
  }
}

extension Snapshot {
  /// Adds items at the end of a section.
  ///
  /// - Parameters:
  ///   - items: The new items.
  ///   - section: The section; the last one where none is given.
  /// - Throws: `UpdateError` if an item is there already or given twice, or if there is no such section, or none at
  ///   all.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func appendItems(_ items: [Item], toSection section: Section? = nil) throws {
    let target = try section.map(handle(ofSection:)) ?? lastSection()
    try requireNew(items: items)
    insert(items, before: nil, in: target)
  }

  /// Adds items before an item, in its section.
  ///
  /// - Throws: `UpdateError` if an item is there already or given twice, or if there is no item to insert them before.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insertItems(_ items: [Item], beforeItem item: Item) throws {
    let place = try place(ofItem: item)
    try requireNew(items: items)
    insert(items, before: place.item, in: place.section)
  }

  /// Adds items after an item, in its section.
  ///
  /// - Throws: `UpdateError` if an item is there already or given twice, or if there is no item to insert them after.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insertItems(_ items: [Item], afterItem item: Item) throws {
    let place = try place(ofItem: item)
    try requireNew(items: items)
    insert(items, before: successor(of: place), in: place.section)
  }

  /// Removes items, and their marks. Naming an item twice is naming it once.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k* log *n*) for *k* of *n* items.
  public mutating func deleteItems(_ items: [Item]) throws {
    try requireKnown(items: items)
    for item in items {
      guard let place = places.removeValue(forKey: item) else { continue }
      contents[place.section.offset]?.remove(place.item)
      weigh(place.section)
      removeMarks(ofItem: item)
    }
  }

  /// Removes all items, and with them all sections and marks: the snapshot is as new.
  public mutating func deleteAllItems() { self = Snapshot() }

  /// Moves an item before another one, in the section of that. An item before itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the items is not there.
  /// - Complexity: O(log *n*), *n* being the number of items.
  public mutating func moveItem(_ item: Item, beforeItem other: Item) throws {
    let (old, target) = (try place(ofItem: item), try place(ofItem: other))
    move(item, from: old, before: target.item, in: target.section)
  }

  /// Moves an item after another one, in the section of that. An item after itself stays where it is.
  ///
  /// - Throws: `UpdateError` if one of the items is not there.
  /// - Complexity: O(log *n*), *n* being the number of items.
  public mutating func moveItem(_ item: Item, afterItem other: Item) throws {
    let (old, target) = (try place(ofItem: item), try place(ofItem: other))
    move(item, from: old, before: successor(of: target), in: target.section)
  }

  private func lastSection() throws -> RankTree.Handle {
    guard let handle = order.handle(at: order.count - 1) else {
      throw UpdateError(.noSection, "There is no section to append items to. Append a section first.")
    }
    return handle
  }

  private func successor(of place: Place) -> RankTree.Handle? {
    contents[place.section.offset]?.order.handle(after: place.item)
  }

  private mutating func insert(_ items: [Item], before successor: RankTree.Handle?, in section: RankTree.Handle) {
    for item in items {
      guard let handle = contents[section.offset]?.insert(item, before: successor) else { continue }
      places[item] = Place(section: section, item: handle)
    }
    weigh(section)
  }

  private mutating func move(
    _ item: Item, from old: Place, before successor: RankTree.Handle?, in section: RankTree.Handle
  ) {
    if old.section == section {
      contents[section.offset]?.move(old.item, before: successor)
    } else {
      contents[old.section.offset]?.remove(old.item)
      weigh(old.section)
      insert([item], before: successor, in: section)
    }
  }

  /// Counts the items of a section anew, for the indexes of items.
  private mutating func weigh(_ section: RankTree.Handle) {
    order.setWeight(of: section, to: contents[section.offset]?.order.count ?? 0)
  }
}

extension Snapshot {
  /// The items that are to be made again, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked items.
  public var reloadedItemIdentifiers: [Item] { reloadedItems.identifiers }

  /// The items that are to be configured again, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked items.
  public var reconfiguredItemIdentifiers: [Item] { reconfiguredItems.identifiers }

  /// The sections whose own content changed, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked sections.
  public var reloadedSectionIdentifiers: [Section] { reloadedSections.identifiers }

  /// Marks items whose content changed so much that what shows them has to be made again.
  ///
  /// A mark stays until its item is deleted, or all marks are removed. Marking twice is marking once.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func reloadItems(_ items: [Item]) throws {
    try requireKnown(items: items)
    for item in items { reloadedItems.insert(item) }
  }

  /// Marks items whose content changed, and for which what shows them has to be configured again.
  ///
  /// A mark stays until its item is deleted, or all marks are removed. Marking twice is marking once.
  /// An item may be marked to be reloaded as well.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func reconfigureItems(_ items: [Item]) throws {
    try requireKnown(items: items)
    for item in items { reconfiguredItems.insert(item) }
  }

  /// Marks sections whose own content, a name or a header, changed. Their items are not meant.
  ///
  /// A mark stays until its section is deleted, or all marks are removed. Marking twice is marking once.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k*) for *k* sections.
  public mutating func reloadSections(_ sections: [Section]) throws {
    try requireKnown(sections: sections)
    for section in sections { reloadedSections.insert(section) }
  }

  /// Removes all marks, as when everything marked has been shown.
  package mutating func removeAllMarks() {
    reloadedSections.removeAll()
    reloadedItems.removeAll()
    reconfiguredItems.removeAll()
  }

  /// Marks what is marked in another snapshot, as far as it is in this one.
  mutating func addMarks(of other: Snapshot) {
    for section in other.reloadedSections.identifiers where contains(section: section) {
      reloadedSections.insert(section)
    }
    for item in other.reloadedItems.identifiers where contains(item: item) { reloadedItems.insert(item) }
    for item in other.reconfiguredItems.identifiers where contains(item: item) { reconfiguredItems.insert(item) }
  }

  mutating func removeMarks(ofItem item: Item) {
    reloadedItems.remove(item)
    reconfiguredItems.remove(item)
  }
}

/// Identifiers that were marked, in the order of marking.
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  /// For each identifier, when it was marked.
  private var ticks: [Identifier: Int] = [:]
  private var next = 0

  /// The identifiers, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marks.
  var identifiers: [Identifier] { ticks.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ identifier: Identifier) -> Bool { ticks[identifier] != nil }

  /// Marks an identifier; one that is marked stays where it is.
  mutating func insert(_ identifier: Identifier) {
    guard ticks[identifier] == nil else { return }
    ticks[identifier] = next
    next &+= 1
  }

  mutating func remove(_ identifier: Identifier) { ticks.removeValue(forKey: identifier) }

  mutating func removeAll() { ticks.removeAll() }
}

extension Marks: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ticks.count == rhs.ticks.count && lhs.identifiers == rhs.identifiers
  }
}

/// What is checked before a snapshot is changed.
extension Snapshot {
  func handle(ofSection section: Section) throws -> RankTree.Handle {
    guard let handle = sectionHandles[section] else { throw UpdateError.unknown("section", section) }
    return handle
  }

  func place(ofItem item: Item) throws -> Place {
    guard let place = places[item] else { throw UpdateError.unknown("item", item) }
    return place
  }

  func requireKnown(items: [Item]) throws {
    for item in items { _ = try place(ofItem: item) }
  }

  func requireKnown(sections: [Section]) throws {
    for section in sections { _ = try handle(ofSection: section) }
  }

  func requireNew(items: [Item]) throws {
    try requireNewIdentifiers(items, kind: "item") { places[$0] != nil }
  }

  func requireNew(sections: [Section]) throws {
    try requireNewIdentifiers(sections, kind: "section") { sectionHandles[$0] != nil }
  }
}
