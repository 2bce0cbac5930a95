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
    /// How many errors are reported one by one before the rest is only counted; at least one.
    public var diagnosticLimit: Int
    /// The name to print for the file in messages; the path as given unless set.
    public var file: String?

    /// Makes options; all of them can be left out.
    public init(
      name: String? = nil, key: String? = nil, title: String? = nil, types: [String: FieldType] = [:],
      diagnosticLimit: Int = 20, file: String? = nil
    ) {
      self.name = name
      self.key = key
      self.title = title
      self.types = types
      self.diagnosticLimit = diagnosticLimit
      self.file = file
    }

    /// The special key that asks for row numbers.
    static let rowNumbers = "@row"
  }
}
