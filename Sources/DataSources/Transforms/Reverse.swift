public import Changesets

extension Mapping {
  /// Shows the items of each section in reverse order.
  ///
  /// - Parameter reversesSections: Whether the sections are in reverse order too.
  public static func reverse<Item>(reversesSections: Bool = false) -> Self where Self == Mappings.Reverse<Item> {
    Self(reversesSections: reversesSections)
  }
}

extension Mappings {
  /// The items of each section in reverse order; the sections too, if wanted.
  ///
  /// ```swift
  /// let latestFirst = messages.applying(.reverse())
  /// latestFirst.configure { $0.reversesSections = true }   // observers are notified of the moves of sections
  /// ```
  ///
  /// What stays in order in the source stays in order here.
  public struct Reverse<Item>: IncrementalMapping {
    /// Whether the sections are in reverse order too.
    public var reversesSections: Bool

    private var counts = SectionCounts()
    /// Whether the sections are in reverse order, as of the last update.
    private var sectionsAreReversed = false

    package init(reversesSections: Bool = false) { self.reversesSections = reversesSections }

    /// Whether the sources were read and have sections.
    public var remembersSources: Bool { counts.count > 0 }

    /// Counts the source.
    ///
    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      sectionsAreReversed = reversesSections
    }

    /// Counts along.
    ///
    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more where sections
    ///   were edited.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      counts.apply(changes)
      return UpdateBatch()
    }

    /// Turns the sections round.
    ///
    /// - Complexity: O(1) if they stay as they are, else O(*s* log *s*), *s* being the number of sections.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      guard reversesSections != sectionsAreReversed else { return UpdateBatch() }
      sectionsAreReversed = reversesSections
      let moves = (0..<counts.count).map { Pair($0, counts.count - 1 - $0) }
      return UpdateBatch(sections: Edits(moves: moves)).normalised()
    }

    /// The number of the source's sections.
    public var numberOfSections: Int { counts.count }

    /// The number of items in the source's section.
    public func numberOfItems(inSection section: Int) -> Int { counts[opposite(section)] }

    /// The items of the source's section, the last one first.
    ///
    /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
    public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      sources[0].items(inSection: opposite(section)).reversed()
    }

    /// - Complexity: O(1) beside a look at the count.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      let path = ItemPath(section: opposite(path.section), item: path.item)
      return opposite(path).map { SourcePath(source: 0, path: $0) }
    }

    /// - Complexity: O(1) beside a look at the count.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      guard sourcePath.source == 0, let path = opposite(sourcePath.path) else { return nil }
      return ItemPath(section: opposite(path.section), item: path.item)
    }

    /// - Complexity: O(1).
    public func sourceSection(for section: Int) -> SourceSection? {
      counts.contains(section: section) ? SourceSection(source: 0, section: opposite(section)) : nil
    }

    /// - Complexity: O(1).
    public func section(for sourceSection: SourceSection) -> Int? {
      sourceSection.source == 0 && counts.contains(section: sourceSection.section)
        ? opposite(sourceSection.section) : nil
    }

    /// The section that stands as far from the end as this one from the beginning, where sections are in reverse order.
    private func opposite(_ section: Int) -> Int { sectionsAreReversed ? counts.count - 1 &- section : section }

    /// The item that stands as far from the end of a source's section as this one from the beginning.
    private func opposite(_ path: ItemPath) -> ItemPath? {
      counts.contains(path) ? ItemPath(section: path.section, item: counts[path.section] - 1 - path.item) : nil
    }
  }
}
