extension Array where Element: Comparable {
  /// The index of an element of an array that is sorted and has no duplicates.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  func sortedIndex(of element: Element) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element ? low : nil
  }
}
