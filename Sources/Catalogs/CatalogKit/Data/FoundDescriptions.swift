import Datasets
import Diagnostics
import SystemPackage

/// The descriptions of data files that lie in the folders of these, or in the folder of the catalog.
struct FoundDescriptions {
  /// The files that are described and exist, by their paths relative to the catalog's folder, in the order of the
  /// descriptions.
  private(set) var files: [String] = []
  /// The paths of the descriptions, relative to the catalog's folder. They are no data.
  private(set) var paths: Set<String> = []
  /// The title that a description in the catalog's folder has.
  private(set) var title: String?
  private(set) var warnings: [Diagnostic] = []
  private var tables: [String: DataDescription.Table] = [:]

  /// Looks for descriptions.
  ///
  /// - Parameters:
  ///   - files: The paths of data files, relative to the catalog's folder. Those of patterns and of standard input are
  ///     ignored.
  ///   - log: Records the descriptions, and the places where others would be found.
  ///   - only: The name of the only description to look for; `nil` for all.
  init(besides files: [String], in folder: InputFolder, log: InputManifest, only: String? = nil) {
    if files.contains(Catalog.standardInput) { return }
    let places = files.map { FilePath(Self.place(of: $0)) }
    let folders = places.map { $0.removingLastComponent() } + [FilePath()]
    for (index, parent) in folders.enumerated() where !folders[..<index].contains(parent) {
      let own = places.filter { $0.removingLastComponent() == parent }.compactMap(\.lastComponent?.string)
      let inner = InputFolder(parent.isEmpty ? folder.path : folder.place(of: parent))
      for name in only.map({ [$0] }) ?? DataDescription.names(besides: own, among: inner.path.visibleNames) {
        let path = inner.place(of: name)
        log.note(path)
        guard path.type == .regular, !folder.isOutput(path) else { continue }
        let description = DataDescription(at: path.string, in: parent.string, noting: log.note)
        add(description, in: inner, at: parent.appending(name), folder, log)
      }
    }
  }

  private mutating func add(
    _ description: DataDescription, in inner: InputFolder, at path: FilePath, _ folder: InputFolder,
    _ log: InputManifest
  ) {
    let root = inner.path.resolved
    var isUsed = description.tables.isEmpty && !description.warnings.isEmpty
    for table in description.tables {
      for file in table.files {
        let place = folder.place(of: file)
        guard place.type == .regular, let root, place.resolved?.isWithin(root) == true else {
          log.note(place)
          continue
        }
        isUsed = true
        guard tables[file] == nil else { continue }
        files.append(file)
        tables[file] = table
      }
    }
    warnings += description.warnings
    guard isUsed else { return }
    paths.insert(path.string)
    if path.components.count == 1 { title = title ?? description.title }
  }

  /// What is said about the file of a data set; `nil` if nothing is, or if the rows are only a part of the file.
  subscript(entry: CatalogConfiguration.DatasetEntry) -> DataDescription.Table? {
    let reading = entry.reading
    let isDatabase = entry.files.contains { (try? DatasetFormat(path: $0.text)) == .sqlite }
    guard entry.files.count == 1, !isDatabase, [reading.path, reading.table, reading.query].allSatisfy({ $0 == nil })
    else { return nil }
    return tables[Self.place(of: entry.files[0].text)]
  }

  /// Returns the path of a file as the keys have it.
  static func place(of file: String) -> String { FilePath(file).lexicallyNormalized().string }
}
