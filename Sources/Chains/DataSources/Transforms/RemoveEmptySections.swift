public import Changesets
import OrderedTrees

extension Mapping {
  /// Hides the sections that have no items.
  public static func removeEmptySections<Item>() -> Self where Self == Mappings.RemoveEmptySections<Item> {
    Self()
  }

  /// Hides the sections with fewer items than a minimum.
  ///
  /// - Parameter minimum: The number of items that a section needs to be shown: 1 or more.
  public static func removeSections<Item>(smallerThan minimum: Int) -> Self
  where Self == Mappings.RemoveEmptySections<Item> { Self(minimum: minimum) }
}

extension Mappings {
  /// Hides the sections without items, or those with fewer items than a minimum.
  ///
  /// ```swift
  /// let shelves = groceries.applying(.filter { $0.isRipe }).applying(.removeEmptySections())
  /// ```
  ///
  /// A section whose number of items falls below the minimum is deleted, and one that reaches it is inserted. The
  /// mapping stores a bit and a count for each section.
  public struct RemoveEmptySections<Item>: SectionSelectingMapping {
    /// The number of items in each of the source's sections.
    private(set) var counts = SectionCounts()
    /// Whether each of the source's sections has at least `minimum` items.
    private(set) var shown = BitSequence()
    /// The number of items that a section needs to be shown.
    private let minimum: Int

    package init(minimum: Int = 1) { self.minimum = max(1, minimum) }

    /// Counts the items of the source, and determines which sections are shown.
    ///
    /// - Complexity: O(*s*), *s* being the number of the source's sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      shown = BitSequence((0..<counts.count).lazy.map { [counts, minimum] in counts[$0] >= minimum })
    }

    /// Checks the sections from which items were removed and those into which items were inserted.
    ///
    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
    ///   were edited.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let batch = changes.batch(ofSource: 0)
      let sections = SectionMap(batch)
      counts.apply(batch, changes.sources[0])
      var own = Edits<Int>()
      var emptied: [Int] = []
      // Deletions have positions before: they are determined while `shown` is in the former state. Sections that the
      // batch itself deletes have no target, and are translated.
      batch.forEachSectionWithRemovals { section in
        guard let target = sections.newIndex(ofSection: section), counts[target] < minimum, shown[section] else {
          return
        }
        own.deletes.append(shown.rank(of: section))
        emptied.append(target)
      }
      // The bits move to their places after. Only then can those of emptied sections, which are given by these
      // places, be cleared.
      shown.apply(batch.sections) { [counts, minimum] in counts[$0] >= minimum }
      for section in emptied { shown.set(false, at: section) }
      batch.forEachSectionWithInsertions { section in
        if counts[section] >= minimum, shown.set(true, at: section) { own.inserts.append(section) }
      }
      // Positions after depend on all bits, so they are determined when these are final.
      for index in own.inserts.indices { own.inserts[index] = shown.rank(of: own.inserts[index]) }
      return UpdateBatch(sections: own)
    }
  }
}
