public import Changesets

/// A source over other sources: a ``Mapping`` decides which of their items stand where.
///
/// Items stay with their sources: a transform holds positions at the most, and asks the source when it is asked. When a source
/// changes, the mapping takes the change over, and the transform tells what became of it.
public final class Transform<M: Mapping>: DataSource {
  /// The link of the transform in its chains.
  public let link: Link
  /// The sources, in the order that the mapping knows them by.
  public var sources: [any DataSource<M.SourceItem>] { stored.sources }
  /// The mapping, as of the last epoch.
  public var mapping: M {
    checkAccess()
    return stored.mapping
  }

  @usableFromInline var stored: Stored
  /// The sources, for those who walk the chain: stored, because a conversion of the list would cost at every step.
  @usableFromInline var untypedSources: [any DataSource]
  @usableFromInline let accessors: Accessors
  /// The number of items in each section of each source, as of the last epoch.
  @usableFromInline var counts: [SectionCounts]
  /// Whether the mapping is being changed, so that nothing may read it.
  private var isChanging = false

  /// Whether there is anything to do in this epoch apart from the changes of the sources.
  private var hasOwnChanges = false
  /// What is to be done with the mapping in this epoch.
  @usableFromInline var changes: [(inout M) -> Void] = []
  /// Whether the mapping is to read its sources again.
  @usableFromInline var isOutdated = false
  @usableFromInline var nextSources: [any DataSource<M.SourceItem>]?
  /// The number of the latest change that was delayed; those before it no longer count.
  var latestDelay = 0

  /// The mapping and its sources, as a value that cannot be copied: so they are read in place. A copyable property of an object is copied for
  /// every call of a method, with all that it holds.
  @usableFromInline struct Stored: ~Copyable {
    @usableFromInline var mapping: M
    @usableFromInline var sources: [any DataSource<M.SourceItem>]

    @inlinable init(_ mapping: M, over sources: [any DataSource<M.SourceItem>]) {
      self.mapping = mapping
      self.sources = sources
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
  @inlinable public init(of sources: [any DataSource<M.SourceItem>], by mapping: M) {
    link = Link(Self.linkName, over: sources.map(\.link))
    stored = Stored(mapping, over: sources)
    untypedSources = sources
    accessors = Accessors()
    counts = sources.map { SectionCounts($0) }
    link.respond(unowned: self) { $0.update() }
    link.setSource(unowned: self)
    // A closure of the mapping may ask for edits of what is being read.
    link.hold { stored.mapping.refresh(from: sources) }
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

  /// The mapping's name, without what it is generic over.
  @usableFromInline static var linkName: String { String("\(M.self)".prefix { $0 != "<" }) }
}

// MARK: - Changes

extension Transform {
  /// Changes properties of the mapping: a predicate, an order, a place.
  ///
  /// ```swift
  /// filtered.configure { $0.predicate = { $0.isRipe } }
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
    link.edit { [self] in
      changes.append(change)
      hasOwnChanges = true
    }
  }

  /// Makes the mapping read its sources again, where it depends on something that does not notify it.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func reload() {
    link.edit { [self] in
      isOutdated = true
      hasOwnChanges = true
    }
  }

  /// Replaces the sources. The items of sources that are among both stay.
  ///
  /// - Parameter sources: The sources, in the order that the mapping expects.
  /// - Throws: ``UpdateError`` of the code ``UpdateError/Code/cycle`` if one of them stands on this transform.
  public func setSources(_ sources: [any DataSource<M.SourceItem>]) throws {
    try link.setUpstream(sources.map(\.link)) { [self] in
      nextSources = sources
      hasOwnChanges = true
    }
  }

  @inlinable func update() -> UpdateBatch {
    let hasOwnChanges = beginUpdate()
    defer { endUpdate() }
    return hasOwnChanges ? takeOverChanges() : takeOverSources()
  }

  /// Lets nothing read the mapping until the update ends.
  ///
  /// - Returns: Whether there is anything to do apart from the changes of the sources.
  @usableFromInline func beginUpdate() -> Bool {
    isChanging = true
    defer { hasOwnChanges = false }
    return hasOwnChanges
  }

  @usableFromInline func endUpdate() { isChanging = false }

  @inlinable func takeOverChanges() -> UpdateBatch {
    // The mapping is copied only where both it and its sources change.
    let before = sourceChanges.map { (changes: $0, mapping: stored.mapping) }
    var batch = nextSources.map(replaceSources) ?? takeOverSources()
    if isOutdated {
      isOutdated = false
      let sources = stored.sources
      batch = batch.followed(by: stored.mapping.reload(over: sources))
    }
    if !changes.isEmpty {
      let all = changes
      changes = []
      // As one change: what is undone at once never was, and the mapping settles once.
      batch = batch.followed(by: configured { mapping in for change in all { change(&mapping) } })
    }
    return before.map { $0.changes.exactly(batch, from: $0.mapping, to: stored.mapping) } ?? batch
  }

  /// Takes over what happened to the sources.
  @inlinable func takeOverSources() -> UpdateBatch {
    guard let changes = sourceChanges else { return UpdateBatch() }
    // The changes hold the counts before, which are copied if they change while somebody holds them.
    let batch = stored.mapping.update(consume changes)
    link.updateCounts(&counts, of: untypedSources)
    return batch
  }

  /// What happened to the sources in this epoch; nil if nothing did, or if the sources are to be replaced.
  @inlinable var sourceChanges: SourceChanges<M.SourceItem>? {
    guard nextSources == nil, let batches = link.upstreamBatches(counts: counts, of: untypedSources) else { return nil }
    return SourceChanges(sources: stored.sources, batches: batches)
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
    // A source that is still there may have changed in this epoch, too.
    let before = zip(new, origins).map { [counts] source, origin in origin.map { counts[$0] } ?? SectionCounts(source) }
    stored.sources = new
    untypedSources = new
    nextSources = nil
    counts = new.map { SectionCounts($0) }
    let changes = zip(new, origins).map { source, origin in origin == nil ? .reload : source.link.batch }
    return stored.mapping.update(
      SourceChanges(sources: new, batches: SourceBatches(changes, counts: before), origins: origins))
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
