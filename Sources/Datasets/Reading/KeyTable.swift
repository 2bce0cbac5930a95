import Fingerprints
import Foundation

/// Finds rows that have the same key, in some 11 bytes for each row, whatever the length of the keys.
///
/// Canonically equivalent texts are the same key, as they look the same.
struct KeyTable {
  /// For each place nothing, or the number of a row, counted from 1, below the upper half of its key's hash.
  private var slots: [UInt64]

  /// Makes room for a number of rows.
  init(count: Int) { slots = Array(repeating: 0, count: count + count / 3 + 2) }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - key: The bytes of its key.
  ///   - row: Its number, below the number of rows that there is room for.
  ///   - isKey: Whether another row has the key.
  /// - Returns: The row that was added before with the same key, if there is one; then this row is not added.
  /// - Complexity: O(1) on average.
  mutating func insert(_ key: Bytes, row: Int, where isKey: (Int) -> Bool) -> Int? {
    let hash = KeyTable.hash(key)
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    let tag = hash & 0xFFFF_FFFF
    // More than a quarter of the places stays free, so that the search ends.
    while slots[slot] != 0 {
      let other = slots[slot]
      if other >> 32 == tag, case let row = Int(other & 0xFFFF_FFFF) - 1, isKey(row) { return row }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = tag << 32 | UInt64(row + 1)
    return nil
  }

  private static func hash(_ key: Bytes) -> UInt64 {
    if key.isASCII { return Fingerprint(UnsafeRawBufferPointer(key)).low }
    return Fingerprint(key.text.precomposedStringWithCanonicalMapping).low
  }
}

extension Bytes {
  /// Whether two texts are canonically equivalent.
  func isSameText(as other: Bytes) -> Bool {
    elementsEqual(other) || !(isASCII && other.isASCII) && text == other.text
  }
}
