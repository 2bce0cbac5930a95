public import DataSources
public import Diagnostics

/// A named collection of records that share a schema.
public struct Dataset: Sendable {
  /// The name, by which other parts refer to the data set: `stone_fruits`.
  public var name: String
  /// The name as a person reads it: `Stone fruits`.
  public var title: String
  /// The fields of the records.
  public var schema: Schema
  /// The records, in the order of the source.
  public var records: [Record]
  /// The fields that the keys come from; empty when the keys are row numbers or the names of files.
  package var keyFields: [String]
  /// The fields that the titles come from; none when the keys are the titles.
  package var titleFields: [String]
  /// Whether a person chose where the keys come from.
  package var isKeyChosen = false
  /// Whether the keys are the names of the rows' own files.
  package var areKeysFileNames = false
  /// Whether there are numbers behind some keys, or in the place of some.
  package var hasNumberedKeys = false
  /// What a person should look at.
  public var warnings: [Diagnostic]
  /// What is wrong with the data and was read nevertheless; the warnings have the first of it.
  public var problems = Problems()
  /// The paths of the files that the records were read from, in order; those of a folder stand for all that is in it.
  package var files: [String] = []

  /// Makes a data set from its parts.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - title: The name as a person reads it; made from the name unless given.
  ///   - schema: The fields of the records.
  ///   - records: The records, each with a key of its own.
  ///   - keyFields: The fields that the keys come from.
  ///   - titleFields: The fields that the titles come from.
  ///   - warnings: What a person should look at.
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

  /// Makes a title from a name: `stone_fruits` becomes `Stone fruits`.
  package static func title(fromName name: String) -> String { Label(name).text }
}

extension Dataset {
  /// What a person may decide about the reading of a data file. Everything that is left alone is found out from the data.
  public struct Options: Sendable {
    /// The name of the data set; the file name without its ending unless given.
    public var name: String?
    /// Where the keys come from; found out unless given.
    public var key: Key?
    /// The fields that the titles come from, such as a first and a last name; found out if there are none.
    public var titles: [String]
    /// The types of fields, by name.
    public var types: [String: FieldReading]
    /// What stands between the elements of lists that are written as one text, by field: these fields are lists. Unless given, it is a
    /// semicolon.
    public var separators: [String: String]
    /// The format; the ending of the file name tells it unless given. Standard input needs it.
    public var format: DatasetFormat?
    /// What separates the fields of a CSV file; its header tells it unless given.
    public var delimiter: Unicode.Scalar?
    /// Whether the first row of a CSV file has the names of the fields; what its values are like tells it unless given. Without names the
    /// fields are called `column_1` and so on.
    public var header: Bool?
    /// The member of a JSON, YAML or TOML file that has the rows, with dots where it is within another: `data.fruits`.
    public var path: String?
    /// The table of a database; its only one unless given.
    public var table: String?
    /// An SQL query that finds the rows in a database, instead of a table.
    public var query: String?
    /// How much the files may have.
    public var limits: ReadingLimits
    /// The encoding of texts without a byte-order mark; found out unless given.
    public var encoding: TextEncoding?
    /// What becomes of the data set if rows have problems.
    public var problems: ProblemPolicy
    /// How many problems there may be where they do not stop the reading; any number unless given.
    public var problemLimit: Int?
    /// How many errors are reported one by one before the rest is only counted; at least one.
    package var diagnosticLimit: Int
    /// The name to print for the file in messages; the path as given unless set. Several files are known by their own paths.
    public var file: String?
    /// The tables of a database that are read, in lower case: what link tables say of two of them becomes a field.
    package var linkedTables: Set<String> = []
    /// Where a person writes options, for hints that name one.
    package var place = Place.anywhere
    /// Whether the file or folder at a path is left out of patterns and of folders, with all that is in it.
    package var isLeftOut: @Sendable (String) -> Bool = { _ in false }

    /// Makes options; all of them can be left out.
    public init(
      name: String? = nil, key: Key? = nil, titles: [String] = [], types: [String: FieldReading] = [:],
      separators: [String: String] = [:], format: DatasetFormat? = nil, delimiter: Unicode.Scalar? = nil,
      header: Bool? = nil, path: String? = nil, table: String? = nil, query: String? = nil,
      limits: ReadingLimits = ReadingLimits(),
      encoding: TextEncoding? = nil, problems: ProblemPolicy = .stop, problemLimit: Int? = nil,
      diagnosticLimit: Int = 20,
      file: String? = nil
    ) {
      self.name = name
      self.key = key
      self.titles = titles
      self.types = types
      self.separators = separators
      self.format = format
      self.delimiter = delimiter
      self.header = header
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

    /// The types of fields that are not to be found out.
    var chosenTypes: [String: FieldReading] { types.merging(separators.mapValues { _ in .list }) { $1 } }

    /// Where a person writes options.
    package enum Place: Sendable {
      /// Nobody knows.
      case anywhere
      /// In the arguments of a command.
      case arguments
      /// In a catalog.yml.
      case configuration
    }

    /// An option as a hint names it, which says that something is chosen with it.
    func name(of option: String) -> String {
      let (argument, line) = ("--\(option) NAME", "`\(option): NAME` in catalog.yml")
      return switch place {
      case .anywhere: "\(argument), or with \(line)"
      case .arguments: argument
      case .configuration: line
      }
    }
  }
}

extension Dataset {
  /// Reads a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.csv`, `.tsv`, `.json`, `.geojson`, `.jsonl`, `.yaml`, `.toml` or `.sqlite` file, which may be compressed (`.csv.gz`)
  ///     if it is a text; of a folder of Markdown files; a pattern for several files, such as `data/*.csv`; or `-` for standard input.
  ///   - options: What is not to be found out from the data.
  /// - Throws: Everything that is wrong with the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf path: String, options: Options = Options()) throws(DiagnosticsError) {
    try self.init(contentsOf: [path], options: options)
  }

  /// Reads several data files of one format as one data set.
  ///
  /// The fields are those of all files; a record has no value in those that its file lacks. The files are read in the order of their
  /// paths. Unless the options name the data set, it is called after the folder of the first path.
  ///
  /// - Parameters:
  ///   - paths: The paths or patterns, at least one.
  ///   - options: What is not to be found out from the data.
  /// - Throws: Everything that is wrong with the files, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the files.
  public init(contentsOf paths: [String], options: Options = Options()) throws(DiagnosticsError) {
    let files = try DataFile.files(at: paths, options)
    // Whether a pattern fits one file or more must not change who the records are.
    let areSeveral = paths.count > 1 || DataFile.isPattern(paths[0])
    let name = areSeveral ? DataFile.folderName(of: paths[0]) ?? "data" : files[0].stem
    var reader = DatasetReader(name: options.name ?? name, options: options, areSeveral: areSeveral)
    for file in files { try reader.read(file) }
    self = try reader.finish()
    self.files = files.map(\.path)
  }

  /// Reads the bytes of a data file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file, in any encoding that it shows or that the options name, which may be compressed with gzip.
  ///   - file: The path of the file: it names the data set, and the file in messages, unless the options do.
  ///   - format: The format of the text; not that of a database or a folder.
  ///   - options: What is not to be found out from the data.
  /// - Throws: Everything that is wrong with the text, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    bytes: [UInt8], file: String, format: DatasetFormat, options: Options = Options()
  ) throws(DiagnosticsError) {
    let shown = options.file ?? file
    var reader = DatasetReader(name: options.name ?? file.withoutCompression.fileNameParts.stem, options: options)
    try reader.read(DataFile(file, bytes: bytes, file: shown, format: format))
    self = try reader.finish()
  }
}

extension Dataset {
  /// A source of the records: the leaf of a chain, with one section of the data set's title.
  public var source: ArraySource<Record> { ArraySource(records, name: title) }
}
