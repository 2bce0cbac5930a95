extension String {
  /// Returns whether the UTF-8 bytes of this text precede those of another one. This order distinguishes all texts that have different bytes,
  /// whereas the order of strings treats canonically equivalent texts as equal.
  package func precedesByBytes(_ other: String) -> Bool {
    // Nearly all texts have contiguous bytes, whose comparison is several times as fast.
    let isBefore = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { second in first.lexicographicallyPrecedes(second) }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
