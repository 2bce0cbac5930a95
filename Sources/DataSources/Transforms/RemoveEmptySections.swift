public import Changesets
import OrderedTrees

extension Mapping {
  /// Hides the sections that have no items.
  public static func removeEmptySections<Item>() -> Self where Self == Mappings.RemoveEmptySections<Item> {
    Self()
  }

  /// Hides the sections that have fewer items than a number.
  ///
  /// - Parameter minimum: The number of items from which on a section is shown.
  public static func removeSections<Item>(smallerThan minimum: Int) -> Self
  where Self == Mappings.RemoveEmptySections<Item> {
    Self(minimum: minimum)
  }
}

extension Mappings {
  /// Hides the sections that have no items, or fewer than a number.
  ///
  /// ```swift
  /// let shelves = groceries.applying(.filter { $0.isRipe }).applying(.removeEmptySections())
  /// ```
  ///
  /// A section that loses its last item is a section that is deleted, and one that gets its first item is one that is
  /// inserted. It remembers a bit and a count for each section.
  public struct RemoveEmptySections<Item>: IncrementalMapping {
    /// The number of items in each of the source's sections.
    private var counts = SectionCounts()
    /// Which of the source's sections have items.
    private var filled = BitSequence()
    /// The sections that may have become large enough, or too small.
    private var touched: Set<Int> = []
    /// The number of items from which on a section is shown.
    private let minimum: Int

    package init(minimum: Int = 1) { self.minimum = minimum }

    /// Whether the sources were read and have sections.
    public var remembersSources: Bool { counts.count > 0 }

    /// Looks for the sections that have items.
    ///
    /// - Complexity: O(*s*), *s* being the number of the source's sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      filled = BitSequence((0..<counts.count).lazy.map { [counts, minimum] in counts[$0] >= minimum })
      touched = []
    }

    /// Notes the sections that items went out of or came into. What is new is hidden until the mapping settles.
    ///
    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more where sections
    ///   were edited.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let batch = changes.batch(ofSource: 0)
      let sections = SectionMap(batch)
      counts.apply(batch, changes.sources[0])
      filled.apply(batch.sections) { _ in false }
      touched.formUnion(batch.sections.inserts)
      batch.forEachSectionWithRemovals { section in
        if let target = sections.section(after: section) { touched.insert(target) }
      }
      batch.forEachSectionWithInsertions { touched.insert($0) }
      return UpdateBatch()
    }

    /// Hides the sections that have become too small, and shows those that are large enough.
    ///
    /// - Complexity: O(*k* log *s*), *k* being the number of these sections and *s* that of all.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if touched.isEmpty { return UpdateBatch() }
      let changed = touched.filter { filled[$0] != (counts[$0] >= minimum) }.sorted()
      touched = []
      var batch = UpdateBatch()
      batch.sections.deletes = EditList(changed.filter { filled[$0] }.map { filled.rank(of: $0) })
      let shown = changed.filter { !filled[$0] }
      for section in changed { filled.set(!filled[section], at: section) }
      batch.sections.inserts = EditList(shown.map { filled.rank(of: $0) })
      return batch
    }

    /// The number of sections with items.
    public var numberOfSections: Int { filled.ones }

    /// The count of the source's section.
    ///
    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func numberOfItems(inSection section: Int) -> Int {
      sourceSection(for: section).map { counts[$0.section] } ?? 0
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      guard let origin = sourceSection(for: path.section) else { return nil }
      let path = ItemPath(section: origin.section, item: path.item)
      return counts.contains(path) ? SourcePath(source: 0, path: path) : nil
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      let path = sourcePath.path
      guard counts.contains(path),
        let section = section(for: SourceSection(source: sourcePath.source, section: path.section))
      else { return nil }
      return ItemPath(section: section, item: path.item)
    }

    /// The items of the source's section.
    ///
    /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
    public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      sourceItems(inSection: section, from: sources)
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourceSection(for section: Int) -> SourceSection? {
      guard section >= 0 else { return nil }
      return filled.position(ofOne: section).map { SourceSection(source: 0, section: $0) }
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func section(for sourceSection: SourceSection) -> Int? {
      let section = sourceSection.section
      guard sourceSection.source == 0, counts.contains(section: section), filled[section] else { return nil }
      return filled.rank(of: section)
    }
  }
}
