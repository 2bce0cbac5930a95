import Datasets
import Diagnostics
import Fingerprints
import SystemPackage

/// The pictures of a catalog that are files beside the data: they are copied, so that the catalog is whole.
struct ImageFiles {
  /// The pictures that can be copied, relative to the catalog's folder, which is also where they go.
  private(set) var found: Set<FilePath> = []
  /// Warnings of pictures that are not there: the first few, and the number of the others.
  var warnings: [Diagnostic] {
    guard let last = shownProblems.last, problemCount > shownProblems.count else { return shownProblems }
    let rest = problemCount - shownProblems.count
    return shownProblems + [
      Diagnostic(
        .warning, code: last.code, "and \(rest.counted("more picture")) that cannot be shown",
        at: .init(file: last.location.file), hint: last.hint)
    ]
  }
  /// What was asked of the file system.
  let log: InputManifest

  private let folder: InputFolder
  /// The number of problems that are described.
  private static let shownCount = 10
  private var shownProblems: [Diagnostic] = []
  private var problemCount = 0
  /// The pictures that cannot be shown, each with what is wrong with it.
  private var missing: [String: Diagnostic] = [:]

  /// Looks for files under a catalog's folder.
  init(folder: InputFolder, log: InputManifest) {
    self.folder = folder
    self.log = log
  }

  /// Whether a picture is shown: one from the web, or one that is in the catalog's folder.
  static func isShown(_ source: String, besides missing: Set<String>) -> Bool {
    !missing.contains(source) || source.contains("://")
  }

  /// The pictures that cannot be shown, and are plain text.
  var missingSources: Set<String> { Set(missing.keys) }

  /// Looks for the pictures of some records; those that cannot be copied are reported.
  ///
  /// - Complexity: O(*n*) in the number of records, if they have fields for pictures.
  mutating func look(for records: @autoclosure () -> [Record], of schema: Schema, file: String) {
    let fields = schema.fields.indices.filter { schema.fields[$0].type == .image }
    guard !fields.isEmpty else { return }
    for record in records() {
      for field in fields {
        guard case .image(let source) = record.value(at: field), !source.contains("://"),
          var warning = problem(with: source)
        else { continue }
        warning.location = .init(file: file, row: record.row, field: schema.fields[field].name)
        if problemCount < Self.shownCount { shownProblems.append(warning) }
        problemCount += 1
      }
    }
  }

  /// What is wrong with a picture; `nil` if it can be copied.
  private mutating func problem(with source: String) -> Diagnostic? {
    let path = FilePath(source)
    if found.contains(path), path.string == source { return nil }
    if let known = missing[source] { return known }
    missing[source] = newProblem(with: source, at: path)
    if missing[source] == nil { found.insert(path) }
    return missing[source]
  }

  private func newProblem(with source: String, at path: FilePath) -> Diagnostic? {
    func warning(_ message: String, hint: String) -> Diagnostic {
      Diagnostic(.warning, code: "image/missing", "the picture “\(source)” \(message)", hint: hint)
    }
    // A path that leads out of the folder, or to a hidden file, is data that nobody meant to publish; and one with other signs than a path
    // has would be found on no page.
    let isPlain =
      path.string == source && path.isRelative
      && path.components.allSatisfy { $0.kind == .regular && $0.string.utf8.first != UInt8(ascii: ".") }
    switch isPlain ? folder.content(at: path, log: log) : .outside {
    case .file: return nil
    case .special(let type):
      return warning("is \(type.noun ?? "no file"), and is not shown", hint: "Put a file in its place.")
    case .output:
      return warning(
        "is where the catalog is written to, and is not shown", hint: "Keep pictures outside of the output folder.")
    case .folder, .outside, .nothing:
      return warning(
        "is not in the catalog's folder", hint: "Put the file there; its path is relative to the catalog's folder.")
    }
  }
}

extension Value {
  /// Adds which of the pictures in the value can be shown to what something is made from.
  ///
  /// - Parameter missing: The pictures that are not there.
  func combinePictures(besides missing: Set<String>, into parts: inout Fingerprinter) {
    switch self {
    case .image(let source): parts.combine(ImageFiles.isShown(source, besides: missing))
    case .record(let record): record.values.forEach { $0.combinePictures(besides: missing, into: &parts) }
    case .records(let records):
      for record in records { record.values.forEach { $0.combinePictures(besides: missing, into: &parts) } }
    default: break
    }
  }
}
