import DataSources

/// A source over sources that can be compared with a new one.
protocol RebuildableSource: DataSource {
  /// What is not as in a new source over the same sources.
  ///
  /// - Parameter comparingItems: Whether items are compared, too, where both are said to come from one place.
  func differenceFromScratch(comparingItems: Bool) -> Problem?
}
