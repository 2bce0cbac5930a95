public import Changesets

extension SectionedArraySource {
  /// Puts other sections in the place of all, and tells what is different: what is still there stays or moves.
  ///
  /// ```swift
  /// shelves.setSections(delivered, by: DeltaUpdater())    // Identifiable & Equatable
  /// ```
  ///
  /// - Parameters:
  ///   - sections: The sections after.
  ///   - updater: What tells items apart, whether one that is in both states changed, and which sections match.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* items out
  ///   of order.
  public func setSections<M: Matching>(_ sections: [SectionState<String?, Item>], by updater: DeltaUpdater<M>)
  where M.Element == Item {
    link.edit { [self] in
      recorder.apply(updater.batch(from: self.sections, to: sections))
      contents = sections.map(Section.init)
    }
  }

  /// Shows the states of a sequence, one after the other, in the isolation domain of the caller.
  ///
  /// Each state is compared with what is shown when it arrives, and told as one batch. Following ends with the
  /// sequence, with the task, or when the source is told to follow another one: only the latest is followed, and what
  /// an earlier one still delivers is not shown.
  ///
  /// - Parameters:
  ///   - states: The sections of each state.
  ///   - updater: What tells items apart, whether one that is in both states changed, and which sections match.
  /// - Throws: What the sequence throws; the last state stays.
  public nonisolated(nonsending) func follow<M: Matching, States: AsyncSequence>(
    _ states: States, by updater: DeltaUpdater<M>
  ) async throws(States.Failure) where M.Element == Item, States.Element == [SectionState<String?, Item>] {
    following += 1
    let number = following
    var iterator = states.makeAsyncIterator()
    while let state = try await iterator.next(isolation: #isolation), number == following, !Task.isCancelled {
      setSections(state, by: updater)
    }
  }
}
