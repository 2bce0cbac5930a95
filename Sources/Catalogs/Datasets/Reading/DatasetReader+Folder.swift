import Diagnostics
import JSONValues

extension DatasetReader {
  /// The field with the paths of documents that are rows.
  private static let fileField = "file"

  /// Reads a folder whose files are rows: Markdown files, or else JSON, YAML or TOML files with one object each.
  ///
  /// The files are read in the order of their paths. Subfolders are included; hidden files are not.
  mutating func readFolder(_ folder: DataFile) throws(DiagnosticsError) {
    try folder.requirePath()
    guard DataFile.isFolder(folder.path),
      let contents = FolderContents.paths(in: folder.path, leavingOut: options.isLeftOut)
    else { throw DiagnosticsError(folder.unreadable) }
    let format = options.format ?? DatasetFormat.rows(in: contents)
    let paths = contents.filter { format.isRowFile($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    warnAboutHiddenFiles(in: folder.path, format, at: .init(file: folder.file))
    warnAboutOtherFiles(in: folder, contents, format)
    let files = paths.map { path in
      let shown = DataFile.path(of: path, in: folder.file)
      return (path, DataFile(DataFile.path(of: path, in: folder.path), file: shown, format: format))
    }
    readRows(of: files, SourceText(file: folder.file, format: format))
  }

  /// Reads files that are rows.
  ///
  /// - Parameters:
  ///   - files: The files, with their paths in the folder, which identify the rows.
  ///   - folder: The folder, as the origin of the rows that are written.
  private mutating func readRows(of files: [(path: String, file: DataFile)], _ folder: SourceText) {
    let format = folder.format
    var rows = WrittenRows(folder)
    if format == .markdown {
      pathField = MarkdownPage.pathField
      fields.setType(.markdown, ofFieldNamed: MarkdownPage.bodyField)
    } else {
      rows.setNameField(fields.index(of: Self.fileField))
    }
    for (index, (path, file)) in files.enumerated() {
      let name = format == .markdown ? nil : path
      guard begin(&rows, number: index + 1, named: name, at: .file(path)) else { return }
      do throws(DiagnosticsError) {
        let source = try text(of: file)
        if format == .markdown {
          try readPage(source, path: path, into: &rows)
        } else {
          readObject(try json(of: source), into: &rows)
        }
      } catch {
        for finding in error.diagnostics where !skipsProblem(.row) {
          problem(
            .row, finding.code, finding.message, at: finding.location, decision: "the file is left out",
            hint: finding.hint)
        }
      }
    }
    // Whether the rows have an identifier of their own is known only after the last one.
    if format != .markdown { settlePaths(in: rows) }
    self.files.append(rows.finished())
  }

  /// Warns about hidden data files in a folder, which are not read unless they are named.
  private mutating func warnAboutHiddenFiles(
    in folder: String, _ format: DatasetFormat, besides files: [DataFile] = [], at location: Diagnostic.Location
  ) {
    let read = Set(files.map(\.path))
    let hidden = FolderContents.hiddenFiles(in: folder.isEmpty ? "." : folder)
      .filter { format.isRowFile($0) && !read.contains(DataFile.path(of: $0, in: folder)) }.sorted()
    guard !hidden.isEmpty else { return }
    warn(
      "datasets/hidden-files",
      "\(hidden.count.counted("hidden file")) \(hidden.count == 1 ? "is" : "are") not read: \(hidden.listed())",
      at: location,
      hint:
        "If it has a row, rename it so that its name does not begin with a dot, or name it in `files`, beside a pattern for the others."
    )
  }

  /// Warns about files in a folder that are not read, as they have other formats than the rows.
  private mutating func warnAboutOtherFiles(in folder: DataFile, _ contents: [String], _ format: DatasetFormat) {
    let others = contents.filter { !format.isRowFile($0) && (try? DatasetFormat(path: $0)) != nil }.sorted()
    guard !others.isEmpty, options.format == nil else { return }
    warn(
      "datasets/other-files",
      "\(others.count.counted("file")) of other formats \(others.count == 1 ? "is" : "are") not read: \(others.listed())",
      at: .init(file: folder.file),
      hint:
        "Make a data set of each, or say that only these files are rows with `format: \(format.rawValue)` in catalog.yml."
    )
  }

  /// Reads the files that patterns match. If most of the first ones have an object each, all are rows, as they are in a
  /// folder: a list within one of them, such as `authors`, has no rows.
  mutating func read(_ files: [DataFile], ofPatterns patterns: [String]) throws(DiagnosticsError) {
    guard let format = files.first?.format, [.json, .yaml, .toml].contains(format), options.path == nil,
      case let sample = files.prefix(Self.sampledFileCount), sample.count(where: \.isRow) * 2 > sample.count
    else {
      for file in files { try read(file) }
      return
    }
    let folder = FilePattern.commonFolder(of: patterns)
    warnAboutHiddenFiles(in: folder, format, besides: files, at: .init(file: options.file ?? patterns[0]))
    let rows = files.map { file in
      (folder.isEmpty ? file.path : String(file.path.dropFirst(folder.count + 1)), file)
    }
    readRows(of: rows, SourceText(file: options.file ?? patterns[0], format: format))
    requireReadableRows(spoiled: spoiledRows, of: rowsRead, in: options.file ?? patterns[0])
  }

  /// The number of files from which it is inferred whether files are rows.
  private static let sampledFileCount = 25

  /// Reads a document that has an object. If its only member is another object, the name of the member is ignored:
  /// `{"AD": {…}}`.
  private mutating func readObject(_ source: SourceText, into rows: inout WrittenRows) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = scanner(of: source, bytes)
      do throws(JSONError) {
        scanner.skipSpace()
        var whole = scanner
        _ = try whole.value()
        try whole.finish()
        let members = try scanner.members(mayRepeat: true)
        if members.count == 1, members[0].kind == .object { scanner.position = members[0].place }
        let start = scanner.position
        _ = try scanner.value()
        rows.writer.json(bytes.part(start, scanner.position))
        end(&rows)
      } catch {
        if skipsProblem(.row) { return }
        problem(
          .row, source.code("syntax"), error.message, at: source.location(row: nil, offset: error.offset),
          decision: "the file is left out", hint: error.hint)
      }
    }
  }

  /// Keeps the field with the paths of the files only if the rows have no other identifier.
  private mutating func settlePaths(in rows: WrittenRows) {
    guard let field = rows.nameField else { return }
    let hasIdentifier = fields.names.indices.contains { index in
      index != field && Self.identifiers.contains(fields.names[index].lowercased()) && fields.columns[index].hasValues
    }
    if hasIdentifier { fields.remove([field]) } else { pathField = fields.names[field] }
  }
}

extension DatasetFormat {
  /// Returns the format of the files in a folder that are rows: the most frequent one.
  fileprivate static func rows(in paths: [String]) -> DatasetFormat {
    let counts = [DatasetFormat.markdown, .json, .yaml, .toml].map { format in
      (format, paths.count { format.isRowFile($0) })
    }
    // The first of formats with the same number of files wins.
    return counts.reversed().max { $0.1 < $1.1 }?.0 ?? .markdown
  }

  /// Whether a file may be a row of a folder that is read in this format.
  package func isRowFile(_ path: String) -> Bool {
    let ending = path.withoutCompression.fileNameParts.ending.lowercased()
    return switch self {
    case .markdown: ending == "md" || ending == "markdown"
    case .json: ending == "json"
    case .yaml: ending == "yaml" || ending == "yml"
    case .toml: ending == "toml"
    default: false
    }
  }
}

extension DataFile {
  /// Returns the path of a file or folder that is in a folder.
  static func path(of path: String, in folder: String) -> String {
    if folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
