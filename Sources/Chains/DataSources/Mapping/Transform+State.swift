public import Changesets

extension Transform {
  /// The mapping of a transform, its sources, and the changes that wait for the transform's turn. Its link owns it too.
  @usableFromInline final class State {
    /// Stored, because converting the list would cost time in every step of a message. The property is private and
    /// changed by assignment instead of in place. So the compiler can prove that no two accesses overlap, and omits the
    /// dynamic exclusivity checks.
    private(set) var untypedSources: [any DataSource]
    /// Whether the mapping is being changed. It must not be read meanwhile.
    private(set) var isChanging = false
    /// The changes of this epoch beside those of the sources.
    @usableFromInline var ownChanges = OwnChanges()
    private var hasOwnChanges = false
    @usableFromInline var stored: Stored

    @usableFromInline init(_ mapping: M, over sources: [any DataSource<M.SourceItem>]) {
      stored = Stored(mapping, over: sources)
      untypedSources = sources
    }

    /// Notes changes other than those of the sources.
    func note(_ change: (inout OwnChanges) -> Void) {
      change(&ownChanges)
      hasOwnChanges = true
    }

    /// Changes other than those of the sources.
    @usableFromInline struct OwnChanges {
      /// The sources that replace the present ones.
      @usableFromInline var sources: [any DataSource<M.SourceItem>]?
      /// Whether the mapping reads its sources again.
      @usableFromInline var isOutdated = false
      /// The changes of the mapping's properties.
      @usableFromInline var configurations: [(inout M) -> Void] = []

      @inlinable init() {}
    }

    /// The mapping and its sources. The value cannot be copied, so it is read in place: a copyable property of an
    /// object is copied, with everything that it references, for every call of a method.
    @usableFromInline struct Stored: ~Copyable {
      @usableFromInline var mapping: M
      @usableFromInline var sources: [any DataSource<M.SourceItem>]

      @inlinable init(_ mapping: M, over sources: [any DataSource<M.SourceItem>]) {
        self.mapping = mapping
        self.sources = sources
      }

      /// Returns the changes of the sources in this epoch, or `nil` if there are none.
      @inlinable borrowing func changes(_ link: ChainLink) -> SourceChanges<M.SourceItem>? {
        let sources = sources
        return link.upstreamBatches(of: sources).map { SourceChanges(sources: sources, batches: $0) }
      }

      /// Applies the changes of the sources to the mapping.
      @inlinable mutating func applyChanges(_ link: ChainLink) -> UpdateBatch {
        guard let changes = changes(link) else { return UpdateBatch() }
        return mapping.update(changes)
      }

      @inlinable borrowing func numberOfSections() -> Int { mapping.numberOfSections }
      @inlinable borrowing func numberOfItems(inSection section: Int) -> Int {
        mapping.numberOfItems(inSection: section)
      }
      @inlinable borrowing func item(at path: ItemPath) -> M.Item { mapping.item(at: path, from: sources) }
      @inlinable borrowing func items(inSection section: Int) -> [M.Item] {
        mapping.items(inSection: section, from: sources)
      }
      @inlinable borrowing func sourcePath(for path: ItemPath) -> SourcePath? { mapping.sourcePath(for: path) }
      @inlinable borrowing func path(for sourcePath: SourcePath) -> ItemPath? { mapping.path(for: sourcePath) }
    }
  }
}

// MARK: - Updates

extension Transform.State {
  /// Applies the changes of the sources in this epoch, and the own ones.
  @inlinable func update(_ link: ChainLink) -> UpdateBatch {
    let hasOwnChanges = beginUpdate()
    defer { endUpdate() }
    return hasOwnChanges ? applyOwnChanges(link) : stored.applyChanges(link)
  }

  /// Forbids access to the mapping until the update ends.
  ///
  /// - Returns: Whether there are changes other than those of the sources.
  @usableFromInline func beginUpdate() -> Bool {
    isChanging = true
    defer { hasOwnChanges = false }
    return hasOwnChanges
  }

  @usableFromInline func endUpdate() { isChanging = false }

  @inlinable func applyOwnChanges(_ link: ChainLink) -> UpdateBatch {
    let own = ownChanges
    ownChanges = OwnChanges()
    // The mapping is copied only where both it and its sources change.
    let before = own.sources == nil ? stored.changes(link).map { (changes: $0, mapping: stored.mapping) } : nil
    // Replaced sources are compared with the former ones, including their changes in this epoch.
    var batch = own.sources.map(replaceSources) ?? stored.applyChanges(link)
    let sources = stored.sources
    // Each change is made on the state that the one before has left, in this order: sources, contents, properties.
    if own.isOutdated { batch = batch.followed(by: stored.mapping.reload(over: sources)) }
    if !own.configurations.isEmpty {
      // All changes are made as one. So changes that cancel each other have no effect, and the mapping settles once.
      batch = batch.followed(by: configured { mapping in for change in own.configurations { change(&mapping) } })
    }
    return before.map { $0.changes.withoutCancelingEdits(batch, from: $0.mapping, to: stored.mapping) } ?? batch
  }

  /// Changes the mapping. If another mapping was assigned to it, that one has not read its sources, and does so now.
  @inlinable func configured(by change: (inout M) -> Void) -> UpdateBatch {
    let wasRead = stored.mapping.isLoaded
    var isReplaced = false
    let sources = stored.sources
    let batch = stored.mapping.configure(over: sources) { mapping in
      change(&mapping)
      if mapping.isLoaded { return }
      // Within the closure, because `configure` then settles the mapping, which has to have read its sources.
      mapping.refresh(from: sources)
      // What the new mapping shows has nothing to do with what the old one did, unless neither shows anything.
      isReplaced = wasRead || mapping.numberOfSections > 0
    }
    return isReplaced ? .reload : batch
  }

  @usableFromInline func replaceSources(by new: [any DataSource<M.SourceItem>]) -> UpdateBatch {
    var old = stored.sources.enumerated().map { $0 }
    let origins = new.map { source in
      // Each former source is used once, so a source that is in a list twice gets two origins.
      old.firstIndex { $0.element === source }.map { old.remove(at: $0).offset }
    }
    stored.sources = new
    untypedSources = new
    for source in new { source.link.noteSource(source) }
    // A source that is in both lists may have changed in this epoch too.
    let batches = SourceBatches(count: new.count) {
      .init(batch: origins[$0] == nil ? .reload : new[$0].link.batch, counts: new[$0].link.countsBefore)
    }
    return stored.mapping.update(SourceChanges(sources: new, batches: batches, origins: origins))
  }
}
