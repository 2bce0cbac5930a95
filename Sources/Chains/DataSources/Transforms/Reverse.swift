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
  /// Shows the items of each section in reverse order, and optionally the sections too.
  ///
  /// ```swift
  /// let latestFirst = messages.applying(.reverse())
  /// latestFirst.configure { $0.reversesSections = true }   // observers are notified of the moves of sections
  /// ```
  ///
  /// Items that keep their relative order in the source keep it here.
  public struct Reverse<Item>: IncrementalMapping {
    /// Whether the sections are in reverse order too.
    public var reversesSections: Bool

    private var counts = SectionCounts()
    /// Whether the sections are in reverse order, as of the last update.
    private var sectionsAreReversed = false

    package init(reversesSections: Bool = false) { self.reversesSections = reversesSections }

    public var isLoaded: Bool { counts.count > 0 }

    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      sectionsAreReversed = reversesSections
    }

    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
    ///   were edited.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      counts.apply(changes)
      return UpdateBatch()
    }

    /// Reverses the order of the sections.
    ///
    /// - Complexity: O(1) if the order of the sections is the same, else O(*s* log *s*), *s* being the number of
    ///   sections.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      guard reversesSections != sectionsAreReversed else { return UpdateBatch() }
      sectionsAreReversed = reversesSections
      let moves = (0..<counts.count).map { PlacePair($0, counts.count - 1 - $0) }
      return UpdateBatch(sections: Edits(moves: moves)).normalized()
    }

    public var numberOfSections: Int { counts.count }

    public func numberOfItems(inSection section: Int) -> Int { counts[opposite(section)] }

    public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      sources[0].items(inSection: opposite(section)).reversed()
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      let path = ItemPath(section: opposite(path.section), item: path.item)
      return opposite(path).map { SourcePath(source: 0, path: $0) }
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
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

    /// Returns the section with the same distance from the end as a section has from the beginning, if the sections are
    /// reversed, else the section itself.
    private func opposite(_ section: Int) -> Int { sectionsAreReversed ? counts.count - 1 &- section : section }

    /// Returns the path with the same distance from the end of its section as a path has from the beginning.
    private func opposite(_ path: ItemPath) -> ItemPath? {
      counts.contains(path) ? ItemPath(section: path.section, item: counts[path.section] - 1 - path.item) : nil
    }
  }
}
