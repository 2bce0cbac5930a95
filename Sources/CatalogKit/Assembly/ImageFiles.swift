import Datasets
import Diagnostics
import Foundation
import Rendering

/// The pictures of a catalog that are files beside the data: they are copied, so that the catalog is whole.
struct ImageFiles {
  /// The files, at the places that the records name them by.
  private(set) var artifacts: [Artifact] = []
  /// Pictures that are not there.
  private(set) var warnings: [Diagnostic] = []

  private let folder: String
  /// The folder behind any links, ending in a slash.
  private let root: String
  private var known: [String: Bool] = [:]

  /// Looks for files under a catalog's folder.
  init(folder: String) {
    self.folder = folder
    let root = Self.resolved(folder)
    self.root = root.hasSuffix("/") ? root : root + "/"
  }

  /// The data set with the pictures that cannot be copied turned into plain text, which is reported.
  mutating func resolve(_ dataset: Dataset, file: String) -> Dataset {
    let fields = dataset.schema.fields.indices.filter { dataset.schema.fields[$0].type == .image }
    guard !fields.isEmpty else { return dataset }
    var result = dataset
    for (index, record) in dataset.records.enumerated() {
      var values = record.values
      for field in fields {
        guard case .image(let source) = values[field], !source.contains("://"), !copy(source) else { continue }
        values[field] = .text(source)
        warnings.append(
          Diagnostic(
            .warning, code: "image/missing", "the picture “\(source)” is not in the catalog's folder",
            at: .init(file: file, row: record.row, field: dataset.schema.fields[field].name),
            hint: "Put the file there; its path is relative to the catalog's folder."))
      }
      result.records[index] = Record(
        id: record.id, title: record.title, row: record.row, schema: record.schema, values: values)
    }
    return result
  }

  /// Takes a picture into the catalog; says whether it could.
  private mutating func copy(_ source: String) -> Bool {
    if let isThere = known[source] { return isThere }
    // A path that leads out of the folder, or to a hidden file, is data that nobody meant to publish.
    let isPlain = source.pathParts.allSatisfy { $0.utf8.first.map { $0 != UInt8(ascii: ".") } ?? false }
    let path = FileSystem.path(source, in: folder)
    let isInside = Self.resolved(path).hasPrefix(root)
    let contents = isPlain && isInside ? FileManager.default.contents(atPath: path) : nil
    if let contents { artifacts.append(Artifact(path: source, bytes: [UInt8](contents))) }
    known[source] = contents != nil
    return contents != nil
  }

  /// A path behind any links.
  private static func resolved(_ path: String) -> String {
    URL(filePath: path.isEmpty ? "." : path).resolvingSymlinksInPath().path()
  }
}
