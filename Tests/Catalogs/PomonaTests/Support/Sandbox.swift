import Foundation
import Testing

/// A new folder for one test, in which the command runs as for a user; it is deleted with the last reference.
final class Sandbox: Sendable {
  /// The content of a path of the folder.
  enum Entry: Equatable {
    case folder
    case file(Data)
    case link(String)
  }

  /// The current folder of the command.
  let folder: URL
  /// The output of the command is stored next to that folder, so that it is not listed.
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "pomona-tests-\(UUID().uuidString)")
    folder = root.appending(path: "work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { delete() }

  /// Removes the folder.
  func delete() { try? FileManager.default.removeItem(at: root) }

  // MARK: - Files

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func write(_ path: String, _ text: String) throws { try write(path, Data(text.utf8)) }

  func write(_ path: String, _ bytes: Data) throws {
    try makeParent(of: path)
    try bytes.write(to: url(path))
  }

  func write(_ files: [String: String]) throws {
    for (path, text) in files { try write(path, text) }
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(at: url(path), withIntermediateDirectories: true)
  }

  /// Creates a symbolic link; the destination is relative to the link's folder.
  func link(_ path: String, to destination: String) throws {
    try makeParent(of: path)
    try FileManager.default.createSymbolicLink(
      atPath: url(path).path(percentEncoded: false), withDestinationPath: destination)
  }

  private func makeParent(of path: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

  func text(_ path: String) throws -> String { String(decoding: try Data(contentsOf: url(path)), as: UTF8.self) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path(percentEncoded: false)) }

  /// The identity, the size and the times of everything under a path, which show whether it was touched.
  func traces(of path: String = "") throws -> [String: [Int]] {
    let top = url(path).path(percentEncoded: false)
    var traces: [String: [Int]] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: top)) ?? [] {
      var status = stat()
      guard lstat((top.hasSuffix("/") ? top : top + "/") + name, &status) == 0 else { continue }
      traces[name] = [
        Int(status.st_ino), Int(status.st_mode), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
      ]
    }
    return traces
  }

  /// The catalog's files under a path, with their bytes.
  func catalog(_ path: String) throws -> [String: Entry] {
    try contents(of: path, isVisible: { !$0.hasPrefix(".") }).filter { $0.value != .folder }
  }

  /// Everything under a path, by the paths below it; empty if there is nothing.
  func contents(
    of path: String = "", isVisible: (String) -> Bool = { _ in true }
  ) throws -> [String: Entry] {
    let top = url(path).path(percentEncoded: false)
    var entries: [String: Entry] = [:]
    guard FileManager.default.fileExists(atPath: top) else { return entries }
    for name in try FileManager.default.subpathsOfDirectory(atPath: top) where isVisible(name) {
      let file = (top.hasSuffix("/") ? top : top + "/") + name
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      entries[name] =
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: .folder
        case .typeSymbolicLink: .link(try FileManager.default.destinationOfSymbolicLink(atPath: file))
        default: .file(try Data(contentsOf: URL(filePath: file)))
        }
    }
    return entries
  }

  /// The catalog's files under a path, in order: without folders, and without the hidden ones.
  func files(_ path: String, ending: String = "") throws -> [String] {
    try contents(of: path).filter { $0.value != .folder && !$0.key.hasPrefix(".") && $0.key.hasSuffix(ending) }
      .keys.sorted()
  }

  // MARK: - Running

  /// The exit status and the output of the command.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the command in the folder.
  func pomona(_ arguments: [String]) throws -> Outcome {
    let outputs = ["output", "errors"].map { root.appending(path: $0) }
    for url in outputs { try Data().write(to: url) }
    let process = Process()
    process.executableURL = try executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    // Files and not pipes, which would have to be read meanwhile.
    process.standardOutput = try FileHandle(forWritingTo: outputs[0])
    process.standardError = try FileHandle(forWritingTo: outputs[1])
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "the command crashed")
    let texts = try outputs.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  func pomona(_ arguments: String...) throws -> Outcome { try pomona(arguments) }

  /// Builds a catalog, which must succeed, and reads the report.
  @discardableResult
  func build(_ arguments: String...) throws -> Report {
    let outcome = try pomona(["build"] + arguments + ["--report", "json"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  /// The command.
  func executable() throws -> URL {
    let executable: URL = try #require(Self.executable, "the executable stands beside the tests")
    return executable
  }

  /// The executable in the folder of products that the running tests are in.
  private static let executable: URL? = {
    let tests =
      Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      + [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }].compactMap(\.self)
    return tests.map { $0.absoluteURL.deletingLastPathComponent().appending(path: "pomona") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()
}

/// The JSON report of a build, as read by another program.
struct Report: Decodable, Equatable {
  struct Files: Decodable, Equatable {
    var total: Int
    var rendered: Int
    var written: Int
    var unchanged: Int
    var bytes: Int
  }

  struct Seconds: Decodable, Equatable {
    var total: Double
  }

  var rows: Int
  var sections: Int
  var pages: Files
  var assets: Files
  var created: [String]
  var updated: [String]
  var deleted: [String]
  var seconds: Seconds

  /// The numbers of pages that were rendered, written and unchanged.
  var counts: [Int] { [pages.rendered, pages.written, pages.unchanged] }
}
