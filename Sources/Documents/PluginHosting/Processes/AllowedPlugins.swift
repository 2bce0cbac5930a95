import Diagnostics
import Foundation
import Glibc

/// The user's list of executables that may run as plugins: a text file that has a line for each, with its digest and
/// the name that the user knows it by.
package struct AllowedPlugins: Sendable {
  /// The path of the file.
  package let path: String

  /// Creates the list that is stored in a file. If the file does not exist, no executable is allowed.
  package init(path: String) { self.path = path }

  /// Creates the list of the current user: `pomona/plugins` in `XDG_STATE_HOME`, which defaults to `~/.local/state`.
  ///
  /// - Returns: `nil` if the user has no home folder.
  package init?(environment: [String: String]) {
    // The XDG specification requires that relative paths are ignored.
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ "\($0)/.local/state" }) else { return nil }
    self.init(path: "\(state)/pomona/plugins")
  }

  /// Returns whether an executable may run. Damaged lines are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the list, which is read on each call.
  package func allows(_ digest: ExecutableDigest) -> Bool {
    lines.contains { ExecutableDigest($0.prefix { $0 != " " }) == digest }
  }

  /// Allows an executable from now on.
  ///
  /// The file is replaced atomically, and only the user can read it. If two hosts change it at the same time, the later
  /// change wins.
  ///
  /// - Complexity: O(*n*) in the length of the list.
  package func allow(_ digest: ExecutableDigest, name: String) throws(StartFailure) {
    guard !allows(digest) else { return }
    let folder = URL(filePath: path).deletingLastPathComponent().path()
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = (lines + ["\(digest) \(name.printable)"]).joined(separator: "\n") + "\n"
    try replaceFile(with: Array(text.utf8))
  }

  private var lines: [Substring] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  /// Writes a new file and moves it to the place of the old one, so that there is a complete file at any time.
  private func replaceFile(with bytes: [UInt8]) throws(StartFailure) {
    var name = Array("\(path)-XXXXXX".utf8CString)
    // `mkstemp` creates a file that only the user can read.
    let number = mkstemp(&name)
    guard number >= 0 else { throw .system(errno, path) }
    var isWritten = write(number, bytes, bytes.count) == bytes.count && fsync(number) == 0
    // The file is closed in any case, whether or not all was written.
    isWritten = close(number) == 0 && isWritten
    guard isWritten, rename(name, path) == 0 else {
      let code = errno
      unlink(name)
      throw .system(code, path)
    }
  }
}
