import Foundation
import Testing

@testable import PluginHosting

/// Processes that do one thing and end.
@Suite struct RunningTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  /// Limits for processes that end: machines may be slow.
  private static let patient = RunLimits(time: .seconds(120), output: 64_000)

  private func run(
    _ program: String, _ arguments: String..., input: String = "input", within limits: RunLimits = patient
  ) throws -> String {
    let output = try ChildProcess.run(
      program, arguments: arguments, in: scripts.folder.path(), input: Array(input.utf8), within: limits)
    return String(decoding: output, as: UTF8.self)
  }

  private func failure(
    of program: String, _ arguments: String..., input: String = "input", within limits: RunLimits = patient
  ) throws -> ConnectionFailure {
    try #require(throws: ConnectionFailure.self) {
      try ChildProcess.run(
        program, arguments: arguments, in: scripts.folder.path(), input: Array(input.utf8), within: limits)
    }
  }

  private func shell(_ text: String) throws -> String { try scripts.write("#!/bin/sh\n" + text) }

  private func python(_ text: String) throws -> String {
    let prelude = "#!/usr/bin/env python3\nimport os, signal, sys, time\n"
    return try scripts.write(prelude + text)
  }

  @Test func readsItsWholeInput() throws {
    #expect(try run("/bin/cat", input: "ä\nö") == "ä\nö\n")
    #expect(try run("/bin/cat", input: "") == "\n")
    let large = String(repeating: "0123456789abcdef", count: 1 << 18)
    #expect(try run("/usr/bin/wc", "-c", input: large).trimmingPrefix(while: \.isWhitespace) == "4194305\n")
  }

  @Test func outputNeedsNoLineBreakAtItsEnd() throws {
    #expect(try run(shell("printf 'a\\nb'")) == "a\nb")
    #expect(try run(shell("exit 0")) == "")
  }

  @Test func argumentsAndFolderArePassed() throws {
    let program = try shell(#"pwd; for word in "$@"; do echo "<$word>"; done"#)
    let folder = try #require(scripts.folder.path().withCString { realpath($0, nil) }.map { String(cString: $0) })
    #expect(try run(program, "a b", "", "$HOME", "ü") == "\(folder)\n<a b>\n<>\n<$HOME>\n<ü>\n")
  }

  @Test func environmentHasNoSecrets() throws {
    setenv("POMONA_TESTS_SECRET", "secret", 1)
    let lines = try run("/usr/bin/env").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("PATH=") })
    #expect(!lines.contains { $0.hasPrefix("POMONA_TESTS_SECRET") })
  }

  @Test func endsWithoutReadingALargeInput() throws {
    let large = String(repeating: "x", count: 8 << 20)
    #expect(try run(shell("echo done"), input: large) == "done\n")
    #expect(try run(shell("exec <&-; echo done"), input: large) == "done\n")
  }

  @Test func closesItsOutputFirst() throws {
    #expect(try run(shell("echo done; exec >&- 2>&-; cat >/dev/null")) == "done\n")
  }

  @Test func failsWithItsStatusAndLastWords() throws {
    let failure = try failure(of: shell("echo out; echo first >&2; echo last >&2; exit 1"))
    #expect(failure.description == "it ended with status 1")
    #expect(failure.lastWords == LastWords(errorLines: ["first", "last"], outputStart: "out\\u{a}"))
    #expect(try self.failure(of: shell("kill -9 $$")).reason == .ended(.signal(9), inMidLine: false))
  }

  @Test func whatCannotBeStartedSaysWhy() throws {
    #expect(try failure(of: scripts.path("nothing")).reason == .cannotStart(.missing(scripts.path("nothing"))))
    let program = try scripts.write("#!/bin/sh\n", mode: 0o644)
    #expect(try failure(of: program).reason == .cannotStart(.notExecutable(program)))
    #expect(try failure(of: program).hint?.contains("chmod") == true)
  }

  // MARK: - Limits

  private static let short = RunLimits(time: .seconds(1), output: 64_000)

  @Test(arguments: [
    "signal.pause()", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: signal.pause()",
    "os.close(0); os.close(1); os.close(2)\nwhile True: signal.pause()",
    "while True: os.write(1, b'x'); time.sleep(0.05)",
  ])
  func hangs(text: String) throws {
    let witness = try Witness(in: scripts)
    let failure = try failure(
      of: python("file = open(sys.argv[1], 'w')\n" + text), witness.path, within: Self.short)
    #expect(failure.reason == .overtime(.seconds(1)))
    #expect(witness.isAlone())
  }

  @Test func hangsWithAnUnreadInput() throws {
    let large = String(repeating: "x", count: 8 << 20)
    #expect(
      try failure(of: shell("exec sleep 600"), input: large, within: Self.short).reason == .overtime(.seconds(1)))
  }

  @Test(arguments: [1, 2]) func floods(descriptor: Int) throws {
    let failure = try failure(of: python("while True: os.write(\(descriptor), b'x' * 65536)"))
    #expect(failure.reason == .tooMuchOutput(limit: 64_000))
    #expect(failure.description == "it wrote more than 64 kB")
  }

  @Test func writesAsMuchAsItMay() throws {
    #expect(try run(python("os.write(1, b'x' * 64000); os.write(2, b'x' * 64000)")).utf8.count == 64_000)
    #expect(try failure(of: python("os.write(1, b'x' * 64001)")).reason == .tooMuchOutput(limit: 64_000))
  }

  // MARK: - Other processes

  @Test func whatItStartsIsKilledWhenItEnds() throws {
    let witness = try Witness(in: scripts)
    let program = try python(
      """
      file = open(sys.argv[1], 'w')
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      if os.fork() == 0:
        while True: signal.pause()
      os.write(1, b'done')
      """)
    #expect(try run(program, witness.path) == "done")
    #expect(witness.isAlone())
  }

  @Test func whatLeavesTheGroupDelaysNothing() throws {
    let program = try python(
      """
      reading, writing = os.pipe()
      if os.fork() == 0:
        os.setsid()
        os.write(1, b'%d' % os.getpid())
        os.write(writing, b'x')
        while True: signal.pause()
      os.read(reading, 1)
      """)
    let process = try #require(pid_t(run(program)))
    #expect(isRunning("\(process)"))
    kill(process, SIGKILL)
  }

  @Test func manyRunsLeaveNothing() throws {
    let program = try shell("cat >/dev/null; echo $$; readlink /proc/$$/fd/1")
    for _ in 0..<100 {
      let answers = try run(program).split(separator: "\n").map(String.init)
      #expect(!FileManager.default.fileExists(atPath: "/proc/\(answers[0])"))
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(answers[1].hasPrefix("pipe:") && !open.contains(answers[1]))
    }
  }
}
