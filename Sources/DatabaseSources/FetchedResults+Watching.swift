import GRDB

extension FetchedResults {
  /// Shows what becomes of the rows until the task ends, in the isolation domain of the caller.
  ///
  /// ```swift
  /// Task { try await fruits.watch(every: .seconds(1)) }       // on the main actor, if the chain is there
  /// ```
  ///
  /// Writes through the same `DatabaseWriter` are shown at once; for those of others the database is asked in between.
  /// One that is locked by somebody who writes is asked again the next time.
  ///
  /// - Parameters:
  ///   - interval: How long to wait before asking again. To ask takes a few microseconds.
  ///   - clock: What measures the time.
  ///   - onError: Hears of errors, after which watching goes on; without it, the first one ends it.
  /// - Throws: What the database throws, unless there is somebody to hear of it; what is shown stays.
  public nonisolated(nonsending) func watch(
    every interval: Duration, clock: some Clock<Duration> = ContinuousClock(), onError: ((any Error) -> Void)? = nil
  ) async throws {
    let (stream, wakeUp) = signal.wakeUps()
    // Ends with this scope.
    async let _ = tick(every: interval, clock: clock) { wakeUp.yield() }
    wakeUp.yield()
    for await _ in stream {
      do {
        try await refreshIfChanged()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // Somebody is writing; what it comes to is there the next time.
      } catch {
        if Task.isCancelled { return }
        guard let onError else { throw error }
        onError(error)
      }
    }
  }
}

/// Calls a closure time and again until the task ends.
private func tick(
  every interval: Duration, clock: some Clock<Duration>, _ body: @Sendable () -> Void
) async {
  while (try? await clock.sleep(for: interval)) != nil { body() }
}
