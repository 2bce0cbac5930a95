public import Changesets
public import OrderedTrees

/// The set of a source's items that are shown: the state of a filter.
///
/// With it, a mapping that shows a part of its source's items, and whose updates cost time in proportion to the
/// changes, takes a few lines:
///
/// ```swift
/// struct Ripe: IncrementalMapping, SectionPreservingMapping {
///   private var shown = ShownItems()
///
///   mutating func refresh(from sources: [any DataSource<Fruit>]) {
///     shown = ShownItems(of: sources[0], where: \.isRipe)
///   }
///
///   mutating func apply(_ changes: SourceChanges<Fruit>) -> UpdateBatch {
///     shown.apply(changes, where: \.isRipe)
///     return UpdateBatch()
///   }
///
///   var numberOfSections: Int { shown.numberOfSections }
///   func numberOfItems(inSection section: Int) -> Int { shown.numberOfItems(inSection: section) }
///   func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
///     shown.sourceIndex(ofItem: item, inSection: section)
///   }
///   func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
///     shown.index(ofSourceItem: item, inSection: section)
///   }
/// }
/// ```
///
/// It stores a bit for each item of the source. The bits of a section are stored in an order-statistic tree, which
/// finds the number of ones before a position (the rank) and the position of the *i*-th one in logarithmic time. These
/// are the two conversions of indexes:
///
///     source     0   1   2   3   4
///     bits       1   0   1   1   0
///     shown      0       1   2            select(1) = 2, rank(ofOneAt: 3) = 2
public struct ShownItems: Sendable {
  /// For each section, a sequence with a one for each item that is shown.
  @usableFromInline var sections: [BitSequence] = []

  /// Creates the shown items of a source without sections.
  public init() {}

  /// Creates the shown items of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - isShown: Returns whether an item is shown.
  /// - Complexity: O(*n*), *n* being the number of items.
  @inlinable public init<Item>(of source: any DataSource<Item>, where isShown: (Item) -> Bool) {
    sections = (0..<source.numberOfSections).map { BitSequence(source.items(inSection: $0), where: isShown) }
  }

  /// The number of sections, which is that of the source.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of items that are shown in a section.
  public func numberOfItems(inSection section: Int) -> Int { sections[section].ones }

  /// Returns the index in the source's section of an item that is shown, or `nil` if there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? { sections[section].select(item) }

  /// Returns the index of an item of the source among the shown items of its section, or `nil` if it is hidden or does
  /// not exist.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? { sections[section].rank(ofOneAt: item) }

  /// Applies the changes of the source. Retained items stay shown or hidden, unless they were updated.
  ///
  /// - Parameters:
  ///   - changes: The changes of the mapping's sources, of which the first is used.
  ///   - isShown: Returns whether an item is shown. Called for new and updated items.
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections if
  ///   some were deleted, inserted or moved, and O(*m*) for the *m* items of these that were inserted.
  @inlinable public mutating func apply<Item>(_ changes: SourceChanges<Item>, where isShown: (Item) -> Bool) {
    let source = changes.sources[0], batch = changes.batch(ofSource: 0)
    // Removals have places before, so they come first, from the end. Insertions and updates have places after, so
    // they come when all sections are where they belong.
    batch.removals.forEachRange { sections[$0].remove(in: $1) }
    batch.sections.apply(to: &sections) { BitSequence(source.items(inSection: $0), where: isShown) }
    for path in batch.insertions { sections[path.section].insert(isShown(source.item(at: path)), at: path.item) }
    for path in batch.replacements { sections[path.section].set(isShown(source.item(at: path)), at: path.item) }
  }

  /// Evaluates a condition for all items of a source that did not change.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - isShown: Returns whether an item is shown from now on.
  /// - Returns: The deletions and insertions of items.
  /// - Complexity: O(*n*), *n* being the number of items. The bits are compared 64 at a time.
  @inlinable public mutating func update<Item>(
    over source: any DataSource<Item>, where isShown: (Item) -> Bool
  ) -> UpdateBatch {
    var edits = Edits<ItemPath>()
    for section in sections.indices {
      let new = BitSequence(source.items(inSection: section), where: isShown)
      let (removed, added) = new.difference(from: sections[section])
      sections[section] = new
      edits.deletes += removed.lazy.map { ItemPath(section: section, item: $0) }
      edits.inserts += added.lazy.map { ItemPath(section: section, item: $0) }
    }
    return UpdateBatch(items: edits)
  }
}
