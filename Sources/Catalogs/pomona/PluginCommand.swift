import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation
import PluginHosting
import Rendering
import Templates

/// `pomona plugin`
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Creates, checks and lists plugins, the programs that render other formats.",
    discussion: "The protocol between such a program and Pomona is described in the guide.",
    subcommands: [PluginCheckCommand.self, PluginNewCommand.self, PluginListCommand.self])
}

/// `pomona plugin check`
struct PluginCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks whether a plugin conforms to the protocol.",
    discussion: """
      The program is started several times, and renders pages of all kinds. Naming it here allows it to run. The exit \
      status is 0 if it conforms to the protocol, and 1 otherwise.
      """)

  @Argument(help: "The program.")
  var program: String

  func run() throws {
    let signals = Termination.sourcesEndingPlugins()
    defer { signals.forEach { $0.cancel() } }
    var count = 0
    var check = PluginCheck { finding in
      count += 1
      Self.print("\(finding.problem == nil ? "✓" : "✗") \(finding.rule)")
      if let problem = finding.problem { Self.print("    \(problem)") }
      for note in finding.notes { Self.print("    | \(note)") }
    } start: { [program] () throws(ConnectionFailure) in
      try ChildProcess(program)
    }
    let isPassed = check.run()
    try Console.print(isPassed ? "It keeps to all of the \(count.counted("rule"))." : "It breaks the rules.")
    if !isPassed { throw ExitCode(1) }
  }

  /// Prints a line at once, because the next check may take long.
  private static func print(_ line: String) { try? Console.print(line.printable) }
}

/// `pomona plugin new`
struct PluginNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Creates a small plugin to start from.",
    discussion: """
      DIR is created if it does not exist; a folder that contains files is left as it is. The format is named after \
      the folder. A plugin in shell needs jq.
      """)

  @Argument(help: "The folder of the new plugin.")
  var dir: String

  @Option(name: .shortAndLong, help: "The language: python, shell or swift.")
  var language = Templates.PluginLanguage.python

  func run() throws {
    let folder = URL(filePath: dir).standardizedFileURL
    let format = PagePath.slug(of: folder.lastPathComponent)
    let contents = (try? FileManager.default.contentsOfDirectory(atPath: dir)) ?? []
    guard contents.isEmpty else {
      throw DiagnosticsError(
        code: "plugin/not-empty", "the folder is not empty", at: .init(file: dir),
        hint: "Name a new folder for the plugin.")
    }
    let files = Templates.pluginStarter(language, format: format)
    do {
      for (file, text) in files {
        let url = folder.appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        guard text.hasPrefix("#!") else { continue }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path(percentEncoded: false))
      }
    } catch {
      throw DiagnosticsError(
        code: "plugin/unwritable", "the plugin cannot be written: \(error.localizedDescription)", at: .init(file: dir),
        hint: "Check that you may write there.")
    }
    try Console.print("Wrote \(files.map(\.file).joined(separator: ", ")) in \(dir)")
    let program =
      folder.path(percentEncoded: false) + (language == .swift ? "/.build/release" : "") + "/pomona-\(format)"
    if language == .swift {
      try Console.print(
        "Replace https://example.org/pomona.git in \(dir)/Package.swift by the address of Pomona's repository")
      try Console.print("Build it with: swift build -c release --package-path \(dir)")
    }
    try Console.print("Check it with: pomona plugin check \(program)")
    try Console.print("Use it with: formats: { \(format): { plugin: \(program) } }")
  }
}

extension Templates.PluginLanguage: ExpressibleByArgument {}

/// `pomona plugin list`
struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the available formats and the programs that render them.",
    discussion: """
      The formats are those of Pomona, those of the programs pomona-FORMAT on the PATH, and those of the catalog at \
      PATH. Only programs that are allowed to run are started and queried for their names and versions.
      """)

  @Argument(help: "A folder with a catalog.yml.")
  var path: String?

  func run() throws {
    let signals = Termination.sourcesEndingPlugins()
    defer { signals.forEach { $0.cancel() } }
    let formats = try InstalledFormats.all(forCatalogAt: path)
    let width = formats.map(\.name.count).max() ?? 0
    for format in formats {
      let name = format.name.padding(toLength: width, withPad: " ", startingAt: 0)
      try Console.print("\(name)  \(format.description)".printable)
    }
  }
}
