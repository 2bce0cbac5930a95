public import Changesets

extension BatchRecorder {
  /// Items were inserted.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - path: Where the first of them is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertItems(_ count: Int = 1, at path: ItemPath) {
    record(.insertItems(count, at: path))
  }

  /// Items were removed.
  ///
  /// - Parameters:
  ///   - count: How many they were.
  ///   - path: Where the first of them was.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeItems(_ count: Int = 1, at path: ItemPath) {
    record(.removeItems(count, at: path))
  }

  /// An item was moved, perhaps to another section.
  ///
  /// - Parameters:
  ///   - from: Where it was.
  ///   - to: Where it is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveItem(from: ItemPath, to: ItemPath) {
    record(.moveItem(from: from, to: to))
  }

  /// An item got another content.
  ///
  /// - Parameter path: Where it is.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateItem(at path: ItemPath) {
    record(.updateItem(at: path))
  }

  /// Sections were inserted, with whatever items they have in the end.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - section: Where the first of them is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertSections(_ count: Int = 1, at section: Int) {
    record(.insertSections(count, at: section))
  }

  /// Sections were removed, with all items that were in them.
  ///
  /// - Parameters:
  ///   - count: How many they were.
  ///   - section: Where the first of them was.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeSections(_ count: Int = 1, at section: Int) {
    record(.removeSections(count, at: section))
  }

  /// A section was moved, with all its items.
  ///
  /// - Parameters:
  ///   - from: Where it was.
  ///   - to: Where it is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveSection(from: Int, to: Int) {
    record(.moveSection(from: from, to: to))
  }

  /// A section itself got another content, a name or a header; its items are not meant.
  ///
  /// - Parameter section: Where it is.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateSection(at section: Int) {
    record(.updateSection(at: section))
  }
}
