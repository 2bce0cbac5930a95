import Diagnostics
import PomonaSupport

/// The rows of one file, before the fields of the data set are known.
struct ReadFile {
  let source: SourceText
  /// The bytes that contain the rows: those of the file, or those that were written from it.
  var bytes: [UInt8]
  /// Whether the bytes are not those of the file.
  var areWritten = false
  var layout: RowLayout
  var starts: RowStarts
  var numbers = RowNumbers()
  /// The places of the rows in the file, if they do not follow from the bytes.
  var places: [Place] = []

  /// The place of a row, or of a value in it.
  enum Place {
    /// An offset in the file. Its line and column are counted only when a message needs them.
    case offset(Int)
    case mark(line: Int, column: Int)
    /// A separate file, by its path in the folder that is read.
    case file(String)

    func location(ofRow row: Int, in source: SourceText, field: String?) -> Diagnostic.Location {
      switch self {
      case .offset(let offset): source.location(row: row, offset: offset, field: field)
      case .mark(let line, let column): .init(file: source.file, row: row, line: line, column: column, field: field)
      case .file(let path): .init(ofRowAt: DataFile.path(of: path, in: source.file), field: field)
      }
    }
  }

  func location(ofRow row: Int, field: String?) -> Diagnostic.Location {
    if places.indices.contains(row) { return places[row].location(ofRow: numbers[row], in: source, field: field) }
    if areWritten { return .init(file: source.file, row: numbers[row], field: field) }
    return source.location(row: numbers[row], offset: starts[row], field: field)
  }
}

extension SourceText {
  /// Returns a place in the text for messages. In JSON it has a line and a column. In delimited text, it has a line if
  /// that is not the number of the row, and a column if `isExact` states that the offset is the exact place, and not
  /// the beginning of the row.
  func location(row: Int?, offset: Int?, isExact: Bool = false, field: String? = nil) -> Diagnostic.Location {
    var location = Diagnostic.Location(file: file, row: row, field: field)
    if let place = offset.map(place) {
      location.line = format.isDelimited && place.line == row ? nil : place.line
      location.column = !format.isDelimited || isExact ? place.column : nil
    }
    return location
  }
}

/// The offset at which each row begins in the bytes of its table, in 4 bytes for each row if the table has at most 4
/// GB, and otherwise in 8.
struct RowStarts: Sendable {
  /// Only one of the two arrays is used.
  private var small: [UInt32] = []
  private var large: [Int] = []
  private let isSmall: Bool
  /// An offset at or after the end of the last row.
  var end = 0

  /// Creates an empty list for offsets in a number of bytes, which decides on their size in memory.
  init(byteCount: Int) { isSmall = byteCount <= UInt32.max }

  var count: Int { isSmall ? small.count : large.count }

  mutating func append(_ offset: Int) {
    if isSmall { small.append(UInt32(truncatingIfNeeded: offset)) } else { large.append(offset) }
  }

  subscript(row: Int) -> Int { isSmall ? Int(small[row]) : large[row] }

  func range(of row: Int) -> Range<Int> { self[row]..<(row + 1 < count ? self[row + 1] : end) }
}

/// The numbers of rows for messages. They mostly are consecutive, so only those that do not follow the previous one are
/// stored.
///
///     rows         0  1  2  3  4
///     numbers      2  3  4  7  8       blank lines 5 and 6 are skipped
///     jumps        0 → 2,  3 → 7
struct RowNumbers: Sendable {
  private var jumps: [(row: Int, number: Int)] = []
  private var next = (row: 0, number: 1)

  /// Adds the number of the next row.
  mutating func append(_ number: Int) {
    if number != next.number { jumps.append((next.row, number)) }
    next = (next.row + 1, number + 1)
  }

  /// - Complexity: O(log *n*) in the number of gaps between the numbers.
  subscript(row: Int) -> Int {
    let next = jumps.partitioningIndex { $0.row > row }
    guard next > 0 else { return row + 1 }
    return jumps[next - 1].number + row - jumps[next - 1].row
  }
}

/// The rows of all files of a data set, in sequence.
struct DatasetRows {
  let files: [FileRows]
  let schema: Schema
  /// For each file, the number of rows before it; followed by the number of all rows.
  private let counts: [Int]

  init(_ files: [FileRows], _ schema: Schema) {
    self.files = files
    self.schema = schema
    counts = files.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.starts.count) }
  }

  var count: Int { counts.last ?? 0 }

  /// Returns the file that a row is in, and the index of the row there.
  ///
  /// - Complexity: O(log *n*) in the number of files.
  func place(of row: Int) -> (file: Int, row: Int) {
    let file = counts.dropFirst().dropLast().partitioningIndex { $0 > row } - 1
    return (file, row - counts[file])
  }

  /// Calls a closure with the bytes of a field's text, without white space at both ends.
  func withKeyText<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    let place = place(of: row)
    return files[place.file].withKeyText(field, ofRow: place.row, body)
  }

  /// Returns the same rows, with another origin of keys.
  func with(key: FileRows.Key) -> DatasetRows { DatasetRows(files.map { $0.with(key: key) }, schema) }

  func with(_ keys: RowKeys, titleFields: [Int]) -> DatasetRows {
    var others = Array(repeating: [Int: String](), count: files.count)
    for (row, key) in keys.others {
      let place = place(of: row)
      others[place.file][place.row] = key
    }
    return DatasetRows(
      zip(files, others).map { $0.with(key: keys.key, otherKeys: $1, titleFields: titleFields) }, schema)
  }
}
