import Foundation
import TestKit
import Testing

/// The steps before which a process is killed: one of so many, others after each commit, and those around the point of
/// no return. `make fuzz` tries all.
func stepsToKill(_ count: Int, committing: Int, oneOf share: Int) -> [Int] {
  let offset = Int(Seeds.fixed(1, fresh: 1).last ?? 0) % share
  return (1...count).filter { Seeds.isThorough || $0 % share == offset || abs($0 - committing - 1) < 2 }
}

/// A process that publishes; see `PublishingChild`.
final class Child {
  private let child = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread: [UInt8] = []

  /// Starts a process.
  init(_ arguments: [String]) throws {
    let executable: URL = try #require(Self.executable, "the executable stands beside the tests")
    child.executableURL = executable
    child.arguments = arguments
    child.standardInput = input
    child.standardOutput = output
    child.standardError = errors
    try child.run()
  }

  /// Runs a process to its end.
  ///
  /// - Returns: The lines that it printed.
  static func run(_ arguments: [String]) throws -> (lines: [String], errors: String, status: Int32, isKilled: Bool) {
    try Child(arguments).wait()
  }

  /// Runs a process to its end.
  static func run(_ arguments: String...) throws -> (lines: [String], errors: String, status: Int32, isKilled: Bool) {
    try run(arguments)
  }

  /// The next line that it prints; `nil` at the end.
  func line() -> String? {
    while !unread.contains(UInt8(ascii: "\n")) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      unread += data
    }
    let end = unread.firstIndex(of: UInt8(ascii: "\n")) ?? unread.endIndex
    defer { unread.removeFirst(end + 1) }
    return String(decoding: unread[..<end], as: UTF8.self)
  }

  /// Reads lines up to the given one.
  func wait(for text: String) throws {
    while let line = line() {
      if line == text { return }
    }
    Issue.record(
      "“\(text)” was not printed: \(String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))")
  }

  /// Ends its input, on which it continues.
  func goOn() throws { try input.fileHandleForWriting.close() }

  /// The number of the process.
  var process: Int32 { child.processIdentifier }

  func kill() { Foundation.kill(child.processIdentifier, SIGKILL) }

  /// Waits for its end.
  func wait() -> (lines: [String], errors: String, status: Int32, isKilled: Bool) {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    return (lines, text, child.terminationStatus, child.terminationReason == .uncaughtSignal)
  }

  /// The executable in the folder of products that the running tests are in.
  private static let executable: URL? = {
    let tests =
      Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      + [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }].compactMap(\.self)
    return tests.map { $0.absoluteURL.deletingLastPathComponent().appending(path: "PublishingChild") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()
}
