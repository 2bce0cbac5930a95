public import Changesets

extension SectionSnapshot {
  /// The edits that lead from the visible items of an older snapshot to those of this one.
  ///
  /// Items are told apart by their identifiers. Nothing is updated: identifiers are all that is known of an item.
  ///
  /// - Parameters:
  ///   - older: The state before.
  ///   - options: How the diff is made.
  /// - Returns: Edits in normal form, or a reload where a limit of the options is exceeded.
  /// - Throws: `CancellationError` if the options say so.
  /// - Complexity: O(*v* log *n*) on average for *v* visible ones of *n* items, and O(*m* log *m*) for *m* out of
  ///   order.
  public func visibleDifference(from older: Self, options: DiffOptions = DiffOptions()) throws -> Edits<Int> {
    try diff(from: older.visibleItems, to: visibleItems, id: \.self, options: options)
  }
}
