extension Diagnostic {
  /// A place in an input. Every number counts from 1; what is not known is left out.
  public struct Location: Codable, Hashable, Sendable {
    /// The file, as the person named it.
    public var file: String?
    /// The row of a data set: in a CSV file the row that a spreadsheet shows (the header is row 1); in JSON the item's number.
    public var row: Int?
    /// The line of the text.
    public var line: Int?
    /// The column of the text, in characters.
    public var column: Int?
    /// The name of the field.
    public var field: String?

    /// Makes a place from what is known of it.
    public init(
      file: String? = nil, row: Int? = nil, line: Int? = nil, column: Int? = nil, field: String? = nil
    ) {
      self.file = file
      self.row = row
      self.line = line
      self.column = column
      self.field = field
    }
  }
}

extension Diagnostic.Location: CustomStringConvertible {
  /// `fruits.csv, row 12, line 14, column 3, field “colour”`, without what is not known.
  public var description: String {
    [
      file, row.map { "row \($0)" }, line.map { "line \($0)" }, column.map { "column \($0)" },
      field.map { "field “\($0)”" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}
