public import Changesets

/// A source that shows items of other sources. A ``Mapping`` determines which of them, and where.
///
/// A transform stores no items, and at most positions: it reads items from its sources when they are requested. When a source changes, the
/// transform updates the mapping, and reports the resulting batch.
public final class Transform<M: Mapping>: DataSource {
  /// The link of the transform in its chains.
  public let link: ChainLink
  /// The sources, in the order that the mapping expects.
  public var sources: [any DataSource<M.SourceItem>] { stored.sources }
  /// The mapping, as of the last epoch.
  public var mapping: M {
    checkAccess()
    return stored.mapping
  }

  @usableFromInline var stored: Stored
  @usableFromInline let accessors: Accessors
  /// The sources, regardless of the type of their items.
  public var upstreamSources: [any DataSource] { untypedSources }
  /// Stored, because converting the list would cost time in every step of a message. The property is private and changed by assignment
  /// instead of in place. So the compiler can prove that no two accesses overlap, and omits the dynamic exclusivity checks.
  private var untypedSources: [any DataSource]
  /// Whether the mapping is being changed. It must not be read meanwhile.
  private var isChanging = false
  /// The changes of this epoch beside those of the sources.
  @usableFromInline var ownChanges = OwnChanges()
  private var hasOwnChanges = false
  /// The number of the latest delayed change, which supersedes those before it.
  var latestDelay = 0

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

  /// The mapping and its sources. The value cannot be copied, so it is read in place: a copyable property of an object is copied, with
  /// everything that it references, for every call of a method.
  @usableFromInline struct Stored: ~Copyable {
    @usableFromInline var mapping: M
    @usableFromInline var sources: [any DataSource<M.SourceItem>]

    @inlinable init(_ mapping: M, over sources: [any DataSource<M.SourceItem>]) {
      self.mapping = mapping
      self.sources = sources
    }

    /// Returns the changes of the sources in this epoch, or `nil` if there are none.
    ///
    /// - Parameter link: The link of the transform.
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
    @inlinable borrowing func numberOfItems(inSection section: Int) -> Int { mapping.numberOfItems(inSection: section) }
    @inlinable borrowing func item(at path: ItemPath) -> M.Item { mapping.item(at: path, from: sources) }
    @inlinable borrowing func items(inSection section: Int) -> [M.Item] {
      mapping.items(inSection: section, from: sources)
    }
    @inlinable borrowing func sourcePath(for path: ItemPath) -> SourcePath? { mapping.sourcePath(for: path) }
    @inlinable borrowing func path(for sourcePath: SourcePath) -> ItemPath? { mapping.path(for: sourcePath) }
  }

  /// The functions that are called for each item, or in every update. They are created where the type of the mapping is known, and so
  /// specialised for it, which methods that conform to ``DataSource`` are not. An update of a chain that sorts requests items many times.
  @usableFromInline struct Accessors {
    @usableFromInline let numberOfSections: (Transform) -> Int
    @usableFromInline let numberOfItems: (Transform, Int) -> Int
    @usableFromInline let item: (Transform, ItemPath) -> M.Item
    @usableFromInline let items: (Transform, Int) -> [M.Item]
    @usableFromInline let sourcePath: (Transform, ItemPath) -> SourcePath?
    @usableFromInline let path: (Transform, SourcePath) -> ItemPath?

    @inlinable init() {
      numberOfSections = { $0.stored.numberOfSections() }
      numberOfItems = { $0.stored.numberOfItems(inSection: $1) }
      item = { $0.stored.item(at: $1) }
      items = { $0.stored.items(inSection: $1) }
      sourcePath = { $0.stored.sourcePath(for: $1) }
      path = { $0.stored.path(for: $1) }
    }
  }

  // This is inlinable, like everything that a turn calls. So the mapping's updates are specialised for the types of the items.

  /// Creates a transform of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources, in the order that the mapping expects.
  ///   - mapping: Determines which of their items are shown, and where.
  /// - Complexity: That of the mapping's ``Mapping/refresh(from:)``.
  @inlinable public convenience init(of sources: [any DataSource<M.SourceItem>], by mapping: M) {
    self.init(Stored(mapping, over: sources), Accessors())
    link.onUpdate(self) { $0.update() }
    // A closure of the mapping may request edits of the sources that are being read.
    link.deferEdits { stored.mapping.refresh(from: sources) }
  }

  @usableFromInline init(_ stored: consuming Stored, _ accessors: Accessors) {
    let sources = stored.sources
    link = ChainLink(String("\(M.self)".prefix { $0 != "<" }), over: sources.map(\.link))
    untypedSources = sources
    self.accessors = accessors
    self.stored = stored
    for source in sources { source.link.noteSource(source) }
  }

  /// Stops the program if a closure of the mapping, or code that it calls, reads the transform while its mapping is being changed.
  @usableFromInline func checkAccess() { if isChanging { refuseAccess() } }

  // Not a precondition, because its message would be lost in release builds.
  private func refuseAccess() -> Never {
    fatalError(
      """
      “\(link.name)” is read while its mapping is being changed, by a closure of that mapping or by what the closure calls. What the closure \
      needs has to come from its arguments, from what it captures, or from the sources of the transform.
      """)
  }

  /// The number of sections that the mapping defines.
  public var numberOfSections: Int {
    checkAccess()
    return accessors.numberOfSections(self)
  }

  /// Returns the number of items in a section, as the mapping defines it.
  public func numberOfItems(inSection section: Int) -> Int {
    checkAccess()
    return accessors.numberOfItems(self, section)
  }

  /// Returns the item at a path, as the mapping defines it.
  public func item(at path: ItemPath) -> M.Item {
    checkAccess()
    return accessors.item(self, path)
  }

  /// Returns the items of a section, as the mapping defines them.
  ///
  /// - Complexity: That of the mapping's ``Mapping/items(inSection:from:)``.
  public func items(inSection section: Int) -> [M.Item] {
    checkAccess()
    return accessors.items(self, section)
  }

  /// Returns the mapping's own name of a section, or else the name of the source's section that it shows.
  public func name(ofSection section: Int) -> String? {
    checkAccess()
    if let name = stored.mapping.name(ofSection: section) { return name }
    guard let origin = sourceSection(for: section) else { return nil }
    return stored.sources[origin.source].name(ofSection: origin.section)
  }
}

// MARK: - Conversions

extension Transform {
  /// Returns the source path of an item, as the mapping defines it.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    checkAccess()
    return accessors.sourcePath(self, path)
  }

  /// Returns the path of an item of a source, as the mapping defines it.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    checkAccess()
    return accessors.path(self, sourcePath)
  }

  /// Returns the section of a source that a section shows, as the mapping defines it.
  public func sourceSection(for section: Int) -> SourceSection? {
    checkAccess()
    return stored.mapping.sourceSection(for: section)
  }

  /// Returns the section that shows a section of a source, as the mapping defines it.
  public func section(for sourceSection: SourceSection) -> Int? {
    checkAccess()
    return stored.mapping.section(for: sourceSection)
  }
}

// MARK: - Changes

extension Transform {
  /// Changes properties of the mapping: a predicate, an order, a position.
  ///
  /// ```swift
  /// filtered.configure { $0.predicate = { fruit, _ in fruit.isRipe } }
  /// ```
  ///
  /// Like an edit of a source, the change is made immediately, or when the running epoch or the open transaction ends. You can assign
  /// another mapping to the present one; the resulting batch may be a reload.
  ///
  /// The mapping's own closures (predicates, keys, orders), and the change itself, may read items and captured values. It is a programming
  /// error to read from them the transform that they belong to, or one downstream of it, which is updating its mapping when they are
  /// called.
  ///
  /// - Parameter change: Sets properties of the mapping.
  public func configure(_ change: @escaping (inout M) -> Void) {
    edit { [self] in ownChanges.configurations.append(change) }
  }

  /// Reads the sources again, if the mapping depends on something that does not notify it.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func reload() {
    edit { [self] in ownChanges.isOutdated = true }
  }

  /// Replaces the sources. Items of sources that are in both lists are retained.
  ///
  /// - Parameter sources: The sources, in the order that the mapping expects.
  /// - Throws: `UpdateError` with the code `cycle` if one of the sources is downstream of this transform.
  public func setSources(_ sources: [any DataSource<M.SourceItem>]) throws {
    try link.setUpstream(sources.map(\.link)) { [self] in
      ownChanges.sources = sources
      hasOwnChanges = true
    }
  }

  private func edit(_ change: @escaping () -> Void) {
    link.edit { [self] in
      change()
      hasOwnChanges = true
    }
  }

  @inlinable func update() -> UpdateBatch {
    let hasOwnChanges = beginUpdate()
    defer { endUpdate() }
    return hasOwnChanges ? applyOwnChanges() : stored.applyChanges(link)
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

  @inlinable func applyOwnChanges() -> UpdateBatch {
    let own = ownChanges
    ownChanges = OwnChanges()
    // The mapping is copied only where both it and its sources change.
    let before = own.sources == nil ? stored.changes(link).map { (changes: $0, mapping: stored.mapping) } : nil
    var batch = own.sources.map(replaceSources) ?? stored.applyChanges(link)
    let sources = stored.sources
    if own.isOutdated { batch = batch.followed(by: stored.mapping.reload(over: sources)) }
    if !own.configurations.isEmpty {
      // All changes are made as one. So changes that cancel each other have no effect, and the mapping settles once.
      batch = batch.followed(by: configured { mapping in for change in own.configurations { change(&mapping) } })
    }
    return before.map { $0.changes.withoutCancellingEdits(batch, from: $0.mapping, to: stored.mapping) } ?? batch
  }

  /// Changes the mapping. If another mapping was assigned to it, that one has not read its sources, and does so now.
  @inlinable func configured(by change: (inout M) -> Void) -> UpdateBatch {
    let wasRead = stored.mapping.isLoaded
    var isReplaced = false
    let sources = stored.sources
    let batch = stored.mapping.configure(over: sources) { mapping in
      change(&mapping)
      if mapping.isLoaded { return }
      mapping.refresh(from: sources)
      isReplaced = wasRead || mapping.numberOfSections > 0
    }
    return isReplaced ? .reload : batch
  }

  @usableFromInline func replaceSources(by new: [any DataSource<M.SourceItem>]) -> UpdateBatch {
    var old = sources.enumerated().map { $0 }
    let origins = new.map { source in
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

extension DataSource {
  /// Returns a transform of this source by a mapping: the next link of a chain.
  ///
  /// ```swift
  /// fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })
  /// ```
  ///
  /// - Parameter mapping: A mapping of a single source.
  @inlinable public func applying<M: Mapping>(_ mapping: M) -> Transform<M> where M.SourceItem == Item {
    Transform(of: [self], by: mapping)
  }
}
