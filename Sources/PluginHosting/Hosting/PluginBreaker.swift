import Diagnostics

/// Leaves a plugin alone that has failed three times within a minute, until something changes: where a catalog is watched, it would be started
/// in vain again and again.
struct PluginBreaker {
  private static let limit = 3
  private static let period = Duration.seconds(60)

  /// When processes have failed.
  private var failures: [SuspendingClock.Instant] = []
  /// Why nothing is started any more; nil as long as processes may be started.
  private(set) var error: DiagnosticsError?

  /// Counts a failure.
  mutating func noteFailure(at now: SuspendingClock.Instant) {
    failures = failures.filter { now - $0 < Self.period } + [now]
  }

  /// Has nothing started any more if there were too many failures.
  ///
  /// - Parameter error: What the last one is for people.
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
