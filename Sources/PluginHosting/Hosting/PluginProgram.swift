package import Diagnostics
import Foundation

/// The program of a plugin: where it is, and whether it may run.
package struct PluginProgram: Hashable, Sendable {
  /// The name of the format, which people allow it by.
  package var format: String
  /// The path of the executable.
  package var path: String
  /// The digest of the executable.
  package var digest: ExecutableDigest
  /// The executable as it was when its digest was taken: a program that was written since is another one.
  package var stamp: FileStamp

  /// How a program is found, and who has allowed it.
  package struct Search {
    /// The folders in which programs are looked for that are not named, between colons.
    package var path: String
    /// The programs that the user has allowed before; nil where nothing is kept.
    package var allowed: AllowedPlugins?
    /// The formats whose programs are allowed now.
    package var allowing: Set<String>
    /// Is called with each path that is looked at.
    package var note: (String) -> Void

    /// Creates a search in an environment.
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
  ///   - format: The name of the format.
  ///   - path: The path of the program; nil for `pomona-FORMAT` in the search path.
  ///   - pin: The digest that it has to have; nil if the user has to allow it.
  ///   - search: Where it is looked for, and who has allowed it.
  ///   - location: Where the format is named, for messages.
  package init(
    format: String, at path: String?, pin: ExecutableDigest?, search: Search, location: Diagnostic.Location
  ) throws(DiagnosticsError) {
    func failure(_ code: Diagnostic.Code, _ message: String, hint: String?) -> DiagnosticsError {
      DiagnosticsError(Diagnostic(code: code, message, at: location, hint: hint))
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

  /// Notes that the program may run, if the user says so.
  private func allow(_ search: Search, _ location: Diagnostic.Location) throws(DiagnosticsError) {
    guard search.allowing.contains(format) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "plugin/not-allowed", "the plugin “\(format)” is a program that has not run before: \(path)",
          at: location,
          hint:
            "It runs with your rights. If you trust it, allow it once with --allow-plugin \(format), or pin it with `digest: \(digest)`."
        ))
    }
    // Where it cannot be kept, it has to be allowed again the next time.
    try? search.allowed?.allow(digest, name: "\(format) \(path)")
  }

  /// The name of the program that renders a format.
  private static func name(of format: String) -> String { "pomona-\(format)" }
}

/// What tells whether a file has changed, without its being read.
package struct FileStamp: Hashable, Sendable {
  let path: String
  private let values: [Int]

  /// Whether there is such a file.
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
