import Foundation
import Glibc
import Synchronization
import Testing

@testable import PluginHosting

/// Processes that conform to the protocol.
@Suite struct ChildProcessTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  @Test func answersLinesAgainAndAgain() throws {
    let plugin = try scripts.shell("exec cat")
    for round in 0..<100 {
      let lines = ["round \(round)", "", "ä\u{2028}ö\r"]
      #expect(try plugin.ask(lines, count: 3) == lines)
    }
    plugin.close(grace: .seconds(60))
  }

  @Test func carriesAnyBytesButLineFeeds() throws {
    let plugin = try scripts.shell("exec cat")
    let line = (0...255).map { UInt8($0) }.filter { $0 != 10 }
    var answer: [UInt8] = []
    try plugin.exchange([line], within: .patient) { line in
      answer = Array(line)
      return false
    }
    #expect(answer == line)
  }

  @Test func writesAndReadsAtOnce() throws {
    let plugin = try scripts.shell("exec cat")
    let count = 100_000
    var pulled = 0
    var received = 0
    var pulledAtFirst: Int?
    let lines = (0..<count).lazy.map { number in
      pulled += 1
      return Array("line \(number)".utf8)
    }
    try plugin.exchange(lines, within: .patient) { line in
      if !line.elementsEqual("line \(received)".utf8) { Issue.record("line \(received) is another one") }
      pulledAtFirst = pulledAtFirst ?? pulled
      received += 1
      return received < count
    }
    #expect(received == count)
    // Lines are created as they are read, not all of them in advance.
    #expect(try #require(pulledAtFirst) < count / 2)
  }

  @Test func readsFromAPluginThatWritesEverythingFirst() throws {
    let plugin = try scripts.python(
      """
      out(b'line\\n' * 100000)
      count = 0
      while count < 100000: count += os.read(0, 65536).count(b'\\n')
      out('done\\n')
      """)
    let lines = [String](repeating: "line", count: 100_000)
    let answers = try plugin.ask(lines, count: 100_001)
    #expect(answers.dropLast() == lines[...])
    #expect(answers.last == "done")
  }

  @Test func sendsTheRestAfterAnEarlyAnswer() throws {
    let plugin = try scripts.python(
      """
      out('early\\n')
      count = 0
      while count < 100000: count += os.read(0, 65536).count(b'\\n')
      out('%d\\n' % count)
      """)
    #expect(try plugin.ask([String](repeating: "line", count: 100_000), count: 1) == ["early"])
    #expect(try plugin.ask(count: 1) == ["100000"])
  }

  @Test func carriesTheLongestLine() throws {
    let plugin = try scripts.shell("exec cat")
    let limits = ExchangeLimits.patient
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: limits.line)
    var lengths: [Int] = []
    try plugin.exchange([line, [], line], within: limits) { line in
      lengths.append(line.count)
      return lengths.count < 3
    }
    #expect(lengths == [limits.line, 0, limits.line])
  }

  @Test func keepsLinesThatComeTooEarly() throws {
    let plugin = try scripts.shell("echo a; echo b; echo c; exec cat")
    #expect(try plugin.ask(count: 1) == ["a"])
    #expect(try plugin.ask(["d"], count: 3) == ["b", "c", "d"])
  }

  @Test func exchangesOfSeveralThreadsRunOneAfterTheOther() throws {
    let plugin = try scripts.shell("exec cat")
    let mismatches = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 50) { number in
      let lines = (0..<20).map { "\(number): \($0)" }
      if (try? plugin.ask(lines, count: lines.count)) != lines { mismatches.withLock { $0 += 1 } }
    }
    #expect(mismatches.withLock(\.self) == 0)
  }

  @Test func isNotDelayedByOutputOnStandardError() throws {
    let plugin = try scripts.python(
      """
      for number in range(10 * 1024): err(b'x' * 1023 + b'\\n')
      out('done\\n')
      """)
    #expect(try plugin.ask(count: 1) == ["done"])
  }

  // MARK: - The environment of a plugin

  @Test func environmentIsAnAllowList() throws {
    let host = [
      "PATH": "/bin", "HOME": "/h", "LANG": "C", "LC_TIME": "C", "TZ": "UTC", "SECRET": "s", "LD_PRELOAD": "x",
      "XDG_STATE_HOME": "/s",
    ]
    let environment = ChildProcess.environment(from: host, adding: ["HOME": "/other", "POMONA": "1"])
    #expect(
      environment == [
        "PATH": "/bin", "HOME": "/other", "LANG": "C", "LC_TIME": "C", "TZ": "UTC", "POMONA": "1",
      ])
  }

  @Test func environmentIsPassed() throws {
    setenv("POMONA_TESTS_SECRET", "secret", 1)
    let plugin = try ChildProcess("/usr/bin/env", environment: ["POMONA_TESTS_ADDED": "a = b"])
    let (_, lines) = try #require(plugin.failure())
    #expect(lines.contains("POMONA_TESTS_ADDED=a = b"))
    #expect(lines.contains { $0.hasPrefix("PATH=") })
    #expect(!lines.contains { $0.hasPrefix("POMONA_TESTS_SECRET") })
  }

  @Test func argumentsArePassed() throws {
    let plugin = try scripts.shell(#"for word in "$@"; do echo "$word"; done; echo "$0""#, "a b", "", "ü")
    #expect(try plugin.ask(count: 4) == ["a b", "", "ü", scripts.path("plugin")])
  }

  @Test func inheritsNoDescriptors() throws {
    // A descriptor that is inherited unless it is closed.
    let inheritable = dup(STDERR_FILENO)
    defer { close(inheritable) }
    let others = try (0..<5).map { _ in try ChildProcess("/bin/cat") }
    let plugin = try scripts.python("out(' '.join(sorted(os.listdir('/proc/self/fd'))) + '\\n')")
    // The last descriptor is that of the listing.
    #expect(try plugin.ask(count: 1) == ["0 1 2 3"])
    withExtendedLifetime(others) {}
  }

  @Test func signalsAreReset() throws {
    var mask = sigset_t()
    var usual = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &mask, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let plugin = try ChildProcess("/bin/grep", arguments: ["-E", "Sig(Blk|Ign)", "/proc/self/status"])
    let sets = try plugin.ask(count: 2).map { $0.split(separator: "\t") }
    #expect(sets.map(\.first) == ["SigBlk:", "SigIgn:"])
    for set in sets {
      // The C library uses two signals above the 31 usual ones, and lets every process that it starts ignore them.
      let signals = try #require(UInt64(set[1], radix: 16))
      #expect(signals & (1 << 31 - 1) == 0)
    }
  }

  @Test func workingDirectoryIsEmptyAndDeleted() throws {
    let plugin = try scripts.python(
      """
      out(os.getcwd() + '\\n')
      out('%d\\n' % len(os.listdir('.')))
      os.makedirs('a/b')
      open('a/b/c', 'w').write('text')
      out('done\\n')
      hang()
      """)
    let answers = try plugin.ask(count: 3)
    #expect(answers[1...] == ["0", "done"])
    #expect(FileManager.default.fileExists(atPath: answers[0] + "/a/b/c"))
    plugin.close(grace: .zero)
    #expect(!FileManager.default.fileExists(atPath: answers[0]))
  }

  // MARK: - The end of a plugin

  @Test func closingEndsTheInputFirst() throws {
    let plugin = try scripts.shell("echo $$; while read line; do :; done; echo ended >\"$1\"", scripts.path("note"))
    let process = try plugin.ask(count: 1)[0]
    plugin.close(grace: .seconds(120))
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    #expect(try String(contentsOfFile: scripts.path("note"), encoding: .utf8) == "ended\n")
    // Closing twice has no further effect.
    plugin.close(grace: .seconds(120))
    #expect(plugin.failure()?.0.reason == .closed)
  }

  @Test func closingSendsASignalNext() throws {
    let plugin = try scripts.python(
      """
      def end(*_):
        open(sys.argv[1], 'w').write('ended')
        sys.exit()
      signal.signal(signal.SIGTERM, end)
      out('ready\\n')
      hang()
      """, scripts.path("note"))
    try plugin.ask(count: 1)
    plugin.close(grace: .seconds(2))
    #expect(try String(contentsOfFile: scripts.path("note"), encoding: .utf8) == "ended")
  }

  @Test func closingIsNotDelayedByOutput() throws {
    let plugin = try scripts.python(
      """
      out('ready\\n')
      sys.stdin.read()
      out(b'x' * 1000000)
      err(b'x' * 1000000)
      open(sys.argv[1], 'w').write('ended')
      """, scripts.path("note"))
    try plugin.ask(count: 1)
    plugin.close(grace: .seconds(120))
    #expect(FileManager.default.fileExists(atPath: scripts.path("note")))
  }

  @Test func aConnectionThatIsReleasedKillsItsGroup() throws {
    let witness = try Witness(in: scripts)
    var plugin: ChildProcess? = try scripts.python(
      """
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      file = open(sys.argv[1], 'w')
      if os.fork(): out('%d\\n' % os.getpid())
      else: out('child\\n')
      hang()
      """, witness.path)
    let answers = try #require(plugin).ask(count: 2)
    let process = try #require(answers.first { $0 != "child" })
    plugin = nil
    #expect(witness.isAlone())
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
  }

  @Test func aHostThatEndsKillsAllPlugins() async {
    await #expect(processExitsWith: .success) {
      let scripts = try Scripts()
      let witness = try Witness(in: scripts)
      let text = """
        file = open(sys.argv[1], 'w')
        os.fork()
        out('ready\\n')
        hang()
        """
      let plugins = try (0..<3).map { _ in try scripts.python(text, witness.path) }
      for plugin in plugins { try plugin.ask(count: 2) }
      ChildProcess.killAll()
      #expect(witness.isAlone())
      let late = try scripts.shell("exec cat")
      for plugin in plugins + [late] {
        #expect(plugin.failure()?.0.reason == .ended(.signal(9), inMidLine: false))
      }
    }
  }

  @Test func manyProcessesLeaveNoDescriptors() throws {
    let path = try scripts.write(
      "#!/bin/sh\necho $$\nreadlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2\npwd\nread line\n")
    for _ in 0..<200 {
      let plugin = try ChildProcess(path)
      let answers = try plugin.ask(count: 5)
      plugin.close(grace: .seconds(120))
      #expect(!FileManager.default.fileExists(atPath: "/proc/\(answers[0])"))
      #expect(!FileManager.default.fileExists(atPath: answers[4]))
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(answers[1...3].allSatisfy { $0.hasPrefix("pipe:") })
      #expect(Set(open).isDisjoint(with: answers[1...3]))
    }
  }
}
