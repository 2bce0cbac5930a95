public import Changesets
import OrderedTrees

extension Mapping {
  /// Hides the items of individual sections: all of them, or all but the first few.
  ///
  /// - Parameters:
  ///   - sections: The indexes of the sections that are collapsed initially.
  ///   - limit: The maximum number of items that a collapsed section shows.
  public static func collapse<Item>(_ sections: some Sequence<Int> = [], showing limit: Int = 0) -> Self
  where Self == Mappings.Collapse<Item> { Self(sections, showing: limit) }
}

extension Mappings {
  /// Hides the items of individual sections: all of them, or all but the first few. The section itself stays, and can
  /// be expanded again.
  ///
  /// ```swift
  /// let outline = chapters.applying(.collapse())
  /// outline.configure { $0.collapse(2) }          // observers are notified of the deletes
  /// print(outline.mapping.isCollapsed(2))         // true
  /// ```
  ///
  /// A section stays collapsed when it is moved or its items change. Inserted sections are expanded. So are all
  /// sections after a reload, because a reload declares all of them new.
  public struct Collapse<Item>: IncrementalMapping, SectionPreservingMapping, SectionReadingMapping {
    /// The maximum number of items that a collapsed section shows. A negative number counts as 0.
    public var limit: Int

    /// The number of items in each of the source's sections.
    private var counts = SectionCounts()
    private var collapsed = BitSequence()
    /// The sections to collapse once the sources have been read.
    private var initial: Set<Int>
    /// The limit, as of the last update.
    private var settledLimit: Int
    /// The sections that have been collapsed or expanded since the last update.
    private var toggled: Set<Int> = []

    package init(_ sections: some Sequence<Int> = [], showing limit: Int = 0) {
      self.limit = limit
      settledLimit = limit
      initial = Set(sections)
    }

    /// Returns whether a section is collapsed.
    ///
    /// - Parameter section: The index of the section.
    public func isCollapsed(_ section: Int) -> Bool { counts.contains(section: section) && collapsed[section] }

    /// Hides the items of a section. Does nothing if they are already hidden, or if the section does not exist.
    ///
    /// - Parameter section: The index of the section.
    public mutating func collapse(_ section: Int) { set(true, at: section) }

    /// Shows the items of a section again. Does nothing if they are already shown, or if the section does not exist.
    ///
    /// - Parameter section: The index of the section.
    public mutating func expand(_ section: Int) { set(false, at: section) }

    private mutating func set(_ bit: Bool, at section: Int) {
      guard counts.contains(section: section), collapsed.set(bit, at: section) else { return }
      toggled.formSymmetricDifference([section])
    }

    /// Returns the range that is shown of a number of items.
    private func range(of count: Int, isCollapsed: Bool, limit: Int) -> Range<Int> {
      0..<(isCollapsed ? min(max(limit, 0), count) : count)
    }

    private func range(ofSection section: Int) -> Range<Int> {
      // `collapsed` is what is wanted. Until the mapping settles, a toggled section is still shown as it was.
      let isCollapsed = collapsed[section] != toggled.contains(section)
      return range(of: counts[section], isCollapsed: isCollapsed, limit: settledLimit)
    }

    /// Counts the items of the source. Collapsed sections stay collapsed, by their index.
    ///
    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      collapsed = BitSequence(
        (0..<counts.count).lazy.map { [collapsed, initial] in
          $0 < collapsed.count && collapsed[$0] || initial.contains($0)
        })
      initial = []
      toggled = []
      settledLimit = limit
    }

    /// Updates which sections are collapsed, and returns the items that cross the limit.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s* log *k*) more if
    ///   sections were edited, *s* being their number.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let batch = changes.batch(ofSource: 0)
      counts.apply(batch, changes.sources[0])
      collapsed.apply(batch.sections) { _ in false }
      return UpdateBatch(
        items: changes.windowEdits { [self] section, count in
          range(of: count, isCollapsed: collapsed[section], limit: settledLimit)
        })
    }

    /// Updates which sections are collapsed, also if the source was replaced. If the source was reloaded, no section is
    /// collapsed.
    public mutating func update(_ changes: SourceChanges<Item>) -> UpdateBatch {
      guard changes.needComparison else { return translate(changes) }
      let old = self
      // Before `refresh`, which keeps sections collapsed by their index.
      if let batch = changes.onlyBatch {
        collapsed.apply(batch.sections) { _ in false }
      } else {
        collapsed = BitSequence()
      }
      refresh(from: changes.sources)
      return changes.isSingleReload ? .reload : changes.batch(from: old, to: self)
    }

    /// Hides and shows the items of the sections that were collapsed and expanded.
    ///
    /// - Complexity: O(*t* log *s* + *m*) for *t* of *s* sections that were collapsed or expanded, and *m* items that
    ///   are hidden or shown; O(*s* log *s* + *m*) if the limit changed.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      guard limit != settledLimit || !toggled.isEmpty else { return UpdateBatch() }
      let sections = limit == settledLimit ? toggled.sorted() : Array(0..<counts.count)
      // These are the ranges that are shown, until the two properties below are changed.
      let old = sections.map(range(ofSection:))
      toggled = []
      settledLimit = limit
      var edits = Edits<ItemPath>()
      for (section, old) in zip(sections, old) {
        edits.replace(old, by: range(ofSection: section), inSection: section)
      }
      return UpdateBatch(items: edits)
    }

    public var numberOfSections: Int { counts.count }

    public func numberOfItems(inSection section: Int) -> Int { range(ofSection: section).count }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      range(ofSection: section).contains(item) ? item : nil
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      range(ofSection: section).contains(item) ? item : nil
    }
  }
}
