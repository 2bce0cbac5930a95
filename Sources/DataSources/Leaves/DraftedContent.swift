/// The content of a leaf whose edits are checked when they are asked for.
///
/// It has two states: what is shown, which chains see, and the draft, which has the edits that wait for the end of a transaction or an epoch,
/// too. An edit is made in the draft at once, where it throws if it cannot be made, and in what is shown when its turn comes. Where a
/// transaction fails, the edits that were asked for within it leave the draft.
package final class DraftedContent<Content> {
  /// What chains see.
  package var shown: Content
  private let link: ChainLink
  /// The edits that wait, in the order in which they were asked for.
  private var waiting: ArraySlice<(inout Content) -> Void> = []
  /// The state after those; nil where none waits, or where one was rolled back since the last edit.
  private var latest: Content?
  /// Whether a closure of the user is preparing an edit, and what it asks for meanwhile.
  private var isPreparing = false
  private var postponed: [() -> Void] = []

  /// Creates the content of a leaf.
  ///
  /// - Parameters:
  ///   - shown: What is shown at first.
  ///   - link: The leaf's link.
  package init(_ shown: Content, link: ChainLink) {
    self.shown = shown
    self.link = link
  }

  /// The state when all edits are made that wait.
  ///
  /// - Complexity: O(1); where an edit was rolled back since the last one, that of the edits that wait.
  package var draft: Content {
    if let latest { return latest }
    var draft = shown
    for edit in waiting { edit(&draft) }
    return draft
  }

  /// Applies an edit of the draft to what is shown, when its turn comes.
  ///
  /// - Parameters:
  ///   - draft: The draft after the edit.
  ///   - undo: Is called where a transaction fails, as by ``ChainLink/edit(undo:completion:_:)``.
  ///   - completion: Is called once: with true when observers were notified, or with false when the edit was rolled back.
  ///   - edit: Applies the edit to a state equal to the one that the draft was in. It calls no closures of the user, and returns what it removes, which
  ///     is released when the content is not being changed any more.
  package func commit<Removed>(
    _ draft: Content, undo: (() -> Void)? = nil, completion: ((_ isMade: Bool) -> Void)? = nil,
    _ edit: @escaping (inout Content) -> Removed
  ) {
    waiting.append { _ = edit(&$0) }
    latest = draft
    link.edit(
      undo: { [self] in
        undo?()
        waiting.removeLast()
        latest = nil
      }, completion: completion
    ) { [self] in
      waiting.removeFirst()
      if waiting.isEmpty {
        waiting = []
        latest = nil
      }
      withExtendedLifetime(edit(&shown)) {}
    }
  }

  /// Performs an edit that a closure of the user prepares.
  ///
  /// What the closure asks of other sources belongs to the edit: it is made in the same epoch, and rolled back if the closure throws. The same holds for
  /// further edits of this content, which are prepared after this one; only their completions are notified of their errors.
  ///
  /// - Parameters:
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when observers were notified, or with false when the edit failed or was rolled back.
  ///   - prepare: Returns the edit for ``commit(_:undo:completion:_:)``, from the draft; nil if there is nothing to change. It is called once.
  /// - Throws: What the preparation throws.
  package func edit<Removed>(
    animated: UpdateAnimations, completion: ((_ isMade: Bool) -> Void)?,
    _ prepare: @escaping (_ draft: Content) throws -> ((inout Content) -> Removed)?
  ) throws {
    guard !isPreparing else {
      postponed.append { [self] in try? edit(animated: animated, completion: completion, prepare) }
      return
    }
    do {
      let isChange = try link.graph.transaction(animated: animated) {
        defer { makePostponed() }
        var draft = draft
        guard let edit = try prepared({ [draft] in try prepare(draft) }) else { return false }
        withExtendedLifetime(edit(&draft)) {}
        commit(draft, completion: completion, edit)
        return true
      }
      if !isChange { completion?(true) }
    } catch {
      completion?(false)
      throw error
    }
  }

  private func prepared<Edit>(_ prepare: () throws -> Edit) rethrows -> Edit {
    isPreparing = true
    defer { isPreparing = false }
    return try prepare()
  }

  private func makePostponed() {
    let requests = postponed
    postponed = []
    for request in requests { request() }
  }
}

/// Shows the states of sequences, of which the latest alone is followed.
package final class StateFollower {
  private var number = 0

  package init() {}

  /// Shows the states of a sequence, until it ends, the task is cancelled, or another sequence is followed.
  package nonisolated(nonsending) func follow<States: AsyncSequence>(
    _ states: States, show: (States.Element) -> Void
  ) async throws(States.Failure) {
    number += 1
    let following = number
    var iterator = states.makeAsyncIterator()
    while let state = try await iterator.next(isolation: #isolation), following == number, !Task.isCancelled {
      show(state)
    }
  }
}
