public import Changesets

/// What makes a transform: a value that maps its own index space to the index spaces of its sources, and back.
///
/// This is all that the author of a transform writes: what it remembers of its sources, two counts and four conversions. A
/// ``Transform`` adds the rest: items, updates, observers, and the way back for messages.
///
/// Two laws hold: `path(for: sourcePath(for: p)) == p` for every path `p` that has a source path, and an item of a source without a
/// path is hidden. A mapping that shows an item several times, as ``Mappings/Repeat`` does, has the first of its paths there.
///
/// A mapping that says no more than this has its batches found by comparing itself before and after an update, which costs as much as
/// there are items. One whose updates should cost what changed is an ``IncrementalMapping``.
public protocol Mapping<Item> {
  /// What the sources provide.
  associatedtype SourceItem
  /// What the transform provides: what the sources provide, unless it says otherwise.
  associatedtype Item = SourceItem

  /// Reads the sources anew. Nothing else is called before the first time.
  ///
  /// - Parameter sources: The sources of the transform, in order.
  mutating func refresh(from sources: [any DataSource<SourceItem>])

  /// Whether there is anything that the mapping remembers of its sources: not before it has read them for the first time.
  ///
  /// By this is known, when a transform is configured, that a new mapping was put in the place of the one that it had. A mapping whose
  /// ``configure(over:_:)`` reads the sources anew, as it does unless a mapping says otherwise, need not say so.
  var remembersSources: Bool { get }

  /// How many sections the transform has.
  var numberOfSections: Int { get }

  /// How many items a section of the transform has.
  func numberOfItems(inSection section: Int) -> Int

  /// Where an item comes from: nothing where the path does not exist, or where the item is the mapping's own.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// Where an item of a source went, first if it is shown several times: nothing where it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// The section of a source that a section is the image of: nothing where there is no single one.
  func sourceSection(for section: Int) -> SourceSection?

  /// The section that a source's section became: nothing where there is no single one.
  func section(for sourceSection: SourceSection) -> Int?

  /// The name that the transform gives to a section: nothing where the name of the source's section stands.
  func name(ofSection section: Int) -> String?

  /// The item at a place that exists.
  ///
  /// - Parameters:
  ///   - path: The place.
  ///   - sources: The sources of the transform, in order.
  func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item

  /// The items of a section, in order: the same as item by item, for mappings that find them faster together.
  ///
  /// - Parameters:
  ///   - section: An index below ``numberOfSections``.
  ///   - sources: The sources of the transform, in order.
  func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item]

  /// Which of the items that stay show something else than before, though the item that they come from was not updated.
  ///
  /// This is asked where a change is found by comparing the mapping before and after, which tells places apart, and not what items
  /// are made of. A mapping whose items are made of the items of several sources, or of properties of its own, need not answer: all of them
  /// may have changed then. It answers where it knows better, and where its items are of the sources' type and yet made by it.
  ///
  /// - Parameters:
  ///   - retained: The places before and after of the items in question.
  ///   - old: The mapping before.
  ///   - changes: What happened to the sources.
  /// - Returns: Those of the pairs whose items changed, in any order.
  func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [Pair<ItemPath>]

  /// Takes over what happened to the sources.
  ///
  /// - Parameter changes: The sources after, and the batches that led there.
  /// - Returns: What became of it; it need not be in normal form.
  mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch

  /// Changes what the mapping itself is about: a predicate, an order, a place.
  ///
  /// - Parameters:
  ///   - sources: The sources of the transform, which did not change.
  ///   - change: Sets properties of the mapping.
  /// - Returns: What became of it; it need not be in normal form.
  mutating func configure(over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void) -> UpdateBatch

  /// Reads the sources anew, where the mapping goes by something that nobody tells it of.
  ///
  /// - Parameter sources: The sources of the transform, which did not say that they changed.
  /// - Returns: What became of it; it need not be in normal form.
  mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch
}

extension Mapping {
  /// Yes: nobody asks where a configuration reads the sources anew.
  @inlinable public var remembersSources: Bool { true }

  /// No name of its own.
  @inlinable public func name(ofSection section: Int) -> String? { nil }

  /// The items, made one by one.
  ///
  /// - Complexity: *k* times what ``item(at:from:)`` costs, *k* being the number of items in the section.
  @inlinable public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
    (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0), from: sources) }
  }

  /// All of them, if properties of the mapping may have changed; else those that a change of another source than their own may matter to.
  public func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [Pair<ItemPath>] {
    if changes.mappingMayDiffer { return Array(retained) }
    let changed = changes.sources.indices.filter {
      changes.origin(ofSource: $0) == nil || !changes.batch(ofSource: $0).isEmpty
    }
    if changed.isEmpty || changes.sources.count == 1 { return [] }
    return retained.filter { pair in
      let own = sourcePath(for: pair.after)?.source
      return changed.contains { $0 != own }
    }
  }

  /// Compares the mapping before and after.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items out of order.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    let old = self
    refresh(from: changes.sources)
    return changes.batch(from: old, to: self)
  }

  /// Compares the mapping before and after.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items out of order.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    compare(over: sources, change)
  }

  /// Changes the mapping, makes it read its sources anew, and compares it before and after.
  @usableFromInline mutating func compare(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void = { _ in }
  ) -> UpdateBatch {
    let old = self
    change(&self)
    refresh(from: sources)
    return SourceChanges(unchanged: sources).batch(from: old, to: self)
  }

  /// Compares the mapping before and after. Items of the mapping's own are then new ones.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items out of order.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    compare(over: sources)
  }
}

extension Mapping where Item == SourceItem {
  /// None: items are those of the sources, which say when they are updated.
  @inlinable public func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [Pair<ItemPath>] { [] }

  /// The source's item.
  @inlinable public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
    guard let origin = sourcePath(for: path) else {
      fatalError("There is no item at \(path) of \(Self.self).")
    }
    return sources[origin.source].item(at: origin.path)
  }

  /// The items of a section as the sources have them, whole sections of a source at once: ``items(inSection:from:)`` of a mapping that has
  /// no ``item(at:from:)`` of its own, and where a section of a source stands whole and in order if its last item stands as far behind
  /// its first one as in the source.
  ///
  /// No other item of a source is read.
  @inlinable func sourceItems(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
    let count = numberOfItems(inSection: section)
    var items: [Item] = []
    while items.count < count {
      let path = ItemPath(section: section, item: items.count)
      if let part = wholeSection(at: path, of: count, from: sources) {
        if part.count == count { return part }
        items += part
      } else {
        items.append(item(at: path, from: sources))
      }
    }
    return items
  }

  /// The items of a source's section that begins at a place, if all of it stands there.
  @usableFromInline func wholeSection(
    at path: ItemPath, of count: Int, from sources: [any DataSource<SourceItem>]
  ) -> [Item]? {
    guard let first = sourcePath(for: path), first.path.item == 0 else { return nil }
    let length = sources[first.source].numberOfItems(inSection: first.path.section)
    var last = first
    last.path.item = length - 1
    guard path.item + length <= count,
      sourcePath(for: ItemPath(section: path.section, item: path.item + length - 1)) == last
    else { return nil }
    return sources[first.source].items(inSection: first.path.section)
  }
}
