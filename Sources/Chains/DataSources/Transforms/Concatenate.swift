public import Changesets

extension Mapping {
  /// Shows the sections of all sources, one source after the other.
  public static func concatenate<Item>() -> Self where Self == Mappings.Concatenate<Item> { Self() }
}

extension Mappings {
  /// The sections of all sources, one source after the other.
  ///
  /// ```swift
  /// let groceries = Transform(of: [fruits, nuts], by: .concatenate())
  /// nuts.append("pecan")   // an insert in the section that follows those of fruits
  /// ```
  ///
  /// Every conversion takes logarithmic time in the number of sources and of sections.
  public struct Concatenate<Item>: IncrementalMapping, SectionReadingMapping {
    /// The number of items in each section of each source.
    @usableFromInline var counts: [SectionCounts] = []
    /// The number of sections of each source.
    @usableFromInline var sections = SectionCounts()

    package init() {}

    public var isLoaded: Bool { !counts.isEmpty }

    /// - Complexity: O(*s*), *s* being the number of sections of all sources.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = sources.map { SectionCounts($0) }
      sections = SectionCounts(counts.map(\.count))
    }

    /// - Complexity: O(*k* log *s* + *m*), for *k* edits and *m* sources with *s* sections; O(*s*) more if sections
    ///   were edited.
    @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      for index in changes.sources.indices {
        counts[index].apply(changes, ofSource: index)
        sections.add(counts[index].count - sections[index], to: index)
      }
      return UpdateBatch()
    }

    /// - Complexity: O(1).
    @inlinable public var numberOfSections: Int { sections.total }

    /// Returns the number of items in the source's section, or 0 if the section does not exist.
    ///
    /// - Complexity: O(log *m* + log *s*), *m* being the number of sources and *s* that of the source's sections.
    @inlinable public func numberOfItems(inSection section: Int) -> Int {
      sourceSection(for: section).map { counts[$0.source][$0.section] } ?? 0
    }

    /// - Complexity: O(log *m* + log *s*), *m* being the number of sources and *s* that of the source's sections.
    @inlinable public func sourcePath(for path: ItemPath) -> SourcePath? {
      guard let origin = sourceSection(for: path.section) else { return nil }
      let sourcePath = ItemPath(section: origin.section, item: path.item)
      return counts[origin.source].contains(sourcePath) ? SourcePath(source: origin.source, path: sourcePath) : nil
    }

    /// - Complexity: O(log *m* + log *s*), *m* being the number of sources and *s* that of the source's sections.
    @inlinable public func path(for sourcePath: SourcePath) -> ItemPath? {
      let (source, path) = (sourcePath.source, sourcePath.path)
      guard counts.indices.contains(source), counts[source].contains(path) else { return nil }
      return ItemPath(section: sections.sum(before: source) + path.section, item: path.item)
    }

    /// - Complexity: O(log *m*), *m* being the number of sources.
    @inlinable public func sourceSection(for section: Int) -> SourceSection? {
      guard section >= 0, let (source, index) = sections.section(at: section) else { return nil }
      return SourceSection(source: source, section: index)
    }

    /// - Complexity: O(log *m*), *m* being the number of sources.
    @inlinable public func section(for sourceSection: SourceSection) -> Int? {
      let (source, section) = (sourceSection.source, sourceSection.section)
      guard counts.indices.contains(source), counts[source].contains(section: section) else { return nil }
      return sections.sum(before: source) + section
    }
  }
}
