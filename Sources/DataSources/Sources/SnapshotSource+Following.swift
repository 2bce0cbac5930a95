import Changesets

extension SnapshotSource {
  /// Makes a source that shows what a diffable source shows now, with its names of sections; to go on with it, let it
  /// ``follow(_:)``.
  ///
  /// - Parameter source: The diffable source.
  public convenience init(showing source: DiffableDataSource<Section, Item>) {
    self.init(source.snapshot(), sectionName: source.sectionName)
  }

  /// Shows what a diffable source shows, now and from now on, in the isolation domain of the caller.
  ///
  /// ```swift
  /// let leaf = SnapshotSource(showing: fruits)
  /// let found = leaf.applying(PredicateFilter(isRipe))
  /// Task { await leaf.follow(fruits) }         // on the main actor, if the chain is there
  /// ```
  ///
  /// Every change of the other source is one epoch here; none is left out and none is shown twice, however late the
  /// following begins. It ends with the task, or when the source is told to follow another one: only the latest is
  /// followed. What the source is told to show meanwhile stays until the other one changes.
  ///
  /// - Parameter source: The diffable source, which may be told from any thread.
  /// - Complexity: O(*n*) on average for every change, *n* being the number of items and sections, and O(*m* log *m*)
  ///   for *m* out of order.
  public nonisolated(nonsending) func follow(_ source: DiffableDataSource<Section, Item>) async {
    following += 1
    let number = following
    let (present, version, updates) = source.present()
    if present != snapshot { apply(present) }
    for await update in updates where update.version > version {
      guard number == following else { return }
      if update.batch.isReload {
        applyUsingReload(update.after)
      } else {
        apply(update.after, animated: update.animated)
      }
    }
  }
}
