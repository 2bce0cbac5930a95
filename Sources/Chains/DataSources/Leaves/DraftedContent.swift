/// The contents of a leaf whose edits are checked when they are requested.
///
/// It has two states: the contents that chains see, and the draft, which includes pending edits that wait for the end
/// of a transaction or an epoch. An edit is made in the draft immediately, where it throws if it is invalid, and in the
/// shown contents in its epoch. If a transaction fails, the edits that were requested within it are removed from the
/// draft.
///
///     shown       a  b           what chains read
///     waiting     + c, − a       edits that wait for the end of the transaction
///     draft       b  c           what the next edit is checked against, and applied to
package final class DraftedContent<Content> {
  /// The contents that chains see.
  package var shown: Content
  private let link: ChainLink
  /// The pending edits, in the order of their requests.
  private var waiting: ArraySlice<(inout Content) -> Void> = []
  /// The state after the pending edits; `nil` if there are none, or if one was rolled back since the last edit.
  private var latest: Content?
  /// Whether a closure of the user is preparing an edit, and the edits that are requested meanwhile.
  private var isPreparing = false
  private var postponed: [() -> Void] = []

  /// Creates the contents of a leaf.
  package init(_ shown: Content, link: ChainLink) {
    self.shown = shown
    self.link = link
  }

  /// The state after all pending edits.
  ///
  /// - Complexity: O(1); if an edit was rolled back since the last one, the cost of the pending edits.
  package var draft: Content {
    if let latest { return latest }
    var draft = shown
    for edit in waiting { edit(&draft) }
    return draft
  }

  /// Adopts a draft, and applies its edit to the shown contents in the epoch of the edit.
  ///
  /// - Parameters:
  ///   - undo: Called if a transaction fails, as by ``ChainLink/edit(undo:completion:_:)``.
  ///   - completion: Called once: with `true` after observers were notified, or with `false` after the edit was rolled
  ///     back.
  ///   - edit: Applies the edit to a state equal to the former draft. It must not call closures of the user. It returns
  ///     what it removes, which is released after the contents were changed.
  package func commit<Removed>(
    _ draft: Content, undo: (() -> Void)? = nil, completion: ((_ isMade: Bool) -> Void)? = nil,
    _ edit: @escaping (inout Content) -> Removed
  ) {
    waiting.append { _ = edit(&$0) }
    latest = draft
    link.edit(
      undo: { [self] in
        undo?()
        // Edits are undone in reverse order, so this one is the last.
        waiting.removeLast()
        latest = nil
      }, completion: completion
    ) { [self] in
      // Edits are made in the order of their requests, so this one is the first.
      waiting.removeFirst()
      // A slice keeps the storage of the elements that were removed from its start, so an empty one is replaced.
      if waiting.isEmpty {
        waiting = []
        latest = nil
      }
      withExtendedLifetime(edit(&shown)) {}
    }
  }

  /// Performs an edit that a closure of the user prepares.
  ///
  /// Edits of other sources that the closure requests belong to this edit: they are made in the same epoch, and rolled
  /// back if the closure throws. The same holds for further edits of these contents, which are prepared after this one;
  /// their errors are reported only to their completions.
  ///
  /// - Parameters:
  ///   - animated: How observers animate the change.
  ///   - completion: Called once: with `true` after observers were notified, or with `false` after the edit failed or
  ///     was rolled back.
  ///   - prepare: Returns the edit for ``commit(_:undo:completion:_:)``, given the draft, or `nil` if there is nothing
  ///     to change. It is called once.
  /// - Throws: The error that `prepare` throws.
  package func edit<Removed>(
    animated: UpdateAnimations, completion: ((_ isMade: Bool) -> Void)?,
    _ prepare: @escaping (_ draft: Content) throws -> ((inout Content) -> Removed)?
  ) throws {
    guard !isPreparing else {
      // The draft that this edit would be based on lacks the one that is being prepared, which would overwrite it.
      postponed.append { [self] in try? edit(animated: animated, completion: completion, prepare) }
      return
    }
    do {
      let isChange = try link.graph.transaction(animated: animated) {
        // In the transaction, but after `commit`: the postponed edits are prepared with a draft that includes this
        // one.
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

/// Shows the states that sequences deliver. Only the latest sequence is followed.
package final class StateFollower {
  private var number = 0

  package init() {}

  /// Shows the states that a sequence delivers, until it ends, the task is cancelled, or another sequence is followed.
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
