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
  /// Every link then makes one batch at the most, and its observers hear of one update. Until the closure is done, all
  /// sources show the state before. Transactions may be nested; the outermost one counts. Within an observer, what is asked for waits
  /// for the next epoch.
  ///
  /// - Parameters:
  ///   - animated: Whether observers are to show the change as one. One transaction of an epoch that says no is enough.
  ///   - body: Asks for edits.
  /// - Throws: What the closure throws; then none of its edits is made.
  public func transaction<Result>(animated: Bool = true, _ body: () throws -> Result) rethrows -> Result {
    try link.graph.transaction(animated: animated, body)
  }

  /// Adds an observer, who is told of every update of the source.
  ///
  /// Updates may be empty: before a change it is not known yet what it will come to here.
  ///
  /// - Parameters:
  ///   - owner: Whom the observer belongs to, held weakly; when the owner is gone, so is the observer.
  ///   - handler: What is told. It should not hold the owner.
  /// - Returns: What cancels the observer before its owner is gone.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: UpdateEvent) -> Void
  ) -> ObserverToken {
    link.addObserver(owner, handler)
  }
}
