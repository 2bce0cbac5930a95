import Datasets
import Diagnostics
import Fingerprints
import SystemPackage

/// The pictures of a catalog that are local files. They are copied, so that the output is complete.
struct ImageFiles {
  /// The pictures that can be copied, relative to the catalog's folder. They are copied to the same paths.
  private(set) var found: Set<FilePath> = []
  /// Warnings about pictures that cannot be shown: the first ones in detail, and the number of the others.
  var warnings: [Diagnostic] {
    guard let last = shownProblems.last, problemCount > shownProblems.count else { return shownProblems }
    let rest = problemCount - shownProblems.count
    return shownProblems + [
      Diagnostic(
        .warning, code: last.code, "and \(rest.counted("more picture")) that cannot be shown",
        at: .init(file: last.location.file), hint: last.hint)
    ]
  }
  let log: InputManifest

  private let folder: InputFolder
  /// The maximum number of problems that are described in detail.
  private static let shownCount = 10
  private var shownProblems: [Diagnostic] = []
  private var problemCount = 0
  /// The problems of the pictures that cannot be shown, by their paths.
  private var missing: [String: Diagnostic] = [:]

  init(folder: InputFolder, log: InputManifest) { (self.folder, self.log) = (folder, log) }

  /// Whether a picture is shown: it is on the web, or in the catalog's folder.
  static func isShown(_ source: String, besides missing: Set<String>) -> Bool {
    !missing.contains(source) || source.contains("://")
  }

  /// The pictures that cannot be shown, and appear as plain text.
  var missingSources: Set<String> { Set(missing.keys) }

  /// Finds the pictures of records, and reports those that cannot be copied.
  ///
  /// - Complexity: O(*n*) in the number of records, if they have fields for pictures; otherwise O(*f*) in the number of
  ///   fields.
  mutating func addPictures(of records: @autoclosure () -> [Record], with schema: Schema, file: String) {
    let fields = schema.fields.indices.filter { schema.fields[$0].type == .image }
    guard !fields.isEmpty else { return }
    for record in records() {
      for field in fields {
        guard case .image(let source) = record.value(at: field), !source.contains("://"),
          var warning = problem(with: source)
        else { continue }
        warning.location = record.location(in: file, field: schema.fields[field].name)
        if problemCount < Self.shownCount { shownProblems.append(warning) }
        problemCount += 1
      }
    }
  }

  /// Returns the problem of a picture, or `nil` if it can be copied.
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
    // A path that leads out of the folder, or to a hidden file, would publish data that is not meant to be published. A
    // path that is not in normal form would be copied to another path than the one that pages refer to.
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
    case .stream: return warning("is what the command prints to, and is not shown", hint: "Print to another file.")
    case .folder, .outside, .nothing:
      return warning(
        "is not in the catalog's folder", hint: "Put the file there; its path is relative to the catalog's folder.")
    }
  }
}

extension Value {
  /// Combines which of the pictures in the value can be shown.
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
