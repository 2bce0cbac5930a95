import CatalogKit
import Diagnostics
import Foundation
import Testing

@testable import PluginHosting

/// A folder with a small catalog and a plugin that a test writes, deleted with the last reference to it.
final class PluginCatalog {
  let scripts: Scripts
  /// The name of the format.
  let format: String
  /// The plugin's program.
  let program: String
  /// The settings of the plugin besides its path and its digest.
  var settings: [String]
  /// Whether the configuration names the digest of the program, so that it may run.
  var isPinned = true
  var options = CatalogOptions()
  var builderSettings = CatalogBuilder.Settings()

  /// Creates a catalog.
  ///
  /// - Parameters:
  ///   - format: The name of the format.
  ///   - text: The program.
  ///   - name: The name of the program's file.
  ///   - settings: The settings of the plugin.
  init(_ format: String, program text: String, name: String, settings: [String] = []) throws {
    scripts = try Scripts()
    self.format = format
    self.settings = settings
    program = try scripts.write(text, name: name)
    builderSettings.environment["XDG_STATE_HOME"] = scripts.path("state")
    try write("rows.csv", "name,note\nApple,red\nFig,sweet\nPear,green\n")
  }

  /// Creates a catalog with a plugin that fails in one way.
  ///
  /// - Parameters:
  ///   - mischief: The failure: see `Fixtures/naughty.py`.
  ///   - settings: The settings of the plugin.
  convenience init(naughty mischief: String, settings: [String] = []) throws {
    try self.init("naughty", program: Self.fixture("naughty.py"), name: mischief, settings: Self.patient(settings))
  }

  /// Creates a catalog with a plugin that works.
  ///
  /// - Parameters:
  ///   - manner: The variant: see `Fixtures/diligent.py`.
  ///   - settings: The settings of the plugin.
  convenience init(diligent manner: String, settings: [String] = []) throws {
    try self.init("diligent", program: Self.fixture("diligent.py"), name: manner, settings: Self.patient(settings))
    try write("template.txt", "Template\n")
  }

  private static func fixture(_ name: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
    return "#!\(python) -IS\n" + (try String(contentsOf: file, encoding: .utf8))
  }

  private static func patient(_ settings: [String]) -> [String] {
    settings.contains { $0.hasPrefix("timeouts") } ? settings : settings + [patience]
  }

  /// For plugins that must not depend on time: machines may be slow.
  static let patience = "timeouts: { start: 120, idle: 120, request: 240 }"

  /// The interpreter itself, and not a script that searches for it.
  static let python: String = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys; print(sys.executable)"]
    let output = Pipe()
    process.standardOutput = output
    try? process.run()
    let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return path.trimmingCharacters(in: .whitespacesAndNewlines)
  }()

  var folder: String { scripts.path("") }
  var output: String { scripts.path("out") }

  /// Writes a file of the catalog.
  func write(_ path: String, _ text: String) throws {
    let file = scripts.folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes the configuration.
  ///
  /// - Parameter formats: The formats besides that of the plugin; the first of them comes before it.
  func configure(_ formats: [String] = ["markdown"], withPlugin: Bool = true) throws {
    var lines = formats.map { "  \($0): {}" }
    if withPlugin {
      lines.append("  \(format):")
      lines.append("    plugin: \(URL(filePath: program).lastPathComponent)")
      if isPinned { lines.append("    digest: \(try ExecutableDigest(ofFile: program))") }
      lines += settings.map { "    \($0)" }
    }
    try write(
      "catalog.yml",
      "title: Small\ndatasets: { rows: { file: rows.csv, key: name } }\nformats:\n" + lines.joined(separator: "\n")
        + "\n")
  }

  func builder(into output: String? = nil) -> CatalogBuilder {
    CatalogBuilder(at: folder, into: output ?? self.output, options: options, settings: builderSettings)
  }

  /// Builds the catalog by a builder that is closed afterwards.
  @discardableResult
  func build(into output: String? = nil) throws -> (report: BuildReport, warnings: [Diagnostic]) {
    let builder = builder(into: output)
    defer { builder.close() }
    return (try builder.build(), builder.warnings)
  }

  /// The message of a build that must fail.
  func failure(
    of builder: CatalogBuilder? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DiagnosticsError {
    let used = builder ?? self.builder()
    defer { if builder == nil { used.close() } }
    return try #require(throws: DiagnosticsError.self, sourceLocation: sourceLocation) { _ = try used.build() }
  }

  /// The files of the output folder, without the hidden folder.
  func files(in folder: String? = nil) throws -> [String: Data] {
    let folder = folder ?? output
    var files: [String: Data] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] where !path.hasPrefix(".") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files[path] = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
    }
    return files
  }

  /// The lines that the plugin has written to a file next to its program.
  func notes(_ ending: String) -> [String] {
    let text = (try? String(contentsOfFile: program + ending, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Deletes the lines that the plugin has written.
  func forgetNotes() {
    for ending in [".starts", ".pages", ".cells"] { try? FileManager.default.removeItem(atPath: program + ending) }
  }

  /// The processes that run a program of this folder, after those that were killed have ended.
  var processes: [String] {
    // The system ends a killed process with some delay: five seconds are enough for any machine.
    for _ in 0..<5000 {
      if PluginHostingTests.processes(of: folder).isEmpty { return [] }
      poll(nil, 0, 1)
    }
    return PluginHostingTests.processes(of: folder)
  }
}

/// The processes that run a program of a folder.
func processes(of folder: String) -> [String] {
  let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return numbers.filter { number in
    guard Int(number) != nil, let command = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") else {
      return false
    }
    return String(decoding: command, as: UTF8.self).contains(folder) && isRunning(number)
  }
}

extension DiagnosticsError {
  /// The printed text.
  var text: String { "\(self)" }
}
