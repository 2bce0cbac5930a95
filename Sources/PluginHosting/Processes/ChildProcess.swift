import Glibc
import Synchronization

/// A plugin that is a process of its own: it reads lines from its standard input and writes lines to its standard output.
///
/// It is on its own in the sense that nothing it does holds up or ends the host, and nothing of it outlasts the connection: its group of
/// processes, its folder, its descriptors. It is no sandbox: the plugin may do what the user may, and a process that it starts in another
/// group or session stays.
///
/// All of it happens in the threads that call; there are none in the background. A plugin that writes while no exchange runs waits as
/// soon as its pipes are full.
package final class ChildProcess: LineConnection {
  private let child: Mutex<Child>

  /// Starts an executable, in a process group and an empty folder of its own, with the default signal handling, with no descriptors but
  /// its standard input, output and error, and with the `environment(from:adding:)`.
  ///
  /// - Parameters:
  ///   - executable: The path of the executable.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: What its environment has besides.
  /// - Throws: `cannotStart`, with what to do about it.
  package init(
    _ executable: String, arguments: [String] = [], environment: [String: String] = [:]
  ) throws(ConnectionFailure) {
    do {
      child = Mutex(try Child(executable, arguments: arguments, environment: environment))
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

  /// Kills all plugins, and from now on every one that is started: for a host that a signal ends, whose plugins the terminal's keys do not
  /// reach. Exchanges that are running fail.
  package static func killAll() { ProcessGroup.killAll() }
}

/// The process, the host's ends of its pipes, and its folder.
struct Child: Sendable {
  let group: ProcessGroup
  var input: InputPipe
  var output: OutputPipe
  var errors: OutputPipe
  /// The child's working directory.
  var folder: TemporaryFolder?

  /// What the output has brought and nobody has received.
  private var received = LineBuffer()
  private var recorder = LastWordsRecorder()
  /// Why there are no more exchanges; `nil` as long as the child is not reaped.
  private var failure: ConnectionFailure?

  init(group: ProcessGroup, input: Descriptor, output: Descriptor, errors: Descriptor, folder: TemporaryFolder) {
    self.group = group
    self.input = InputPipe(input)
    self.output = OutputPipe(output)
    self.errors = OutputPipe(errors)
    self.folder = folder
  }
}

// MARK: - Exchanges

extension Child {
  /// How often a child that is busy is looked at.
  private static let lookInterval = Duration.milliseconds(100)
  /// How often a child is looked at that has closed a pipe or was asked to exit.
  private static let closeLookInterval = Duration.milliseconds(2)
  /// How long a child that did not answer in time has to clean up.
  private static let cleanupGrace = Duration.milliseconds(200)

  mutating func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    if let failure { throw failure }
    do {
      try converse(lines, within: limits, receive: receive)
    } catch {
      switch error {
      case .idle, .overtime:
        if let line = limits.cancellation { cancel(by: line) }
        terminate(grace: Self.cleanupGrace)
      default: break
      }
      let status = finish()
      var reason = error
      if case .ended(_, let inMidLine) = error { reason = .ended(status, inMidLine: inMidLine) }
      let failure = ConnectionFailure(reason, lastWords: recorder.lastWords)
      self.failure = failure
      throw failure
    }
  }

  /// Writes and reads at once, whichever the pipes allow, and looks at the child now and then.
  private mutating func converse(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure.Reason) {
    var unsent = lines.makeIterator()
    // Of this clock, which stands still while the machine sleeps, as the child does.
    let beginning = SuspendingClock.now
    var lastActivity = beginning
    var lastLook = beginning
    var isAwaiting = try deliver(within: limits, to: receive).isAwaiting
    while true {
      let isSending = input.fill(from: &unsent)
      guard isAwaiting || isSending else { return }

      // What has closed a pipe should have exited in a moment.
      let isEnding = input.descriptor == nil || output.descriptor == nil
      let look = min(lastLook + Self.lookInterval, isEnding ? .now + Self.closeLookInterval : beginning + limits.total)
      let deadline = min(look, lastActivity + limits.idle, beginning + limits.total)
      let ready = wait(until: deadline, reading: isAwaiting, writing: isSending)
      if ready.errors { readErrors() }
      if ready.output {
        readOutput()
        let delivery = try deliver(within: limits, to: receive)
        isAwaiting = delivery.isAwaiting
        if delivery.count > 0 { lastActivity = .now }
      }
      if ready.input, input.write() { lastActivity = .now }

      let now = SuspendingClock.now
      let isLookDue = now >= lastLook + Self.lookInterval
      if isLookDue || isEnding, group.hasLeaderExited {
        if isAwaiting { try deliverLastLines(within: limits, to: receive) }
        return
      }
      if isLookDue {
        lastLook = now
        if let size = group.residentBytes, size > limits.memory { throw .outOfMemory(size, limit: limits.memory) }
      }
      if now >= lastActivity + limits.idle { throw .idle(limits.idle) }
      if now >= beginning + limits.total { throw .overtime(limits.total) }
    }
  }

  /// Delivers what the child wrote before it exited.
  ///
  /// - Throws: An error if the answer is not complete with it.
  private mutating func deliverLastLines(
    within limits: ExchangeLimits, to receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure.Reason) {
    // What it started may hold its pipes, and must not go on writing while they are read.
    group.send(SIGKILL)
    drain()
    if try deliver(within: limits, to: receive).isAwaiting { throw .ended(nil, inMidLine: received.isInMidLine) }
  }

  /// Delivers the lines that have come, until the answer is complete.
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

  /// Reads some of the output.
  @discardableResult
  private mutating func readOutput() -> Int {
    output.read { bytes in
      recorder.recordOutput(bytes)
      received.append(bytes)
    }
  }

  /// Reads some of the errors.
  @discardableResult
  private mutating func readErrors() -> Int {
    errors.read { recorder.recordErrors($0) }
  }

  /// Reads what the child wrote before it exited: at most what a pipe can hold, for a process that escaped the group may still write.
  private mutating func drain() {
    let pipeSize = 1 << 20
    var count = 0
    while count < pipeSize, case let more = readOutput(), more > 0 { count += more }
    count = 0
    while count < pipeSize, case let more = readErrors(), more > 0 { count += more }
  }

  /// Waits until a pipe can be read or written, until a moment at the latest.
  private func wait(
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

// MARK: - The end

extension Child {
  /// Sends a last line, and waits a moment for an answer to it.
  private mutating func cancel(by line: [UInt8]) {
    var lines = [line].makeIterator()
    let deadline = SuspendingClock.now + Self.cleanupGrace
    while SuspendingClock.now < deadline, !group.hasLeaderExited {
      let isSending = input.fill(from: &lines)
      let ready = wait(until: deadline, reading: true, writing: isSending)
      if ready.errors { readErrors() }
      if ready.input { _ = input.write() }
      if ready.output, readOutput() == 0 || (try? received.next(limit: .max)) != nil { return }
    }
  }

  /// What it has written, as far as it was read.
  var lastWords: LastWords { recorder.lastWords }

  mutating func close(grace: Duration) {
    guard failure == nil else { return }
    input.close()
    if !waitForExit(atMost: grace) { terminate(grace: grace) }
    _ = finish()
    failure = ConnectionFailure(.closed, lastWords: recorder.lastWords)
  }

  /// Asks the group to exit.
  private mutating func terminate(grace: Duration) {
    guard grace > .zero else { return }
    group.send(SIGTERM)
    _ = waitForExit(atMost: grace)
  }

  /// Kills the group, and releases everything.
  ///
  /// A process that cannot even be killed, as one whose disk does not answer, is given up after a second; the system keeps it.
  private mutating func finish() -> ExitStatus? {
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

  /// Waits for the child's exit, and reads what it writes so that it is not held up.
  ///
  /// - Returns: Whether it has exited.
  private mutating func waitForExit(atMost limit: Duration) -> Bool {
    let deadline = SuspendingClock.now + limit
    while !group.hasLeaderExited {
      let now = SuspendingClock.now
      guard now < deadline else { return false }
      let ready = wait(until: min(deadline, now + Self.closeLookInterval), reading: true, writing: false)
      if ready.output { _ = output.read { recorder.recordOutput($0) } }
      if ready.errors { readErrors() }
    }
    return true
  }
}
