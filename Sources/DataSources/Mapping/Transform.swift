public import Changesets

/// A source over other sources: a ``Mapping`` decides which of their items stand where.
///
/// Items stay with their sources: a transform holds positions at the most, and asks the source when it is asked. When a source
/// changes, the mapping takes the change over, and the transform tells what became of it.
public final class Transform<M: Mapping>: DataSource {
  /// The link of the transform in its chains.
  public let link: Link
  /// The sources, in the order that the mapping knows them by.
  @inlinable public var sources: [any DataSource<M.SourceItem>] { storedSources }
  /// The mapping, as of the last epoch.
  @inlinable public var mapping: M {
    checkAccess()
    return storedMapping
  }

  // Unchecked for speed: a transform has one turn at a time, and only its turn changes these. The closures of a mapping run within it; one
  // that reads the transform meanwhile is found out by `isChanging`, which costs less than to check every access.

  @exclusivity(unchecked) @usableFromInline var storedSources: [any DataSource<M.SourceItem>] {
    didSet { untypedSources = storedSources }
  }
  /// The sources, for those who walk the chain: kept, because a conversion of the list would cost at every step.
  @exclusivity(unchecked) @usableFromInline var untypedSources: [any DataSource]
  @exclusivity(unchecked) @usableFromInline var storedMapping: M
  /// The number of items in each section of each source, as of the last epoch.
  @exclusivity(unchecked) @usableFromInline var counts: [SectionCounts]
  /// What is asked again and again; there from the end of the initializer on.
  @exclusivity(unchecked) @usableFromInline var compiled: Compiled?

  /// Answers as closures. One that is made where the type of the mapping is known is compiled for that type; a method that answers for
  /// any data source is not.
  @usableFromInline final class Compiled {
    @usableFromInline let item: (ItemPath) -> M.Item
    @usableFromInline let items: (Int) -> [M.Item]
    @usableFromInline let sourcePath: (ItemPath) -> SourcePath?
    @usableFromInline let path: (SourcePath) -> ItemPath?

    @inlinable init(
      item: @escaping (ItemPath) -> M.Item, items: @escaping (Int) -> [M.Item],
      sourcePath: @escaping (ItemPath) -> SourcePath?, path: @escaping (SourcePath) -> ItemPath?
    ) {
      self.item = item
      self.items = items
      self.sourcePath = sourcePath
      self.path = path
    }
  }

  /// Whether the mapping is being changed, so that nobody may read it.
  @exclusivity(unchecked) @usableFromInline var isChanging = false

  /// What is to be done with the mapping in this epoch, beside the changes of the sources.
  @exclusivity(unchecked) @usableFromInline var changes: [(inout M) -> Void] = []
  /// Whether the mapping is to read its sources anew.
  @exclusivity(unchecked) @usableFromInline var isOutdated = false
  @exclusivity(unchecked) @usableFromInline var nextSources: [any DataSource<M.SourceItem>]?
  /// The number of the latest change that waits for its time; those before it no longer count.
  var latestDelay = 0

  /// Makes a transform of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources, in the order that the mapping expects.
  ///   - mapping: Which of their items stand where.
  /// - Complexity: That of the mapping's ``Mapping/refresh(from:)``.
  @inlinable public init(of sources: [any DataSource<M.SourceItem>], by mapping: M) {
    storedSources = sources
    untypedSources = sources
    storedMapping = mapping
    link = Link(Self.linkName, over: sources.map(\.link))
    counts = sources.map { SectionCounts($0) }
    link.respond(unowned: self) { $0.update() }
    // A closure of the mapping may ask for edits of what is being read.
    link.hold { storedMapping.refresh(from: sources) }
    // The closures belong to the transform, and are called by its own methods, and by its link, which forgets them when the transform
    // goes: it is there when they are.
    let unretained = Unmanaged.passUnretained(self)
    let sourcePath: (ItemPath) -> SourcePath? = { path in
      unretained._withUnsafeGuaranteedRef {
        $0.checkAccess()
        return Self.sourcePath(for: path, &$0.storedMapping)
      }
    }
    compiled = Compiled(
      item: { [unowned(unsafe) self] path in storedMapping.item(at: path, from: storedSources) },
      items: { [unowned(unsafe) self] section in storedMapping.items(inSection: section, from: storedSources) },
      sourcePath: sourcePath,
      path: { sourcePath in
        unretained._withUnsafeGuaranteedRef {
          $0.checkAccess()
          return Self.path(for: sourcePath, &$0.storedMapping)
        }
      })
    link.ascent = Ascent(link.upstream, sourcePath: sourcePath, source: { [unowned(unsafe) self] in self })
  }

  @inlinable deinit { link.retire() }

  /// Ends the program where a closure of the mapping, or whoever it calls, reads the transform that is just being changed.
  @inlinable @inline(__always) func checkAccess() { if isChanging { refuseAccess() } }

  @usableFromInline @inline(never) func refuseAccess() -> Never {
    preconditionFailure(
      """
      “\(link.name)” is read while its mapping is being changed, by a closure of that mapping or by what the closure calls. What the closure \
      needs has to come from its arguments, from what it captures, or from the sources of the transform.
      """)
  }

  // A mapping that is read from a property is copied for the call, with all that it holds; one that is passed `inout` is not.

  @inlinable static func sourcePath(for path: ItemPath, _ mapping: inout M) -> SourcePath? {
    mapping.sourcePath(for: path)
  }

  @inlinable static func path(for sourcePath: SourcePath, _ mapping: inout M) -> ItemPath? {
    mapping.path(for: sourcePath)
  }

  /// The mapping's name, without what it is generic over.
  @usableFromInline static var linkName: String { String("\(M.self)".prefix { $0 != "<" }) }

  /// How many sections the mapping makes.
  @inlinable public var numberOfSections: Int {
    checkAccess()
    return storedMapping.numberOfSections
  }

  /// How many items the mapping puts into a section.
  @inlinable public func numberOfItems(inSection section: Int) -> Int {
    checkAccess()
    return storedMapping.numberOfItems(inSection: section)
  }

  /// The item that the mapping puts at a place.
  public func item(at path: ItemPath) -> M.Item {
    checkAccess()
    guard let compiled else { return storedMapping.item(at: path, from: storedSources) }
    return compiled.item(path)
  }

  /// The items that the mapping puts into a section.
  ///
  /// - Complexity: That of the mapping's ``Mapping/items(inSection:from:)``.
  public func items(inSection section: Int) -> [M.Item] {
    checkAccess()
    guard let compiled else { return storedMapping.items(inSection: section, from: storedSources) }
    return compiled.items(section)
  }

  /// The mapping's own name of a section, else the name of the source's section behind it.
  public func name(ofSection section: Int) -> String? {
    mapping.name(ofSection: section)
      ?? mapping.sourceSection(for: section).flatMap { sources[$0.source].name(ofSection: $0.section) }
  }
}

// MARK: - Changes

extension Transform {
  /// Changes properties of the mapping: a predicate, an order, a place.
  ///
  /// ```swift
  /// filtered.configure { $0.predicate = { $0.isRipe } }
  /// ```
  ///
  /// Like an edit of a source, this is done at once, or waits for the transaction or the epoch that is under way. Another mapping may be
  /// put in the place of the present one; what can be told of that may be no more than a reload.
  ///
  /// The mapping's own closures (predicates, keys, orders), and the change itself, look at items, and at what they capture. To read the
  /// transform that they belong to, or one that stands on it, is a programmer's error: it is in the middle of its turn when they are called.
  ///
  /// - Parameter change: Sets properties of the mapping.
  public func configure(_ change: @escaping (inout M) -> Void) {
    link.edit { [self] in changes.append(change) }
  }

  /// Makes the mapping read its sources anew, where it goes by something that nobody tells it of.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func reload() {
    link.edit { [self] in isOutdated = true }
  }

  /// Puts other sources in the place of the present ones. What sources of both have stays.
  ///
  /// - Parameter sources: The sources, in the order that the mapping expects.
  /// - Throws: ``UpdateError`` of the code ``UpdateError/Code/cycle`` if one of them stands on this transform.
  public func setSources(_ sources: [any DataSource<M.SourceItem>]) throws {
    try link.setUpstream(sources.map(\.link)) { [self] in nextSources = sources }
  }

  @inlinable func update() -> UpdateBatch {
    isChanging = true
    defer { isChanging = false }
    return takeOverChanges()
  }

  @inlinable func takeOverChanges() -> UpdateBatch {
    if nextSources == nil, !isOutdated, changes.isEmpty { return takeOverSources() }
    // The mapping is copied only where both it and its sources change.
    let before = sourceChanges.map { (changes: $0, mapping: storedMapping) }
    var batch = nextSources.map(replaceSources) ?? takeOverSources()
    if isOutdated {
      isOutdated = false
      batch = batch.followed(by: storedMapping.reload(over: storedSources))
    }
    if !changes.isEmpty {
      let all = changes
      changes = []
      // As one change: what is undone at once never was, and the mapping settles once.
      batch = batch.followed(by: configured { mapping in for change in all { change(&mapping) } })
    }
    return before.map { $0.changes.exactly(batch, from: $0.mapping, to: storedMapping) } ?? batch
  }

  /// Takes over what happened to the sources.
  @inlinable func takeOverSources() -> UpdateBatch {
    guard let changes = sourceChanges else { return UpdateBatch() }
    // The changes hold the counts before, which are copied if they change while somebody holds them.
    let batch = storedMapping.update(consume changes)
    for index in counts.indices { counts[index].apply(link.upstream[index].batch, storedSources[index]) }
    return batch
  }

  /// What happened to the sources in this epoch; nothing where nothing did, or where there are to be other sources.
  @inlinable var sourceChanges: SourceChanges<M.SourceItem>? {
    guard nextSources == nil, link.upstream.contains(where: { $0.hasBatch }) else { return nil }
    let batches = spelledOutReloads.map { EditList($0) } ?? EditList(link.upstream.lazy.map(\.batch))
    return SourceChanges(sources: storedSources, batches: batches, countsBefore: counts)
  }

  /// Changes the mapping. One that another mapping was put in the place of has read nothing: it does so now.
  @inlinable func configured(by change: (inout M) -> Void) -> UpdateBatch {
    let wasRead = storedMapping.remembersSources
    var isReplaced = false
    let batch = storedMapping.configure(over: storedSources) { [storedSources] mapping in
      change(&mapping)
      if mapping.remembersSources { return }
      mapping.refresh(from: storedSources)
      isReplaced = wasRead || mapping.numberOfSections > 0
    }
    return isReplaced ? .reload : batch
  }

  /// The links' batches, where one of several sources was reloaded: that is spelled out.
  @usableFromInline var spelledOutReloads: [UpdateBatch]? {
    let links = link.upstream
    guard links.count > 1, links.contains(where: { $0.batch.isReload }) else { return nil }
    return links.indices.map { index in
      guard links[index].batch.isReload else { return links[index].batch }
      return UpdateBatch(
        sections: Edits(
          deletes: Array(0..<counts[index].count), inserts: Array(0..<storedSources[index].numberOfSections)))
    }
  }

  @usableFromInline func replaceSources(by new: [any DataSource<M.SourceItem>]) -> UpdateBatch {
    var old = sources.enumerated().map { $0 }
    let origins = new.map { source in
      old.firstIndex { $0.element === source }.map { old.remove(at: $0).offset }
    }
    // A source that is still there may have changed in this epoch, too.
    let before = zip(new, origins).map { [counts] source, origin in origin.map { counts[$0] } ?? SectionCounts(source) }
    (storedSources, nextSources) = (new, nil)
    counts = new.map { SectionCounts($0) }
    let changes = zip(new, origins).map { source, origin in origin == nil ? .reload : source.link.batch }
    return storedMapping.update(
      SourceChanges(sources: new, batches: EditList(changes), countsBefore: before, origins: origins))
  }
}

extension DataSource {
  /// This source seen through a mapping: the next link of a chain.
  ///
  /// ```swift
  /// fruits.applying(PredicateFilter { $0.isRipe }).applying(Sort { $0.name < $1.name })
  /// ```
  ///
  /// - Parameter mapping: A mapping over a single source.
  @inlinable public func applying<M: Mapping>(_ mapping: M) -> Transform<M> where M.SourceItem == Item {
    Transform(of: [self], by: mapping)
  }
}
