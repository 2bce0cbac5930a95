import Diagnostics
import Glibc
import Synchronization

/// The errors about an output folder. Whatever fails, its hint says what has become of the catalog.
final class PublishingDiagnostics: Sendable {
  /// What has become of the catalog on the disk.
  enum Stage {
    /// Nothing of it was changed.
    case unchanged
    /// A new one is committed, and not all of it is in its place.
    case committed
    /// A new one is in its place.
    case published
  }

  /// The path of the output folder, as the user passed it.
  let folder: String
  /// The name of the state folder, as the user sees it.
  let hidden: String
  private let present = Mutex(Stage.unchanged)

  init(folder: String, hidden: String) {
    self.folder = folder
    self.hidden = hidden
  }

  /// What has become of the catalog. The transaction sets it.
  var stage: Stage {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }

  /// Returns the path of a file in the state folder, as the user sees it.
  func path(_ name: String) -> String { "\(hidden)/\(name)" }

  /// Returns an error about the output folder.
  func error(_ message: String, hint: String) -> DiagnosticsError {
    DiagnosticsError(code: "output/folder", message, at: .init(file: folder), hint: hint)
  }

  /// Returns an error about an operation on a file that failed.
  func error(_ verb: String, _ file: String, _ error: SystemError) -> DiagnosticsError {
    self.error("cannot \(verb) \(file): \(error)", hint: hint(for: error))
  }

  /// Returns an error about an obstacle in the place of a file, or on the path to it.
  func obstacle(_ path: String, to file: String) -> DiagnosticsError {
    let isItself = path.utf8.elementsEqual(file.utf8)
    let message = isItself ? "“\(file)” is not a file that Pomona wrote" : "“\(path)” is in the way of “\(file)”"
    return error(
      "\(message), and is not replaced",
      hint: stage == .committed
        ? "Move it away. \(Self.finishing)" : "Move it away, or choose another folder with --output.")
  }

  /// Returns an error about a file that the list of the catalog's files may have lost.
  ///
  /// - Parameter isPlanned: Whether a file of the catalog has the same place, so that the file cannot stay.
  func doubtful(_ file: String, isPlanned: Bool) -> DiagnosticsError {
    error(
      """
      the list of the catalog's files, \(path(Store.name)), was damaged, and does not tell whether Pomona wrote “\(file)”, which \
      is not touched
      """,
      hint: """
        Delete it if it is from an earlier build, or everything in the folder, and build again. If it is yours, move it \
        away\(isPlanned ? "" : ", or use the folder with --adopt").
        """)
  }

  /// Returns a warning about records that were lost, and are known again.
  func recovered() -> Diagnostic {
    Diagnostic(
      .warning, code: "output/store",
      """
      the list of the catalog's files in it, \(path(Store.name)), was damaged, and is made anew from the files that are as they \
      would be written
      """, at: .init(file: folder), hint: "The next list of changes names all of them.")
  }

  func foreign(_ file: String) -> DiagnosticsError {
    error(
      "the output folder holds a file that Pomona did not write, “\(file)”",
      hint: "Choose an empty folder with --output, or use this one with --adopt.")
  }

  /// Returns an error about state that was written by another version.
  func otherVersion() -> DiagnosticsError {
    error(
      "the catalog in it was written by another version of Pomona",
      hint: "Choose another folder with --output, or empty this one.")
  }

  /// Performs an operation on a file, and converts a system error into a diagnostic.
  func attempt<Result>(
    _ verb: String, _ file: String, _ body: () throws(SystemError) -> Result
  ) throws(DiagnosticsError) -> Result {
    do {
      return try body()
    } catch {
      throw self.error(verb, file, error)
    }
  }

  private static let finishing = """
    The new catalog is complete, and perhaps not all of it in its place yet: mend this, and run it again to finish.
    """

  private func hint(for error: SystemError) -> String {
    switch (stage, error.code) {
    case (.committed, _): Self.finishing
    case (.published, _): "The new catalog is complete and in its place: mend this, and run it again."
    case (_, ENOSPC), (_, EDQUOT), (_, EFBIG): "Make room on the disk, and run it again: the catalog is as it was."
    case (_, EXDEV):
      "The state folder has to be on the file system of the output folder: name another one with --state."
    case (_, EACCES), (_, EPERM), (_, EROFS):
      "Check that you may write there, or choose another folder with --output."
    default: "Check the disk's space and your permissions."
    }
  }
}
