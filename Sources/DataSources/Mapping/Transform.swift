public import Changesets

/// A source over other sources: a ``Mapping`` decides which of their items stand where.
///
/// Items stay with their sources: a transform holds positions at the most, and asks the source when it is asked. When a source
/// changes, the mapping takes the change over, and the transform tells what became of it.
public final class Transform<M: Mapping>: DataSource {
  /// The link of the transform in its chains.
  public let link: ChainLink
  /// The sources, in the order that the mapping knows them by.
  public var sources: [any DataSource<M.SourceItem>] { stored.sources }
  /// The mapping, as of the last epoch.
  public var mapping: M {
    checkAccess()
    return stored.mapping
  }

  @usableFromInline var stored: Stored
  @usableFromInline let accessors: Accessors
  /// The sources, whatever their items are.
  public var upstreamSources: [any DataSource] { untypedSources }
  /// Stored, because a conversion of the list would cost at every step of a message. Private, and changed by assigning it, not in place: the
  /// compiler then proves that no two accesses conflict, instead of checking each of them at run time.
  private var untypedSources: [any DataSource]
  /// Whether the mapping is being changed, so that nothing may read it.
  private var isChanging = false
  /// What is to be done in this epoch apart from taking over the changes of the sources.
  @usableFromInline var ownChanges = OwnChanges()
  private var hasOwnChanges = false
  /// The number of the latest change that was delayed; those before it no longer count.
  var latestDelay = 0

  /// Changes that are not those of the sources.
  @usableFromInline struct OwnChanges {
    /// The sources to take in the place of the present ones.
    @usableFromInline var sources: [any DataSource<M.SourceItem>]?
    /// Whether the mapping is to read its sources again.
    @usableFromInline var isOutdated = false
    /// The changes of the mapping's properties.
    @usableFromInline var configurations: [(inout M) -> Void] = []

    @inlinable init() {}
  }

  /// The mapping and its sources, as a value that cannot be copied: so they are read in place. A copyable property of an object is copied for
  /// every call of a method, with all that it holds.
  @usableFromInline struct Stored: ~Copyable {
    @usableFromInline var mapping: M
    @usableFromInline var sources: [any DataSource<M.SourceItem>]

    @inlinable init(_ mapping: M, over sources: [any DataSource<M.SourceItem>]) {
      self.mapping = mapping
      self.sources = sources
    }

    /// What happened to the sources in this epoch; nil if nothing did.
    ///
    /// - Parameter link: The link of the transform.
    @inlinable borrowing func changes(_ link: ChainLink) -> SourceChanges<M.SourceItem>? {
      let sources = sources
      return link.upstreamBatches(of: sources).map { SourceChanges(sources: sources, batches: $0) }
    }

    /// Takes over what happened to the sources.
    @inlinable mutating func takeOver(_ link: ChainLink) -> UpdateBatch {
      changes(link).map { mapping.update($0) } ?? UpdateBatch()
    }

    @inlinable borrowing func item(at path: ItemPath) -> M.Item { mapping.item(at: path, from: sources) }
    @inlinable borrowing func items(inSection section: Int) -> [M.Item] {
      mapping.items(inSection: section, from: sources)
    }
    @inlinable borrowing func sourcePath(for path: ItemPath) -> SourcePath? { mapping.sourcePath(for: path) }
    @inlinable borrowing func path(for sourcePath: SourcePath) -> ItemPath? { mapping.path(for: sourcePath) }
  }

  /// What is asked for each item, as functions that are made where the type of the mapping is known, and so compiled for that type. Methods
  /// that answer for any data source are not. A change of a chain that sorts asks for items again and again.
  @usableFromInline struct Accessors {
    @usableFromInline let item: (Transform, ItemPath) -> M.Item
    @usableFromInline let items: (Transform, Int) -> [M.Item]
    @usableFromInline let sourcePath: (Transform, ItemPath) -> SourcePath?
    @usableFromInline let path: (Transform, SourcePath) -> ItemPath?

    @inlinable init() {
      item = { $0.stored.item(at: $1) }
      items = { $0.stored.items(inSection: $1) }
      sourcePath = { $0.stored.sourcePath(for: $1) }
      path = { $0.stored.path(for: $1) }
    }
  }

  // Inlinable, as is all that a turn calls: so the mapping's updates are compiled for the types of the items.

  /// Creates a transform of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources, in the order that the mapping expects.
  ///   - mapping: Which of their items stand where.
  /// - Complexity: That of the mapping's ``Mapping/refresh(from:)``.
  @inlinable public convenience init(of sources: [any DataSource<M.SourceItem>], by mapping: M) {
    self.init(Stored(mapping, over: sources), Accessors())
    link.onUpdate(unowned: self) { $0.update() }
    // A closure of the mapping may ask for edits of what is being read.
    link.hold { stored.mapping.refresh(from: sources) }
  }

  @usableFromInline init(_ stored: consuming Stored, _ accessors: Accessors) {
    let sources = stored.sources
    link = ChainLink(String("\(M.self)".prefix { $0 != "<" }), over: sources.map(\.link))
    untypedSources = sources
    self.accessors = accessors
    self.stored = stored
    for source in sources { source.link.noteSource(source) }
  }

  deinit { link.retire() }

  /// Stops the program where a closure of the mapping, or what it calls, reads the transform that is just being changed.
  @usableFromInline func checkAccess() { if isChanging { refuseAccess() } }

  // Not a precondition: its text would be lost in release builds.
  private func refuseAccess() -> Never {
    fatalError(
      """
      “\(link.name)” is read while its mapping is being changed, by a closure of that mapping or by what the closure calls. What the closure \
      needs has to come from its arguments, from what it captures, or from the sources of the transform.
      """)
  }

  /// The number of sections that the mapping makes.
  public var numberOfSections: Int {
    checkAccess()
    return stored.mapping.numberOfSections
  }

  /// The number of items that the mapping puts into a section.
  public func numberOfItems(inSection section: Int) -> Int {
    checkAccess()
    return stored.mapping.numberOfItems(inSection: section)
  }

  /// The item that the mapping puts at a place.
  public func item(at path: ItemPath) -> M.Item {
    checkAccess()
    return accessors.item(self, path)
  }

  /// The items that the mapping puts into a section.
  ///
  /// - Complexity: That of the mapping's ``Mapping/items(inSection:from:)``.
  public func items(inSection section: Int) -> [M.Item] {
    checkAccess()
    return accessors.items(self, section)
  }

  /// The mapping's own name of a section, else the name of the source's section behind it.
  public func name(ofSection section: Int) -> String? {
    checkAccess()
    if let name = stored.mapping.name(ofSection: section) { return name }
    guard let origin = sourceSection(for: section) else { return nil }
    return stored.sources[origin.source].name(ofSection: origin.section)
  }
}

// MARK: - Places

extension Transform {
  /// The source path of an item, by the mapping.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    checkAccess()
    return accessors.sourcePath(self, path)
  }

  /// The place of an item of a source, by the mapping.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    checkAccess()
    return accessors.path(self, sourcePath)
  }

  /// The section of a source that a section is the image of, by the mapping.
  public func sourceSection(for section: Int) -> SourceSection? {
    checkAccess()
    return stored.mapping.sourceSection(for: section)
  }

  /// The section that a source's section became, by the mapping.
  public func section(for sourceSection: SourceSection) -> Int? {
    checkAccess()
    return stored.mapping.section(for: sourceSection)
  }
}

// MARK: - Changes

extension Transform {
  /// Changes properties of the mapping: a predicate, an order, a place.
  ///
  /// ```swift
  /// filtered.configure { $0.predicate = { fruit, _ in fruit.isRipe } }
  /// ```
  ///
  /// Like an edit of a source, this is done at once, or when the transaction or the epoch that is running ends. Another mapping may be
  /// assigned to the present one; the batch of that may be no more than a reload.
  ///
  /// The mapping's own closures (predicates, keys, orders), and the change itself, look at items, and at what they capture. To read the
  /// transform that they belong to, or one that stands on it, is a programmer's error: it is in the middle of its turn when they are called.
  ///
  /// - Parameter change: Sets properties of the mapping.
  public func configure(_ change: @escaping (inout M) -> Void) {
    edit { [self] in ownChanges.configurations.append(change) }
  }

  /// Makes the mapping read its sources again, where it depends on something that does not notify it.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func reload() {
    edit { [self] in ownChanges.isOutdated = true }
  }

  /// Replaces the sources. The items of sources that are among both stay.
  ///
  /// - Parameter sources: The sources, in the order that the mapping expects.
  /// - Throws: ``UpdateError`` of the code ``UpdateError/Code/cycle`` if one of them stands on this transform.
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
    return hasOwnChanges ? takeOverOwnChanges() : stored.takeOver(link)
  }

  /// Lets nothing read the mapping until the update ends.
  ///
  /// - Returns: Whether there is anything to do apart from taking over the changes of the sources.
  @usableFromInline func beginUpdate() -> Bool {
    isChanging = true
    defer { hasOwnChanges = false }
    return hasOwnChanges
  }

  @usableFromInline func endUpdate() { isChanging = false }

  @inlinable func takeOverOwnChanges() -> UpdateBatch {
    let own = ownChanges
    ownChanges = OwnChanges()
    // The mapping is copied only where both it and its sources change.
    let before = own.sources == nil ? stored.changes(link).map { (changes: $0, mapping: stored.mapping) } : nil
    var batch = own.sources.map(replaceSources) ?? stored.takeOver(link)
    let sources = stored.sources
    if own.isOutdated { batch = batch.followed(by: stored.mapping.reload(over: sources)) }
    if !own.configurations.isEmpty {
      // As one change: what is undone at once never was, and the mapping settles once.
      batch = batch.followed(by: configured { mapping in for change in own.configurations { change(&mapping) } })
    }
    return before.map { $0.changes.exactly(batch, from: $0.mapping, to: stored.mapping) } ?? batch
  }

  /// Changes the mapping. One that another mapping was put in the place of has read nothing: it does so now.
  @inlinable func configured(by change: (inout M) -> Void) -> UpdateBatch {
    let wasRead = stored.mapping.remembersSources
    var isReplaced = false
    let sources = stored.sources
    let batch = stored.mapping.configure(over: sources) { mapping in
      change(&mapping)
      if mapping.remembersSources { return }
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
    // A source that is still there may have changed in this epoch, too.
    let batches = SourceBatches(count: new.count) {
      (origins[$0] == nil ? .reload : new[$0].link.batch, new[$0].link.countsBefore)
    }
    return stored.mapping.update(SourceChanges(sources: new, batches: batches, origins: origins))
  }
}

extension DataSource {
  /// This source seen through a mapping: the next link of a chain.
  ///
  /// ```swift
  /// fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })
  /// ```
  ///
  /// - Parameter mapping: A mapping over a single source.
  @inlinable public func applying<M: Mapping>(_ mapping: M) -> Transform<M> where M.SourceItem == Item {
    Transform(of: [self], by: mapping)
  }
}
