import Diagnostics

/// The rows of one file, before it is known which fields the data set has.
struct ReadFile {
  let source: SourceText
  /// The bytes that the rows are in: those of the file, or what was written of them.
  var bytes: [UInt8]
  /// Whether the bytes are not those of the file.
  var areWritten = false
  var layout: RowLayout
  var starts: RowStarts
  var numbers = RowNumbers()
  /// Where the rows stand in the file, if the bytes do not tell.
  var places: [Place] = []

  /// Where a row, or what is in it, stands.
  enum Place {
    /// At a byte of the file, of which line and column are counted when somebody has to be told.
    case offset(Int)
    case mark(line: Int, column: Int)
    /// In a file of its own, by its path in the folder that is read.
    case file(String)

    /// The place of a row, or of a field in it, for messages.
    func location(ofRow row: Int, in source: SourceText, field: String?) -> Diagnostic.Location {
      switch self {
      case .offset(let offset): source.location(row: row, offset: offset, field: field)
      case .mark(let line, let column): .init(file: source.file, row: row, line: line, column: column, field: field)
      // A row with a file of its own needs no number.
      case .file(let path): .init(file: DataFile.path(of: path, in: source.file), field: field)
      }
    }
  }

  /// Where a row is, for messages.
  func location(ofRow row: Int, field: String?) -> Diagnostic.Location {
    if places.indices.contains(row) { return places[row].location(ofRow: numbers[row], in: source, field: field) }
    if areWritten { return .init(file: source.file, row: numbers[row], field: field) }
    return source.location(row: numbers[row], offset: starts[row], field: field)
  }
}

extension SourceText {
  /// Says where something is. JSON shows its line and column; delimited text shows its line where that is not the row, and its column
  /// where `isExact` says that the byte is the very place and not the beginning of the row.
  func location(row: Int?, offset: Int?, isExact: Bool = false, field: String? = nil) -> Diagnostic.Location {
    var location = Diagnostic.Location(file: file, row: row, field: field)
    if let place = offset.map(place) {
      location.line = format.isDelimited && place.line == row ? nil : place.line
      location.column = !format.isDelimited || isExact ? place.column : nil
    }
    return location
  }
}

/// Where each row begins in the bytes of its table, in as little memory as the bytes allow.
struct RowStarts: Sendable {
  /// Only one of the two is in use.
  private var small: [UInt32] = []
  private var large: [Int] = []
  private let isSmall: Bool
  /// Where the last row ends at the latest.
  var end = 0

  /// Reserves capacity for offsets in a number of bytes.
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

/// The rows of all files of a data set, one after the other.
struct DatasetRows {
  let files: [FileRows]
  let schema: Schema
  /// For each file, how many rows there are before it; then the number of all.
  private let counts: [Int]

  init(_ files: [FileRows], _ schema: Schema) {
    self.files = files
    self.schema = schema
    counts = files.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.starts.count) }
  }

  var count: Int { counts.last ?? 0 }

  /// The file that a row is in, and its place there.
  ///
  /// - Complexity: O(log *n*), *n* being the number of files.
  func place(of row: Int) -> (file: Int, row: Int) {
    var low = 0, high = files.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if counts[middle] <= row { low = middle } else { high = middle - 1 }
    }
    return (low, row - counts[low])
  }

  /// Gives a closure the bytes of a field's text, without white space at its ends.
  func withKeyText<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    let place = place(of: row)
    return files[place.file].withKeyText(field, ofRow: place.row, body)
  }

  /// The same rows, with keys from elsewhere.
  func settled(key: FileRows.Key) -> DatasetRows { DatasetRows(files.map { $0.settled(key: key) }, schema) }

  /// The same rows, with keys and titles from elsewhere.
  func settled(_ keys: RowKeys, titleFields: [Int]) -> DatasetRows {
    var others = Array(repeating: [Int: String](), count: files.count)
    for (row, key) in keys.others {
      let place = place(of: row)
      others[place.file][place.row] = key
    }
    return DatasetRows(
      zip(files, others).map { $0.settled(key: keys.key, otherKeys: $1, titleFields: titleFields) }, schema)
  }
}
