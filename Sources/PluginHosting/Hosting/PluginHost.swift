package import Diagnostics
import Fingerprints
import Foundation
import JSONValues
package import Rendering

/// A host that renders one format by the processes of a plugin. It starts a process when there is something to render, replaces a process
/// that has failed, and uses several if the plugin is stateless.
///
/// There is one ``PluginSession`` per process. A thread takes a session for a request, and gives it back afterwards:
///
///     start ──▶ in use ──give──▶ idle
///               │    ▲           │
///               │    └───take────┘
///             drop: the process has failed,       close: idle sessions at once,
///               │   and the breaker counts it       │    others when they are given back
///               └──────────────▶ closed ◀───────────┘
///
/// At most `jobs` sessions exist at a time; `take` waits for one if all are in use. It configures a session that was configured for another
/// setting. When a process ends during a request, its pages are rendered once more, one by one, by another process. A page at which a
/// process ends again is quarantined, and fails without a further attempt.
///
/// The `Sendable` conformance is unchecked: all mutable state is protected by `condition`, and a session is used only by the thread that
/// took it.
package final class PluginHost: @unchecked Sendable {
  /// A closure that starts a process.
  package typealias Start = @Sendable () throws(ConnectionFailure) -> any LineConnection

  /// The name of the format.
  package let format: String
  /// The digest of the program, which the plugin's answers depend on besides the messages.
  private let identity: String
  /// The location where the format is named, for diagnostics.
  private let location: Diagnostic.Location
  private let limits: PluginSession.Limits
  private let start: Start
  /// The program's file, which must not change while the plugin runs.
  private let program: FileStamp?
  /// The files that the plugin has named as its inputs, which must not change either.
  private var inputs: [FileStamp] = []
  private let clock: @Sendable () -> SuspendingClock.Instant

  private let condition = NSCondition()
  /// The sessions that wait for a request.
  private var idle: [PluginSession] = []
  /// The number of sessions, including those that are being started.
  private var count = 0
  private var jobs: Int
  private var setting: PluginSession.Setting?
  private var knownWelcome: (PluginWelcome, JSONValue)?
  private var findings = PluginFindings()
  private var breaker = PluginBreaker()
  /// The errors of pages at which the plugin has ended twice, by the fingerprint of the page.
  private var quarantine: [Fingerprint: DiagnosticsError] = [:]
  private var isClosed = false

  /// Creates a host. No process is started yet.
  ///
  /// - Parameters:
  ///   - format: The name of the format.
  ///   - identity: The digest of the program, which the plugin's answers depend on besides the messages.
  ///   - program: The program's file; `nil` if there is no file that could change.
  ///   - limits: The limits of the time and memory of processes.
  ///   - jobs: The maximal number of processes, if the plugin is stateless.
  ///   - location: The location where the format is named, for diagnostics.
  ///   - clock: Returns the current time, by which failures are counted.
  ///   - start: A closure that starts a process.
  package init(
    format: String, identity: String, program: FileStamp? = nil, limits: PluginSession.Limits = PluginSession.Limits(),
    jobs: Int = 1, location: Diagnostic.Location = .init(),
    clock: @escaping @Sendable () -> SuspendingClock.Instant = { .now }, start: @escaping Start
  ) {
    self.format = format
    self.identity = identity
    self.limits = limits
    self.jobs = max(jobs, 1)
    self.location = location
    self.clock = clock
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

  deinit { close() }

  /// Ends all processes, those that are in use when they have completed their requests. No process is started any more.
  package func close() {
    condition.lock()
    isClosed = true
    let sessions = idle
    idle = []
    count -= sessions.count
    condition.broadcast()
    condition.unlock()
    for session in sessions { session.close() }
  }

  // MARK: - Setup

  /// Returns the findings since the last call.
  package func takeFindings() -> [Diagnostic] {
    condition.withLock { findings.take(of: format, at: location) }
  }

  /// Returns the plugin's description of itself.
  ///
  /// - Parameter memory: The answers of earlier builds. No process is started if the plugin is the same.
  package func welcome(from memory: PluginMemory? = nil) throws(DiagnosticsError) -> PluginWelcome {
    if let known = condition.withLock({ knownWelcome }) { return known.0 }
    if let message = memory?.welcome(of: format, identity), let welcome = try? PluginWelcome(json: message) {
      condition.withLock { knownWelcome = (welcome, message) }
      return welcome
    }
    let session = try take()
    defer { give(session) }
    return session.welcome
  }

  /// Configures the plugin, and returns the renderer.
  ///
  /// - Parameters:
  ///   - setting: The setting that the format is rendered for.
  ///   - memory: The answers of earlier builds, which are reused as long as the plugin's inputs are the same. The new answer is stored in
  ///     it.
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
    condition.withLock {
      self.setting = setting
      if !welcome.isStateless { jobs = 1 }
    }
    let setup: PluginSetup
    let fingerprint: Fingerprint
    func inputs(of setup: PluginSetup) -> [String] {
      let inputs = setup.inputs.map(place)
      for input in inputs { note(input) }
      return inputs
    }
    if let known = memory?.setup(of: format, identity, key), let remembered = try? PluginSetup(json: known.message),
      let present = try? read(inputs(of: remembered), key), present.description == known.fingerprint
    {
      setup = remembered
      fingerprint = present
    } else {
      endConfigured(for: setting)
      let session = try take()
      defer { give(session) }
      guard let answer = session.setup else { throw failure("was not configured") }
      setup = answer.setup
      fingerprint = try read(inputs(of: setup), key)
      memory?.note(
        format, identity, welcome: session.welcomeMessage, key, setup: answer.message,
        fingerprint: fingerprint.description)
    }
    let encoding = welcome.encoding(of: named, setup)
    let renderer = PluginRenderer(
      host: self, format: format, fileExtension: encoding.fileExtension, linkExtension: encoding.linkExtension,
      fingerprint: fingerprint, assets: setup.assets, showsFields: welcome.showsFields)
    return named.collects ? CollectingPluginRenderer(base: renderer) : renderer
  }

  /// Returns the fingerprint of everything that pages depend on besides their content: the program, the setting and the inputs. From now
  /// on the inputs must not change.
  private func read(_ inputs: [String], _ key: String) throws(DiagnosticsError) -> Fingerprint {
    // The stamps are taken first, so that a change during the reading is detected.
    let stamps = inputs.map { FileStamp($0) }
    var parts = Fingerprinter()
    parts.combine(identity)
    parts.combine(key)
    for stamp in stamps {
      // Pages may depend on the absence of a file, too.
      parts.combine(stamp.exists)
      guard stamp.exists else { continue }
      guard let bytes = FileManager.default.contents(atPath: stamp.path) else {
        throw failure("names the input “\(stamp.path)”, which cannot be read")
      }
      parts.combine(bytes.withUnsafeBytes { Fingerprint($0) })
    }
    condition.withLock { self.inputs = stamps }
    return parts.finish()
  }

  /// Ends the processes that were configured for a setting, since the inputs that they have read may have changed.
  private func endConfigured(for setting: PluginSession.Setting) {
    let sessions = condition.withLock {
      let sessions = idle.filter { $0.setup?.setting == setting }
      idle.removeAll { $0.setup?.setting == setting }
      count -= sessions.count
      return sessions
    }
    for session in sessions { session.close() }
  }

  // MARK: - Rendering

  /// Renders pages.
  func render(_ pages: [Page]) throws(DiagnosticsError) -> [[UInt8]] {
    let quarantine = condition.withLock { self.quarantine }
    if !quarantine.isEmpty {
      for page in pages {
        if let error = quarantine[page.fingerprint] { throw error }
      }
    }
    let session = try take()
    let answer: (files: [[UInt8]], warnings: [Diagnostic])
    do {
      answer = try session.render(pages)
    } catch PluginSession.Failure.tooLarge where pages.count > 1 {
      give(session)
      return try render(Array(pages[..<(pages.count / 2)])) + render(Array(pages[(pages.count / 2)...]))
    } catch PluginSession.Failure.connection(let failure) {
      drop(session, failure)
      try refuseChanges()
      return try renderAgain(pages)
    } catch {
      throw report(error, of: session)
    }
    give(session)
    try refuseChanges()
    condition.withLock { findings.add(answer.warnings) }
    return answer.files
  }

  /// Renders pages at which a process has ended: one by one in another process, so that the page at which it ends again is known.
  private func renderAgain(_ pages: [Page]) throws(DiagnosticsError) -> [[UInt8]] {
    var files: [[UInt8]] = []
    for page in pages {
      let session = try take()
      do {
        let answer = try session.render([page])
        give(session)
        condition.withLock { findings.add(answer.warnings) }
        files += answer.files
      } catch PluginSession.Failure.connection(let failure) {
        drop(session, failure)
        let error = self.failure(
          "failed twice, the second time at the page “\(page.path.address)”: \(failure)", failure.lastWords)
        condition.withLock { quarantine[page.fingerprint] = error }
        throw openBreaker(error)
      } catch {
        throw report(error, of: session)
      }
    }
    try refuseChanges()
    return files
  }

  /// Assembles the fragments of all pages into a file.
  func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
    let session = try take()
    do {
      try session.collect(fragments, to: write)
      give(session)
      try refuseChanges()
    } catch PluginSession.Failure.connection(let failure) {
      // A part of the file was written and cannot be taken back, so that there is no second attempt.
      drop(session, failure)
      throw openBreaker(self.failure("failed when it put the pages together: \(failure)", failure.lastWords))
    } catch let error as PluginSession.Failure {
      throw report(error, of: session)
    } catch {
      give(session)
      throw error
    }
  }

  // MARK: - Sessions

  /// Returns an idle session, or starts one if there are fewer than `jobs`; otherwise it waits. The session is configured for the current
  /// setting.
  private func take() throws(DiagnosticsError) -> PluginSession {
    condition.lock()
    while idle.isEmpty, count >= jobs, !isClosed, breaker.error == nil { condition.wait() }
    if let error = breaker.error {
      condition.unlock()
      throw error
    }
    if isClosed {
      condition.unlock()
      throw failure("is not needed any more")
    }
    let waiting = idle.popLast()
    if waiting == nil { count += 1 }
    let setting = setting
    condition.unlock()
    let session = if let waiting { waiting } else { try startSession() }
    if let setting, session.setup?.setting != setting {
      do {
        try session.configure(setting)
      } catch {
        throw report(error, of: session)
      }
    }
    return session
  }

  private func startSession() throws(DiagnosticsError) -> PluginSession {
    do throws(PluginSession.Failure) {
      let connection: any LineConnection
      do {
        connection = try start()
      } catch {
        throw .connection(error)
      }
      let session = try PluginSession(connection, limits: limits)
      condition.withLock { knownWelcome = (session.welcome, session.welcomeMessage) }
      return session
    } catch {
      condition.withLock {
        count -= 1
        condition.broadcast()
      }
      throw report(error, of: nil)
    }
  }

  /// Makes a session available for the next request.
  private func give(_ session: PluginSession) {
    condition.lock()
    if isClosed {
      count -= 1
      condition.broadcast()
      condition.unlock()
      session.close()
      return
    }
    idle.append(session)
    condition.broadcast()
    condition.unlock()
  }

  /// Closes a session whose process has failed, and counts the failure.
  private func drop(_ session: PluginSession?, _ failure: ConnectionFailure?) {
    session?.close(grace: .zero)
    condition.withLock {
      if session != nil { count -= 1 }
      breaker.noteFailure(at: clock())
      condition.broadcast()
    }
  }

  /// Returns the error that reports a failure. A session that remains usable is given back, any other is dropped.
  private func report(_ error: PluginSession.Failure?, of session: PluginSession?) -> DiagnosticsError {
    let reported: DiagnosticsError
    switch error {
    case .tooLarge(let findings)?:
      if let session { give(session) }
      return DiagnosticsError(findings)
    case .refused(let findings)?:
      if let session { give(session) }
      return DiagnosticsError(
        findings.map { finding in
          var finding = finding
          finding.message = "the plugin “\(format)” says: \(finding.message)"
          return finding
        })
    case .connection(let failure)?:
      drop(session, failure)
      reported = self.failure(
        "failed: \(failure)", failure.lastWords, showsOutput: session == nil, hint: failure.hint)
    case .violation(let violation, let words)?:
      drop(session, nil)
      reported = self.failure("broke the rules: \(violation.message)", words, showsOutput: session == nil)
    case nil:
      drop(session, nil)
      reported = self.failure("failed")
    }
    return openBreaker(reported)
  }

  /// Opens the breaker if there were too many failures, and returns the error of the last one.
  private func openBreaker(_ error: DiagnosticsError) -> DiagnosticsError {
    condition.withLock { breaker.open(error) }
    return error
  }

  /// Closes the breaker, so that processes are started again: the data have changed.
  package func reset() { condition.withLock { breaker = PluginBreaker() } }

  private func refuseChanges() throws(DiagnosticsError) {
    let stamps = condition.withLock { [program].compactMap(\.self) + inputs }
    guard let changed = stamps.first(where: { $0 != FileStamp($0.path) }) else { return }
    throw DiagnosticsError(
      Diagnostic(
        code: "plugin/changed", "the file “\(changed.path)” has changed while the plugin “\(format)” was running",
        at: location, hint: "Build once more."))
  }

  private func failure(
    _ message: String, _ words: LastWords = LastWords(), showsOutput: Bool = false, hint: String? = nil
  ) -> DiagnosticsError {
    var finding = Diagnostic(
      code: "plugin/failed", "the plugin “\(format)” \(message)", at: location, hint: hint)
    finding.notes = words.errorLines
    if words.errorLines.isEmpty || showsOutput, !words.outputStart.isEmpty {
      finding.notes.insert("its output began with: \(words.outputStart)", at: 0)
    }
    return DiagnosticsError(finding)
  }
}
