import Datasets
import Diagnostics
import Publishing
import SystemPackage

/// The data sets at a path without a `catalog.yml`.
///
/// A file is a data set; a database contains one for each table, and a document with several lists of objects one for
/// each list. In a folder, each data file is a data set, and a description stands for the files that it describes. A
/// folder of Markdown files, or of many files with one object each, is a data set as a whole.
package struct FoundDatasets: Sendable {
  let path: String
  private let reading: ReadingOptions
  let folder: FilePath
  /// The data sets, in the order of their files and tables. Never empty.
  let entries: [CatalogConfiguration.DatasetEntry]

  /// Whether there are several data sets, so that their number may change.
  var areSeveral: Bool { entries.count > 1 }

  /// Finds the data sets.
  ///
  /// - Parameters:
  ///   - path: A data file, `-` for data from standard input, or a folder.
  ///   - reading: How the data is read. Options that name a part of a file, such as a table, select a single data set
  ///     of it.
  /// - Throws: `DiagnosticsError` if there is no data, or if options for a single data set are given and there are
  ///   several.
  init(at path: String, reading: ReadingOptions = ReadingOptions(), log: InputManifest) throws(DiagnosticsError) {
    self.path = path
    self.reading = reading
    let place = FilePath(path)
    let files: [FoundFile]
    if place.isFolder {
      folder = place
      log.note(place)
      guard !place.appending(PathRules.hiddenFolder).isFolder else { throw DiagnosticsError(.isOutput(path)) }
      files = FoundFile.files(in: InputFolder(place), named: Catalog.name(at: path), reading: reading, log: log)
      guard !files.isEmpty else { throw DiagnosticsError(.noData(in: place, as: path)) }
    } else {
      guard path == Catalog.standardInput || place.exists else {
        log.note(path)
        throw DiagnosticsError(.notFound(path))
      }
      folder = place.removingLastComponent()
      let file = FoundFile(path: place.lastComponent?.string ?? path, name: Catalog.name(at: path))
      files = file.described(in: InputFolder(folder), reading: reading, log: log) ?? [file]
    }
    let input = InputFolder(folder)
    let isAlone = files.count == 1
    let tables = files.flatMap { $0.tables(in: input, reading: reading, isAlone: isAlone, log: log) }
    entries = FoundTable.entries(for: tables)
    try checkOptions()
  }

  /// The data in the folder that is not read: the subfolders with the numbers of their files, and hidden files.
  ///
  /// A folder that is read as a whole is read with its subfolders, and its reader says what it leaves out.
  ///
  /// - Complexity: O(*n*) in the number of files in all subfolders.
  var unread: (folders: [(name: String, count: Int)], hiddenFiles: [String]) {
    let read = Set(entries.flatMap(\.files).map(\.text))
    guard FilePath(path).isFolder, !read.contains(".") else { return ([], []) }
    let folder = InputFolder(folder)
    let folders = folder.path.visibleNames.compactMap { name -> (name: String, count: Int)? in
      let place = folder.place(of: name)
      guard place.isFolder, !place.appending(CatalogConfiguration.fileName).exists, !folder.isOutput(place) else {
        return nil
      }
      let files = FolderContents.paths(in: place.string) { folder.isOutput(FilePath($0)) } ?? []
      let count = files.count { !read.contains("\(name)/\($0)") && FoundFile.isData($0) }
      return count > 0 ? (name, count) : nil
    }
    let hidden = FolderContents.hiddenFiles(in: folder.path.orCurrent.string).filter(FoundFile.isData)
    return (folders, hidden.sorted())
  }

  var warnings: [Diagnostic] {
    let unread = unread
    let texts = unread.folders.map { "\($0.name)/ (\($0.count.counted("file")))" } + unread.hiddenFiles
    guard !texts.isEmpty else { return [] }
    let remedy =
      if let first = unread.folders.first {
        "Build a folder by itself, `pomona build \(InputFolder(folder).place(of: first.name))`, or name all of them in a catalog.yml, which `pomona init \(path)` begins."
      } else {
        "Rename the files so that their names do not begin with a dot, or name them in a catalog.yml."
      }
    return [
      Diagnostic(
        .warning, code: "catalog/unread", "there is data here that is not read: \(texts.listed())",
        at: .init(file: path), hint: remedy)
    ]
  }

  /// Whether finding the data sets again would return the same ones.
  var isCurrent: Bool {
    func identities(_ entries: [CatalogConfiguration.DatasetEntry]) -> [[String?]] {
      entries.map { [$0.name.text, $0.files[0].text, $0.reading.table?.text, $0.reading.path?.text] }
    }
    guard let now = try? FoundDatasets(at: path, reading: reading, log: InputManifest()) else { return false }
    return identities(now.entries) == identities(entries)
  }

  /// Throws an error if there are several data sets at a path, so that it is not clear which is meant.
  static func checkThatThereIsOne(at path: String, reading: ReadingOptions) throws(DiagnosticsError) {
    // Other problems are reported when the data set is read.
    guard let found = try? FoundDatasets(at: path, reading: reading, log: InputManifest()), found.areSeveral else {
      return
    }
    let names = found.entries.map(\.name.text)
    throw DiagnosticsError(
      code: "datasets/several", "there are \(names.count) data sets: \(names.joined(separator: ", "))",
      at: .init(file: path), hint: "\(found.choiceOfOne).")
  }

  private var choiceOfOne: String {
    guard entries.allSatisfy({ $0.files[0] == entries[0].files[0] }) else { return "Name one of the files" }
    return "Choose one with \(entries[0].reading.path == nil ? "--table" : "--path")"
  }

  /// Throws an error for options that say how a single data set is read, if there are several.
  private func checkOptions() throws(DiagnosticsError) {
    let options = [reading.format, reading.delimiter, reading.continued, reading.path, reading.table, reading.query]
    guard areSeveral, let option = options.compactMap(\.self).first else { return }
    throw DiagnosticsError(
      code: "catalog/option-of-one", "this option applies to a single data set, and there are \(entries.count)",
      at: option.location,
      hint:
        "\(choiceOfOne); or have `pomona init \(path)` write a \(CatalogConfiguration.fileName), where each has its own."
    )
  }
}

extension Diagnostic {
  static func notFound(_ path: String) -> Diagnostic {
    let place = FilePath(path)
    let folder = place.removingLastComponent()
    let meant = place.lastComponent.flatMap { $0.string.closest(in: folder.visibleNames) }
    let files = dataFiles(in: folder)
    let remedy =
      if let meant {
        "Did you mean “\(InputFolder(folder).place(of: meant))”?"
      } else if !files.isEmpty {
        "There are: \(list(files))."
      } else {
        "Name a data file, or a folder with data files or a \(CatalogConfiguration.fileName)."
      }
    return Diagnostic(
      code: "catalog/not-found", "there is no such file or folder", at: .init(file: path),
      hint: "\(remedy) Data files end in \(DatasetFormat.endings).")
  }

  /// Returns the error that the folder of a followed catalog has lost its configuration.
  static func lostConfiguration(at path: String) -> Diagnostic {
    Diagnostic(
      code: "catalog/no-configuration", "the folder has no \(CatalogConfiguration.fileName) any more",
      at: .init(file: path), hint: "Put it back, or begin anew if the catalog is to be that of the data files alone.")
  }

  static func noData(in folder: FilePath, as path: String) -> Diagnostic {
    let inside = folder.visibleNames.map { InputFolder(folder).place(of: $0) }.filter { place in
      place.isFolder && (place.appending(CatalogConfiguration.fileName).exists || !dataFiles(in: place).isEmpty)
    }
    let remedy =
      inside.isEmpty
      ? "Name a data file, or write an example with `pomona init`."
      : "Build a folder in it: \(list(inside.map(\.string)))."
    return Diagnostic(
      code: "catalog/no-configuration", "the folder has no \(CatalogConfiguration.fileName) and no data files",
      at: .init(file: path), hint: "\(remedy) Data files end in \(DatasetFormat.endings).")
  }

  /// Returns the error that a folder of data is also the output of a catalog, whose files would become data of the next
  /// build.
  static func isOutput(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "catalog/is-output", "a catalog is built into this folder, so that not all in it is data",
      at: .init(file: path),
      hint: "Name another folder with --output, or write a \(CatalogConfiguration.fileName) that names the data.")
  }

  private static func dataFiles(in folder: FilePath) -> [String] {
    folder.visibleNames.filter { $0 != CatalogConfiguration.fileName && (try? DatasetFormat(path: $0)) != nil }
      .filter { !folder.appending($0).isFolder }
      .map { InputFolder(folder).place(of: $0).string }
  }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(10).joined(separator: ", ") + (paths.count > 10 ? ", …" : "")
  }
}
