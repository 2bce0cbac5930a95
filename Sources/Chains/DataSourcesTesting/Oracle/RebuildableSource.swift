import DataSources

/// A source that can be compared with a new one over the same sources.
protocol RebuildableSource: DataSource {
  /// Returns the first difference from a new source over the same sources, or nil if there is none.
  ///
  /// - Parameter comparingItems: Whether items are also compared if both come from the same path.
  func differenceFromScratch(comparingItems: Bool) -> Problem?

  /// Whether the source passes on the items of its sources as they are.
  var passesItemsOn: Bool { get }
}
