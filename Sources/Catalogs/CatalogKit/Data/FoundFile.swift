import Datasets
import Diagnostics
import SystemPackage

/// A data file that was found, or a folder that is a single data set.
struct FoundFile {
  /// The path, relative to the catalog's folder.
  let path: String
  /// The name of its data set, unless another one has it.
  let name: String

  /// Returns the data files of a folder, in the order of their names.
  static func files(
    in folder: InputFolder, named name: String, reading: ReadingOptions, log: InputManifest
  ) -> [FoundFile] {
    let whole = FoundFile(path: ".", name: name)
    // A format that is chosen for the files of a folder applies to all of them as one data set.
    if reading.format != nil { return [whole] }
    let files = folder.path.visibleNames
      .filter { folder.place(of: $0).type == .regular && !folder.isOutput(folder.place(of: $0), log: log) }
      .compactMap { file in (try? DatasetFormat(path: file)).map { (file, $0) } }
    for format in [DatasetFormat.json, .yaml, .toml] {
      let objects = files.map(\.0).filter(format.isRowFile)
      guard ObjectFile.areObjects(objects.map { folder.place(of: $0) }, format, log: log) else { continue }
      return [whole] + files.filter { !format.isRowFile($0.0) }.map { FoundFile($0.0, in: folder) }
    }
    if !files.isEmpty { return files.map { FoundFile($0.0, in: folder) } }
    let deeper = FolderContents.paths(in: folder.path.orCurrent.string) { folder.isOutput(FilePath($0)) } ?? []
    let documents = deeper.filter(isObject).sorted()
    if deeper.contains(where: isPage) || ObjectFile.mayBeObjects(documents.map(folder.place(of:)), log: log) {
      return [whole]
    }
    guard !documents.isEmpty else { return [] }
    // Documents that contain rows are a data set each, also in nested folders.
    folder.noteContents(of: folder.path.orCurrent, log: log)
    return documents.map { FoundFile($0, in: folder) }
  }

  init(path: String, name: String) { (self.path, self.name) = (path, name) }

  private init(_ file: String, in folder: InputFolder) {
    self.init(path: file, name: Catalog.name(at: folder.place(of: file).string))
  }

  /// Whether a file may be a row in a folder of JSON, YAML or TOML files.
  private static func isObject(_ path: String) -> Bool {
    DatasetFormat.json.isRowFile(path) || DatasetFormat.toml.isRowFile(path)
      || DatasetFormat.yaml.isRowFile(path) && FilePath(path).lastComponent?.string != CatalogConfiguration.fileName
  }

  /// Whether a file is a page of Markdown, and does not describe the folder itself.
  private static func isPage(_ path: String) -> Bool {
    let file = FilePath(path)
    let isAboutFolder = ["readme", "license", "licence", "changelog", "contributing"].contains(file.stem?.lowercased())
    return ["md", "markdown"].contains(file.extension?.lowercased()) && !isAboutFolder
  }

  /// Whether a file has data by its name.
  static func isData(_ path: String) -> Bool { isPage(path) || (try? DatasetFormat(path: path)) != nil }

  /// Returns the data sets of the file: one, or those of the tables of a database, or of the lists of a document.
  ///
  /// - Parameter isAlone: Whether there is no other file.
  func tables(
    in folder: InputFolder, reading: ReadingOptions, isAlone: Bool, log: InputManifest
  ) -> [FoundTable] {
    let only = FoundTable(file: path, names: isAlone || path == "." ? [name] : [name, path])
    let format = reading.format.map { DatasetFormat(rawValue: $0.text) } ?? (try? DatasetFormat(path: path))
    let choices = format == .sqlite ? [reading.table, reading.query] : [reading.path]
    guard let format, path != Catalog.standardInput, choices.allSatisfy({ $0 == nil }) else { return [only] }
    let place = folder.place(of: path)
    log.note(place)
    let names: [String]
    if format == .sqlite {
      log.note(place.string + "-wal")
      names = DatabaseTables.inDatabase(at: place.string)?.userTables ?? []
    } else {
      names = DocumentTables.names(inDocumentAt: place.string, format: format)
    }
    guard names.count > 1 else { return [only] }
    return names.map { name in
      FoundTable(file: path, part: name, isOfDatabase: format == .sqlite, names: [name, "\(self.name)-\(name)"])
    }
  }
}

/// A data set that was found: a file, a table of a database, or a list of a document.
struct FoundTable {
  let file: String
  /// The name of the table or of the list; `nil` for a whole file.
  var part: String?
  var isOfDatabase = false
  /// The names that it may have: the first one if it is unique, or else the last one.
  let names: [String]

  /// Returns the entries of data sets, with unique names.
  static func entries(for tables: [FoundTable]) -> [CatalogConfiguration.DatasetEntry] {
    let counts = tables.reduce(into: [:]) { $0[$1.legalName(0), default: 0] += 1 }
    var taken: Set<String> = []
    return tables.map { table in
      let name = table.legalName(counts[table.legalName(0)] == 1 ? 0 : table.names.count - 1)
      var unique = name
      var number = 1
      while !taken.insert(unique).inserted {
        number += 1
        unique = "\(name)-\(number)"
      }
      var entry = CatalogConfiguration.DatasetEntry(name: .init(unique), files: [.init(table.file)])
      let part = table.part.map { LocatedText($0) }
      if table.isOfDatabase { entry.reading.table = part } else { entry.reading.path = part }
      // Data without a configuration is read as far as possible.
      entry.reading.problems = .warn
      return entry
    }
  }

  /// Returns one of the names, without characters that a name must not have.
  private func legalName(_ index: Int) -> String {
    let name = names[index].printable.replacing("/", with: "-")
    return name.isEmpty ? "data" : name
  }
}
