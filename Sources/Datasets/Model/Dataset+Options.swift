extension Dataset {
  /// What a person may decide about the reading of a data file. Everything that is left alone is found out from the data.
  public struct Options: Sendable {
    /// The name of the data set; the file name without its ending unless given.
    public var name: String?
    /// The field that the keys come from, or `@row` for the row numbers.
    public var key: String?
    /// The field that the titles come from.
    public var title: String?
    /// The types of fields, by name.
    public var types: [String: FieldType]
    /// The format; the ending of the file name tells it unless given. Standard input needs it.
    public var format: DatasetFormat?
    /// What separates the fields of a CSV file; its header tells it unless given.
    public var delimiter: Unicode.Scalar?
    /// The member of a JSON, YAML or TOML file that has the rows, with dots where it is within another: `data.fruits`.
    public var path: String?
    /// The table of a database; its only one unless given.
    public var table: String?
    /// An SQL query that finds the rows in a database, instead of a table.
    public var query: String?
    /// How much the files may have.
    public var limits: ReadingLimits
    /// How many errors are reported one by one before the rest is only counted; at least one.
    package var diagnosticLimit: Int
    /// The name to print for the file in messages; the path as given unless set. Several files are known by their own paths.
    public var file: String?
    /// Whether the file or folder at a path is left out of patterns and of folders, with all that is in it.
    package var isLeftOut: @Sendable (String) -> Bool = { _ in false }

    /// Makes options; all of them can be left out.
    public init(
      name: String? = nil, key: String? = nil, title: String? = nil, types: [String: FieldType] = [:],
      format: DatasetFormat? = nil, delimiter: Unicode.Scalar? = nil, path: String? = nil, table: String? = nil,
      query: String? = nil, limits: ReadingLimits = ReadingLimits(), diagnosticLimit: Int = 20, file: String? = nil
    ) {
      self.name = name
      self.key = key
      self.title = title
      self.types = types
      self.format = format
      self.delimiter = delimiter
      self.path = path
      self.table = table
      self.query = query
      self.limits = limits
      self.diagnosticLimit = diagnosticLimit
      self.file = file
    }

    /// The special key that asks for row numbers.
    static let rowNumbers = "@row"
  }
}
