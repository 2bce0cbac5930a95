public import Changesets

/// A mapping whose sections are those of its first source, in the same order. It determines for each section which
/// items are shown, and where.
///
/// Filters, sorts and windows are examples. They convert indexes within a section; the conversions of paths and of
/// sections follow from these.
///
/// ```swift
/// /// Shows the first item of each section.
/// struct Leaders<Item>: SectionPreservingMapping {
///   private var counts = SectionCounts()
///
///   mutating func refresh(from sources: [any DataSource<Item>]) { counts = SectionCounts(sources[0]) }
///
///   var numberOfSections: Int { counts.count }
///   func numberOfItems(inSection section: Int) -> Int { min(counts[section], 1) }
///   func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
///     item < counts[section] && item == 0 ? 0 : nil
///   }
///   func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
///     item < counts[section] && item == 0 ? 0 : nil
///   }
/// }
/// ```
public protocol SectionPreservingMapping: Mapping {
  /// Returns the index in the source's section of an item that is shown.
  ///
  /// - Parameters:
  ///   - item: The index of an item in a section of the transform; there may be no such item.
  ///   - section: The index of a section that exists.
  /// - Returns: The index in the first source's section of the same index, or `nil` if the item does not exist or is
  ///   the mapping's own.
  func sourceIndex(ofItem item: Int, inSection section: Int) -> Int?

  /// Returns the index in a section of the transform of an item of the first source.
  ///
  /// - Parameters:
  ///   - item: The index of an item in a section of the first source; there may be no such item.
  ///   - section: The index of a section that exists.
  /// - Returns: The index in the transform's section of the same index, or `nil` if the item does not exist or is
  ///   hidden.
  func index(ofSourceItem item: Int, inSection section: Int) -> Int?
}

extension SectionPreservingMapping {
  @inlinable public var isLoaded: Bool { numberOfSections > 0 }

  @inlinable public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard hasSection(path.section), let item = sourceIndex(ofItem: path.item, inSection: path.section) else {
      return nil
    }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: item))
  }

  @inlinable public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, hasSection(path.section),
      let item = index(ofSourceItem: path.item, inSection: path.section)
    else { return nil }
    return ItemPath(section: path.section, item: item)
  }

  @inlinable public func sourceSection(for section: Int) -> SourceSection? {
    hasSection(section) ? SourceSection(source: 0, section: section) : nil
  }

  @inlinable public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && hasSection(sourceSection.section) ? sourceSection.section : nil
  }

  @inlinable func hasSection(_ section: Int) -> Bool { section >= 0 && section < numberOfSections }
}

/// A mapping that shows every section and every item of its only source at the same path.
///
/// A conforming mapping differs from its source in its items, or in side effects: it implements
/// ``Mapping/item(at:from:)``, or nothing.
protocol OneToOneMapping: IncrementalMapping, SectionPreservingMapping {
  /// The number of items in each section of the source.
  var counts: SectionCounts { get set }
}

extension OneToOneMapping {
  /// - Complexity: O(*s*), *s* being the number of sections.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) { counts = SectionCounts(sources[0]) }

  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
  ///   were edited.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    counts.apply(changes)
    return UpdateBatch()
  }

  public var numberOfSections: Int { counts.count }

  public func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// Returns the same index.
  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }

  /// Returns the same index.
  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }
}
