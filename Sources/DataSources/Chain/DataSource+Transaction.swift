extension DataSource {
  /// Makes all edits that a closure asks for in one epoch: of this source, and of all that are connected with it through transforms.
  ///
  /// ```swift
  /// fruits.transaction {
  ///   fruits.append(kiwi)
  ///   nuts.removeAll()
  /// }
  /// ```
  ///
  /// The edits are committed when the closure returns: every link then makes one batch at the most, and its observers are notified of one
  /// update. Until then all sources show the state before. Where the closure throws, they are rolled back: nothing changes, and no
  /// observer is notified.
  ///
  /// Transactions may be nested: what an inner one asks for is committed with the outermost one, and rolled back with any of them. Within an
  /// observer, what is asked for waits for the next epoch.
  ///
  /// - Parameters:
  ///   - animated: How observers are to show the change: automatically, by a `false` literal not animated, or by an animation for each kind of
  ///     operation. An inner transaction comes before an outer one, and one of an epoch that says none is enough.
  ///   - body: Asks for edits.
  /// - Throws: What the closure throws; its edits are then rolled back.
  public func transaction<Result>(animated: UpdateAnimations = .automatic, _ body: () throws -> Result) rethrows
    -> Result
  {
    try link.graph.transaction(animated: animated, body)
  }

  /// Adds an observer, which is notified of every update of the source.
  ///
  /// A source is deallocated when nobody references it, however many observe it. So the token references it, and the owner stores the token:
  ///
  /// ```swift
  /// page.token = fruits.applying(.filter { $0.isRipe }).addObserver(page) { page, event in page.show(event) }
  /// ```
  ///
  /// Where the source is referenced anyway, the token may be discarded, by `_ =`.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is deallocated.
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
  /// Changes the source as ``edit(_:)`` does, for one that keeps account of the edits that wait.
  ///
  /// - Parameters:
  ///   - undo: Is called in the place of the change where a transaction fails, for the latest edit first. It calls no code of others.
  ///   - completion: Is called once: with true when observers were notified, or with false when a transaction failed and all its edits
  ///     were undone.
  ///   - change: Changes what the source holds.
  package func edit(
    undo: (() -> Void)? = nil, completion: ((_ isMade: Bool) -> Void)? = nil, _ change: @escaping () -> Void
  ) {
    graph.edit(self, undo: undo, completion: completion, change)
  }
}
