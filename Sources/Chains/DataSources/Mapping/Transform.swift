public import Changesets

/// A source that shows items of other sources. A ``Mapping`` determines which of them, and where.
///
/// A transform stores no items, and at most positions: it reads items from its sources when they are requested. When a
/// source changes, the transform updates the mapping, and reports the resulting batch. A transform references its
/// sources, but no source references what is downstream of it: keep a reference to the last transform of a chain, or
/// the chain ends before it.
///
///     token ──▶ sort ──▶ filter ──▶ fruits      strong references, which keep the chain
///               sort ◁┄┄ filter ◁┄┄ fruits      weak references, by which updates are passed on
public final class Transform<M: Mapping>: DataSource {
  public let link: ChainLink
  /// The sources, in the order that the mapping expects.
  @inlinable public var sources: [any DataSource<M.SourceItem>] { state.stored.sources }
  /// The sources, regardless of the type of their items.
  public var upstreamSources: [any DataSource] { state.untypedSources }
  /// The mapping, as of the last epoch.
  @inlinable public var mapping: M {
    checkAccess()
    return state.stored.mapping
  }

  @usableFromInline let state: State
  @usableFromInline let accessors: Accessors
  /// The number of the latest delayed change, which supersedes those before it.
  var latestDelay = 0

  /// The functions that are called for each item, or in every update. They are created where the type of the mapping is
  /// known, and so specialised for it, which methods that conform to ``DataSource`` are not. An update of a chain that
  /// sorts requests items many times.
  @usableFromInline struct Accessors {
    @usableFromInline let numberOfSections: (State) -> Int
    @usableFromInline let numberOfItems: (State, Int) -> Int
    @usableFromInline let item: (State, ItemPath) -> M.Item
    @usableFromInline let items: (State, Int) -> [M.Item]
    @usableFromInline let sourcePath: (State, ItemPath) -> SourcePath?
    @usableFromInline let path: (State, SourcePath) -> ItemPath?

    @inlinable init() {
      numberOfSections = { $0.stored.numberOfSections() }
      numberOfItems = { $0.stored.numberOfItems(inSection: $1) }
      item = { $0.stored.item(at: $1) }
      items = { $0.stored.items(inSection: $1) }
      sourcePath = { $0.stored.sourcePath(for: $1) }
      path = { $0.stored.path(for: $1) }
    }
  }

  // This is inlinable, like everything that a turn calls. So the mapping's updates are specialised for the types of the
  // items.

  /// Creates a transform of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources, in the order that the mapping expects.
  ///   - mapping: Determines which of their items are shown, and where.
  /// - Complexity: That of the mapping's ``Mapping/refresh(from:)``.
  @inlinable public convenience init(of sources: [any DataSource<M.SourceItem>], by mapping: M) {
    let state = State(mapping, over: sources), accessors = Accessors()
    self.init(state, accessors)
    // The link owns the state: a weak reference to the transform would make each strong one several times as slow.
    link.onUpdate(
      numberOfSections: { accessors.numberOfSections(state) }, numberOfItems: { accessors.numberOfItems(state, $0) }
    ) { state.update($0) }
    // A closure of the mapping may request edits of the sources that are being read.
    link.deferEdits { state.stored.mapping.refresh(from: sources) }
  }

  @usableFromInline init(_ state: State, _ accessors: Accessors) {
    let sources = state.stored.sources
    link = ChainLink(String("\(M.self)".prefix { $0 != "<" }), over: sources.map(\.link))
    self.state = state
    self.accessors = accessors
    for source in sources { source.link.noteSource(source) }
  }

  /// Stops the program if a closure of the mapping, or code that it calls, reads the transform while its mapping is
  /// being changed.
  @usableFromInline func checkAccess() { if state.isChanging { refuseAccess() } }

  // Not a precondition, because its message would be lost in release builds.
  private func refuseAccess() -> Never {
    fatalError(
      """
      “\(link.name)” is read while its mapping is being changed, by a closure of that mapping or by what the closure calls. What the closure \
      needs has to come from its arguments, from what it captures, or from the sources of the transform.
      """)
  }

  public var numberOfSections: Int {
    checkAccess()
    return accessors.numberOfSections(state)
  }

  public func numberOfItems(inSection section: Int) -> Int {
    checkAccess()
    return accessors.numberOfItems(state, section)
  }

  public func item(at path: ItemPath) -> M.Item {
    checkAccess()
    return accessors.item(state, path)
  }

  /// - Complexity: That of the mapping's ``Mapping/items(inSection:from:)``.
  public func items(inSection section: Int) -> [M.Item] {
    checkAccess()
    return accessors.items(state, section)
  }

  /// Returns the mapping's own name of a section, or else the name of the source's section that it shows.
  public func name(ofSection section: Int) -> String? {
    checkAccess()
    if let name = state.stored.mapping.name(ofSection: section) { return name }
    guard let origin = sourceSection(for: section) else { return nil }
    return state.stored.sources[origin.source].name(ofSection: origin.section)
  }

  // MARK: - Conversions

  public func sourcePath(for path: ItemPath) -> SourcePath? {
    checkAccess()
    return accessors.sourcePath(state, path)
  }

  public func path(for sourcePath: SourcePath) -> ItemPath? {
    checkAccess()
    return accessors.path(state, sourcePath)
  }

  public func sourceSection(for section: Int) -> SourceSection? {
    checkAccess()
    return state.stored.mapping.sourceSection(for: section)
  }

  public func section(for sourceSection: SourceSection) -> Int? {
    checkAccess()
    return state.stored.mapping.section(for: sourceSection)
  }

  // MARK: - Changes

  /// Changes properties of the mapping: a predicate, an order, a position.
  ///
  /// ```swift
  /// filtered.configure { $0.predicate = { fruit, _ in fruit.isRipe } }
  /// ```
  ///
  /// Like an edit of a source, the change is made immediately, or when the running epoch or the open transaction ends.
  /// You can assign another mapping to the present one; the resulting batch may be a reload.
  ///
  /// The mapping's own closures (predicates, keys, orders), and the change itself, may read items and captured values.
  /// It is a programming error to read from them the transform that they belong to, or one downstream of it, which is
  /// updating its mapping when they are called.
  ///
  /// - Parameter change: Sets properties of the mapping.
  public func configure(_ change: @escaping (inout M) -> Void) {
    link.edit { [state] in state.note { $0.configurations.append(change) } }
  }

  /// Reads the sources again, if the mapping depends on something that does not notify it.
  ///
  /// Mappings call their closures for new and updated items only. So if a predicate captures a variable, a change of
  /// the variable has no effect until then.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func reload() { link.edit { [state] in state.note { $0.isOutdated = true } } }

  /// Replaces the sources. Items of sources that are in both lists are retained.
  ///
  /// - Parameter sources: The sources, in the order that the mapping expects.
  /// - Throws: `UpdateError` with the code `cycle` if one of the sources is downstream of this transform, or is it: the
  ///   transform keeps its sources then.
  public func setSources(_ sources: [any DataSource<M.SourceItem>]) throws {
    try link.setUpstream(sources.map(\.link)) { [state] in state.note { $0.sources = sources } }
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
