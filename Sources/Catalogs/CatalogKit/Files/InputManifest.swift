import Diagnostics
import Fingerprints
import Foundation
import SystemPackage

/// The files that a catalog was made from, each with its state before it was read. Files that were looked for and not
/// found are in it, too, and so are the folders whose lists of files were read.
///
/// While all of them are unchanged, a build would give the same catalog. A file counts as unchanged if its state is the
/// same. There is one exception: two changes within one tick of the file system's clock give the same state. The
/// manifest can therefore keep the contents of inputs that changed shortly before they were recorded.
///
/// The content is read after the state, and before the catalog reads the input. This order detects every later write:
///
/// - A write after the content was read, which the catalog may have missed: the content differs in the end, and the
///   input counts as changed. If a second write restores the old content, the state differs, unless both writes fell
///   into the tick of the write before them, which is a few milliseconds long.
/// - A write between the reading of the state and that of the content: the catalog reads the input later, and so reads
///   what was written.
package final class InputManifest {
  private(set) var states: [String: FileState?]
  /// The paths of the files and folders.
  package var paths: Set<String> { Set(states.keys) }
  /// The contents of the inputs that changed so shortly before they were recorded that their states may miss another
  /// change.
  private(set) var contents: [String: InputContent] = [:]
  /// Whether the catalog read a stream, which cannot be read again.
  var hasStream = false
  /// The paths of files that this process prints to, and which the catalog therefore leaves out.
  private(set) var ownStreams: Set<String> = []
  private let streams = OwnStreams()
  private let isKeepingContents: Bool

  /// Creates an empty manifest.
  package convenience init() { self.init(states: [:]) }

  /// Creates a manifest with states that were recorded before.
  ///
  /// - Parameter isKeepingContents: Whether to keep the contents of inputs that changed shortly before they are
  ///   recorded.
  init(states: [String: FileState?], isKeepingContents: Bool = false) {
    self.states = states
    self.isKeepingContents = isKeepingContents
  }

  /// Records the state of a file or a folder that is about to be read. An earlier record of the same path is kept.
  func note(_ path: String) {
    guard states[path] == nil else { return }
    if streams.contains(FilePath(path)) {
      // The state is that of no file, so that a build that prints elsewhere finds a new one.
      states[path] = .some(nil)
      ownStreams.insert(path)
      return
    }
    // The time is taken before the state, so that a change in between counts as a recent one.
    let now = FileState.now
    let state = FileState(path)
    states[path] = .some(state)
    if isKeepingContents, let state, !state.isSettled(at: now) { contents[path] = InputContent(of: path) }
  }

  /// Records the states of files that are about to be read again, and discards their contents.
  func noteAgain(_ paths: some Sequence<String>) {
    for path in paths {
      states[path] = .some(FileState(path))
      contents[path] = nil
    }
  }

  var warnings: [Diagnostic] {
    ownStreams.sorted().map { path in
      Diagnostic(
        .warning, code: "catalog/own-stream", "the command itself prints to this file, which is left out",
        at: .init(file: path), hint: "Print to a file outside of the catalog's folder.")
    }
  }
}

/// A digest of the content of a file, or of the names in a folder.
struct InputContent: Codable, Hashable, Sendable {
  /// The digest; `nil` if the input cannot be read, and then no content equals it.
  let digest: String?

  init(of path: String) { digest = Self.fingerprint(of: path)?.description }

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
        // Reads in pieces, so that a large file is never in memory as a whole.
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
