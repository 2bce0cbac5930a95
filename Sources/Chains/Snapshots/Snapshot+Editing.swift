import Changesets
import DataSources
import OrderedTrees

extension Snapshot {
  /// Appends empty sections.
  ///
  /// - Throws: `UpdateError` if a section is already in the snapshot or given twice.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func appendSections(_ sections: [Section]) throws {
    try requireNew(sections: sections)
    insert(sections, before: nil)
  }

  /// Inserts empty sections before a section.
  ///
  /// - Throws: `UpdateError` if a section is already in the snapshot or given twice, or if there is none to insert them
  ///   before.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], beforeSection section: Section) throws {
    let successor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: successor)
  }

  /// Inserts empty sections after a section.
  ///
  /// - Throws: `UpdateError` if a section is already in the snapshot or given twice, or if there is none to insert them
  ///   after.
  /// - Complexity: O(*k* log *s*) for *k* new sections among *s*.
  public mutating func insertSections(_ sections: [Section], afterSection section: Section) throws {
    let predecessor = try handle(ofSection: section)
    try requireNew(sections: sections)
    insert(sections, before: order.handle(after: predecessor))
  }

  /// Removes sections with their items and all their marks. A section may be given twice.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k* log *s* + *m*) for *k* of *s* sections, and *m* items in them.
  public mutating func deleteSections(_ sections: [Section]) throws {
    try requireKnown(sections: sections)
    for section in sections {
      // A section that is given twice is gone by the second time.
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

  /// Moves a section, with its items, before another one. Moving a section before itself has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, beforeSection other: Section) throws {
    order.move(try handle(ofSection: section), before: try handle(ofSection: other))
  }

  /// Moves a section, with its items, after another one. Moving a section after itself has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public mutating func moveSection(_ section: Section, afterSection other: Section) throws {
    let moved = try handle(ofSection: section)
    let predecessor = try handle(ofSection: other)
    order.move(moved, before: order.handle(after: predecessor))
  }

  /// Inserts sections that have been checked.
  mutating func insert(_ sections: [Section], before successor: RankTree.Handle?) {
    for section in sections {
      let handle = order.insert(before: successor, weight: 0)
      let content = SectionContent<Section, Item>(identifier: section)
      if handle.offset < contents.count { contents[handle.offset] = content } else { contents.append(content) }
      sectionHandles[section] = handle
    }
  }

  /// Appends items to a section.
  ///
  /// - Parameters:
  ///   - items: The new items.
  ///   - section: The section; by default, the last one.
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no such section, or
  ///   no section at all.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func appendItems(_ items: [Item], toSection section: Section? = nil) throws {
    let target = try section.map(handle(ofSection:)) ?? lastSection()
    try requireNew(items: items)
    insert(items, before: nil, in: target)
  }

  /// Inserts items before an item, in its section.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no item to insert
  ///   them before.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insertItems(_ items: [Item], beforeItem item: Item) throws {
    let place = try place(ofItem: item)
    try requireNew(items: items)
    insert(items, before: place.item, in: place.section)
  }

  /// Inserts items after an item, in its section.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no item to insert
  ///   them after.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insertItems(_ items: [Item], afterItem item: Item) throws {
    let place = try place(ofItem: item)
    try requireNew(items: items)
    insert(items, before: successor(of: place), in: place.section)
  }

  /// Removes items and their marks. An item may be given twice.
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

  /// Removes all items, sections and marks.
  public mutating func deleteAllItems() { self = Snapshot() }

  /// Moves an item before another one, in the section of the latter. Moving an item before itself has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(log *n*), *n* being the number of items.
  public mutating func moveItem(_ item: Item, beforeItem other: Item) throws {
    let old = try place(ofItem: item)
    let target = try place(ofItem: other)
    move(item, from: old, before: target.item, in: target.section)
  }

  /// Moves an item after another one, in the section of the latter. Moving an item after itself has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(log *n*), *n* being the number of items.
  public mutating func moveItem(_ item: Item, afterItem other: Item) throws {
    let old = try place(ofItem: item)
    let target = try place(ofItem: other)
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
      // Within its section, the item keeps its handle, so its place and its marks stay.
      contents[section.offset]?.move(old.item, before: successor)
    } else {
      contents[old.section.offset]?.remove(old.item)
      weigh(old.section)
      insert([item], before: successor, in: section)
    }
  }

  /// Updates the weight of a section after its number of items changed.
  private mutating func weigh(_ section: RankTree.Handle) {
    order.setWeight(of: section, to: contents[section.offset]?.order.count ?? 0)
  }

  /// The items whose cells are to be replaced, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked items.
  public var reloadedItemIdentifiers: [Item] { reloadedItems.identifiers }

  /// The items whose cells are to be configured again, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked items.
  public var reconfiguredItemIdentifiers: [Item] { reconfiguredItems.identifiers }

  /// The sections whose own content changed, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marked sections.
  public var reloadedSectionIdentifiers: [Section] { reloadedSections.identifiers }

  /// Marks items whose content changed so much that their cells have to be replaced.
  ///
  /// A mark stays until its item is deleted or all marks are removed. Marking an item twice has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func reloadItems(_ items: [Item]) throws {
    try requireKnown(items: items)
    for item in items { reloadedItems.insert(item) }
  }

  /// Marks items whose content changed and whose cells have to be configured again.
  ///
  /// A mark stays until its item is deleted or all marks are removed. Marking an item twice has no effect. An item may
  /// also be marked as reloaded.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func reconfigureItems(_ items: [Item]) throws {
    try requireKnown(items: items)
    for item in items { reconfiguredItems.insert(item) }
  }

  /// Marks sections whose own content, a name or a header, changed. The items are not marked.
  ///
  /// A mark stays until its section is deleted or all marks are removed. Marking a section twice has no effect.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k*) for *k* sections.
  public mutating func reloadSections(_ sections: [Section]) throws {
    try requireKnown(sections: sections)
    for section in sections { reloadedSections.insert(section) }
  }

  /// Removes all marks, after the marked items and sections have been shown.
  package mutating func removeAllMarks() {
    reloadedSections.removeAll()
    reloadedItems.removeAll()
    reconfiguredItems.removeAll()
  }

  /// Adds the marks of another snapshot that are of sections and items in this one.
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

/// Marked identifiers, in the order of marking.
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  /// The number that each identifier got when it was marked; numbers increase.
  private var ticks: [Identifier: Int] = [:]
  private var next = 0

  /// The identifiers, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marks.
  var identifiers: [Identifier] { ticks.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ identifier: Identifier) -> Bool { ticks[identifier] != nil }

  /// Marks an identifier. One that is marked already keeps its position.
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

/// Checks before a change of a snapshot.
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
