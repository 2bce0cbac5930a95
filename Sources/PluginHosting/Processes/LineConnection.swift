/// A plugin that reads and writes lines: a child process, or one in memory that stands for it in a test.
///
/// A line is any bytes but a line feed, which ends it and is not part of it.
///
/// Exchanges on a connection run one after the other, whichever threads call; closing one waits for the exchange that is running.
package protocol LineConnection: AnyObject, Sendable {
  /// Sends lines, and receives lines meanwhile, until the answer is complete and everything is sent.
  ///
  /// A line that comes when the answer is complete already waits for the next exchange. After a failure the plugin has ended, and every
  /// further exchange fails in the same way.
  ///
  /// - Parameters:
  ///   - lines: The lines to send, which are taken one by one as the plugin reads them.
  ///   - limits: How long, and how much, the plugin may take.
  ///   - receive: Gets each line, in the thread that called, and returns whether the plugin has more to answer. It must not use the
  ///     connection.
  func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure)

  /// Ends the plugin; does nothing if it has ended already.
  ///
  /// The plugin's input ends, which asks it to exit. If it has not after the grace period, it is asked once more by the signal TERM, and
  /// after as long again it is killed. All that it started in its group is killed in any case.
  ///
  /// - Returns: What the plugin had written, for people.
  @discardableResult
  func close(grace: Duration) -> LastWords
}

/// How long a plugin may take in an exchange, and how much.
package struct ExchangeLimits: Hashable, Sendable {
  /// How long it may neither answer a line nor read what it is sent.
  package var idle: Duration
  /// How long the whole exchange may take, the time in which the host makes lines and handles them included.
  package var total: Duration
  /// The number of bytes of the longest line that it may answer.
  package var line: Int
  /// A line that it is sent if it does not answer in time, before it is ended; nil for none.
  package var cancellation: [UInt8]?
  /// The number of bytes of memory that it and the other processes of its group may occupy together. What they share counts for each.
  package var memory: Int

  /// Creates limits, those of the protocol where none are given.
  package init(
    idle: Duration = .seconds(10), total: Duration = .seconds(60), line: Int = 8 << 20, memory: Int = 4 << 30
  ) {
    self.idle = idle
    self.total = total
    self.line = line
    self.memory = memory
  }
}
