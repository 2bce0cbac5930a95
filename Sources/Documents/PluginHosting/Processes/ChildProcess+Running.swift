import Glibc

/// The limits of a process that does one thing and ends.
package struct RunLimits: Hashable, Sendable {
  /// The time in which the process must end.
  package var time: Duration
  /// The maximal number of bytes of its standard output, and of its standard error.
  package var output: Int

  /// Creates limits.
  package init(time: Duration, output: Int) {
    self.time = time
    self.output = output
  }
}

extension ChildProcess {
  /// Starts an executable, gives it its whole input, and waits until it ends.
  ///
  /// It has what a plugin has, except that its working directory is a given one, and that its input ends. When it has
  /// ended, or was ended, the other processes of its group are killed.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without its name.
  ///   - folder: Its working directory.
  ///   - input: What it can read. A process that ends without having read all of it has not failed.
  ///   - limits: The limits of time and output.
  /// - Returns: The standard output of a process that ended with status 0.
  /// - Throws: `ConnectionFailure` if it could not be started, exceeded a limit, or ended with another status.
  package static func run(
    _ executable: String, arguments: [String] = [], in folder: String, input: [UInt8], within limits: RunLimits
  ) throws(ConnectionFailure) -> [UInt8] {
    var child: Child
    do {
      child = try Child(executable, arguments: arguments, environment: [:], in: folder)
    } catch {
      throw ConnectionFailure(.cannotStart(error))
    }
    return try child.run(input, within: limits)
  }
}

extension Child {
  fileprivate mutating func run(_ bytes: [UInt8], within limits: RunLimits) throws(ConnectionFailure) -> [UInt8] {
    var reason: ConnectionFailure.Reason?
    do {
      try waitForEnd(giving: bytes, within: limits)
    } catch {
      // One that is late may clean up.
      if case .overtime = error { terminate(grace: Self.cleanupGrace) }
      reason = error
    }
    let status = finish()
    let output = Array(received.rest)
    if reason == nil, output.count > limits.output { reason = .tooMuchOutput(limit: limits.output) }
    if reason == nil, status != .status(0) { reason = .ended(status, inMidLine: false) }
    if let reason { throw ConnectionFailure(reason, lastWords: lastWords) }
    return output
  }

  /// Writes and reads as the pipes allow until the child exits.
  private mutating func waitForEnd(giving bytes: [UInt8], within limits: RunLimits) throws(ConnectionFailure.Reason) {
    var unsent = [bytes].makeIterator()
    let deadline = SuspendingClock.now + limits.time
    var errorCount = 0
    while !group.hasLeaderExited {
      let isSending = input.fill(from: &unsent)
      // The child learns from the end of its input that this was all.
      if !isSending { input.close() }
      // A child that has closed its output is about to exit. Other processes may hold it open when the child has
      // exited, so that it is looked at in any case.
      let look = SuspendingClock.now + (output.descriptor == nil ? Self.closeLookInterval : Self.lookInterval)
      let ready = wait(until: min(look, deadline), reading: true, writing: isSending)
      if ready.errors { errorCount += readErrors() }
      if ready.output { readOutput() }
      if ready.input { _ = input.write() }
      guard received.rest.count <= limits.output, errorCount <= limits.output else {
        throw .tooMuchOutput(limit: limits.output)
      }
      if SuspendingClock.now >= deadline, !group.hasLeaderExited { throw .overtime(limits.time) }
    }
  }
}
