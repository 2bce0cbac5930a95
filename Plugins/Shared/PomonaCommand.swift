import Foundation

/// The command `pomona` that a plugin runs: an installed one.
///
/// The plugins do not depend on the command of their package. Otherwise each build of a package that uses them, and of
/// this one, would compile the command and all that it depends on a second time, for the machine that builds.
struct PomonaCommand {
  /// The file of the command. It is an input of what the command writes.
  let url: URL

  /// Finds the command that `POMONA_TOOL` names, or else the first `pomona` on the `PATH`.
  ///
  /// - Throws: `Failure` if there is none, or if its version is not that of the package.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["POMONA_TOOL"], !path.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw Failure(description: "POMONA_TOOL names “\(path)”, which is not a program: \(Self.remedy).")
      }
      url = URL(filePath: path).absoluteURL
    } else {
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      guard let path = folders.map({ "\($0)/pomona" }).first(where: FileManager.default.isExecutableFile) else {
        throw Failure(description: "The command “pomona” is not on the PATH: \(Self.remedy).")
      }
      url = URL(filePath: path)
    }
    let version = try Self.version(of: url)
    guard version == VersionNumber.current else {
      let path = url.path(percentEncoded: false)
      throw Failure(
        description: "“\(path)” is not version \(VersionNumber.current) of Pomona, but \(version): \(Self.remedy).")
    }
  }

  /// A reason why there is no command to run, as a sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let remedy =
    "run “make install” in the source of Pomona \(VersionNumber.current), or name the command with POMONA_TOOL=/path/to/pomona"

  /// Asks a command for its version.
  private static func version(of command: URL) throws -> String {
    let process = Process()
    process.executableURL = command
    process.arguments = ["--version"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count == 2 && words[0] == "pomona" ? String(words[1]) : "another program"
  }
}
