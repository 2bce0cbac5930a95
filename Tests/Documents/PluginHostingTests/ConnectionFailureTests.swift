import Foundation
import Testing

@testable import PluginHosting

/// Processes that violate the protocol.
@Suite struct ConnectionFailureTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  // MARK: - An early end

  @Test func endsWithoutAnAnswer() throws {
    let plugin = try scripts.shell("exit 0")
    let failure = try #require(plugin.failure(of: ["a"])).0
    #expect(failure.reason == .ended(.status(0), inMidLine: false))
    #expect(failure.description == "it ended with status 0")
    #expect(failure.lastWords == LastWords())
    // A further exchange fails in the same way.
    #expect(plugin.failure(of: ["b"])?.0 == failure)
  }

  @Test func endsInMidLine() throws {
    let plugin = try scripts.shell("read line; echo whole; printf half; echo why >&2; exit 3")
    let (failure, received) = try #require(plugin.failure(of: ["a"]))
    #expect(received == ["whole"])
    #expect(failure.reason == .ended(.status(3), inMidLine: true))
    #expect(failure.description == "it ended with status 3, in the middle of a line")
    #expect(failure.lastWords == LastWords(errorLines: ["why"], outputStart: "whole\\u{a}half"))
  }

  @Test func endsBetweenExchanges() throws {
    let plugin = try scripts.shell("read line; echo answer; exit 4")
    #expect(try plugin.ask(["a"], count: 1) == ["answer"])
    let lines = [String](repeating: "line", count: 100_000)
    #expect(plugin.failure(of: lines)?.0.reason == .ended(.status(4), inMidLine: false))
  }

  @Test func isKilledBySignal() throws {
    let plugin = try scripts.shell("kill -9 $$")
    let failure = try #require(plugin.failure()).0
    #expect(failure.reason == .ended(.signal(9), inMidLine: false))
    #expect(failure.description == "it was killed by signal 9 (KILL)")
  }

  @Test func answersInFullBeforeItEnds() throws {
    let plugin = try scripts.python("out(b'line\\n' * 10000)")
    let (failure, received) = try #require(plugin.failure())
    #expect(received.count == 10_000)
    #expect(failure.reason == .ended(.status(0), inMidLine: false))
  }

  @Test func exitIsNoticedWhileAnotherProcessHoldsTheOutput() throws {
    let witness = try Witness(in: scripts)
    let plugin = try scripts.python(
      """
      file = open(sys.argv[1], 'w')
      if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        out('child\\n')
        hang()
      sys.stdin.readline()
      out('last\\nhalf')
      os._exit(5)
      """, witness.path)
    #expect(try plugin.ask(count: 1) == ["child"])
    let (failure, received) = try #require(plugin.failure(of: ["end"]))
    #expect(received == ["last"])
    #expect(failure.reason == .ended(.status(5), inMidLine: true))
    #expect(witness.isAlone())
  }

  // MARK: - Silence

  @Test func hangs() throws {
    let plugin = try scripts.python("out('%d\\n' % os.getpid())\nhang()")
    let process = try plugin.ask(count: 1)[0]
    let failure = try #require(plugin.failure(of: ["a"], within: ExchangeLimits(idle: .milliseconds(200)))).0
    #expect(failure.reason == .idle(.milliseconds(200)))
    #expect(failure.description == "it did not answer for 0.2 s")
    #expect(!isRunning(process))
  }

  @Test func neverReads() throws {
    let plugin = try scripts.python("hang()")
    let lines = [String](repeating: "line", count: 100_000)
    let failure = plugin.failure(of: lines, within: ExchangeLimits(idle: .milliseconds(200)))?.0
    #expect(failure?.reason == .idle(.milliseconds(200)))
  }

  @Test func progressExtendsTheTimeLimitButNotForever() throws {
    let plugin = try scripts.python("while True: out('progress\\n')")
    try plugin.ask(count: 1)
    let failure = try #require(plugin.failure(within: ExchangeLimits(idle: .seconds(2), total: .seconds(4)))).0
    #expect(failure.reason == .overtime(.seconds(4)))
    #expect(failure.description == "its answer was not complete after 4 s")
  }

  @Test func partOfALineIsNoProgress() throws {
    let plugin = try scripts.python("while True: out('x')")
    let limits = ExchangeLimits(idle: .milliseconds(200), line: .max)
    #expect(plugin.failure(within: limits)?.0.reason == .idle(.milliseconds(200)))
  }

  @Test func closesItsInput() throws {
    let plugin = try scripts.python("os.close(0)\nout('ready\\n')\nhang()")
    try plugin.ask(count: 1)
    // Writing to it does not end this process.
    let lines = [String](repeating: "line", count: 100_000)
    let failure = plugin.failure(of: lines, within: ExchangeLimits(idle: .milliseconds(200)))?.0
    #expect(failure?.reason == .idle(.milliseconds(200)))
  }

  @Test func closesItsInputAndAnswers() throws {
    let plugin = try scripts.python("os.close(0)\nout('ready\\nanswer\\n')\nhang()")
    try plugin.ask(count: 1)
    #expect(try plugin.ask([String](repeating: "line", count: 100_000), count: 1) == ["answer"])
  }

  @Test func closesItsOutput() throws {
    let plugin = try scripts.python("os.close(1)\nos.close(2)\nhang()")
    #expect(plugin.failure(within: ExchangeLimits(idle: .seconds(1)))?.0.reason == .idle(.seconds(1)))
  }

  @Test func ignoresTheSignalToEnd() throws {
    let witness = try Witness(in: scripts)
    let plugin = try scripts.python(
      """
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      file = open(sys.argv[1], 'w')
      os.fork()
      out('ready\\n')
      hang()
      """, witness.path)
    try plugin.ask(count: 2)
    #expect(plugin.failure(within: ExchangeLimits(idle: .milliseconds(200)))?.0.reason == .idle(.milliseconds(200)))
    #expect(witness.isAlone())
  }

  // MARK: - Excess

  @Test func writesALineWithoutEnd() throws {
    let plugin = try scripts.python("while True: out(b'x' * 10000)")
    var limits = ExchangeLimits.patient
    limits.line = 1_000_000
    let failure = try #require(plugin.failure(within: limits)).0
    #expect(failure.reason == .lineTooLong(limit: 1_000_000))
    #expect(failure.description == "it wrote a line of more than 1000000 bytes")
    #expect(failure.lastWords.outputStart == String(repeating: "x", count: 200))
  }

  @Test func writesALineOfOneByteTooMany() throws {
    let plugin = try scripts.shell("echo 12345; echo 123456; exec cat")
    var limits = ExchangeLimits.patient
    limits.line = 5
    let (failure, received) = try #require(plugin.failure(within: limits))
    #expect(received == ["12345"])
    #expect(failure.reason == .lineTooLong(limit: 5))
  }

  @Test(arguments: ["itself", "child"])
  func takesTooMuchMemory(who: String) throws {
    let plugin = try scripts.python(
      """
      if sys.argv[1] == 'child' and os.fork(): hang()
      memory = b'x' * (300 << 20)
      hang()
      """, who)
    var limits = ExchangeLimits.patient
    limits.memory = 200_000_000
    let failure = try #require(plugin.failure(within: limits)).0
    guard case .outOfMemory(let size, let limit) = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect(size > limit && limit == limits.memory)
    #expect(failure.description == "it took \(size / 1_000_000 + 1) MB of memory, and may take 200 MB")
    for (size, text) in [
      (4_000_000_000, "4 GB"), (1_500_000_000, "1500 MB"), (500_000, "500 kB"), (1001, "1001 bytes"),
    ] {
      #expect(ConnectionFailure.Reason.outOfMemory(size, limit: size).description.hasSuffix("may take \(text)"))
    }
  }

  // MARK: - Output on standard error

  @Test func theQuotedErrorOutputIsShort() throws {
    let plugin = try scripts.python(
      """
      out(b'o' * 1000)
      for number in range(50): err('line %d\\n' % number)
      err('ü' * 400 + '\\n')
      err(b'e' * 1000000)
      sys.exit(1)
      """)
    let words = try #require(plugin.failure()).0.lastWords
    #expect(words.outputStart == String(repeating: "o", count: 200))
    #expect(words.errorLines.count == 20)
    #expect(words.errorLines.first == "line 32")
    #expect(words.errorLines[18] == String(repeating: "ü", count: 250) + "…")
    #expect(words.errorLines[19] == String(repeating: "e", count: 500) + "…")
  }

  @Test func theQuotedErrorOutputDoesNotControlATerminal() throws {
    let plugin = try scripts.python("out('\\033[2J')\nerr('\\033[31mred\\a\\u202e\\n')\nout(b'\\xff')\nsys.exit(1)")
    let words = try #require(plugin.failure()).0.lastWords
    #expect(words.outputStart == "\\u{1b}[2J\u{FFFD}")
    #expect(words.errorLines == ["\\u{1b}[31mred\\u{7}\\u{202e}"])
  }
}
