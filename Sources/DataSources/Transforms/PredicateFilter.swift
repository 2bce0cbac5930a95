public import Changesets

/// Hides the items that do not pass a predicate. A section whose items are all hidden stays.
///
/// ```swift
/// let found = fruits.applying(PredicateFilter { fruit, text in text.isEmpty || fruit.name.contains(text) })
/// found.configure { $0.filterText = "app" }   // observers hear of the deletes and inserts that this comes to
/// ```
///
/// It remembers a bit for each item of the source.
public struct PredicateFilter<Item>: IncrementalMapping {
  /// Whether an item is shown, given the filter text; without a predicate, all are.
  public var predicate: ((Item, String) -> Bool)? {
    didSet { isSettled = false }
  }
  /// What the predicate is given, beside the item.
  public var filterText: String {
    didSet {
      textCount += 1
      if filterText != oldValue { isSettled = false }
    }
  }

  /// For each section, which of the source's items pass.
  @usableFromInline var passing: [BitSequence] = []
  @usableFromInline var isSettled = true
  /// How often the text was set.
  private(set) var textCount = 0

  /// Makes the mapping.
  ///
  /// - Parameters:
  ///   - filterText: What the predicate is given, beside the item.
  ///   - predicate: Whether an item is shown; without a predicate, all are.
  @inlinable public init(filterText: String = "", _ predicate: ((_ item: Item, _ filterText: String) -> Bool)?) {
    self.filterText = filterText
    self.predicate = predicate
  }

  /// Makes the mapping with a predicate that needs no text.
  ///
  /// - Parameter predicate: Whether an item is shown.
  @inlinable public init(_ predicate: @escaping (Item) -> Bool) {
    self.init { item, _ in predicate(item) }
  }

  /// Whether the sources were read and have sections.
  @inlinable public var remembersSources: Bool { !passing.isEmpty }

  /// Asks the predicate about every item.
  ///
  /// - Complexity: O(*n*), *n* being the number of the source's items.
  @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
    passing = (0..<sources[0].numberOfSections).map { bits(ofSection: $0, in: sources[0]) }
    isSettled = true
  }

  /// Asks the predicate about new and updated items.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections where some were
  ///   deleted, inserted or moved.
  @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    let source = changes.sources[0]
    let batch = changes.batch(ofSource: 0)
    for path in batch.removals { passing[path.section].remove(at: path.item) }
    batch.sections.apply(to: &passing) { [self] in bits(ofSection: $0, in: source) }
    for path in batch.insertions { passing[path.section].insert(passes(source.item(at: path)), at: path.item) }
    for path in batch.replacements { passing[path.section].set(passes(source.item(at: path)), at: path.item) }
    return UpdateBatch()
  }

  /// Asks the predicate about every item again, if it is another one.
  ///
  /// - Complexity: O(*n*), *n* being the number of the source's items; O(1) if nothing changed.
  @inlinable public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
    if isSettled { return UpdateBatch() }
    isSettled = true
    var edits = Edits<ItemPath>()
    for section in passing.indices {
      let before = passing[section]
      passing[section] = bits(ofSection: section, in: sources[0])
      let (removed, added) = passing[section].difference(from: before)
      edits.deletes += removed.lazy.map { ItemPath(section: section, item: $0) }
      edits.inserts += added.lazy.map { ItemPath(section: section, item: $0) }
    }
    return UpdateBatch(items: edits)
  }

  @inlinable func passes(_ item: Item) -> Bool { predicate?(item, filterText) ?? true }

  @inlinable func bits(ofSection section: Int, in source: any DataSource<Item>) -> BitSequence {
    BitSequence(source.items(inSection: section).lazy.map(passes))
  }

  /// The number of the source's sections.
  @inlinable public var numberOfSections: Int { passing.count }

  /// The number of items that pass.
  @inlinable public func numberOfItems(inSection section: Int) -> Int { passing[section].ones }

  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  @inlinable public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard passing.indices.contains(path.section), path.item >= 0,
      let item = passing[path.section].position(ofOne: path.item)
    else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: item))
  }

  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  @inlinable public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, passing.indices.contains(path.section),
      let item = passing[path.section].rank(ofOneAt: path.item)
    else { return nil }
    return ItemPath(section: path.section, item: item)
  }

  /// The same section of the source.
  @inlinable public func sourceSection(for section: Int) -> SourceSection? {
    passing.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  @inlinable public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && passing.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }
}
