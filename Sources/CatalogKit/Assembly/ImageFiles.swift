import Datasets
import Diagnostics
import Fingerprints
import Foundation

/// The pictures of a catalog that are files beside the data: they are copied, so that the catalog is whole.
struct ImageFiles {
  /// The pictures that can be copied, relative to the catalog's folder, which is also where they go.
  private(set) var found: Set<String> = []
  /// Pictures that are not there.
  private(set) var warnings: [Diagnostic] = []
  /// What was asked of the file system.
  let log: InputLog

  private let folder: String
  /// The folder behind any links, ending in a slash.
  private let root: String
  private var missing: Set<String> = []

  /// Looks for files under a catalog's folder.
  init(folder: String, log: InputLog) {
    self.folder = folder
    self.log = log
    let root = Self.resolved(folder)
    self.root = root.hasSuffix("/") ? root : root + "/"
  }

  /// What the cells that show pictures follow from, beside the records.
  var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    for source in missing.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { parts.combine(source) }
    return parts.finish()
  }

  /// Whether a picture is shown: one from the web, or one that is in the catalog's folder.
  static func isShown(_ source: String, besides missing: Set<String>) -> Bool {
    source.contains("://") || !missing.contains(source)
  }

  /// The pictures that cannot be shown, and are plain text.
  var missingSources: Set<String> { missing }

  /// Looks for the pictures of some records; those that cannot be copied are reported.
  ///
  /// - Complexity: O(*n*) in the number of records, if they have fields for pictures.
  mutating func look(for records: @autoclosure () -> [Record], of schema: Schema, file: String) {
    let fields = schema.fields.indices.filter { schema.fields[$0].type == .image }
    guard !fields.isEmpty else { return }
    for record in records() {
      for field in fields {
        guard case .image(let source) = record.value(at: field), !source.contains("://"), !canCopy(source) else {
          continue
        }
        warnings.append(
          Diagnostic(
            .warning, code: "image/missing", "the picture “\(source)” is not in the catalog's folder",
            at: .init(file: file, row: record.row, field: schema.fields[field].name),
            hint: "Put the file there; its path is relative to the catalog's folder."))
      }
    }
  }

  private mutating func canCopy(_ source: String) -> Bool {
    if found.contains(source) { return true }
    if missing.contains(source) { return false }
    // A path that leads out of the folder, or to a hidden file, is data that nobody meant to publish.
    let isPlain = source.pathParts.allSatisfy { $0.utf8.first.map { $0 != UInt8(ascii: ".") } ?? false }
    let path = FileSystem.path(source, in: folder)
    log.note(path)
    let isThere =
      isPlain && Self.resolved(path).hasPrefix(root) && FileSystem.exists(path) && !FileSystem.isFolder(path)
    if isThere { found.insert(source) } else { missing.insert(source) }
    return isThere
  }

  /// A path behind any links.
  private static func resolved(_ path: String) -> String {
    URL(filePath: path.isEmpty ? "." : path).resolvingSymlinksInPath().path()
  }
}

extension Value {
  /// Adds which of the pictures in the value can be shown to what something is made from.
  ///
  /// - Parameter missing: The pictures that are not there.
  func combinePictures(besides missing: Set<String>, into parts: inout Fingerprinter) {
    switch self {
    case .image(let source): parts.combine(ImageFiles.isShown(source, besides: missing))
    case .records(let records):
      for record in records { record.values.forEach { $0.combinePictures(besides: missing, into: &parts) } }
    default: break
    }
  }
}
