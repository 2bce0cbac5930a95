import Fingerprints
import Foundation
import JSONValues

/// Where the keys of rows come from.
struct RowKeys {
  /// Where those of most rows come from.
  var key: FileRows.Key
  /// The rows that are known by something else, in order.
  var others: [(row: Int, key: String)] = []
}

/// What the keys of rows have shown: which rows have none, or that of another one.
///
/// Keys are exact: case and accents count.
struct KeySurvey {
  /// A row without a key of its own.
  struct Exception {
    var row: Int
    /// The first row with its key; nil where it has no key.
    var first: Int?
  }

  /// The rows without a key of their own, in order.
  private(set) var exceptions: [Exception] = []
  /// The number of rows that have no key at all.
  private(set) var missingCount = 0

  private let rows: DatasetRows
  private var table: KeyTable

  /// Looks at the keys of all rows.
  ///
  /// - Parameters:
  ///   - rows: The rows, with the place that their keys come from.
  ///   - limit: How many exceptions there may be.
  /// - Returns: Nil if there are more.
  /// - Complexity: O(*n*) in the bytes of the rows up to their keys.
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

  /// Keys for the exceptions: with the first number behind them that makes them no other row's; `row-17` where there is no key.
  ///
  /// - Complexity: O(*n*) for *n* exceptions, unless other rows have keys that look like these.
  func otherKeys() -> [(row: Int, key: String)] {
    var taken: Set<String> = []
    var counts: [String: Int] = [:]
    return exceptions.map { exception in
      let place = rows.place(of: exception.row), file = rows.files[place.file]
      let isMissing = exception.first == nil
      let own = isMissing ? "\(file.rowPrefix)row-\(file.numbers[place.row])" : file.key(ofRow: place.row)
      var number = counts[own] ?? (isMissing ? 1 : 2)
      var key = number == 1 ? own : "\(own)-\(number)"
      while isKey(key) || !taken.insert(key).inserted {
        number += 1
        key = "\(own)-\(number)"
      }
      counts[own] = number + 1
      return (exception.row, key)
    }
  }

  /// Whether some row has a key.
  private func isKey(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { key in table.row(of: key) { rows.isKey(key, ofRow: $0) } != nil }
  }
}

extension DatasetRows {
  /// Whether a row has a key.
  fileprivate func isKey(_ key: Bytes, ofRow row: Int) -> Bool {
    let place = place(of: row)
    let file = files[place.file]
    if case .field(let field) = file.key { return file.withKeyText(field, ofRow: place.row) { $0.isSameText(as: key) } }
    var own = file.key(ofRow: place.row)
    return own.withUTF8 { $0.isSameText(as: key) }
  }
}

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
    let place = find(key, where: isKey)
    if place.row == nil { slots[place.slot] = place.tag << 32 | UInt64(row + 1) }
    return place.row
  }

  /// The row that was added with a key, if there is one.
  ///
  /// - Complexity: O(1) on average.
  func row(of key: Bytes, where isKey: (Int) -> Bool) -> Int? { find(key, where: isKey).row }

  private func find(_ key: Bytes, where isKey: (Int) -> Bool) -> (slot: Int, tag: UInt64, row: Int?) {
    let hash = KeyTable.hash(key)
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    let tag = hash & 0xFFFF_FFFF
    // More than a quarter of the places stays free, so that the search ends.
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
