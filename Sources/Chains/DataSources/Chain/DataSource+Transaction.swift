extension DataSource {
  /// Performs all edits that a closure requests in one epoch: those of this source, and of all that are connected with
  /// it through transforms.
  ///
  /// ```swift
  /// fruits.transaction {
  ///   fruits.append(kiwi)
  ///   nuts.removeAll()
  /// }
  /// ```
  ///
  /// The edits are committed when the closure returns. Every link then returns at most one batch, and its observers are
  /// notified of one update. Until then all sources show the previous state. If the closure throws, the edits are
  /// rolled back: the sources do not change, and no observer is notified.
  ///
  /// Transactions can be nested. The edits of an inner transaction are committed with the outermost one, and rolled
  /// back if any of the enclosing ones is. Edits that an observer requests are made in the next epoch.
  ///
  ///     requested          the source shows      the path refers to
  ///     remove(at: 0)      apple, fig, kiwi      apple, fig, kiwi
  ///     remove(at: 1)      apple, fig, kiwi      fig, kiwi
  ///     end of closure     fig
  ///
  /// - Important: Within the closure, sources show the state before it, but the paths of an edit refer to the state
  ///   that the edits before it leave. So `fruits.remove(at: fruits.count - 1)`, requested twice, is an error: the
  ///   second time, there is no such item. Request an edit of a range, or count along.
  ///
  /// - Parameters:
  ///   - animated: How observers animate the change: automatically, not at all (the literal `false`), or with an
  ///     animation for each kind of operation. An inner transaction takes precedence over an outer one. If some
  ///     transactions of an epoch specify an animation and others do not, the specified one is used.
  ///   - body: Requests the edits.
  /// - Throws: The error that the closure throws, after its edits have been rolled back.
  public func transaction<Result>(animated: UpdateAnimations = .automatic, _ body: () throws -> Result) rethrows
    -> Result
  {
    try link.graph.transaction(animated: animated, body)
  }

  /// Adds an observer, which is notified of every update of the source.
  ///
  /// Observers do not keep a source alive. So the token references the source, and the owner stores the token:
  ///
  /// ```swift
  /// page.token = fruits.applying(.filter { $0.isRipe }).addObserver(page) { page, event in page.show(event) }
  /// ```
  ///
  /// If the source is referenced elsewhere, the token can be discarded with `_ =`.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is
  ///     deallocated.
  ///   - handler: Called for every event. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier, and references the source until then.
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: UpdateEvent) -> Void
  ) -> ObserverToken {
    let token = link.addObserver(owner, handler)
    token.retain(self)
    return token
  }
}

extension ChainLink {
  /// Changes the source as ``edit(_:)`` does, for a source that keeps track of its pending edits.
  ///
  /// - Parameters:
  ///   - undo: Called instead of `change` if a transaction is rolled back, for the latest edit first. It must not call
  ///     code of clients.
  ///   - completion: Called once: with `true` after observers were notified, or with `false` after a transaction was
  ///     rolled back and all its edits were undone.
  package func edit(
    undo: (() -> Void)? = nil, completion: ((_ isMade: Bool) -> Void)? = nil, _ change: @escaping () -> Void
  ) { graph.edit(self, undo: undo, completion: completion, change) }
}
