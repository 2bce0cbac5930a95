extension Edits<Int> {
  /// The edits of a list as those of the items of one section, which keeps its index.
  ///
  /// ```swift
  /// let batch = UpdateBatch(items: try diff(from: old, to: new).inSection(3))
  /// ```
  ///
  /// - Parameter section: The section's index.
  /// - Complexity: O(*k*), *k* being ``count``.
  public func inSection(_ section: Int) -> Edits<ItemPath> {
    map { ItemPath(section: section, item: $0) }
  }
}

extension Edits<ItemPath> {
  /// The edits as those of a list, for items of one section.
  var withoutSections: Edits<Int> { map(\.item) }
}

extension Edits {
  /// The edits with other places.
  func map<Other>(_ transform: (Place) -> Other) -> Edits<Other> {
    var edits = Edits<Other>(
      deletes: deletes.map(transform), inserts: inserts.map(transform),
      moves: moves.map { Pair(transform($0.before), transform($0.after)) },
      updates: updates.map { Pair(transform($0.before), transform($0.after)) })
    edits.isReload = isReload
    return edits
  }
}
