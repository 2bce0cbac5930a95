public import Changesets

extension Mapping {
  /// Shows a range of the items of each section.
  ///
  /// - Parameters:
  ///   - offset: The number of items at the beginning of each section that are hidden.
  ///   - count: The maximum number of items that are shown in each section; `nil` shows all.
  public static func window<Item>(offset: Int, count: Int? = nil) -> Self where Self == Mappings.Window<Item> {
    Self(offset: offset, count: count)
  }

  /// Shows the first items of each section.
  ///
  /// - Parameter count: The maximum number of items that are shown in each section.
  public static func limit<Item>(_ count: Int) -> Self where Self == Mappings.Window<Item> {
    Self(offset: 0, count: count)
  }

  /// Shows one page of each section.
  ///
  /// - Parameters:
  ///   - index: The index of the page, from 0.
  ///   - size: The number of items on a page.
  public static func page<Item>(_ index: Int, size: Int) -> Self where Self == Mappings.Window<Item> {
    var window = limit(size)
    window.showPage(index, size: size)
    return window
  }
}

extension Mappings {
  /// Shows a range of the items of each section, from an offset on.
  ///
  /// ```swift
  /// let top = ranking.applying(.limit(10))
  /// let page = articles.applying(.page(0, size: 20))
  /// page.configure { $0.showPage(1, size: 20) }   // observers are notified of 20 deletes and 20 inserts
  /// ```
  ///
  /// An item that others push out of the window is deleted, and one that enters it is inserted. For one window over the
  /// items of all sections, apply it to a ``Mappings/Flatten``.
  public struct Window<Item>: IncrementalMapping, SectionPreservingMapping, SectionReadingMapping {
    /// The number of items at the beginning of each section that are hidden. A negative number counts as 0.
    public var offset: Int
    /// The maximum number of items that are shown in each section; `nil` shows all. A negative number counts as 0.
    public var count: Int?

    /// The number of items in each of the source's sections.
    private var counts = SectionCounts()
    /// The bounds of the window, as of the last update.
    private var borders = Borders(offset: 0, count: nil)

    package init(offset: Int, count: Int? = nil) {
      self.offset = offset
      self.count = count
    }

    /// Shows one page of each section.
    ///
    /// - Parameters:
    ///   - index: The index of the page, from 0.
    ///   - size: The number of items on a page.
    public mutating func showPage(_ index: Int, size: Int) {
      let (product, isBeyondAll) = max(index, 0).multipliedReportingOverflow(by: max(size, 0))
      offset = isBeyondAll ? .max : product
      count = size
    }

    private struct Borders: Equatable {
      var offset: Int
      var count: Int?

      /// Returns the range that is shown of a number of items.
      func range(of total: Int) -> Range<Int> {
        // In this order, so that neither an offset of `Int.max` nor an unlimited count overflows.
        let start = min(max(offset, 0), total)
        return start..<start + min(max(count ?? .max, 0), total - start)
      }
    }

    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      borders = Borders(offset: offset, count: count)
    }

    /// Updates the counts, and returns the items that cross the bounds of the window.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s* log *k*) more if
    ///   sections were edited, *s* being their number.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      counts.apply(changes)
      return UpdateBatch(items: changes.windowEdits { [borders] in borders.range(of: $1) })
    }

    /// Moves the bounds of the window.
    ///
    /// - Complexity: O(1) if they are the same, else O(*s* log *s* + *m*) for *s* sections and *m* items that enter or
    ///   leave the window.
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

    public var numberOfSections: Int { counts.count }

    public func numberOfItems(inSection section: Int) -> Int { borders.range(of: counts[section]).count }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      let range = borders.range(of: counts[section])
      return (0..<range.count).contains(item) ? range.lowerBound + item : nil
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      let range = borders.range(of: counts[section])
      return range.contains(item) ? item - range.lowerBound : nil
    }
  }
}

extension Edits<ItemPath> {
  /// Adds the deletions and insertions of items when another range of a section's items is shown.
  mutating func replace(_ old: Range<Int>, by new: Range<Int>, inSection section: Int) {
    deletes += old.subtracting(new).map { ItemPath(section: section, item: $0 - old.lowerBound) }
    inserts += new.subtracting(old).map { ItemPath(section: section, item: $0 - new.lowerBound) }
  }
}
