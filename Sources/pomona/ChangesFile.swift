import CatalogKit
import Diagnostics
import Foundation
import Publishing

/// The list of changed paths that `--changes` asks for: what a cache has to forget, or what has to be uploaded.
struct ChangesFile {
  /// The file, as the person named it.
  private let name: String
  /// The file behind all links; anything else as it was named.
  private let path: String
  /// Whether it is a file, or is going to be one, and not a pipe or the like.
  private let isFile: Bool

  /// Looks whether the list can be written, before anything else is.
  ///
  /// - Parameter folders: Folders that belong to the catalog.
  init(_ name: String, outside folders: [String]) throws(DiagnosticsError) {
    self.name = name
    var status = stat()
    let isThere = stat(name, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw Self.refusal(of: name, "it is a folder") }
    isFile = !isThere || status.st_mode & S_IFMT == S_IFREG
    // What a pipe stands for has no path.
    path = isFile ? Self.place(of: name) : name
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    // A file is written beside its place and moved there, anything else is written to.
    guard stat(folder, &status) == 0, access(isFile ? folder : path, W_OK) == 0 else {
      throw Self.refusal(of: name, String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT != S_IFDIR { throw Self.refusal(of: name, String(cString: strerror(ENOTDIR))) }
    for other in folders {
      let parts = path.split(separator: "/")
      if parts.starts(with: Self.place(of: other).split(separator: "/")) {
        throw Self.refusal(
          of: name, "it would be among the catalog's files", hint: "Name a file outside of the output folder.")
      }
    }
  }

  /// Throws an error if the list would replace one of the files that the catalog is made from.
  func refuse(inputs: Set<String>) throws(DiagnosticsError) {
    var own = stat()
    let isThere = stat(path, &own) == 0
    for input in inputs {
      var status = stat()
      let isSame =
        stat(input, &status) == 0
        ? isThere && status.st_dev == own.st_dev && status.st_ino == own.st_ino : Self.place(of: input) == path
      if isSame {
        throw Self.refusal(of: name, "the catalog is made from this file", hint: "Name another file.")
      }
    }
  }

  /// Writes the list: the file is the old one or the new one, whatever happens.
  func write(_ changes: FileChanges) throws(DiagnosticsError) {
    let bytes: [UInt8]
    do { bytes = try [UInt8](text(of: changes)) } catch { throw failure(error.localizedDescription) }
    let staged = isFile ? "\(path).\(getpid())" : path
    let file = open(staged, isFile ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC : O_WRONLY | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(String(cString: strerror(errno))) }
    var reason = bytes.write(to: file)
    if close(file) != 0, reason == nil { reason = String(cString: strerror(errno)) }
    if isFile, reason == nil, rename(staged, path) != 0 { reason = String(cString: strerror(errno)) }
    guard let reason else { return }
    if isFile { unlink(staged) }
    throw failure(reason)
  }

  private func text(of changes: FileChanges) throws -> Data {
    guard name.hasSuffix(".json") else {
      let lists = [("created", changes.created), ("updated", changes.updated), ("deleted", changes.deleted)]
      return Data(lists.flatMap { kind, paths in paths.map { "\(kind)\t\($0)\n" } }.joined().utf8)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(changes)
  }

  private func failure(_ reason: String) -> DiagnosticsError {
    Self.refusal(
      of: name, reason,
      hint: "The catalog itself is written; the next build with --changes tells what this one would have told.")
  }

  private static func refusal(of name: String, _ reason: String, hint: String? = nil) -> DiagnosticsError {
    DiagnosticsError(
      Diagnostic(
        code: "changes/unwritable", "the list of changes cannot be written: \(reason)", at: .init(file: name),
        hint: hint ?? "Nothing was built. Name a file in a folder that exists, and that you may write to."))
  }

  /// The absolute path of a file or a folder, behind all links as far as there is something.
  private static func place(of path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let url = URL(filePath: path).standardizedFileURL
    guard url.pathComponents.count > 1 else { return "/" }
    let folder = place(of: url.deletingLastPathComponent().path(percentEncoded: false))
    return (folder == "/" ? "" : folder) + "/" + url.lastPathComponent
  }
}
