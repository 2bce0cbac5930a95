import Diagnostics
import Foundation
import Rendering

/// The folder that a catalog is written to: it deletes nothing that it has not written, and writes nothing outside.
///
/// Files are staged first, in a hidden folder inside, and only moved to their places when all of them are there. A list of
/// the files that belong to the catalog stays in the hidden folder.
struct OutputFolder {
  /// What a file is, for the report.
  enum Kind {
    case page, asset
  }

  private let root: String
  private var manifest: OutputManifest
  private let isNew: Bool
  /// What has been staged: the paths of changed files, in order, and how often what happened.
  private var changed: [String] = []
  private var files: Set<String> = []
  private var counts: [Kind: (staged: Int, changed: Int)] = [:]

  private static let hiddenFolder = ".pomona"
  private static let manifestFile = "\(hiddenFolder)/manifest.json"
  private static let stagingFolder = "\(hiddenFolder)/staging"

  /// Looks at a folder, and makes it if need be.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - adopting: Whether the folder may hold files that belong to somebody else.
  init(_ root: String, adopting: Bool) throws(DiagnosticsError) {
    // No name is the name of the current folder, which may hold anything.
    let root = root.isEmpty ? "." : root
    self.root = root
    isNew = !FileSystem.exists(root)
    manifest = OutputManifest()
    if !isNew {
      guard FileSystem.isFolder(root) else {
        throw failure("the output folder is a file", hint: "Name another folder.")
      }
      if let data = FileManager.default.contents(atPath: path(Self.manifestFile)) {
        guard let read = OutputManifest(data) else {
          throw failure(
            "the list of the catalog's files in it, \(Self.manifestFile), is broken",
            hint: "Choose another folder with --output, or empty this one.")
        }
        manifest = read
      }
      manifest.isAdopted = manifest.isAdopted || adopting
      if !manifest.isAdopted, let file = try foreignFile() {
        throw failure(
          "the output folder holds a file that Pomona did not write, “\(file)”",
          hint: "Choose an empty folder with --output, or use this one with --adopt.")
      }
    }
    try refuseObstacle(to: Self.manifestFile)
    try refuseObstacle(to: "\(Self.stagingFolder)/0")
    try? FileManager.default.removeItem(atPath: path(Self.stagingFolder))
    try make(folder: Self.stagingFolder)
  }

  /// Takes a file into the catalog; what is there already with the same bytes is not written again.
  mutating func stage(_ artifact: Artifact, as kind: Kind) throws(DiagnosticsError) {
    guard OutputManifest.isInside(artifact.path) else {
      throw failure(
        "“\(artifact.path)” is not a place inside the output folder",
        hint: "Renderers name files by plain relative paths.")
    }
    guard files.insert(artifact.path).inserted else {
      throw failure(
        "“\(artifact.path)” is the place of two files",
        hint: "Give each object an identity, and each renderer a format, of its own."
      )
    }
    try refuseObstacle(to: artifact.path)
    counts[kind, default: (0, 0)].staged += 1
    if let current = FileManager.default.contents(atPath: path(artifact.path)) {
      if current.elementsEqual(artifact.bytes) { return }
      guard manifest.files.contains(artifact.path) else { throw obstacle(artifact.path, to: artifact.path) }
    }
    counts[kind, default: (0, 0)].changed += 1
    try attempt("write", artifact.path) {
      try Data(artifact.bytes).write(to: URL(filePath: path("\(Self.stagingFolder)/\(changed.count)")))
    }
    changed.append(artifact.path)
  }

  /// Moves the staged files to their places, and removes files of earlier builds that are not part of the catalog any more.
  mutating func commit(into report: inout BuildReport) throws(DiagnosticsError) {
    let stale = manifest.files.subtracting(files)
    // The list names old and new files until all is done: a build that is cut short leaves no file without an owner.
    manifest.files.formUnion(files)
    try write(manifest)
    for (index, file) in changed.enumerated() {
      try place("\(Self.stagingFolder)/\(index)", at: file)
    }
    for file in stale { try remove(file) }
    manifest.files = files
    try write(manifest)
    try? FileManager.default.removeItem(atPath: path(Self.stagingFolder))

    let pages = counts[.page] ?? (0, 0)
    report.pages = BuildReport.Pages(
      rendered: pages.staged, written: pages.changed, unchanged: pages.staged - pages.changed, deleted: stale.count)
    report.assets = counts[.asset]?.changed ?? 0
    report.output = root
  }

  /// Takes back what was staged; the folder is as it was.
  func discard() {
    try? FileManager.default.removeItem(atPath: path(Self.stagingFolder))
    // These go only if there is nothing else in them.
    rmdir(path(Self.hiddenFolder))
    if isNew { rmdir(root) }
  }

  // MARK: - Files

  private func path(_ file: String) -> String { FileSystem.path(file, in: root) }

  /// The first file, by path, that is not part of the catalog.
  private func foreignFile() throws(DiagnosticsError) -> String? {
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    } catch {
      throw failure("the output folder cannot be read", hint: "Check that you may read it.")
    }
    return paths.sorted().first { file in
      file.prefix { $0 != "/" } != Self.hiddenFolder && !manifest.files.contains(file) && type(of: file) != S_IFDIR
    }
  }

  private func make(folder: String) throws(DiagnosticsError) {
    try attempt("make", folder) {
      try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
    }
  }

  private func place(_ staged: String, at file: String) throws(DiagnosticsError) {
    if let slash = file.lastIndex(of: "/") { try make(folder: String(file[..<slash])) }
    try attempt("write", file) {
      guard rename(path(staged), path(file)) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }

  private func remove(_ file: String) throws(DiagnosticsError) {
    // What has come to stand there, or on the way there, since it was written is not the catalog's file.
    guard type(of: file) == S_IFREG, firstObstacle(to: file) == nil else { return }
    try attempt("delete", file) { try FileManager.default.removeItem(atPath: path(file)) }
    // Folders that have become empty go with their last file.
    var folder = file[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      guard rmdir(path(String(folder))) == 0 else { return }
    }
  }

  private func write(_ manifest: OutputManifest) throws(DiagnosticsError) {
    try attempt("write", Self.manifestFile) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(manifest).write(to: URL(filePath: path(Self.manifestFile)), options: .atomic)
    }
  }

  /// The type of what is at a path, of a link that of the link; nothing where there is nothing.
  private func type(of file: String) -> mode_t? {
    var status = stat()
    return lstat(path(file), &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The first part of a path that is neither free nor of the type that it has to be: folders, and a file at the end.
  ///
  /// A link is always in the way: it could lead anywhere, and nothing is written or deleted outside.
  private func firstObstacle(to file: String) -> String? {
    let components = file.pathParts
    let prefixes = components.indices.map { components[...$0].joined(separator: "/") }
    return prefixes.first { prefix in
      type(of: prefix).map { $0 != (prefix == prefixes.last ? S_IFREG : S_IFDIR) } ?? false
    }
  }

  private func refuseObstacle(to file: String) throws(DiagnosticsError) {
    if let path = firstObstacle(to: file) { throw obstacle(path, to: file) }
  }

  private func obstacle(_ path: String, to file: String) -> DiagnosticsError {
    let message = path == file ? "“\(file)” is not a file that Pomona wrote" : "“\(path)” is in the way of “\(file)”"
    return failure("\(message), and is not replaced", hint: "Move it away, or choose another folder with --output.")
  }

  private func attempt(_ verb: String, _ file: String, _ body: () throws -> Void) throws(DiagnosticsError) {
    do {
      try body()
    } catch {
      throw failure(
        "cannot \(verb) \(file): \(error.localizedDescription)", hint: "Check the disk's space and your permissions.")
    }
  }

  private func failure(_ message: String, hint: String) -> DiagnosticsError {
    DiagnosticsError(Diagnostic(code: "output/folder", message, at: .init(file: root), hint: hint))
  }
}
