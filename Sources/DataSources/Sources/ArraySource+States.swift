public import Changesets

extension ArraySource {
  /// Puts other items in the place of all, and tells what is different: what is still there stays or moves.
  ///
  /// ```swift
  /// fruits.setItems(delivered, by: DeltaUpdater())        // Identifiable & Equatable
  /// fruits.setItems(delivered, by: DeltaUpdater(id: \.sku) { $0.price == $1.price })
  /// ```
  ///
  /// - Parameters:
  ///   - items: The items after.
  ///   - updater: What tells items apart, and whether one that is in both states changed.
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func setItems<M: Matching>(_ items: some Sequence<Item>, by updater: DeltaUpdater<M>) where M.Element == Item {
    let items = Array(items)
    var updater = updater
    updater.matchesUnnamedSections = true
    link.edit { [self, updater] in
      recorder.apply(updater.batch(from: sections, to: [SectionState(name, items: items)]))
      elements = ChunkedArray(items)
    }
  }

  /// Shows the states of a sequence, one after the other, in the isolation domain of the caller.
  ///
  /// ```swift
  /// Task { await fruits.follow(warehouse.deliveries, by: DeltaUpdater()) }
  /// ```
  ///
  /// Each state is compared with what is shown when it arrives, and told as one batch. Following ends with the
  /// sequence, with the task, or when the source is told to follow another one: only the latest is followed, and what
  /// an earlier one still delivers is not shown.
  ///
  /// - Parameters:
  ///   - states: The items of each state.
  ///   - updater: What tells items apart, and whether one that is in both states changed.
  /// - Throws: What the sequence throws; the last state stays.
  public nonisolated(nonsending) func follow<M: Matching, States: AsyncSequence>(
    _ states: States, by updater: DeltaUpdater<M>
  ) async throws(States.Failure) where M.Element == Item, States.Element == [Item] {
    following += 1
    let number = following
    var iterator = states.makeAsyncIterator()
    while let state = try await iterator.next(isolation: #isolation), number == following, !Task.isCancelled {
      setItems(state, by: updater)
    }
  }
}
