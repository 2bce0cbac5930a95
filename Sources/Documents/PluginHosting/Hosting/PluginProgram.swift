package import Diagnostics
import Foundation

/// The program of a plugin, which the user has allowed to run.
package struct PluginProgram: Hashable, Sendable {
  /// The name of the format, by which the user allows the program.
  package var format: String
  /// The path of the executable.
  package var path: String
  /// The digest of the executable.
  package var digest: ExecutableDigest
  /// The state of the executable when its digest was computed. A program that was written since is a different one.
  package var stamp: FileStamp

  /// The options for finding and allowing a program.
  package struct Search {
    /// The folders that are searched for programs without a path, separated by colons.
    package var path: String
    /// The programs that the user has allowed before; `nil` if there is no such list.
    package var allowed: AllowedPlugins?
    /// The formats whose programs the user allows now.
    package var allowing: Set<String>
    /// A closure that is called with each path that is checked.
    package var note: (String) -> Void

    /// Creates a search in the folders of an environment.
    package init(
      environment: [String: String] = ProcessInfo.processInfo.environment, allowing: Set<String> = [],
      note: @escaping (String) -> Void = { _ in }
    ) {
      path = environment["PATH"] ?? ""
      allowed = AllowedPlugins(environment: environment)
      self.allowing = allowing
      self.note = note
    }
  }

  /// Finds the program of a format.
  ///
  /// - Parameters:
  ///   - path: The path of the program; `nil` for `pomona-FORMAT` in the search path.
  ///   - pin: The digest that the program must have; `nil` if the user has to allow it.
  ///   - search: The options for finding and allowing it.
  ///   - location: The location where the format is named, for diagnostics.
  package init(
    format: String, at path: String?, pin: ExecutableDigest?, search: Search, location: Diagnostic.Location
  ) throws(DiagnosticsError) {
    func failure(_ code: Diagnostic.Code, _ message: String, hint: String?) -> DiagnosticsError {
      DiagnosticsError(code: code, message, at: location, hint: hint)
    }
    guard let found = path ?? ChildProcess.find(Self.name(of: format), on: search.path, note: search.note) else {
      throw failure(
        "plugin/not-found", "there is no format “\(format)”, and no program \(Self.name(of: format)) on the PATH",
        hint: "Install one, or name it: `formats: { \(format): { plugin: PATH } }`.")
    }
    search.note(found)
    self.format = format
    self.path = found
    stamp = FileStamp(found)
    do throws(StartFailure) {
      digest = try ExecutableDigest(ofFile: found)
      if let foreseen = StartFailure.foreseen(found) { throw foreseen }
    } catch {
      throw failure("plugin/unstartable", "the plugin “\(format)” cannot be started: \(error)", hint: error.hint)
    }
    if let pin {
      guard digest == pin else {
        throw failure(
          "plugin/digest",
          "the plugin “\(found)” is another program than the one that is pinned: its digest is \(digest)",
          hint: "If this is right, write that digest in the place of the other one.")
      }
      return
    }
    if search.allowed?.allows(digest) != true { try allow(search, location) }
  }

  /// Adds the program to the list of allowed programs, if the user allows it now.
  private func allow(_ search: Search, _ location: Diagnostic.Location) throws(DiagnosticsError) {
    guard search.allowing.contains(format) else {
      throw DiagnosticsError(
        code: "plugin/not-allowed", "the plugin “\(format)” is a program that has not run before: \(path)",
        at: location,
        hint:
          "It runs with your rights. If you trust it, allow it once with --allow-plugin \(format), or pin it with `digest: \(digest)`."
      )
    }
    // If the list cannot be written, the program has to be allowed again the next time.
    try? search.allowed?.allow(digest, name: "\(format) \(path)")
  }

  private static func name(of format: String) -> String { "pomona-\(format)" }
}

/// The size, modification time and identity of a file, by which a change is detected without reading it.
package struct FileStamp: Hashable, Sendable {
  let path: String
  private let values: [Int]

  var exists: Bool { !values.isEmpty }

  init(_ path: String) {
    self.path = path
    var status = stat()
    values =
      stat(path, &status) == 0
      ? [
        Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
        Int(bitPattern: UInt(status.st_ino)),
      ] : []
  }
}
