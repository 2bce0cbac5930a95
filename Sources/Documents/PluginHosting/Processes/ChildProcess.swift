import Glibc
import Synchronization

/// A plugin that runs as a child process: it reads lines from its standard input and writes lines to its standard
/// output.
///
/// The process is isolated in the sense that nothing it does blocks or ends the host, and that its process group, its
/// folder and its descriptors do not outlive the connection. It is not a sandbox: the plugin has the user's rights, and
/// a process that it starts in another group or session remains.
///
/// All work happens on the calling threads; there are no background threads. A plugin that writes while no exchange is
/// running blocks when its pipes are full.
package final class ChildProcess: LineConnection {
  private let child: Mutex<Child>

  /// Starts an executable in its own process group and an empty working directory of its own, with default signal
  /// handling, without descriptors other than its standard streams, and with the `environment(from:adding:)`.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without its name.
  ///   - environment: Variables to add to its environment.
  /// - Throws: `cannotStart`, with a hint for the user.
  package init(
    _ executable: String, arguments: [String] = [], environment: [String: String] = [:]
  ) throws(ConnectionFailure) {
    do {
      child = Mutex(try Child(executable, arguments: arguments, environment: environment, in: nil))
    } catch {
      throw ConnectionFailure(.cannotStart(error))
    }
  }

  deinit { close(grace: .zero) }

  package func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    try child.withLock { child throws(ConnectionFailure) in
      try child.exchange(lines, within: limits, receive: receive)
    }
  }

  @discardableResult
  package func close(grace: Duration) -> LastWords {
    child.withLock { child in
      child.close(grace: grace)
      return child.lastWords
    }
  }

  /// Kills all plugins, and every plugin that is started later. It is meant for a host that is ended by a signal, since
  /// the terminal's signals do not reach the plugins. Running exchanges fail.
  package static func killAll() { ProcessGroup.killAll() }
}

/// The state of a child process: the process, the host's ends of its pipes, and its folder.
///
/// A child ends in one of three ways:
///
///     close      end of input ─ grace ─▶ TERM ─ grace ─▶ KILL ─▶ reaped
///     timeout    cancel ─ grace ───────▶ TERM ─ grace ─▶ KILL ─▶ reaped
///     failure    ────────────────────────────────────▶ KILL ─▶ reaped
///
/// One that runs to its end by itself (`ChildProcess.run`) is reaped as after a failure, for the sake of its group.
struct Child: Sendable {
  let group: ProcessGroup
  var input: InputPipe
  var output: OutputPipe
  var errors: OutputPipe
  /// The child's working directory, if it has one of its own.
  var folder: TemporaryFolder?

  /// The output that was read and not delivered yet.
  var received = LineBuffer()
  private var recorder = LastWordsRecorder()
  /// The failure of all further exchanges; `nil` until the child is reaped.
  private var failure: ConnectionFailure?

  init(group: ProcessGroup, input: Descriptor, output: Descriptor, errors: Descriptor, folder: TemporaryFolder?) {
    self.group = group
    self.input = InputPipe(input)
    self.output = OutputPipe(output)
    self.errors = OutputPipe(errors)
    self.folder = folder
  }
}

// MARK: - Exchanges

extension Child {
  /// The interval between checks of a busy child.
  static let lookInterval = Duration.milliseconds(100)
  /// The interval between checks of a child that has closed a pipe or was asked to exit.
  static let closeLookInterval = Duration.milliseconds(2)
  /// The time that a child has to clean up after a timeout.
  static let cleanupGrace = Duration.milliseconds(200)

  mutating func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    if let failure { throw failure }
    do {
      try converse(lines, within: limits, receive: receive)
    } catch {
      switch error {
      // A plugin that is late may clean up: it is first asked to cancel the request, and then sent TERM. After all
      // other failures it is killed at once.
      case .idle, .overtime:
        if let line = limits.cancellation { cancel(by: line) }
        terminate(grace: Self.cleanupGrace)
      default: break
      }
      let status = finish()
      // How the process has ended is known only now, as `finish` has reaped it.
      var reason = error
      if case .ended(_, let inMidLine) = error { reason = .ended(status, inMidLine: inMidLine) }
      let failure = ConnectionFailure(reason, lastWords: recorder.lastWords)
      self.failure = failure
      throw failure
    }
  }

  /// Writes and reads as the pipes allow, and checks the child at intervals. Writing and reading are interleaved, since
  /// a child may fill its output pipe before it reads all of its input.
  private mutating func converse(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure.Reason) {
    var unsent = lines.makeIterator()
    // The suspending clock stands still while the machine sleeps, as the child does.
    let beginning = SuspendingClock.now
    var lastActivity = beginning
    var lastLook = beginning
    // Lines that arrived after the last answer belong to this exchange.
    var isAwaiting = try deliver(within: limits, to: receive).isAwaiting
    while true {
      let isSending = input.fill(from: &unsent)
      guard isAwaiting || isSending else { return }

      // A child that has closed a pipe is about to exit.
      let isEnding = input.descriptor == nil || output.descriptor == nil
      let look = min(lastLook + Self.lookInterval, isEnding ? .now + Self.closeLookInterval : beginning + limits.total)
      let deadline = min(look, lastActivity + limits.idle, beginning + limits.total)
      let ready = wait(until: deadline, reading: isAwaiting, writing: isSending)
      // The errors are read in any case: a child blocks when their pipe is full.
      if ready.errors { readErrors() }
      if ready.output {
        readOutput()
        let delivery = try deliver(within: limits, to: receive)
        isAwaiting = delivery.isAwaiting
        // Only whole lines count as activity, and not single bytes.
        if delivery.count > 0 { lastActivity = .now }
      }
      if ready.input, input.write() { lastActivity = .now }

      let now = SuspendingClock.now
      let isLookDue = now >= lastLook + Self.lookInterval
      // The exit is checked before the limits: a child that has answered in full, and then exited, has not failed.
      if isLookDue || isEnding, group.hasLeaderExited {
        if isAwaiting { try deliverLastLines(within: limits, to: receive) }
        return
      }
      // All processes of the system are searched for the memory of the group, and so not in each round.
      if isLookDue {
        lastLook = now
        if let size = group.residentBytes, size > limits.memory { throw .outOfMemory(size, limit: limits.memory) }
      }
      if now >= lastActivity + limits.idle { throw .idle(limits.idle) }
      if now >= beginning + limits.total { throw .overtime(limits.total) }
    }
  }

  /// Delivers the lines that the child wrote before it exited.
  ///
  /// - Throws: An error if the answer is still not complete.
  private mutating func deliverLastLines(
    within limits: ExchangeLimits, to receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure.Reason) {
    // Its own child processes may hold the pipes, and must not write while these are read.
    group.send(SIGKILL)
    drain()
    if try deliver(within: limits, to: receive).isAwaiting { throw .ended(nil, inMidLine: received.isInMidLine) }
  }

  /// Delivers the lines that were read, until the answer is complete.
  private mutating func deliver(
    within limits: ExchangeLimits, to receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure.Reason) -> (count: Int, isAwaiting: Bool) {
    var count = 0
    while let line = try received.next(limit: limits.line) {
      count += 1
      guard receive(line) else { return (count, false) }
    }
    return (count, true)
  }

  @discardableResult
  mutating func readOutput() -> Int {
    output.read { bytes in
      recorder.recordOutput(bytes)
      received.append(bytes)
    }
  }

  @discardableResult
  mutating func readErrors() -> Int { errors.read { recorder.recordErrors($0) } }

  /// Reads the rest of the child's output after its exit, at most what a pipe can hold, since a process that has left
  /// the group may still write.
  private mutating func drain() {
    // The size that `PipeEnds` requests.
    let pipeSize = 1 << 20
    var count = 0
    while count < pipeSize, case let more = readOutput(), more > 0 { count += more }
    count = 0
    while count < pipeSize, case let more = readErrors(), more > 0 { count += more }
  }

  /// Waits until a pipe can be read or written, but not beyond the deadline.
  func wait(
    until deadline: SuspendingClock.Instant, reading: Bool, writing: Bool
  ) -> (input: Bool, output: Bool, errors: Bool) {
    // The system ignores a negative descriptor.
    var ends = [
      pollfd(fd: writing ? input.descriptor?.number ?? -1 : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: reading ? output.descriptor?.number ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.descriptor?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let remaining = max(.zero, deadline - .now) / .milliseconds(1)
    guard poll(&ends, nfds_t(ends.count), Int32(min(remaining.rounded(.up), 60_000))) > 0 else {
      return (false, false, false)
    }
    return (ends[0].revents != 0, ends[1].revents != 0, ends[2].revents != 0)
  }
}

// MARK: - Ending

extension Child {
  /// Sends a last line, and waits for an answer or the end of the grace period.
  private mutating func cancel(by line: [UInt8]) {
    var lines = [line].makeIterator()
    let deadline = SuspendingClock.now + Self.cleanupGrace
    while SuspendingClock.now < deadline, !group.hasLeaderExited {
      let isSending = input.fill(from: &lines)
      let ready = wait(until: deadline, reading: true, writing: isSending)
      if ready.errors { readErrors() }
      if ready.input { _ = input.write() }
      // Whatever the child writes is taken for the answer. The request has failed in any case.
      if ready.output, readOutput() == 0 || (try? received.next(limit: .max)) != nil { return }
    }
  }

  /// The last words of the child, as far as they were read.
  var lastWords: LastWords { recorder.lastWords }

  mutating func close(grace: Duration) {
    guard failure == nil else { return }
    input.close()
    if !waitForExit(atMost: grace) { terminate(grace: grace) }
    _ = finish()
    failure = ConnectionFailure(.closed, lastWords: recorder.lastWords)
  }

  /// Sends TERM to the group, and waits for the child's exit.
  mutating func terminate(grace: Duration) {
    guard grace > .zero else { return }
    group.send(SIGTERM)
    _ = waitForExit(atMost: grace)
  }

  /// Kills the group, and releases all resources.
  ///
  /// A process that cannot be killed, such as one that waits for a disk that does not respond, is abandoned after a
  /// second, and remains in the system.
  mutating func finish() -> ExitStatus? {
    group.send(SIGKILL)
    _ = waitForExit(atMost: .seconds(1))
    drain()
    let status = group.reap()
    input.close()
    output.close()
    errors.close()
    folder = nil
    return status
  }

  /// Waits for the child's exit, and reads its output in the meantime so that it does not block.
  ///
  /// - Returns: Whether it has exited.
  private mutating func waitForExit(atMost limit: Duration) -> Bool {
    let deadline = SuspendingClock.now + limit
    while !group.hasLeaderExited {
      let now = SuspendingClock.now
      guard now < deadline else { return false }
      let ready = wait(until: min(deadline, now + Self.closeLookInterval), reading: true, writing: false)
      // No exchange will receive the output any more. It is only recorded, for the last words.
      if ready.output { _ = output.read { recorder.recordOutput($0) } }
      if ready.errors { readErrors() }
    }
    return true
  }
}
