public import DataSources
public import Diagnostics

/// A named collection of records that share a schema.
public struct Dataset: Sendable {
  /// The name, by which the data set is referred to: `stone_fruits`.
  public var name: String
  /// The name for display: `Stone fruits`.
  public var title: String
  /// The fields of the records.
  public var schema: Schema
  /// The records, in the order of the source.
  public var records: [Record]
  /// The fields that form the key; empty if keys are row numbers or file names.
  package var keyFields: [String]
  /// The fields that form the title; empty if keys are the titles.
  package var titleFields: [String]
  /// The field that rows which continue others repeat or leave empty; `nil` if there are no such rows.
  package var continuedField: String?
  /// The lists that families of numbered columns became.
  package var families: [String] = []
  /// The texts that are taken for no value although nobody says so, by field.
  package var nones: [String: [String]] = [:]
  /// Whether a person chose the origin of the keys.
  package var isKeyChosen = false
  /// Whether the keys are the file names of the rows' own files.
  package var areKeysFileNames = false
  /// Whether some keys have a number appended, or are replaced by one.
  package var hasNumberedKeys = false
  /// The findings that a person should review.
  public var warnings: [Diagnostic]
  /// The problems of the data that did not prevent reading; the warnings include the first of them.
  public var problems = Problems()
  /// The paths of the files that the records were read from, in order. The path of a folder stands for all files in it.
  package var files: [String] = []

  /// Creates a data set from its parts.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - title: The name for display; derived from the name if `nil`.
  ///   - schema: The fields of the records.
  ///   - records: The records, with unique keys.
  ///   - keyFields: The fields that form the key.
  ///   - titleFields: The fields that form the title.
  ///   - warnings: The findings that a person should review.
  package init(
    name: String, title: String? = nil, schema: Schema, records: [Record], keyFields: [String] = [],
    titleFields: [String] = [], warnings: [Diagnostic] = []
  ) {
    self.name = name
    self.title = title ?? Dataset.title(fromName: name)
    self.schema = schema
    self.records = records
    self.keyFields = keyFields
    self.titleFields = titleFields
    self.warnings = warnings
  }

  /// Returns a title for a name: `Stone fruits` for `stone_fruits`.
  package static func title(fromName name: String) -> String { Label(name).text }

  /// The origin of the keys of rows.
  ///
  /// ```swift
  /// let books = Dataset.Options(key: "isbn")
  /// let columns = Dataset.Options(key: ["table", "column"])  // columns of several tables may be called alike
  /// let numbered = Dataset.Options(key: .rowNumbers)
  /// ```
  public enum Key: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// The values of some fields, whose combination differs in every row; never empty.
    case fields([String])
    /// The numbers of the rows.
    case rowNumbers

    /// The name that stands for row numbers in the place of a field.
    package static let nameOfRowNumbers = "@row"
    /// The separator between the values of several fields.
    package static let separator = ","

    /// Creates a key of fields.
    ///
    /// - Parameter names: The names of the fields, or `@row` alone for the row numbers.
    /// - Returns: `nil` if there are no names.
    public init?(_ names: [String]) {
      if names.isEmpty { return nil }
      self = names == [Self.nameOfRowNumbers] ? .rowNumbers : .fields(names)
    }

    /// Creates a key of one field, or of the row numbers if the name is `@row`.
    public init(stringLiteral name: String) { self = name == Self.nameOfRowNumbers ? .rowNumbers : .fields([name]) }

    /// Creates a key of several fields, at least one.
    /// The program ends if the array is empty. For an array that is not written in the program, use ``init(_:)``.
    public init(arrayLiteral names: String...) {
      precondition(!names.isEmpty, "A key has one field at least.")
      self = .fields(names)
    }

    /// Returns the names of the fields that form keys or titles, for display: `table, column`; or `@row` if there are
    /// none.
    package static func text(ofFields names: [String]) -> String {
      names.isEmpty ? nameOfRowNumbers : names.joined(separator: ", ")
    }

    /// The names of the fields; empty for row numbers.
    package var fields: [String] { if case .fields(let names) = self { names } else { [] } }
  }

  /// The decisions that a person can make about the reading of a data file. All others are inferred from the data.
  public struct Options: Sendable {
    /// The name of the data set; by default, the file name without its extension.
    public var name: String?
    /// The origin of the keys; inferred by default.
    /// An inferred key may be another one when the data changes, and then no record has the identity that it had
    /// before. Choose the key if identities are kept.
    public var key: Key?
    /// The fields that form the title, such as a first and a last name; inferred if empty.
    public var titles: [String]
    /// The types of fields, by name.
    public var types: [String: FieldReading]
    /// The separators of list elements within a text, by field. These fields are lists. The default for other lists is
    /// a semicolon.
    public var separators: [String: String]
    /// The format; by default, it follows from the file extension. Standard input requires it.
    public var format: DatasetFormat?
    /// The delimiter of a CSV file; by default, it is inferred from the header.
    public var delimiter: Unicode.Scalar?
    /// Whether the first row of a CSV file has the names of the fields; by default, this is inferred from its values.
    /// Without names, the fields are called `column_1` and so on.
    public var header: Bool?
    /// The field that rows of a CSV file repeat, or leave empty, if they continue the object of the row before them;
    /// empty if no rows do. It is inferred by default.
    public var continued: [String]?
    /// The names of families of numbered columns, such as `author` for `author_1`, `author_2`, which become lists;
    /// empty if none do. They are inferred by default.
    public var families: [String]?
    /// The texts that stand for no value in every field, such as `n/a`; empty if none do. They are inferred by default.
    ///
    /// Among numbers, dates and so on, what usually stands for no value does in any case.
    public var none: [String]?
    /// The texts that stand for no value in single fields, instead of those for every field.
    public var nones: [String: [String]]
    /// The member of a JSON, YAML or TOML file that has the rows, with dots between nested names: `data.fruits`.
    public var path: String?
    /// The table of a database; by default, its only one.
    public var table: String?
    /// An SQL query that returns the rows, instead of a table.
    public var query: String?
    /// The limits of what is read.
    public var limits: ReadingLimits
    /// The encoding of texts without a byte-order mark; inferred by default.
    public var encoding: TextEncoding?
    /// How problems of rows are handled.
    public var problems: ProblemPolicy
    /// The maximum number of problems, if these do not stop the reading; unlimited by default.
    public var problemLimit: Int?
    /// Whether data is read even if most of its rows cannot be.
    package var mayLackRows = false
    /// The number of errors that are reported individually before the rest is only counted; at least one.
    package var diagnosticLimit: Int
    /// The file name for messages; by default, the path. Several files are named by their own paths.
    public var file: String?
    /// The names, in lower case, of the tables of a database that are read. Link tables between two of them become
    /// fields.
    package var linkedTables: Set<String> = []
    /// What a description says about the file, where no option says otherwise and the data does not contradict.
    package var description: DataDescription.Table?
    /// The names of more fields that are needed as they are, so that no list is inferred from them.
    package var namedFields: Set<String> = []
    /// The place where a person writes options, for hints that name one.
    package var place = Place.anywhere
    /// Whether the file or folder at a path is left out of patterns and folders, with its contents.
    package var isLeftOut: @Sendable (String) -> Bool = { _ in false }

    /// Creates options, all of which have defaults.
    public init(
      name: String? = nil, key: Key? = nil, titles: [String] = [], types: [String: FieldReading] = [:],
      separators: [String: String] = [:], format: DatasetFormat? = nil, delimiter: Unicode.Scalar? = nil,
      header: Bool? = nil, continued: [String]? = nil, families: [String]? = nil, none: [String]? = nil,
      nones: [String: [String]] = [:], path: String? = nil, table: String? = nil, query: String? = nil,
      limits: ReadingLimits = ReadingLimits(),
      encoding: TextEncoding? = nil, problems: ProblemPolicy = .stop, problemLimit: Int? = nil,
      diagnosticLimit: Int = 20, file: String? = nil
    ) {
      self.name = name
      self.key = key
      self.titles = titles
      self.types = types
      self.separators = separators
      self.format = format
      self.delimiter = delimiter
      self.header = header
      self.continued = continued
      self.families = families
      self.none = none
      self.nones = nones
      self.path = path
      self.table = table
      self.query = query
      self.limits = limits
      self.encoding = encoding
      self.problems = problems
      self.problemLimit = problemLimit
      self.diagnosticLimit = diagnosticLimit
      self.file = file
    }

    /// The types of fields that are not inferred.
    var chosenTypes: [String: FieldReading] { types.merging(separators.mapValues { _ in .list }) { $1 } }

    /// The place where a person writes options.
    package enum Place: Sendable {
      /// The place is unknown.
      case anywhere
      /// In the arguments of a command.
      case arguments
      /// In a catalog.yml.
      case configuration
    }

    /// How a person says in hints what stands for no value.
    var noneHint: String {
      place == .arguments
        ? "--none TEXT, or with --none false that nothing does"
        : "`none: [\"n/a\"]` in catalog.yml, or with `none: false` that nothing does"
    }

    /// Returns the spelling of an option in a hint to choose something with it.
    func name(of option: String) -> String {
      let argument = "--\(option) NAME"
      let line = "`\(option): NAME` in catalog.yml"
      return switch place {
      case .anywhere: "\(argument), or with \(line)"
      case .arguments: argument
      case .configuration: line
      }
    }
  }

  /// Reads a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.csv`, `.tsv`, `.json`, `.geojson`, `.jsonl`, `.yaml`, `.toml` or `.sqlite` file, where a
  ///     text file may be compressed (`.csv.gz`); the path of a folder of Markdown files; a pattern for several files,
  ///     such as `data/*.csv`; or `-` for standard input.
  ///   - options: The decisions that are not inferred from the data.
  /// - Throws: All errors in the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf path: String, options: Options = Options()) throws(DiagnosticsError) {
    try self.init(contentsOf: [path], options: options)
  }

  /// Reads several data files of one format as one data set.
  ///
  /// The data set has the fields of all files. A record has no value in the fields that its file lacks. The files are
  /// read in the order of their paths. Unless the options name the data set, it is named after the folder of the first
  /// path.
  ///
  /// - Parameters:
  ///   - paths: The paths or patterns, at least one.
  ///   - options: The decisions that are not inferred from the data.
  /// - Throws: All errors in the files, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the files.
  public init(contentsOf paths: [String], options: Options = Options()) throws(DiagnosticsError) {
    let files = try DataFile.files(at: paths, options)
    // The identity of records must not depend on whether a pattern matches one file or more.
    let areSeveral = paths.count > 1 || DataFile.isPattern(paths[0])
    let name = areSeveral ? DataFile.folderName(of: paths[0]) ?? "data" : files[0].stem
    func reader(_ options: Options) throws(DiagnosticsError) -> DatasetReader {
      var reader = DatasetReader(name: options.name ?? name, options: options, areSeveral: areSeveral)
      if paths.contains(where: DataFile.isPattern) {
        try reader.read(files, ofPatterns: paths)
      } else {
        for file in files { try reader.read(file) }
      }
      return reader
    }
    var reading = try reader(options)
    // Of the fields whose values do not have the described types, the values decide.
    let misfits = reading.misfitsOfDescription
    if !misfits.isEmpty {
      var options = options
      options.description?.forgetTypes(ofFields: Set(misfits.map(\.name)))
      reading = try reader(options)
      reading.warn(ofMisfits: misfits, at: files[0].file)
    }
    self = try reading.finish()
    self.files = files.map(\.path)
  }

  /// Reads the bytes of a data file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file, in a detected encoding or that of the options. It may be compressed with gzip.
  ///   - file: The path of the file. Unless the options do, it names the data set, and the file in messages.
  ///   - format: The format of the text. It cannot be that of a database or a folder.
  ///   - options: The decisions that are not inferred from the data.
  /// - Throws: All errors in the text, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    bytes: [UInt8], file: String, format: DatasetFormat, options: Options = Options()
  ) throws(DiagnosticsError) {
    let shown = options.file ?? file
    var reader = DatasetReader(name: options.name ?? file.withoutCompression.fileNameParts.stem, options: options)
    try reader.read(DataFile(file, bytes: bytes, file: shown, format: format))
    self = try reader.finish()
  }

  /// A leaf source of the records, with one section named after the title of the data set.
  ///
  /// Each access creates another source, with its own edits and observers. Keep it in a constant.
  public var source: ArraySource<Record> { ArraySource(records, name: title) }
}
