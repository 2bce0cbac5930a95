import Diagnostics
import Glibc

/// The errors about an output folder.
struct PublishingDiagnostics: Sendable {
  /// The path of the output folder, as the user passed it.
  let folder: String
  /// The name of the state folder, as the user sees it.
  let hidden: String

  /// Returns the path of a file in the state folder, as the user sees it.
  func path(_ name: String) -> String { "\(hidden)/\(name)" }

  /// Returns an error about the output folder.
  func error(_ message: String, hint: String) -> DiagnosticsError {
    DiagnosticsError(Diagnostic(code: "output/folder", message, at: .init(file: folder), hint: hint))
  }

  /// Returns an error about an operation on a file that failed.
  ///
  /// - Parameter isCommitted: Whether the transaction had been committed.
  func error(_ verb: String, _ file: String, _ error: SystemError, isCommitted: Bool = false) -> DiagnosticsError {
    self.error("cannot \(verb) \(file): \(error)", hint: isCommitted ? Self.finishing : Self.hint(for: error))
  }

  /// Returns an error about an obstacle in the place of a file, or on the path to it.
  func obstacle(_ path: String, to file: String) -> DiagnosticsError {
    let isItself = path.utf8.elementsEqual(file.utf8)
    let message = isItself ? "“\(file)” is not a file that Pomona wrote" : "“\(path)” is in the way of “\(file)”"
    return error("\(message), and is not replaced", hint: "Move it away, or choose another folder with --output.")
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

  /// Returns an error about a foreign file.
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

  /// Returns an error about an obstacle that appeared after the transaction had been committed.
  func lateObstacle(to file: String) -> DiagnosticsError {
    error("“\(file)” is not a file that Pomona wrote, and is not replaced", hint: "Move it away. \(Self.finishing)")
  }

  /// Performs an operation on a file, and converts a system error into a diagnostic.
  func attempt<Result>(
    _ verb: String, _ file: String, isCommitted: Bool = false, _ body: () throws(SystemError) -> Result
  ) throws(DiagnosticsError) -> Result {
    do {
      return try body()
    } catch {
      throw self.error(verb, file, error, isCommitted: isCommitted)
    }
  }

  private static let finishing = """
    The new catalog is complete, and not all of it in its place: mend this, and run it again to finish.
    """

  private static func hint(for error: SystemError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG: "Make room on the disk, and run it again: the catalog is as it was."
    case EXDEV: "The state folder has to be on the file system of the output folder: name another one with --state."
    case EACCES, EPERM, EROFS: "Check that you may write there, or choose another folder with --output."
    default: "Check the disk's space and your permissions."
    }
  }
}
