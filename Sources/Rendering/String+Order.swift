extension String {
  /// Whether the bytes of this text come before those of another one, which is the same order on any machine: that of strings is the order of
  /// their letters, however those are spelt.
  package func precedesByBytes(_ other: String) -> Bool {
    // Nearly all texts have their bytes at hand, which are compared several times as fast.
    let isBefore = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { second in first.lexicographicallyPrecedes(second) }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
