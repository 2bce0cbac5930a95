public import Diagnostics

extension Dataset {
  /// Reads a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.csv`, `.tsv`, `.json`, `.jsonl`, `.yaml`, `.toml` or `.sqlite` file, which may be compressed (`.csv.gz`)
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
  ///   - bytes: The text of the file, in UTF-8, or in UTF-16 or UTF-32 with a byte-order mark, which may be compressed with gzip.
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
