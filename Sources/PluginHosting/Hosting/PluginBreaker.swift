import Diagnostics

/// A circuit breaker for a plugin: after three failures within a minute no process is started until it is reset. Otherwise a plugin that
/// always fails would be started again on every change of a watched catalog.
struct PluginBreaker {
  private static let limit = 3
  private static let period = Duration.seconds(60)

  /// The times of the failures within the last period.
  private var failures: [SuspendingClock.Instant] = []
  /// The error that prevents new processes; `nil` while processes may be started.
  private(set) var error: DiagnosticsError?

  /// Records a failure.
  mutating func noteFailure(at now: SuspendingClock.Instant) {
    failures = failures.filter { now - $0 < Self.period } + [now]
  }

  /// Prevents new processes if there were too many failures.
  ///
  /// - Parameter error: The error that reports the last failure.
  mutating func open(_ error: DiagnosticsError) {
    guard failures.count >= Self.limit, self.error == nil else { return }
    self.error = DiagnosticsError(
      error.diagnostics.map { finding in
        var finding = finding
        finding.message += "; it is left alone, since it has failed three times in a minute"
        return finding
      })
  }
}
