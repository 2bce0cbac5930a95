public import Changesets

/// The strategy of a transform: a value that maps the transform's sections and items to those of its sources, and back.
///
/// A new kind of transform needs no more than a mapping: what it stores about its sources, two counts and four
/// conversions. ``Transform`` adds the rest: items, updates, observers, and the conversions for messages.
///
/// Two laws hold: `path(for: sourcePath(for: p)) == p` for every path `p` that has a source path, and an item of a
/// source without a path is hidden. If a mapping shows an item several times, as ``Mappings/Repeat`` does, its path is
/// the first of them.
///
/// By default, the batches of a mapping are found by comparing it before and after an update, which costs time in
/// proportion to the number of items. Implement ``IncrementalMapping`` for updates that cost time in proportion to the
/// changes.
///
/// - Important: A mapping is a value. It is copied before it changes, and compared with the copy. State in an object
///   that both share would change in both, and the changes would not be found.
public protocol Mapping<Item> {
  /// The type of the sources' items.
  associatedtype SourceItem
  /// The type of the transform's items; that of the sources' items by default.
  associatedtype Item = SourceItem

  /// Reads the sources. This is called before any other requirement.
  ///
  /// - Parameter sources: The sources of the transform, in order.
  mutating func refresh(from sources: [any DataSource<SourceItem>])

  /// Whether the mapping stores any information about its sources; `false` until it has read them.
  ///
  /// When a transform is configured, this reveals whether another mapping was assigned to the present one. A mapping
  /// whose ``Mapping/configure(over:_:)`` reads the sources again, like the default implementation, need not implement
  /// it.
  var isLoaded: Bool { get }

  /// The number of sections of the transform.
  var numberOfSections: Int { get }

  /// Returns the number of items in a section of the transform.
  func numberOfItems(inSection section: Int) -> Int

  /// Returns the source path of an item, or `nil` if the path does not exist or the item is the mapping's own.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// Returns the path of an item of a source, the first one if it is shown several times, or `nil` if it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// Returns the section of a source that a section shows, or `nil` if it shows none or several.
  func sourceSection(for section: Int) -> SourceSection?

  /// Returns the section that shows a section of a source, or `nil` if there is none or several.
  func section(for sourceSection: SourceSection) -> Int?

  /// Returns the name that the transform gives to a section, or `nil` to keep the name of the source's section.
  func name(ofSection section: Int) -> String?

  /// Returns the item at a path that exists.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - sources: The sources of the transform, in order.
  func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item

  /// Returns the items of a section, in order.
  ///
  /// The result is that of ``Mapping/item(at:from:)`` for each item. Implement it if the mapping finds the items faster
  /// together.
  ///
  /// - Parameters:
  ///   - section: An index below ``Mapping/numberOfSections``.
  ///   - sources: The sources of the transform, in order.
  /// - Complexity: Usually O(*k*) beside the cost of reading the sources, *k* being the number of items in the section;
  ///   at worst *k* times the cost of ``Mapping/item(at:from:)``.
  func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item]

  /// Returns those of the retained items that changed although the source items that they show were not updated.
  ///
  /// It is called when changes are found by comparing the mapping before and after, which compares positions and not
  /// contents. By default, it returns all items that may have changed: those of mappings that combine several sources,
  /// or depend on their own properties. Implement it if the mapping can determine the changed items, or if its items
  /// have the sources' type although the mapping creates them.
  ///
  /// - Parameters:
  ///   - retained: The paths before and after of the items in question.
  ///   - old: The mapping before.
  ///   - changes: The changes of the sources.
  /// - Returns: The pairs whose items changed, in any order.
  func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [PlacePair<ItemPath>]

  /// Applies the changes of the sources.
  ///
  /// - Parameter changes: The sources, in the state after, and the batches that led there.
  /// - Returns: The changes of the transform; the batch need not be in normal form.
  mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch

  /// Changes properties of the mapping: a predicate, an order, a position.
  ///
  /// - Parameters:
  ///   - sources: The sources of the transform, which did not change.
  ///   - change: Sets properties of the mapping.
  /// - Returns: The changes of the transform; the batch need not be in normal form.
  mutating func configure(over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void) -> UpdateBatch

  /// Reads the sources again, if the mapping depends on something that does not notify it.
  ///
  /// - Parameter sources: The sources of the transform, which reported no change.
  /// - Returns: The changes of the transform; the batch need not be in normal form.
  mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch
}

extension Mapping {
  /// Returns `true`: the value is not used if ``configure(over:_:)`` reads the sources again.
  @inlinable public var isLoaded: Bool { true }

  /// Returns `nil`: sections keep the names of the sources' sections.
  @inlinable public func name(ofSection section: Int) -> String? { nil }

  /// Returns the items, created one by one.
  ///
  /// - Complexity: *k* times the cost of ``item(at:from:)``, *k* being the number of items in the section.
  @inlinable public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
    (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0), from: sources) }
  }

  /// Returns all items if properties of the mapping may have changed. Otherwise, returns those that a change of a
  /// source other than their own may affect.
  public func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [PlacePair<ItemPath>] {
    if changes.mappingMayDiffer { return Array(retained) }
    let changed = changes.sources.indices.filter {
      changes.origin(ofSource: $0) == nil || !changes.batch(ofSource: $0).isEmpty
    }
    if changed.isEmpty || changes.sources.count == 1 { return [] }
    return retained.filter { pair in
      // An update of the item by its own source is reported already. Only changes of the others are in question.
      let own = sourcePath(for: pair.after)?.source
      return changed.contains { $0 != own }
    }
  }

  /// Refreshes the mapping, and compares it before and after.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items
  ///   out of order.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    let old = self
    refresh(from: changes.sources)
    return changes.batch(from: old, to: self)
  }

  /// Changes properties of the mapping, and compares it before and after.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items
  ///   out of order.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch { compare(over: sources, change) }

  /// Changes the mapping, reads its sources again, and compares it before and after.
  @usableFromInline mutating func compare(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void = { _ in }
  ) -> UpdateBatch {
    let old = self
    change(&self)
    refresh(from: sources)
    return SourceChanges(unchanged: sources).batch(from: old, to: self)
  }

  /// Refreshes the mapping, and compares it before and after. The mapping's own items are treated as new.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items
  ///   out of order.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    compare(over: sources)
  }
}

extension Mapping where Item == SourceItem {
  /// Returns an empty array: the sources report the updates of their items.
  @inlinable public func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [PlacePair<ItemPath>] { [] }

  /// Returns the source's item.
  @inlinable public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
    guard let origin = sourcePath(for: path) else {
      fatalError("There is no item at \(path) of \(Self.self).")
    }
    return sources[origin.source].item(at: origin.path)
  }
}

/// A mapping that shows whole sections of its sources, or at least long parts of them.
///
/// A section of a source has to stand complete and in order if the distance between its first and its last item is the
/// same as in the source.
protocol SectionReadingMapping: Mapping where Item == SourceItem {}

extension SectionReadingMapping {
  /// Returns the items of a section, and reads whole sections of a source at once where possible. No other item of a
  /// source is read.
  public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
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

  /// Returns the items of a source's section that begins at a path, if the complete section stands there.
  private func wholeSection(
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

/// The mappings of the transforms, which define how a transform shows one or several sources.
///
/// Each is named by a verb, and is created by the method of ``Mapping`` with that name:
///
/// ```swift
/// let found = fruits.applying(.filter { $0.isRipe }).applying(.sort(by: \.name))
/// let all = Transform(of: [found, nuts], by: .concatenate())
/// ```
///
/// | what changes | mappings |
/// | --- | --- |
/// | which items are shown | ``Filter``, ``Hide``, ``RemoveDuplicates``, ``Window``, ``Collapse``, ``FilterByKey`` |
/// | which sections are shown | ``RemoveEmptySections``, ``Switch``, ``Select``, ``ShowPlaceholder`` |
/// | where they are shown | ``Sort``, ``SortSections``, ``Reverse``, ``Group``, ``Flatten`` |
/// | what is shown among them | ``Concatenate``, ``Insert``, ``InsertSeparators`` |
/// | what they become | ``Map``, ``Join``, ``Repeat``, ``Fold`` |
/// | what observers are notified of | ``DiffReloads``, ``Notify`` |
///
/// The types are named where a transform is stored, as in `let found: Transform<Mappings.Filter<Fruit>>`.
public enum Mappings {}
