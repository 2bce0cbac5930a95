import CatalogKit
import Diagnostics
import Foundation
import Publishing

/// A file that a command writes besides the catalog, such as the list of changes.
struct OutputFile {
  /// The purpose of a file.
  struct Purpose {
    /// The name in messages.
    var name: String
    /// The code of findings about the file.
    var code: Diagnostic.Code
    /// What users can do if the catalog was written and the file was not.
    var remedy: String?

    /// The list of changed paths, for purging a cache or for uploading.
    static let changes = Purpose(
      name: "the list of changes", code: "changes/unwritable",
      remedy: "The catalog itself was written. The next build with --changes reports the changes of this one, too.")
    static let archive = Purpose(
      name: "the archive", code: "archive/unwritable",
      remedy: "The catalog itself is written; the next build with --archive writes the archive.")
    static let types = Purpose(name: "the file of types", code: "types/unwritable")
  }

  private let purpose: Purpose
  /// The path as it was given.
  let name: String
  /// The path of a file, with links resolved; the path as it was given for anything else.
  private let path: String
  /// Whether it is, or will be, a regular file, and not a pipe or a device.
  private let isFile: Bool

  /// Checks whether the file can be written, before anything else is written.
  ///
  /// - Parameter folders: The folders that belong to the catalog, in which the file must not be.
  init(_ name: String, for purpose: Purpose, outside folders: [String] = []) throws(DiagnosticsError) {
    self.purpose = purpose
    self.name = name
    var status = stat()
    let isThere = stat(name, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw purpose.refusal(of: name, "it is a folder") }
    isFile = !isThere || status.st_mode & S_IFMT == S_IFREG
    // Resolving the link to a pipe, such as /dev/stdout, gives no path that can be opened.
    path = isFile ? Self.place(of: name) : name
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    // A regular file is written to a temporary file in the same folder and renamed. Anything else is opened and written
    // to.
    guard stat(folder, &status) == 0, access(isFile ? folder : path, W_OK) == 0 else {
      throw purpose.refusal(of: name, String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT != S_IFDIR { throw purpose.refusal(of: name, String(cString: strerror(ENOTDIR))) }
    for other in folders {
      let parts = path.split(separator: "/")
      if parts.starts(with: Self.place(of: other).split(separator: "/")) {
        throw purpose.refusal(
          of: name, "it would be among the catalog's files", hint: "Name a file outside of the output folder.")
      }
    }
  }

  /// Throws an error if the file would replace one of the catalog's inputs.
  func checkIsNotInput(among inputs: Set<String>) throws(DiagnosticsError) {
    var own = stat()
    let isThere = stat(path, &own) == 0
    for input in inputs {
      var status = stat()
      let isSame =
        stat(input, &status) == 0
        ? isThere && status.st_dev == own.st_dev && status.st_ino == own.st_ino : Self.place(of: input) == path
      if isSame { throw purpose.refusal(of: name, "the catalog is built from this file", hint: "Name another file.") }
    }
  }

  /// Writes the file atomically: it is either the old one or the new one, whatever happens.
  ///
  /// - Parameter body: A closure that calls its argument with the bytes of the file, part by part.
  func write(
    _ body: (_ write: ([UInt8]) throws(DiagnosticsError) -> Void) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) {
    let staged = isFile ? "\(path).\(getpid())" : path
    let file = open(staged, isFile ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC : O_WRONLY | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(String(cString: strerror(errno))) }
    do throws(DiagnosticsError) {
      try fill(file, body)
      if isFile, rename(staged, path) != 0 { throw failure(String(cString: strerror(errno))) }
    } catch {
      if isFile { unlink(staged) }
      throw error
    }
  }

  /// Writes to an open file, and closes it.
  private func fill(
    _ file: Int32, _ body: (_ write: ([UInt8]) throws(DiagnosticsError) -> Void) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) {
    do throws(DiagnosticsError) {
      try body { (bytes) throws(DiagnosticsError) in
        if let reason = bytes.write(to: file) { throw failure(reason) }
      }
    } catch {
      close(file)
      throw error
    }
    // Some file systems report an error in writing only when the file is closed.
    if close(file) != 0 { throw failure(String(cString: strerror(errno))) }
  }

  private func failure(_ reason: String) -> DiagnosticsError {
    purpose.refusal(of: name, reason, hint: purpose.remedy)
  }

  /// Returns the absolute path of a file or a folder, with links resolved as far as the path exists.
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

extension OutputFile.Purpose {
  fileprivate func refusal(of file: String, _ reason: String, hint: String? = nil) -> DiagnosticsError {
    DiagnosticsError(
      code: code, "\(name) cannot be written: \(reason)", at: .init(file: file),
      hint: hint ?? "Nothing was built. Name a file in a folder that exists, and that you may write to.")
  }
}

extension OutputFile {
  /// Writes a list of changed paths: as JSON if the file's extension says so, otherwise one path on each line.
  func write(_ changes: FileChanges) throws(DiagnosticsError) {
    let bytes: [UInt8]
    do { bytes = try [UInt8](text(of: changes)) } catch { throw failure(error.localizedDescription) }
    try write { (write) throws(DiagnosticsError) in try write(bytes) }
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
}
