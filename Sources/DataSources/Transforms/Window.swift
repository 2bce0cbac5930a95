public import Changesets

/// Shows so many items of each section, from an offset on.
///
/// ```swift
/// let top = ranking.applying(Window.limit(10))
/// let page = articles.applying(Window.page(0, size: 20))
/// page.configure { $0.showPage(1, size: 20) }   // observers hear of 20 deletes and 20 inserts
/// ```
///
/// An item that is pushed out of the window by others is deleted, and one that is pulled into it inserted. For a window
/// on all items at once, apply it to a ``Flattener``.
public struct Window<Item>: IncrementalMapping {
  /// How many items at the beginning of each section are left out; fewer than none is none.
  public var offset: Int
  /// How many items of each section are shown at the most; nothing shows all, and fewer than none is none.
  public var count: Int?

  /// The number of items in each of the source's sections.
  private var counts = SectionCounts()
  /// The borders, as of the last update.
  private var borders = Borders(offset: 0, count: nil)

  /// Makes the mapping.
  ///
  /// - Parameters:
  ///   - offset: How many items at the beginning of each section are left out.
  ///   - count: How many items of each section are shown at the most; nothing shows all.
  public init(offset: Int, count: Int? = nil) {
    self.offset = offset
    self.count = count
  }

  /// A window on the first items.
  ///
  /// - Parameter count: How many items of each section are shown at the most.
  public static func limit(_ count: Int) -> Window { Window(offset: 0, count: count) }

  /// A window on one of the pages that each section is cut into.
  ///
  /// - Parameters:
  ///   - index: The index of the page, counting from 0.
  ///   - size: How many items there are on a page.
  public static func page(_ index: Int, size: Int) -> Window {
    var window = limit(size)
    window.showPage(index, size: size)
    return window
  }

  /// Shows one of the pages that each section is cut into.
  ///
  /// - Parameters:
  ///   - index: The index of the page, counting from 0.
  ///   - size: How many items there are on a page.
  public mutating func showPage(_ index: Int, size: Int) {
    let (product, isBeyondAll) = max(index, 0).multipliedReportingOverflow(by: max(size, 0))
    offset = isBeyondAll ? .max : product
    count = size
  }

  private struct Borders: Equatable {
    var offset: Int
    var count: Int?

    /// What is shown of so many items.
    func range(of total: Int) -> Range<Int> {
      let start = min(max(offset, 0), total)
      return start..<start + min(max(count ?? .max, 0), total - start)
    }
  }

  /// Whether the sources were read and have sections.
  public var remembersSources: Bool { counts.count > 0 }

  /// Counts the source.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    counts = SectionCounts(sources[0])
    borders = Borders(offset: offset, count: count)
  }

  /// Counts along, and tells what is pushed over the borders.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s* log *k*) more where
  ///   sections were edited, *s* being their number.
  public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    counts.apply(changes)
    return UpdateBatch(items: changes.crossings { [borders] in borders.range(of: $1) })
  }

  /// Moves the borders.
  ///
  /// - Complexity: O(1) if they stay where they are, else O(*s* log *s* + *m*) for *s* sections and *m* items that come
  ///   and go.
  public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
    let old = borders
    borders = Borders(offset: offset, count: count)
    guard borders != old else { return UpdateBatch() }
    var edits = Edits<ItemPath>()
    for section in 0..<counts.count {
      edits.replace(old.range(of: counts[section]), by: borders.range(of: counts[section]), inSection: section)
    }
    return UpdateBatch(items: edits)
  }

  /// The number of the source's sections.
  public var numberOfSections: Int { counts.count }

  /// The number of items in the window.
  public func numberOfItems(inSection section: Int) -> Int { borders.range(of: counts[section]).count }

  /// - Complexity: O(1) beside a look at the count.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard counts.contains(section: path.section) else { return nil }
    let range = borders.range(of: counts[path.section])
    guard (0..<range.count).contains(path.item) else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: range.lowerBound + path.item))
  }

  /// The items in the window.
  ///
  /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
  public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
    sourceItems(inSection: section, from: sources)
  }

  /// The whole section.
  public func run(around path: ItemPath) -> Range<Int>? { 0..<numberOfItems(inSection: path.section) }

  /// - Complexity: O(1) beside a look at the count.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, counts.contains(section: path.section) else { return nil }
    let range = borders.range(of: counts[path.section])
    return range.contains(path.item) ? ItemPath(section: path.section, item: path.item - range.lowerBound) : nil
  }

  /// The same section of the source.
  public func sourceSection(for section: Int) -> SourceSection? {
    counts.contains(section: section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.contains(section: sourceSection.section) ? sourceSection.section : nil
  }
}

extension Edits<ItemPath> {
  /// Deletes and inserts what comes and goes where another range of a section's items is shown.
  mutating func replace(_ old: Range<Int>, by new: Range<Int>, inSection section: Int) {
    deletes += old.subtracting(new).map { ItemPath(section: section, item: $0 - old.lowerBound) }
    inserts += new.subtracting(old).map { ItemPath(section: section, item: $0 - new.lowerBound) }
  }
}
