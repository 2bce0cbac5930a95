extension Transform {
  /// Sets the filter text once nobody has typed for a while.
  ///
  /// ```swift
  /// Task { await found.setFilterText(field.text, after: .milliseconds(300)) }   // at every keystroke
  /// ```
  ///
  /// The text is not set if, when the delay is over, the task has been cancelled, or this was called again, or the text was set at once by
  /// ``configure(_:)``.
  ///
  /// - Parameters:
  ///   - text: What the predicate will be given.
  ///   - delay: How long to wait.
  ///   - clock: What to wait by.
  ///   - isolation: Where the chain lives: where this is called.
  public func setFilterText<Item>(
    _ text: String, after delay: Duration, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) async where M == PredicateFilter<Item> {
    latestDelay += 1
    let (turn, textCount) = (latestDelay, mapping.textCount)
    try? await clock.sleep(for: delay)
    guard !Task.isCancelled, turn == latestDelay, textCount == mapping.textCount else { return }
    configure { $0.filterText = text }
  }
}
