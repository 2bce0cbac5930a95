import Fingerprints
import Foundation
import JSONValues

/// The origin of the keys of rows, and the keys of the exceptions.
struct RowKeys {
  /// The origin of the keys of most rows.
  var key: FileRows.Key
  /// The rows with a different key, in order.
  var others: [(row: Int, key: String)] = []
}

/// The rows whose key is missing or repeated.
///
/// Keys are compared with regard to case and accents.
struct KeySurvey {
  /// A row without a unique key.
  struct Exception {
    var row: Int
    /// The first row with the same key, or `nil` if the row has no key.
    var first: Int?
  }

  /// The rows without a unique key, in order.
  private(set) var exceptions: [Exception] = []
  /// The number of rows without any key.
  private(set) var missingCount = 0

  private let rows: DatasetRows
  private var table: KeyTable

  /// Examines the keys of all rows.
  ///
  /// - Parameters:
  ///   - rows: The rows, with the origin of their keys.
  ///   - limit: The maximum number of exceptions.
  /// - Returns: `nil` if there are more exceptions.
  /// - Complexity: O(*n*) on average, in the number of bytes of the rows up to the end of their keys.
  init?(_ rows: DatasetRows, limit: Int = .max) {
    self.rows = rows
    table = KeyTable(count: rows.count)
    var row = 0
    for file in rows.files {
      var isWithinLimit = true
      file.forEachKey { key in
        defer { row += 1 }
        if key.isEmpty {
          missingCount += 1
          exceptions.append(Exception(row: row))
        } else if let first = table.insert(key, row: row, where: { rows.isKey(key, ofRow: $0) }) {
          exceptions.append(Exception(row: row, first: first))
        }
        isWithinLimit = exceptions.count <= limit
        return isWithinLimit
      }
      guard isWithinLimit else { return nil }
    }
  }

  /// Returns keys for the exceptions: their key with the first number appended that makes it unique, or `row-17` for a
  /// row without a key.
  ///
  /// - Complexity: O(*n*) on average in the number of exceptions, unless other rows have keys that look like these.
  func otherKeys() -> [(row: Int, key: String)] {
    var taken: Set<String> = []
    // The next number to try for each key. If a key occurs a thousand times, each of its rows would otherwise try all
    // numbers again.
    var counts: [String: Int] = [:]
    return exceptions.map { exception in
      let place = rows.place(of: exception.row), file = rows.files[place.file]
      let isMissing = exception.first == nil
      let own = isMissing ? "\(file.rowPrefix)row-\(file.numbers[place.row])" : file.key(ofRow: place.row)
      var number = counts[own] ?? (isMissing ? 1 : 2)
      var key = number == 1 ? own : "\(own)-\(number)"
      // Another row may have the key already, written in the data: `Pear`, `Pear`, `Pear-2`.
      while isKey(key) || !taken.insert(key).inserted {
        number += 1
        key = "\(own)-\(number)"
      }
      counts[own] = number + 1
      return (exception.row, key)
    }
  }

  private func isKey(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { key in table.row(of: key) { rows.isKey(key, ofRow: $0) } != nil }
  }
}

extension DatasetRows {
  fileprivate func isKey(_ key: Bytes, ofRow row: Int) -> Bool {
    let place = place(of: row)
    let file = files[place.file]
    if case .field(let field) = file.key { return file.withKeyText(field, ofRow: place.row) { $0.isSameText(as: key) } }
    var own = file.key(ofRow: place.row)
    return own.withUTF8 { $0.isSameText(as: key) }
  }
}

/// A hash table that finds rows with the same key. It takes about 11 bytes for each row, regardless of the length of
/// the keys, as it stores the numbers of rows instead of keys, and is open-addressed with linear probing.
///
/// Canonically equivalent texts are the same key, as they look the same.
struct KeyTable {
  /// For each slot, 0 if it is free; otherwise the number of a row, counted from 1, and above it in the upper 32 bits
  /// the lower half of its key's hash. The slot follows from the upper half.
  private var slots: [UInt64]

  /// Creates a table with room for a number of rows.
  init(count: Int) { slots = Array(repeating: 0, count: count + count / 3 + 2) }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - key: The bytes of the key.
  ///   - row: The number of the row, which is less than the number that the table has room for.
  ///   - isKey: Whether another row has the key.
  /// - Returns: The row with the same key that was added before, if any. The new row is not added then.
  /// - Complexity: O(1) on average.
  mutating func insert(_ key: Bytes, row: Int, where isKey: (Int) -> Bool) -> Int? {
    let place = find(key, where: isKey)
    if place.row == nil { slots[place.slot] = place.tag << 32 | UInt64(row + 1) }
    return place.row
  }

  /// Returns the row that was added with a key, if any.
  ///
  /// - Complexity: O(1) on average.
  func row(of key: Bytes, where isKey: (Int) -> Bool) -> Int? { find(key, where: isKey).row }

  private func find(_ key: Bytes, where isKey: (Int) -> Bool) -> (slot: Int, tag: UInt64, row: Int?) {
    let hash = KeyTable.hash(key)
    // The high half of the product is in `0..<slots.count`, as the remainder would be, but without a division.
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    let tag = hash & 0xFFFF_FFFF
    // At least a quarter of the slots stays free, so the search ends.
    while slots[slot] != 0 {
      let other = slots[slot]
      if other >> 32 == tag, case let row = Int(other & 0xFFFF_FFFF) - 1, isKey(row) { return (slot, tag, row) }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    return (slot, tag, nil)
  }

  private static func hash(_ key: Bytes) -> UInt64 {
    if key.isASCII { return Fingerprint(UnsafeRawBufferPointer(key)).low }
    return Fingerprint(key.text.precomposedStringWithCanonicalMapping).low
  }
}

extension Bytes {
  /// Whether two texts are canonically equivalent.
  func isSameText(as other: Bytes) -> Bool {
    hasSameBytes(as: other) || !(isASCII && other.isASCII) && text == other.text
  }
}
