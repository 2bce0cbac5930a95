import Diagnostics

/// The rows of one file, before it is known which fields the data set has.
struct ReadFile {
  let source: SourceText
  /// The bytes that the rows are in: those of the file, or what was packed of them.
  var bytes: [UInt8]
  var layout: RowLayout
  var starts: RowStarts
  var numbers = RowNumbers()
  /// Where the rows stand in the file, if the bytes do not tell.
  var places: [Place] = []

  /// A line and a column, as far as they are known, and the file, where it is another for each row.
  struct Place {
    var file: String?
    var line: Int?
    var column: Int?
    /// The byte of the file, of which line and column are counted when somebody has to be told.
    var offset: Int?
  }

  /// Where a row is, for messages.
  func location(ofRow row: Int, field: String?) -> Diagnostic.Location {
    if places.indices.contains(row) {
      if let offset = places[row].offset { return source.location(row: numbers[row], offset: offset, field: field) }
      return .init(
        file: places[row].file ?? source.file, row: places[row].file == nil ? numbers[row] : nil,
        line: places[row].line, column: places[row].column, field: field)
    }
    if case .packed = layout { return .init(file: source.file, row: numbers[row], field: field) }
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
