package import Diagnostics
import Fingerprints
package import JSONValues
package import Rendering

/// A session with one process of a plugin. The protocol is described in `docs/guide/plugins.md`.
///
/// A session is configured before it renders, and can be configured again for another setting:
///
///     host                          plugin
///     hello                 ──▶  ◀──  welcome                 init
///     configure             ──▶  ◀──  ok                      configure(_:)
///     render                ──▶  ◀──  result | resync         render(_:)
///     collect fragment* end ──▶  ◀──  piece* result           collect(_:to:)
///
/// Any request may be answered by `error`, which refuses it, and preceded by `progress`. A session remains usable after
/// a refusal and after pages that are too large. A violation of the protocol or a failure of the connection ends it.
///
/// A session is used by one thread at a time.
package final class PluginSession {
  /// The reasons why a request has no result.
  package enum Failure: Error {
    /// The plugin has ended, or was ended. It may be started again.
    case connection(ConnectionFailure)
    /// The plugin violated the protocol, and was ended.
    case violation(PluginViolation, LastWords)
    /// The plugin refused the request. It goes on.
    case refused([Diagnostic])
    /// A page is larger than a line may be. The plugin goes on.
    case tooLarge([Diagnostic])
  }

  /// The limits of a plugin's time and memory.
  package struct Limits: Hashable, Sendable {
    /// The time until it answers `welcome`.
    package var start = Duration.seconds(5)
    /// The time that it may be silent during a request.
    package var idle = Duration.seconds(10)
    /// The time that a request may take.
    package var request = Duration.seconds(60)
    /// The number of bytes of memory that it may use.
    package var memory = 4_000_000_000

    package init() {}
  }

  /// The setting that a format is rendered for.
  package struct Setting: Hashable, Sendable {
    /// The name of the format.
    package var format: String
    /// The options of the format.
    package var options: JSONObject
    /// The catalog.
    package var catalog: CatalogInfo
    /// The catalog's folder.
    package var folder: String
    /// Whether the catalog has a search.
    package var hasSearch: Bool

    package init(
      format: String, options: JSONObject, catalog: CatalogInfo, folder: String = "/", hasSearch: Bool = false
    ) {
      self.format = format
      self.options = options
      self.catalog = catalog
      self.folder = folder
      self.hasSearch = hasSearch
    }
  }

  /// The time that a plugin that violated the protocol has to report why.
  private static let lastGrace = Duration.milliseconds(200)
  /// The longest line, in bytes.
  static let lineLimit = 8 << 20

  /// The plugin's description of itself.
  package let welcome: PluginWelcome
  /// The message with this description.
  package let welcomeMessage: JSONValue
  /// The setting that the plugin was configured for, and its answer; `nil` before the first configuration.
  package private(set) var setup: (setting: Setting, setup: PluginSetup, message: JSONValue)?
  private let connection: any LineConnection
  private let limits: Limits
  private var lastID = 0
  /// The number of lines that the plugin has written. The first one is its welcome.
  private var lineCount = 1
  private var encoding: PageEncoding?
  private var format = ""
  /// The cells of each page that the plugin knows, if it wants cells.
  private var knownCells: [String: Set<Fingerprint>] = [:]

  /// Creates a session: sends `hello`, and waits for `welcome`.
  ///
  /// - Parameter limits: The limits of the time and memory that the plugin may use.
  package init(_ connection: any LineConnection, limits: Limits = Limits()) throws(Failure) {
    self.connection = connection
    self.limits = limits
    let versions = PluginWelcome.supportedVersions
    let hello: JSONObject = [
      "t": "hello",
      "protocol": ["min": .number(JSONNumber(versions.lowerBound)), "max": .number(JSONNumber(versions.upperBound))],
      "host": ["name": "pomona", "version": .string(PomonaVersion.current)], "features": ["cancel", "progress"],
      "limits": ["line": .number(JSONNumber(Self.lineLimit))],
    ]
    let exchange = ExchangeLimits(idle: limits.start, total: limits.start, line: Self.lineLimit, memory: limits.memory)
    var answer: Result<JSONValue, PluginViolation>?
    do {
      try connection.exchange([hello.line], within: exchange) { line in
        do {
          answer = .success(try JSONValue(parsing: Array(line)))
        } catch {
          answer = .failure(PluginViolation("its first line is no JSON: \(error)", in: line, number: 1))
        }
        return false
      }
    } catch {
      throw .connection(error)
    }
    do throws(PluginViolation) {
      welcomeMessage = try (answer ?? .failure(PluginViolation("it sent no answer"))).get()
      welcome = try PluginWelcome(json: welcomeMessage)
    } catch {
      throw .violation(error, connection.close(grace: Self.lastGrace))
    }
  }

  /// Ends the plugin.
  ///
  /// - Parameter grace: The time that it has to exit on its own.
  package func close(grace: Duration = .milliseconds(200)) { connection.close(grace: grace) }

  // MARK: - Requests

  /// Configures the plugin for a setting.
  package func configure(_ setting: Setting) throws(Failure) {
    guard let format = welcome.formats.first(where: { $0.id == setting.format }) else {
      let names = welcome.formats.map(\.id).joined(separator: ", ")
      throw violation(PluginViolation("it does not render “\(setting.format)”, but \(names)"))
    }
    // A plugin that refuses a setting need not have kept the one before.
    setup = nil
    knownCells = [:]
    // Set before the request, as the codes of a refusal name the format.
    self.format = setting.format
    let message: JSONObject = [
      "t": "configure", "id": nextID(), "format": .string(setting.format), "options": .object(setting.options),
      "catalog": setting.catalog.message, "folder": .string(setting.folder), "search": .boolean(setting.hasSearch),
    ]
    let answer = try request([message.line], "ok")
    do throws(PluginViolation) {
      let setup = try PluginSetup(json: answer)
      encoding = welcome.encoding(of: format, setup)
      self.setup = (setting, setup, answer)
    } catch {
      throw violation(error)
    }
  }

  /// Renders pages. A plugin that wants cells is sent only the digests of cells that it knows. If it answers `resync`,
  /// the request is sent once more with all cells. Pages that are too large for one line together are sent in parts.
  ///
  /// - Returns: The files, in the order of the pages, and the plugin's warnings.
  package func render(_ pages: [Page]) throws(Failure) -> (files: [[UInt8]], warnings: [Diagnostic]) {
    guard let encoding else { preconditionFailure("A session is configured before pages are rendered.") }
    let files = pages.map { $0.path.file(encoding.fileExtension) }
    let half = pages.count / 2
    var isWhole = false
    while true {
      let known = isWhole || !welcome.wantsCells ? [:] : knownCells
      var line: [UInt8] = []
      line.append(json: "{\"t\":\"render\",\"id\":\(takeID()),\"pages\":[")
      var digests: [Set<Fingerprint>] = []
      for (index, page) in pages.enumerated() {
        if index > 0 { line.append(json: ",") }
        digests.append(page.write(to: &line, as: encoding, omitting: known[page.path.address] ?? []))
      }
      line.append(json: "]}")
      // Halves are sent until each fits into a line. Only a single page that is too large fails.
      if line.count > Self.lineLimit {
        guard pages.count > 1 else { throw .tooLarge(tooLarge(pages[0], files[0])) }
        let (first, second) = (try render(Array(pages[..<half])), try render(Array(pages[half...])))
        return (first.files + second.files, first.warnings + second.warnings)
      }
      let answer = try request([line], "result", or: "resync")
      if answer["t"]?.string == "resync" {
        guard !isWhole else { throw violation(PluginViolation("it answered `resync` to pages that were whole")) }
        isWhole = true
        knownCells = [:]
        continue
      }
      // Only with a result: which cells of a refused request the plugin has kept is unknown.
      if welcome.wantsCells { for (page, cells) in zip(pages, digests) { knownCells[page.path.address] = cells } }
      let contents: [[UInt8]]
      do throws(PluginViolation) {
        contents = try Self.files(of: answer, for: pages, files)
      } catch {
        throw violation(error)
      }
      return (contents, try warnings(of: answer))
    }
  }

  /// Assembles the fragments of all pages into a file.
  ///
  /// - Parameters:
  ///   - fragments: The fragments, in the order of the catalog, each with the address of its page.
  ///   - write: A closure that is called with each piece of the file.
  package func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
    let id = nextID()
    let first: JSONObject = ["t": "collect", "id": id]
    let last: JSONObject = ["t": "end", "id": id]
    // Each fragment becomes a message only when the plugin reads on, so that they are never in memory together.
    let messages = fragments.lazy.map { fragment in
      var message: JSONObject = ["t": "fragment", "id": id, "page": .string(fragment.path)]
      message.setContent(fragment.bytes)
      return message.line
    }
    let lines = [AnySequence([first.line]), AnySequence(messages), AnySequence([last.line])].joined()
    var failure: (any Error)?
    var limits = limits
    // Assembling is work for the whole catalog, and may take as long as it makes progress.
    limits.request = .seconds(86_400)
    _ = try request(lines, "result", id: lastID, within: limits) { message in
      // After a failure the remaining pieces are received and dropped, so that the session remains usable.
      guard message["t"]?.string == "piece", failure == nil else { return message["t"]?.string == "piece" }
      do {
        try write(try message.content(of: "a piece of the file"))
      } catch {
        failure = error
      }
      return true
    }
    if let violation = failure as? PluginViolation { throw self.violation(violation) }
    if let failure { throw failure }
  }

  // MARK: - Sending a request

  private func takeID() -> Int {
    lastID += 1
    return lastID
  }

  private func nextID() -> JSONValue { .number(JSONNumber(takeID())) }

  private func request(_ lines: [[UInt8]], _ kind: String, or other: String? = nil) throws(Failure) -> JSONValue {
    try request(lines, kind, or: other, id: lastID, within: limits) { _ in false }
  }

  /// Sends a request, and waits for its answer.
  ///
  /// - Parameters:
  ///   - other: Another accepted kind of the answer.
  ///   - limits: The limits of the time and memory that the plugin may use.
  ///   - take: A closure that is called with each message other than `progress`. It returns whether the message is a
  ///     part of the answer, so that more messages are expected.
  private func request(
    _ lines: some Sequence<[UInt8]>, _ kind: String, or other: String? = nil, id: Int, within limits: Limits,
    take: (JSONValue) -> Bool
  ) throws(Failure) -> JSONValue {
    var exchange = ExchangeLimits(idle: limits.idle, total: limits.request, line: Self.lineLimit, memory: limits.memory)
    if welcome.canCancel { exchange.cancellation = Array("{\"t\":\"cancel\",\"id\":\(id)}".utf8) }
    var answer: JSONValue?
    var violation: PluginViolation?
    do {
      try connection.exchange(lines, within: exchange) { line in
        lineCount += 1
        let message: JSONValue
        do {
          message = try JSONValue(parsing: Array(line))
        } catch {
          violation = PluginViolation("it wrote a line that is no JSON: \(error)", in: line, number: lineCount)
          return false
        }
        let name = message["t"]?.string ?? ""
        guard message["id"]?.integer == id else {
          violation = PluginViolation(
            "it wrote “\(name)” without the number of the request", in: line, number: lineCount)
          return false
        }
        if name == "progress" || take(message) { return true }
        if name == kind || name == other || name == "error" {
          answer = message
        } else {
          violation = PluginViolation("it answered “\(name)” in the place of `\(kind)`", in: line, number: lineCount)
        }
        return false
      }
    } catch {
      throw .connection(error)
    }
    if let violation { throw self.violation(violation) }
    guard let answer else { throw self.violation(PluginViolation("it sent no answer")) }
    if answer["t"]?.string == "error" {
      let findings = diagnostics(of: answer, usually: .error)
      let unknown = Diagnostic(code: code(nil), "the plugin “\(welcome.name)” reports an error without saying which")
      throw .refused(findings.isEmpty ? [unknown] : findings)
    }
    return answer
  }

  /// Ends a plugin that violated the protocol.
  private func violation(_ violation: PluginViolation) -> Failure {
    .violation(violation, connection.close(grace: Self.lastGrace))
  }

  // MARK: - Answers

  /// Returns the files of an answer, in the order of the pages. There must be exactly one for each page.
  private static func files(
    of answer: JSONValue, for pages: [Page], _ files: [String]
  ) throws(PluginViolation) -> [[UInt8]] {
    var found: [String: [UInt8]] = [:]
    let places = Dictionary(zip(pages.map(\.path.address), files)) { first, _ in first }
    for artifact in answer["artifacts"]?.array ?? [] {
      guard let page = artifact["page"]?.string, let file = places[page] else {
        throw PluginViolation(
          "it answered a file for “\(artifact["page"]?.string ?? artifact["path"]?.string ?? "")”, which was not asked for"
        )
      }
      if let path = artifact["path"]?.string, path != file {
        throw PluginViolation("it put the page “\(page)” at “\(path)”, and its place is “\(file)”")
      }
      guard found[page] == nil else { throw PluginViolation("it answered two files for the page “\(page)”") }
      found[page] = try artifact.content(of: "the file of the page “\(page)”")
    }
    var result: [[UInt8]] = []
    for page in pages {
      guard let bytes = found[page.path.address] else {
        throw PluginViolation("it answered no file for the page “\(page.path.address)”")
      }
      result.append(bytes)
    }
    return result
  }

  /// Returns the findings of an answer with files. An error among them fails the request.
  private func warnings(of answer: JSONValue) throws(Failure) -> [Diagnostic] {
    let findings = diagnostics(of: answer, usually: .warning)
    guard !findings.contains(where: { $0.severity == .error }) else { throw .refused(findings) }
    return findings
  }

  private func diagnostics(of answer: JSONValue, usually severity: Diagnostic.Severity) -> [Diagnostic] {
    (answer["diagnostics"]?.array ?? []).map { finding in
      let severity = finding["severity"]?.string.flatMap(Diagnostic.Severity.init) ?? severity
      let file = finding["page"]?.string.map { page in encoding.map { "\(page).\($0.fileExtension)" } ?? page }
      return Diagnostic(
        severity, code: code(finding["code"]?.string), finding["message"]?.string ?? "no message",
        at: .init(file: file), hint: finding["hint"]?.string)
    }
  }

  private func code(_ name: String?) -> Diagnostic.Code { Diagnostic.Code(rawValue: name ?? "plugin/\(format)") }

  private func tooLarge(_ page: Page, _ file: String) -> [Diagnostic] {
    let count = page.sections.reduce(page.article == nil ? 0 : 1) { $0 + $1.cells.count }
    return [
      Diagnostic(
        code: "plugin/page-too-large",
        "a page with \(count.counted("entry")) is more than the 8 MiB that a plugin is sent at once",
        at: .init(file: file), hint: "Have fewer entries on a page: `pages: { size: … }`.")
    ]
  }
}
