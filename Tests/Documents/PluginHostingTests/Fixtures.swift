import Foundation
import Glibc
import Testing

@testable import PluginHosting

/// A folder of executables that a test writes, deleted with the last reference to it.
final class Scripts: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pomona-scripts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path() }

  /// Writes an executable.
  func write(_ text: String, name: String = "plugin", mode: Int = 0o755) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    return path(name)
  }

  /// Starts a script for the shell.
  func shell(_ text: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(write("#!/bin/sh\n" + text), arguments: arguments)
  }

  /// Starts a script in Python, which has `out(text)`, `err(text)` and `hang()`.
  func python(_ text: String, _ arguments: String...) throws -> ChildProcess {
    let prelude = """
      #!/usr/bin/env python3
      os, signal, sys = map(__import__, ('os', 'signal', 'sys'))
      def write(fd, data):
        data = data if isinstance(data, bytes) else data.encode()
        while data: data = data[os.write(fd, data):]
      def out(data): write(1, data)
      def err(data): write(2, data)
      def hang():
        while True: signal.pause()

      """
    return try ChildProcess(write(prelude + text), arguments: arguments)
  }
}

/// A pipe with a name, by which a test detects that all processes which have opened it have ended.
final class Witness: Sendable {
  let path: String
  private let descriptor: Int32

  init(in scripts: Scripts) throws {
    path = scripts.path("witness-\(UUID().uuidString)")
    try #require(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  /// Waits until no process has the pipe open for writing, and returns whether that is so.
  func isAlone() -> Bool {
    var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&end, 1, 20_000) == 1 && end.revents & Int16(POLLHUP) != 0
  }
}

extension ExchangeLimits {
  /// For tests that must not depend on time: machines may be slow.
  static let patient = ExchangeLimits(idle: .seconds(120), total: .seconds(240))
}

extension LineConnection {
  /// Sends texts, and receives some number of them.
  @discardableResult
  func ask(
    _ lines: [String] = [], count: Int, within limits: ExchangeLimits = .patient
  ) throws(ConnectionFailure) -> [String] {
    var answers: [String] = []
    try exchange(lines.lazy.map { Array($0.utf8) }, within: limits) { line in
      answers.append(String(decoding: line, as: UTF8.self))
      return answers.count < count
    }
    return answers
  }

  /// The failure of an exchange without a complete answer, and the bytes received until then.
  func failure(
    of lines: [String] = [], within limits: ExchangeLimits = .patient
  ) -> (ConnectionFailure, received: [String])? {
    var answers: [String] = []
    do {
      try exchange(lines.lazy.map { Array($0.utf8) }, within: limits) { line in
        answers.append(String(decoding: line, as: UTF8.self))
        return true
      }
      return nil
    } catch {
      return (error, answers)
    }
  }
}

/// Whether a process, if there is one of this number, is more than a zombie.
func isRunning(_ process: String) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  return text.split(separator: ")").last?.split(separator: " ").first != "Z"
}
