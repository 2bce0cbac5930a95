/// Which pages a document has, in order, before any cell is made.
///
/// A pure function of the sections' sizes and the objects' number.
struct PagePlan {
  /// A page that is to be made.
  enum Entry: Hashable {
    /// The home page.
    case index
    /// A page of a section's cells: which of the section's pages it is, and which items it shows.
    case listing(section: Int, position: Page.Position, items: Range<Int>)
    /// The page of the object at an index.
    case object(Int)
  }

  /// The home page, the pages of each section, the pages of the objects.
  let entries: [Entry]

  /// Cuts sections into pages. An empty section has one page.
  ///
  /// - Complexity: O(*p*), *p* being the number of pages.
  init(sectionSizes: [Int], objectCount: Int, layout: PageLayout) {
    let listings = sectionSizes.enumerated().flatMap { section, size in
      let count = max(1, (size + layout.pageSize - 1) / layout.pageSize)
      return (0..<count).map { number in
        Entry.listing(
          section: section, position: Page.Position(number: number + 1, count: count),
          items: number * layout.pageSize..<min(size, (number + 1) * layout.pageSize))
      }
    }
    entries = [.index] + listings + (0..<objectCount).map(Entry.object)
  }
}
