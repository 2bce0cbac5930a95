/// A connection to a plugin that reads and writes lines: a child process, or a substitute in memory for tests.
///
/// A line is any sequence of bytes without a line feed. The line feed that ends it is not part of it.
///
/// Exchanges on a connection are serialized, whichever threads call. Closing a connection waits for the running
/// exchange.
package protocol LineConnection: AnyObject, Sendable {
  /// Sends lines, and receives lines at the same time, until the answer is complete and everything is sent.
  ///
  /// A line that arrives after the answer is complete is delivered to the next exchange. After a failure the plugin has
  /// ended, and every further exchange fails in the same way.
  ///
  /// - Parameters:
  ///   - lines: The lines to send. The sequence is iterated over lazily, as the plugin reads.
  ///   - receive: A closure that receives each line, on the calling thread, and returns whether more lines of the
  ///     answer are expected. It must not use the connection.
  func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure)

  /// Ends the plugin. Has no effect if it has ended already.
  ///
  /// The plugin's input is closed, which asks it to exit. If it is running after the grace period, its group is sent
  /// TERM, and is killed after another grace period. Remaining processes of the group are killed in any case.
  ///
  /// - Returns: The plugin's last output, for people.
  @discardableResult
  func close(grace: Duration) -> LastWords
}

/// The limits of an exchange.
package struct ExchangeLimits: Hashable, Sendable {
  /// The time in which the plugin must write a line or read input.
  package var idle: Duration
  /// The time of the whole exchange, including that in which the host produces and handles lines.
  package var total: Duration
  /// The maximal length of a line that the plugin writes, in bytes.
  package var line: Int
  /// A line that is sent to the plugin after a timeout, before it is ended; `nil` for none.
  package var cancellation: [UInt8]?
  /// The number of bytes of memory that the processes of the plugin's group may occupy together. Shared memory counts
  /// for each process.
  package var memory: Int

  /// Creates limits. The defaults are those of the protocol.
  package init(
    idle: Duration = .seconds(10), total: Duration = .seconds(60), line: Int = 8 << 20, memory: Int = 4_000_000_000
  ) {
    self.idle = idle
    self.total = total
    self.line = line
    self.memory = memory
  }
}
