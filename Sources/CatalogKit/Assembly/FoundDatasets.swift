import Datasets
import Diagnostics
import Publishing
import SystemPackage

/// The data sets that a path stands for where no `catalog.yml` says so.
///
/// A file is a data set, and so is each table of a database, and each list of objects of a document with several. Of a folder each data file
/// in it is one; a folder of Markdown files, or of many files with an object each, is one as a whole.
struct FoundDatasets: Sendable {
  private let path: String
  private let reading: ReadingOptions
  /// The folder that the files are in.
  let folder: FilePath
  /// The data sets, in the order of their files and tables. Never empty.
  let entries: [CatalogConfiguration.DatasetEntry]

  /// Whether there may be another number of them at another time.
  var areSeveral: Bool { entries.count > 1 }

  /// Looks for data sets.
  ///
  /// - Parameters:
  ///   - path: A data file, `-` for data from standard input, or a folder.
  ///   - reading: How the data is read. What it says about one data set decides which there is.
  ///   - log: Notes what is looked at.
  /// - Throws: That there are none, or that it says how one data set is read and there are several.
  init(at path: String, reading: ReadingOptions = ReadingOptions(), log: InputManifest) throws(DiagnosticsError) {
    (self.path, self.reading) = (path, reading)
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
      files = [FoundFile(path: place.lastComponent?.string ?? path, name: Catalog.name(at: path))]
    }
    let (input, isAlone) = (InputFolder(folder), files.count == 1)
    let tables = files.flatMap { $0.tables(in: input, reading: reading, isAlone: isAlone, log: log) }
    entries = FoundTable.entries(for: tables)
    try checkOptions()
  }

  /// Whether the same data sets would be found now.
  var isCurrent: Bool {
    func identities(_ entries: [CatalogConfiguration.DatasetEntry]) -> [[String?]] {
      entries.map { [$0.name.text, $0.files[0].text, $0.reading.table?.text, $0.reading.path?.text] }
    }
    guard let now = try? FoundDatasets(at: path, reading: reading, log: InputManifest()) else { return false }
    return identities(now.entries) == identities(entries)
  }

  /// Refuses a database or a folder of which it is not clear which data set is meant.
  static func checkThatThereIsOne(at path: String, reading: ReadingOptions) throws(DiagnosticsError) {
    // What else may be wrong is found by who reads it.
    guard let found = try? FoundDatasets(at: path, reading: reading, log: InputManifest()), found.areSeveral else {
      return
    }
    let names = found.entries.map(\.name.text)
    throw DiagnosticsError(
      Diagnostic(
        code: "datasets/several", "there are \(names.count) data sets: \(names.joined(separator: ", "))",
        at: .init(file: path), hint: "\(found.wayToOne)."))
  }

  /// How one of several data sets is chosen.
  private var wayToOne: String {
    guard entries.allSatisfy({ $0.files[0] == entries[0].files[0] }) else { return "Name one of the files" }
    return "Choose one with \(entries[0].reading.path == nil ? "--table" : "--path")"
  }

  /// Refuses what says how one data set is read, where there are several.
  private func checkOptions() throws(DiagnosticsError) {
    let options = [reading.format, reading.delimiter, reading.path, reading.table, reading.query]
    guard areSeveral, let option = options.compactMap(\.self).first else { return }
    throw DiagnosticsError(
      Diagnostic(
        code: "catalog/option-of-one", "this says how one data set is read, and there are \(entries.count)",
        at: option.location,
        hint:
          "\(wayToOne); or have `pomona init \(path)` write a \(CatalogConfiguration.fileName), where each has its own."
      ))
  }
}
