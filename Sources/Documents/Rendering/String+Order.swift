extension String {
  /// Returns whether the UTF-8 bytes of this text precede those of another one. The order is the same on every machine.
  /// The operator `<` on strings compares characters instead, whatever scalars they are encoded by.
  package func precedesByBytes(_ other: String) -> Bool {
    // Nearly all strings have contiguous storage, which is compared several times as fast.
    let isBefore = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { second in first.lexicographicallyPrecedes(second) }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
