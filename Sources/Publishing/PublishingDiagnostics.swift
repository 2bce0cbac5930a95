import Diagnostics
import Glibc

/// Says what is wrong with a folder that a catalog is published to.
struct PublishingDiagnostics: Sendable {
  /// The folder, as the person named it.
  let folder: String
  /// The name of the folder with what is known of the catalog, as the person sees it.
  let hidden: String

  /// The path of a file in the folder with what is known of the catalog, as the person sees it.
  func path(_ name: String) -> String { "\(hidden)/\(name)" }

  /// An error about the folder.
  func error(_ message: String, hint: String) -> DiagnosticsError {
    DiagnosticsError(Diagnostic(code: "output/folder", message, at: .init(file: folder), hint: hint))
  }

  /// An error about something that was to be done to a file.
  ///
  /// - Parameter isCommitted: Whether the build had begun to move files to their places.
  func error(_ verb: String, _ file: String, _ error: SystemError, isCommitted: Bool = false) -> DiagnosticsError {
    self.error("cannot \(verb) \(file): \(error)", hint: isCommitted ? Self.finishing : Self.hint(for: error))
  }

  /// An error about what stands where a file is to go, or on the way there.
  func obstacle(_ path: String, to file: String) -> DiagnosticsError {
    let isItself = path.utf8.elementsEqual(file.utf8)
    let message = isItself ? "“\(file)” is not a file that Pomona wrote" : "“\(path)” is in the way of “\(file)”"
    return error("\(message), and is not replaced", hint: "Move it away, or choose another folder with --output.")
  }

  /// An error about a file that belongs to somebody else.
  func foreign(_ file: String) -> DiagnosticsError {
    error(
      "the output folder holds a file that Pomona did not write, “\(file)”",
      hint: "Choose an empty folder with --output, or use this one with --adopt.")
  }

  /// An error about a list of files that cannot be trusted.
  func brokenList(_ file: String) -> DiagnosticsError {
    error(
      "the list of the catalog's files in it, \(file), is broken",
      hint: "Choose another folder with --output, or empty this one.")
  }

  /// An error about a list of files that was written by another version.
  func otherVersion() -> DiagnosticsError {
    error(
      "the catalog in it was written by another version of Pomona",
      hint: "Choose another folder with --output, or empty this one.")
  }

  /// An error about a file that came to stand in a place when the build had begun to move files to their places.
  func lateObstacle(to file: String) -> DiagnosticsError {
    error("“\(file)” is not a file that Pomona wrote, and is not replaced", hint: "Move it away. \(Self.finishing)")
  }

  /// Does something to a file, and says what was wrong.
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
