import Diagnostics
import JSONValues
import Rendering

/// A check of whether a plugin follows the protocol of `docs/guide/plugins.md`, for authors of plugins.
package struct PluginCheck {
  /// The result for one rule.
  package struct Finding: Hashable, Sendable {
    /// The rule, as a statement about the plugin: `renders pages in any order`.
    package let rule: String
    /// What the plugin does instead; `nil` if it follows the rule.
    package let problem: String?
    /// The lines that it wrote to its standard error, if there is a problem.
    package var notes: [String] = []
  }

  private let start: PluginHost.Start
  private let limits: PluginSession.Limits
  private let report: (Finding) -> Void
  private var problems = 0

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - limits: The limits of the plugin's time and memory.
  ///   - report: A closure that is called with each result.
  ///   - start: A closure that starts a process of the plugin.
  package init(
    limits: PluginSession.Limits = PluginSession.Limits(), report: @escaping (Finding) -> Void,
    start: @escaping PluginHost.Start
  ) {
    self.limits = limits
    self.report = report
    self.start = start
  }

  /// Checks all rules.
  ///
  /// - Returns: Whether the plugin follows all of them.
  package mutating func run() -> Bool {
    var welcome: PluginWelcome?
    check("introduces itself") { check throws(Problem) in
      let session = try check.session()
      defer { session.close() }
      welcome = session.welcome
    }
    guard let welcome else { return false }
    for format in welcome.formats { run(format, of: welcome) }
    check("answers a message that it does not know with an error, and goes on") { check throws(Problem) in
      let connection = try check.connection()
      let session = try check.session(on: connection)
      defer { session.close() }
      // The number is one that the session will not reach.
      let answer = try check.ask(connection, "{\"t\":\"dance\",\"id\":9000001}")
      guard answer["t"]?.string == "error", answer["id"]?.integer == 9_000_001 else {
        throw Problem("it answered “\(answer["t"]?.string ?? "")”")
      }
      try check.configure(session, for: welcome.formats[0])
    }
    check("ignores a message without a number that it does not know") { check throws(Problem) in
      let connection = RewritingConnection(try check.connection()) { line in
        line.starts(with: "{\"t\":\"configure\"".utf8) ? [Array("{\"t\":\"note\",\"text\":\"\"}".utf8), line] : [line]
      }
      try check.withSession(for: welcome.formats[0], on: connection) { _ in }
    }
    check("answers, or ends, if there is no version that both speak") { check throws(Problem) in
      let connection = try check.connection()
      defer { connection.close(grace: .milliseconds(200)) }
      do throws(Problem) {
        let answer = try check.ask(
          connection,
          "{\"t\":\"hello\",\"protocol\":{\"min\":1000,\"max\":1000},\"host\":{\"name\":\"pomona\",\"version\":\"1000\"},\"features\":[],\"limits\":{\"line\":8388608}}"
        )
        guard answer["protocol"]?.integer != 1000 else { throw Problem("it claims to support version 1000") }
      } catch  where error.isEnd {
        // Exiting without an answer is allowed, too.
      }
    }
    check("ends when its input ends") { check throws(Problem) in
      let session = try check.session()
      let limit = Duration.seconds(2)
      let time = SuspendingClock().measure { session.close(grace: limit) }
      guard time < limit else { throw Problem("it does not exit when its input ends") }
    }
    return problems == 0
  }

  private mutating func run(_ format: PluginWelcome.Format, of welcome: PluginWelcome) {
    let name = format.id
    check("\(name): takes the usual options") { check throws(Problem) in
      try check.withSession(for: format) { _ in }
    }
    var files: [[UInt8]] = []
    let pages = PluginSamples.pages
    check("\(name): renders pages of all kinds") { check throws(Problem) in
      files = try check.rendered(format) { [pages] }
    }
    guard files.count == pages.count else { return }
    check("\(name): renders pages one by one as it does together") { check throws(Problem) in
      try check.compare(files, try check.rendered(format) { pages.map { [$0] } })
    }
    check("\(name): renders pages in any order, and more than once") { check throws(Problem) in
      try check.withSession(for: format) { session throws(Problem) in
        for _ in 0..<2 { try check.compare(files, try check.render(Array(pages.reversed()), session).reversed()) }
      }
    }
    check("\(name): ignores members that it does not know") { check throws(Problem) in
      // Put before all others, `{"t":…` becomes `{"later":…,"t":…`.
      let unknown = Array("{\"later\":{\"a\":[1,null]},".utf8)
      let connection = RewritingConnection(try check.connection()) { [unknown + $0.dropFirst()] }
      try check.withSession(for: format, on: connection) { session throws(Problem) in
        try check.compare(files, try check.render(pages, session))
      }
    }
    check("\(name): renders a page of a megabyte") { check throws(Problem) in
      let files = try check.rendered(format) { [[PluginSamples.largePage]] }
      guard files[0].count > 0 || welcome.body == .none else {
        throw Problem("the file of a page with much on it is empty")
      }
    }
    if welcome.wantsCells {
      check("\(name): puts cells together that it was sent before") { check throws(Problem) in
        try check.withSession(for: format) { session throws(Problem) in
          _ = try check.render(pages, session)
          let changed = pages.map(PluginSamples.changed)
          let patched = try check.render(changed, session)
          try check.compare(try check.rendered(format) { [changed] }, patched)
        }
      }
      check("\(name): requests cells that it does not have") { check throws(Problem) in
        let connection = try check.connection()
        let cells = "[{\"digest\":\"00000000000000000000000000000000\"}]"
        let section = "{\"page\":\"citrus/index\",\"href\":\"index.txt\",\"count\":1,\"cells\":\(cells)}"
        let page =
          "{\"id\":\"citrus/index\",\"kind\":\"section\",\"file\":\"x\",\"title\":\"x\",\"sections\":[\(section)]}"
        let answer = try check.withSession(for: format, on: connection) { _ throws(Problem) in
          try check.ask(connection, "{\"t\":\"render\",\"id\":9000002,\"pages\":[\(page)]}")
        }
        guard answer["t"]?.string == "resync" else {
          throw Problem("it answered “\(answer["t"]?.string ?? "")” to a cell that it was never sent")
        }
      }
    }
    if format.collects {
      check("\(name): puts pages together, the same ones to the same file") { check throws(Problem) in
        var results: [[UInt8]] = []
        for _ in 0..<2 {
          try check.withSession(for: format) { session throws(Problem) in
            let artifacts = zip(pages, files).map { Artifact(path: $0.path.address, bytes: $1) }
            var file: [UInt8] = []
            try check.attempt { try session.collect(artifacts) { file += $0 } }
            results.append(file)
          }
        }
        guard !results[0].isEmpty else { throw Problem("the file is empty") }
        guard results[0] == results[1] else { throw Problem("the file is another one each time") }
      }
    }
  }

  // MARK: - Checking a rule

  private struct Problem: Error {
    let text: String
    var notes: [String] = []
    /// Whether the plugin has exited.
    var isEnd = false

    init(_ text: String) { self.text = text }

    init(_ error: any Error) {
      let failure = (error as? ConnectionFailure).map(PluginSession.Failure.connection)
      switch failure ?? error as? PluginSession.Failure {
      case .connection(let failure)?:
        text = failure.description
        notes = failure.lastWords.errorLines
        if case .ended = failure.reason { isEnd = true }
      case .violation(let violation, let words)?:
        text = violation.message
        notes = [violation.line].compactMap(\.self) + words.errorLines
      case .refused(let findings)?, .tooLarge(let findings)?:
        text = "it says: " + findings.map(\.message).joined(separator: "; ")
      case nil: text = "\(error)"
      }
    }
  }

  /// Calls a closure, and throws its error as a problem.
  private func attempt<Result>(_ body: () throws -> Result) throws(Problem) -> Result {
    do { return try body() } catch { throw Problem(error) }
  }

  private mutating func check(_ rule: String, _ body: (borrowing PluginCheck) throws(Problem) -> Void) {
    do throws(Problem) {
      try body(self)
      report(Finding(rule: rule, problem: nil))
    } catch {
      problems += 1
      report(Finding(rule: rule, problem: error.text, notes: error.notes))
    }
  }

  private func connection() throws(Problem) -> any LineConnection { try attempt { try start() } }

  private func session(on connection: (any LineConnection)? = nil) throws(Problem) -> PluginSession {
    let connection = if let connection { connection } else { try self.connection() }
    return try attempt { try PluginSession(connection, limits: limits) }
  }

  private func withSession<Result>(
    for format: PluginWelcome.Format, on connection: (any LineConnection)? = nil,
    _ body: (PluginSession) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let session = try session(on: connection)
    defer { session.close() }
    try configure(session, for: format)
    return try body(session)
  }

  /// Sends a line unchanged, and returns the plugin's next line.
  private func ask(_ connection: any LineConnection, _ line: String) throws(Problem) -> JSONValue {
    var answer: [UInt8] = []
    let exchange = ExchangeLimits(idle: limits.idle, total: limits.request)
    try attempt {
      try connection.exchange([Array(line.utf8)], within: exchange) { line in
        answer = Array(line)
        return false
      }
    }
    do {
      return try JSONValue(parsing: answer)
    } catch {
      throw Problem("it wrote a line that is no JSON: \(error)")
    }
  }

  private func configure(_ session: PluginSession, for format: PluginWelcome.Format) throws(Problem) {
    var findings: [Diagnostic] = []
    let options = format.options.options(nil, findings: &findings)
    if let finding = findings.first { throw Problem("its options have no defaults: \(finding.message)") }
    let setting = PluginSession.Setting(format: format.id, options: options, catalog: PluginSamples.catalog)
    try attempt { try session.configure(setting) }
  }

  private func render(_ pages: [Page], _ session: PluginSession) throws(Problem) -> [[UInt8]] {
    try attempt { try session.render(pages).files }
  }

  /// Returns the files of the pages of some requests, rendered by a new process.
  private func rendered(_ format: PluginWelcome.Format, requests: () -> [[Page]]) throws(Problem) -> [[UInt8]] {
    try withSession(for: format) { session throws(Problem) in
      var files: [[UInt8]] = []
      for request in requests() { files += try render(request, session) }
      return files
    }
  }

  private func compare(_ first: [[UInt8]], _ second: [[UInt8]]) throws(Problem) {
    for (index, (one, other)) in zip(first, second).enumerated() where one != other {
      throw Problem("the file of the page “\(PluginSamples.pages[index].path.address)” is another one")
    }
  }
}

/// A connection that rewrites the lines before it sends them.
private final class RewritingConnection: LineConnection {
  private let base: any LineConnection
  private let rewrite: @Sendable ([UInt8]) -> [[UInt8]]

  init(_ base: any LineConnection, rewrite: @escaping @Sendable ([UInt8]) -> [[UInt8]]) {
    self.base = base
    self.rewrite = rewrite
  }

  func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    try base.exchange(lines.lazy.flatMap(rewrite), within: limits, receive: receive)
  }

  func close(grace: Duration) -> LastWords { base.close(grace: grace) }
}
