extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or the end index if there is none, by binary
  /// search.
  ///
  /// - Parameter belongsInSecondPartition: The predicate. All elements after the first that satisfies it have to
  ///   satisfy it, too.
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @inlinable package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
