public import Changesets
public import OrderedTrees

/// Which items of each section of a source are shown: what a filter remembers.
///
/// With it, a mapping that shows some items of its source, and whose updates cost what changed, is a few lines:
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
/// It keeps a bit for each item of the source, in a sequence that counts the ones before a place in logarithmic time.
public struct ShownItems: Sendable {
  /// For each section, a one for each item that is shown.
  @usableFromInline var sections: [BitSequence] = []

  /// Creates the shown items of a source without sections.
  public init() {}

  /// Creates the shown items of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - isShown: Whether an item is shown.
  /// - Complexity: O(*n*), *n* being the number of items.
  @inlinable public init<Item>(of source: any DataSource<Item>, where isShown: (Item) -> Bool) {
    sections = (0..<source.numberOfSections).map { BitSequence(source.items(inSection: $0), where: isShown) }
  }

  /// The number of sections, which are those of the source.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of items of a section that are shown.
  public func numberOfItems(inSection section: Int) -> Int { sections[section].ones }

  /// Returns the index in the source's section of an item that is shown; nil if there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? { sections[section].position(ofOne: item) }

  /// Returns the index of an item of the source among those of its section that are shown; nil if it is hidden, or does not exist.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? { sections[section].rank(ofOneAt: item) }

  /// Takes over what happened to the source. Items that stay are shown or hidden as before, unless they were updated.
  ///
  /// - Parameters:
  ///   - changes: What happened to the first source of the mapping.
  ///   - isShown: Whether an item is shown; asked for new and updated ones.
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections if some were
  ///   deleted, inserted or moved.
  @inlinable public mutating func apply<Item>(_ changes: SourceChanges<Item>, where isShown: (Item) -> Bool) {
    let source = changes.sources[0], batch = changes.batch(ofSource: 0)
    for path in batch.removals { sections[path.section].remove(at: path.item) }
    batch.sections.apply(to: &sections) { BitSequence(source.items(inSection: $0), where: isShown) }
    for path in batch.insertions { sections[path.section].insert(isShown(source.item(at: path)), at: path.item) }
    for path in batch.replacements { sections[path.section].set(isShown(source.item(at: path)), at: path.item) }
  }

  /// Decides anew for all items of a source that did not change.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - isShown: Whether an item is shown from now on.
  /// - Returns: The items that come and go.
  /// - Complexity: O(*n*), *n* being the number of items: beside asking for each, 64 of them at each step.
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
