package import Diagnostics
import Fingerprints
import Foundation
import JSONValues
package import Rendering

/// A host that renders one format by the processes of a plugin. It starts a process when there is something to do, and
/// uses several if the plugin is stateless. Whoever renders with a host holds it; its processes end when it is
/// released.
///
/// There is one ``PluginSession`` per process. A thread takes a session for a request, and gives it back afterwards:
///
///     start ──▶ in use ──give──▶ idle ──endProcesses, deinit──▶ closed
///               │    ▲            │
///               │    └────take────┘
///               └──▶ closed: the process has failed
///
/// At most `jobs` sessions exist at a time; `take` waits for one if all are in use.
///
/// A request at which a process ends is made once more, of another process. If that fails, too, or an answer violates
/// the protocol, the format has failed: no process is started any more until `forgetFailure()`, which each build and
/// each update begins with.
///
/// The `Sendable` conformance is unchecked: all mutable state is protected by `condition`, and a session is used only
/// by the thread that took it.
package final class PluginHost: @unchecked Sendable {
  /// A closure that starts a process.
  package typealias Start = @Sendable () throws(ConnectionFailure) -> any LineConnection

  /// The name of the format.
  package let format: String
  private let identity: String
  private let location: Diagnostic.Location
  private let limits: PluginSession.Limits
  private let jobs: Int
  private let start: Start
  /// The program's file, which must not change while the plugin runs.
  private let program: FileStamp?

  private let condition = NSCondition()
  /// The sessions that wait for a request.
  private var idle: [PluginSession] = []
  /// The number of sessions, including those that are being started.
  private var count = 0
  private var knownWelcome: PluginWelcome?
  private var findings = PluginFindings()
  /// The error with which the format has failed; `nil` as long as processes are started.
  private var formatError: DiagnosticsError?

  /// Creates a host. No process is started yet.
  ///
  /// - Parameters:
  ///   - identity: The digest of the program, which the plugin's answers depend on besides the messages.
  ///   - program: The program's file; `nil` if there is no file that could change.
  ///   - limits: The limits of the time and memory of processes.
  ///   - jobs: The maximal number of processes, if the plugin is stateless.
  ///   - location: The location where the format is named, for diagnostics.
  package init(
    format: String, identity: String, program: FileStamp? = nil, limits: PluginSession.Limits = PluginSession.Limits(),
    jobs: Int = 1, location: Diagnostic.Location = .init(), start: @escaping Start
  ) {
    self.format = format
    self.identity = identity
    self.limits = limits
    self.jobs = max(jobs, 1)
    self.location = location
    self.start = start
    self.program = program
  }

  /// Creates a host of a program.
  package convenience init(
    _ program: PluginProgram, limits: PluginSession.Limits, jobs: Int, location: Diagnostic.Location = .init()
  ) {
    self.init(
      format: program.format, identity: program.digest.digits, program: program.stamp, limits: limits, jobs: jobs,
      location: location
    ) { () throws(ConnectionFailure) in try ChildProcess(program.path) }
  }

  deinit { endProcesses() }

  /// Ends the processes that are not in use. They are started again when there is something to do.
  package func endProcesses() { endProcesses { _ in true } }

  private func endProcesses(where isEnded: (PluginSession) -> Bool) {
    let sessions = condition.withLock {
      let sessions = idle.filter(isEnded)
      idle.removeAll(where: isEnded)
      count -= sessions.count
      condition.broadcast()
      return sessions
    }
    for session in sessions { session.close() }
  }

  /// Forgets that the format has failed: whatever was the reason may have changed.
  package func forgetFailure() { condition.withLock { formatError = nil } }

  // MARK: - Setup

  /// Returns the findings since the last call.
  package func takeFindings() -> [Diagnostic] { condition.withLock { findings.take(of: format, at: location) } }

  /// Returns the plugin's description of itself.
  ///
  /// - Parameter memory: The answers of earlier builds. No process is started if the plugin is the same.
  package func welcome(from memory: PluginMemory? = nil) throws(DiagnosticsError) -> PluginWelcome {
    if let known = condition.withLock({ knownWelcome }) { return known }
    if let message = memory?.welcome(of: format, identity), let welcome = try? PluginWelcome(json: message) {
      condition.withLock { knownWelcome = welcome }
      return welcome
    }
    return try perform { (session, _) in session.welcome }
  }

  /// Configures the plugin, and returns the renderer.
  ///
  /// - Parameters:
  ///   - memory: The answers of earlier builds, which are reused as long as the plugin's inputs are the same. The new
  ///     answer is stored in it.
  ///   - place: Returns the path of an input that the plugin names.
  ///   - note: A closure that is called with the path of each input.
  package func renderer(
    _ setting: PluginSession.Setting, memory: PluginMemory? = nil, place: (String) -> String = { $0 },
    note: (String) -> Void = { _ in }
  ) throws(DiagnosticsError) -> any PageRenderer {
    let welcome = try welcome(from: memory)
    guard let named = welcome.formats.first(where: { $0.id == format }) else {
      let names = welcome.formats.map(\.id).joined(separator: ", ")
      throw failure("does not render “\(format)”, but \(names)")
    }
    let key = PluginMemory.key(of: setting)
    func stamps(of setup: PluginSetup) -> [FileStamp] {
      let paths = setup.inputs.map(place)
      // Also of an answer that turns out to be out of date: whoever watches the inputs needs to know them in any case.
      for path in paths { note(path) }
      return paths.map { FileStamp($0) }
    }
    let setup: PluginSetup
    let inputs: [FileStamp]
    let fingerprint: Fingerprint
    // The remembered answer names the inputs. If one of them has changed, the plugin is configured again, as it may now
    // name others.
    if let known = memory?.setup(of: format, identity, key), let remembered = try? PluginSetup(json: known.message),
      case let found = stamps(of: remembered), let present = try? self.fingerprint(of: found, key),
      present.description == known.fingerprint
    {
      (setup, inputs, fingerprint) = (remembered, found, present)
    } else {
      // Those that were configured for the same setting have read the inputs as they were.
      endProcesses { $0.setup?.setting == setting }
      let answer = try perform(for: setting) { (session, _) in (session.welcomeMessage, session.setup) }
      guard let configured = answer.1 else { throw failure("was not configured") }
      setup = configured.setup
      inputs = stamps(of: setup)
      fingerprint = try self.fingerprint(of: inputs, key)
      memory?.note(
        format, identity, welcome: answer.0, key, setup: configured.message, fingerprint: fingerprint.description)
    }
    let encoding = welcome.encoding(of: named, setup)
    let renderer = PluginRenderer(
      host: self, setting: setting, inputs: inputs, fileExtension: encoding.fileExtension,
      linkExtension: encoding.linkExtension, fingerprint: fingerprint, assets: setup.assets,
      showsFields: welcome.showsFields)
    return named.collects ? CollectingPluginRenderer(base: renderer) : renderer
  }

  /// Returns the fingerprint of everything that pages depend on besides their content: the program, the setting and the
  /// inputs.
  private func fingerprint(of inputs: [FileStamp], _ key: String) throws(DiagnosticsError) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(identity)
    parts.combine(key)
    for input in inputs {
      // Pages may depend on the absence of a file, too.
      parts.combine(input.exists)
      guard input.exists else { continue }
      guard let bytes = FileManager.default.contents(atPath: input.path) else {
        throw failure("names the input “\(input.path)”, which cannot be read")
      }
      parts.combine(bytes.withUnsafeBytes { Fingerprint($0) })
    }
    return parts.finish()
  }

  // MARK: - Rendering

  /// - Parameter inputs: The plugin's inputs, which must not have changed.
  func render(
    _ pages: [Page], for setting: PluginSession.Setting, _ inputs: [FileStamp]
  ) throws(DiagnosticsError) -> [[UInt8]] {
    var page: Page?
    let answer = try perform(for: setting, inputs) {
      page.map { ", the second time at the page “\($0.path.address)”" } ?? ""
    } request: { (session, isSecond) throws(PluginSession.Failure) in
      guard isSecond else { return try session.render(pages) }
      // One by one, so that the page at which the second process ends is known.
      var files: [[UInt8]] = [], warnings: [Diagnostic] = []
      for one in pages {
        page = one
        let answer = try session.render([one])
        files += answer.files
        warnings += answer.warnings
      }
      return (files, warnings)
    }
    condition.withLock { findings.add(answer.warnings) }
    return answer.files
  }

  /// Assembles the fragments of all pages into a file.
  func collect(
    _ fragments: some Sequence<Artifact>, for setting: PluginSession.Setting, _ inputs: [FileStamp],
    to write: ([UInt8]) throws -> Void
  ) throws {
    var failure: (any Error)?
    // A part of the file may have been written and cannot be taken back, so that there is no second attempt.
    try perform(for: setting, inputs, isRepeatable: false) {
      " when it put the pages together"
    } request: { (session, _) throws(PluginSession.Failure) in
      do {
        try session.collect(fragments, to: write)
      } catch let error as PluginSession.Failure {
        throw error
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Requests

  /// Sends a request to a process, and once more to another one if the process ends.
  ///
  /// - Parameters:
  ///   - setting: The setting that the process is configured for before; `nil` for any.
  ///   - inputs: The plugin's inputs, which must not have changed.
  ///   - isRepeatable: Whether the request may be made a second time.
  ///   - occasion: Returns what the message of a failure says after “failed”.
  ///   - request: A closure that makes the request of a session. It is called with whether it is the second attempt.
  private func perform<Answer>(
    for setting: PluginSession.Setting? = nil, _ inputs: [FileStamp] = [], isRepeatable: Bool = true,
    occasion: () -> String = { "" },
    request: (_ session: PluginSession, _ isSecond: Bool) throws(PluginSession.Failure) -> Answer
  ) throws(DiagnosticsError) -> Answer {
    var session = try take()
    var isSecond = false
    while true {
      let outcome = Result { () throws(PluginSession.Failure) in
        let used = if let session { session } else { try startSession() }
        session = used
        if let setting, used.setup?.setting != setting { try used.configure(setting) }
        return try request(used, isSecond)
      }
      switch outcome {
      case .success(let answer):
        give(session)
        // The inputs are compared after the answer, as they may have changed while the plugin rendered.
        try refuseChanges(of: inputs)
        return answer
      case .failure(.tooLarge(let findings)):
        give(session)
        throw DiagnosticsError(findings)
      case .failure(.refused(let findings)):
        give(session)
        throw DiagnosticsError(
          findings.map { finding in
            var finding = finding
            finding.message = "the plugin “\(format)” says: \(finding.message)"
            return finding
          })
      case .failure(.connection) where isRepeatable && !isSecond:
        do throws(DiagnosticsError) {
          try refuseChanges(of: inputs)
        } catch {
          give(nil)
          throw error
        }
        // A new process, since those that wait may have ended, too; in the same place, so that no other request is
        // tried in between.
        (session, isSecond) = (nil, true)
      case .failure(.connection(let failure)):
        throw fail(
          "failed\(isSecond ? " twice" : "")\(occasion()): \(failure)", failure.lastWords, showsOutput: session == nil,
          hint: failure.hint)
      case .failure(.violation(let violation, let words)):
        throw fail("broke the rules: \(violation.message)", words, showsOutput: session == nil, line: violation.line)
      }
    }
  }

  /// Waits until a process may be used.
  ///
  /// - Returns: An idle session; `nil` if a process has to be started.
  private func take() throws(DiagnosticsError) -> PluginSession? {
    condition.lock()
    defer { condition.unlock() }
    // Until the first process has said that it is stateless, there is only one.
    while formatError == nil, idle.isEmpty, count >= (knownWelcome?.isStateless == true ? jobs : 1) { condition.wait() }
    if let formatError { throw formatError }
    if let session = idle.popLast() { return session }
    count += 1
    return nil
  }

  private func startSession() throws(PluginSession.Failure) -> PluginSession {
    let connection: any LineConnection
    do {
      connection = try start()
    } catch {
      throw .connection(error)
    }
    let session = try PluginSession(connection, limits: limits)
    condition.withLock { knownWelcome = session.welcome }
    return session
  }

  /// Releases a session, or the place of one that has ended, for the next request.
  private func give(_ session: PluginSession?) {
    condition.withLock {
      if let session { idle.append(session) } else { count -= 1 }
      condition.broadcast()
    }
  }

  /// Gives back the place of a session that has ended, so that no other process is started in it.
  ///
  /// - Returns: The error with which the format fails from now on.
  private func fail(
    _ message: String, _ words: LastWords, showsOutput: Bool, line: String? = nil, hint: String? = nil
  ) -> DiagnosticsError {
    let error = failure(message, words, showsOutput: showsOutput, line: line, hint: hint)
    condition.withLock { formatError = error }
    give(nil)
    return error
  }

  private func refuseChanges(of inputs: [FileStamp]) throws(DiagnosticsError) {
    guard let changed = ([program].compactMap(\.self) + inputs).first(where: { $0 != FileStamp($0.path) }) else {
      return
    }
    throw DiagnosticsError(
      code: "plugin/changed", "the file “\(changed.path)” has changed while the plugin “\(format)” was running",
      at: location, hint: "Build once more.")
  }

  private func failure(
    _ message: String, _ words: LastWords = LastWords(), showsOutput: Bool = false, line: String? = nil,
    hint: String? = nil
  ) -> DiagnosticsError {
    var finding = Diagnostic(code: "plugin/failed", "the plugin “\(format)” \(message)", at: location, hint: hint)
    finding.notes = words.errorLines
    if let line {
      finding.notes.insert(line, at: 0)
    } else if words.errorLines.isEmpty || showsOutput, !words.outputStart.isEmpty {
      finding.notes.insert("its output began with: \(words.outputStart)", at: 0)
    }
    return DiagnosticsError(finding)
  }
}
