import Changesets

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
