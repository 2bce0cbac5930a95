import Datasets
import Diagnostics
import Foundation
import SystemPackage

/// A data file that was found, or a folder that is a single data set.
struct FoundFile {
  /// The path, relative to the catalog's folder.
  let path: String
  /// The name of its data set, unless another one has it.
  let name: String

  static func files(
    in folder: InputFolder, named name: String, reading: ReadingOptions, log: InputManifest
  ) -> [FoundFile] {
    let whole = FoundFile(path: ".", name: name)
    // A format that is chosen for the files of a folder applies to all of them as one data set.
    if reading.format != nil { return [whole] }
    let names = folder.path.visibleNames
      .filter { folder.place(of: $0).type == .regular && !folder.isOutput(folder.place(of: $0), log: log) }
      .compactMap { file in (try? DatasetFormat(path: file)).map { (file, $0) } }
    // Descriptions of data are no data; what they describe may be in the folders within.
    let descriptions = FoundDescriptions(besides: names.map(\.0), in: folder, log: log)
    let data = names.filter { !descriptions.paths.contains($0.0) }
    let deep = descriptions.files.filter { file in !names.contains { $0.0 == file } }
      .compactMap { file in (try? DatasetFormat(path: file)).map { (file, $0) } }
    let files = data.isEmpty && deep.isEmpty ? names : data + deep
    for format in [DatasetFormat.json, .yaml, .toml] {
      let objects = data.map(\.0).filter(format.isRowFile)
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

  /// Returns the data files that the file describes; `nil` if it describes none.
  func described(in folder: InputFolder, reading: ReadingOptions, log: InputManifest) -> [FoundFile]? {
    guard reading.format == nil, DataDescription.isName(path) else { return nil }
    let files = FoundDescriptions(besides: [], in: folder, log: log, only: path).files
      .filter { (try? DatasetFormat(path: $0)) != nil }
    return files.isEmpty ? nil : files.map { FoundFile($0, in: folder) }
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

  static func isData(_ path: String) -> Bool { isPage(path) || (try? DatasetFormat(path: path)) != nil }

  /// Returns the data sets of the file: one, or those of the tables of a database, or of the lists of a document.
  func tables(in folder: InputFolder, reading: ReadingOptions, isAlone: Bool, log: InputManifest) -> [FoundTable] {
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

/// A heuristic that distinguishes files with a single object, which are rows, from files that contain rows.
private enum ObjectFile {
  /// The minimum number of files for each to be a row.
  private static let least = 6
  private static let samples = 5
  /// The size in bytes beyond which a file is more than a single object.
  private static let limit = 1_000_000

  /// Whether there are many files with a single object each, judging by the first ones.
  ///
  /// - Parameter files: Files of the format, in the order of their paths.
  static func areObjects(_ files: [FilePath], _ format: DatasetFormat, log: InputManifest) -> Bool {
    guard files.count >= least else { return false }
    let answers = files.prefix(samples).compactMap { file in
      log.note(file)
      return isObject(at: file, format)
    }
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  /// Whether one of the first files contains a single object that is a row. A file that cannot be read may be one.
  ///
  /// - Parameter files: Files of JSON, YAML or TOML.
  static func mayBeObjects(_ files: [FilePath], log: InputManifest) -> Bool {
    files.prefix(samples).contains { file in
      log.note(file)
      return (try? DatasetFormat(path: file.string)).flatMap { isObject(at: file, $0) } ?? true
    }
  }

  /// Whether a file contains a single object that is a row.
  ///
  /// - Returns: `nil` if the file cannot be parsed.
  private static func isObject(at file: FilePath, _ format: DatasetFormat) -> Bool? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int, size <= limit
    else { return false }
    return DocumentTables.isSingleRow(atPath: file.string, format: format)
  }
}
