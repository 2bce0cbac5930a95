import Fingerprints
import Foundation

/// The files that a catalog was made from, each as it was just before it was read: also those that were looked for and not found, and
/// the folders whose lists of files were read.
///
/// As long as all of them are the same, there is nothing that the catalog could have become otherwise. A file is the same if its state is,
/// with one exception: a change in the same moment as the last one, by the file system's clock, would look the same. So of inputs that
/// were changed a moment before they were noted the log can keep what was in them, too.
///
/// The content is taken after the state and before anybody reads the input for the catalog. If it is written to at any time after the content
/// was taken, and so perhaps after the catalog has read it, then its content is another one in the end, and the input is not the
/// same; or it is the old one again, and then its state is another one, unless both writes fell into the moment of the write before, which is
/// that of a tick of the clock, a few milliseconds. If it is written to before its content was taken and after its state was, what the
/// catalog reads comes later than both.
final class InputManifest {
  private(set) var states: [String: FileState?]
  /// What was in those of the inputs that their states may not tell from what was in them a moment later.
  private(set) var contents: [String: InputContent] = [:]
  /// Whether something was read that cannot be looked at again.
  private(set) var hasStream = false
  private let isKeepingContents: Bool

  /// Creates a log of what was noted at another time.
  ///
  /// - Parameter isKeepingContents: Whether the contents of inputs are kept that were changed a moment before.
  init(states: [String: FileState?] = [:], isKeepingContents: Bool = false) {
    self.states = states
    self.isKeepingContents = isKeepingContents
  }

  /// Notes a file or a folder that is about to be read. What was noted before stays as it was then.
  func note(_ path: String) {
    guard states[path] == nil else { return }
    let now = FileState.now
    let state = FileState(path)
    states[path] = .some(state)
    if isKeepingContents, let state, !state.isSettled(at: now) { contents[path] = InputContent(of: path) }
  }

  /// Notes files that are about to be read again, without their contents.
  func noteAgain(_ paths: some Sequence<String>) {
    for path in paths {
      states[path] = .some(FileState(path))
      contents[path] = nil
    }
  }

  /// Notes that something is read that is no file.
  func noteStream() { hasStream = true }
}

/// What is in a file, or which names are in a folder.
struct InputContent: Codable, Hashable, Sendable {
  /// Nil where it cannot be read; that is never the same again.
  private let digest: String?

  init(of path: String) { digest = Self.fingerprint(of: path)?.description }

  /// Whether an input has this content now.
  func isContent(of path: String) -> Bool { digest != nil && Self.fingerprint(of: path)?.description == digest }

  private static func fingerprint(of path: String) -> Fingerprint? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    var parts = Fingerprinter()
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
      for name in names.sorted(by: { $0.precedesByBytes($1) }) { parts.combine(name) }
    case S_IFREG:
      guard let file = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? file.close() }
      do {
        // Piece by piece, so that a large file is not in memory as a whole.
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
          piece.withUnsafeBytes { parts.combine(Fingerprint($0)) }
        }
      } catch {
        return nil
      }
    default: return nil
    }
    return parts.finish()
  }
}
