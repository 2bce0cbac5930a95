import Changesets

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
  public mutating func removeAllMarks() {
    reloadedSections.removeAll()
    reloadedItems.removeAll()
    reconfiguredItems.removeAll()
  }

  mutating func removeMarks(ofItem item: Item) {
    reloadedItems.remove(item)
    reconfiguredItems.remove(item)
  }
}
