import Changesets

extension DiffableDataSource {
  /// Shows a snapshot.
  ///
  /// A section that is shown as a tree keeps the tree if it has the same items as before; otherwise its items are a flat list.
  /// An item that a kept tree hides, and that the snapshot shows elsewhere, leaves the tree, with all its descendants.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Runs once, when the snapshot is shown and the observers were told.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* out of order.
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animated: Bool = true, completion: (@Sendable () -> Void)? = nil
  ) {
    runAlways(animated: animated, completion: completion) { Change(batch: $0.show(snapshot), applied: snapshot) }
  }

  /// Shows a snapshot, and returns when it is shown and the observers were told.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public nonisolated(nonsending) func apply(_ snapshot: Snapshot<Section, Item>, animated: Bool = true) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animated: animated) { continuation.resume() }
    }
  }

  /// Edits what is shown, starting from what is shown when the edit's turn comes: no change that others make is lost.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Hears how the edit ended, whether or not it was made at once.
  ///   - change: Edits the snapshot. If it throws, nothing is shown.
  /// - Throws: What the edit throws. One that has to wait for others reports its errors to the completion alone.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public func edit(
    animated: Bool = true, completion: Completion? = nil,
    _ change: @escaping @Sendable (inout Snapshot<Section, Item>) throws -> Void
  ) throws {
    try run(animated: animated, completion: completion) { content in
      var snapshot = content.snapshot
      try change(&snapshot)
      return Change(batch: content.show(snapshot), applied: snapshot)
    }
  }

  /// Shows a snapshot as something all new: the batch is a reload, not animated, and nothing is compared.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - completion: Runs once, when the snapshot is shown and the observers were told.
  public func applyUsingReload(_ snapshot: Snapshot<Section, Item>, completion: (@Sendable () -> Void)? = nil) {
    runAlways(animated: false, completion: completion) {
      $0.replace(by: snapshot)
      return Change(batch: .reload, applied: snapshot)
    }
  }

  /// Shows a snapshot as something all new, and returns when it is shown and the observers were told.
  ///
  /// - Parameter snapshot: What to show.
  public nonisolated(nonsending) func applyUsingReload(_ snapshot: Snapshot<Section, Item>) async {
    await withCheckedContinuation { continuation in
      applyUsingReload(snapshot) { continuation.resume() }
    }
  }

  private func runAlways(
    animated: Bool, completion: (@Sendable () -> Void)?,
    change: @escaping @Sendable (inout DiffableContent<Section, Item>) -> Change
  ) {
    // The change does not throw, and so nothing is lost here.
    try? run(animated: animated, completion: { _ in completion?() }, change: change)
  }
}
