/// Where each row begins in the bytes of its table, in as little memory as the bytes allow.
struct RowStarts: Sendable {
  /// Only one of the two is in use.
  private var small: [UInt32] = []
  private var large: [Int] = []
  private let isSmall: Bool
  /// Where the last row ends at the latest.
  var end = 0

  /// Makes ready for offsets in so many bytes.
  init(byteCount: Int) { isSmall = byteCount <= UInt32.max }

  var count: Int { isSmall ? small.count : large.count }

  mutating func append(_ offset: Int) {
    if isSmall { small.append(UInt32(truncatingIfNeeded: offset)) } else { large.append(offset) }
  }

  /// Where a row begins.
  subscript(row: Int) -> Int { isSmall ? Int(small[row]) : large[row] }

  /// The bytes from the beginning of a row to that of the next one.
  func range(of row: Int) -> Range<Int> { self[row]..<(row + 1 < count ? self[row + 1] : end) }
}

/// The numbers that people know rows by. They are counted, and only those are kept that do not follow the one before.
struct RowNumbers: Sendable {
  private var jumps: [(row: Int, number: Int)] = []
  private var next = (row: 0, number: 1)

  /// Numbers the next row.
  mutating func append(_ number: Int) {
    if number != next.number { jumps.append((next.row, number)) }
    next = (next.row + 1, number + 1)
  }

  /// The number of a row.
  ///
  /// - Complexity: O(log *n*), *n* being how often numbers were left out.
  subscript(row: Int) -> Int {
    var low = 0, high = jumps.count
    while low < high {
      let middle = (low + high) / 2
      if jumps[middle].row <= row { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return row + 1 }
    return jumps[low - 1].number + row - jumps[low - 1].row
  }
}
