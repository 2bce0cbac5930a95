import Cells
import Changesets
import DataSources
import Fingerprints

/// How one listing of a document is cut into pages, in one state of its sources.
struct ListingPlan {
  /// A section of the listing.
  struct Section {
    let title: String?
    /// The section's own page.
    let path: PagePath
    /// The number of objects that it shows.
    let objectCount: Int
    /// Its pages, among those of the listing.
    let pages: Range<Int>
    /// Whether its own page leads to its pages, and is none of them.
    let hasParts: Bool
  }

  /// A page of a list: of a section's cells, or of an index's sections.
  struct Cut {
    /// The entries that stand on it.
    let items: Range<Int>
    let path: PagePath
    /// Which of the list's pages it is; nil where there is only one, or where pages are not numbered.
    var position: Page.Position?
    /// From where to where it goes; nil where there is only one, or where pages are numbered.
    var guide: Page.Guide?
  }

  /// A page of a section's cells.
  struct Part {
    let section: Int
    let cut: Cut
  }

  /// What people call the listing.
  let title: String
  /// Whether the page that all sections begin on lists them, as that of an index does. That of the main listing shows their first cells.
  let isIndex: Bool
  /// The number of cells of each section on that page.
  let previewSize: Int
  /// The page that all sections begin on.
  let home: PagePath
  /// The pages that list the sections of an index.
  private(set) var terms: [Cut] = []
  private(set) var sections: [Section] = []
  private(set) var pages: [Part] = []
  /// What is known of each cell, by sections.
  let cells: [[PlannedCell]]
  /// The number of objects that are shown, each counted once.
  let objectCount: Int

  /// Whether the page that all sections begin on leads to the pages that list them, and is none of them.
  var hasTermParts: Bool { terms.first?.guide != nil }

  /// Cuts a listing into pages.
  ///
  /// - Parameters:
  ///   - listing: The listing.
  ///   - title: What people call it.
  ///   - cells: What is known of its cells.
  ///   - book: The objects.
  ///   - addresses: Where they are.
  ///   - reserved: Names that no section's folder may have.
  ///   - guideWord: What an object is found by.
  init(
    _ listing: Listing, title: String, showing cells: [[PlannedCell]], of book: [DocumentPlan.Object],
    at addresses: URLTable, except reserved: Set<String>, guideWord: (Int) -> String
  ) {
    self.title = title
    self.cells = cells
    objectCount = Self.count(cells, of: book.count)
    isIndex = listing.folder != nil
    previewSize = listing.layout.previewSize
    let root = listing.folder.map { [$0] } ?? []
    home = PagePath(root, "index")
    let names = listing.cells.sectionNames
    let folders = Slug.unique(names.map { $0 ?? "section" }, except: reserved)
    for (section, (name, folder)) in zip(names, folders).enumerated() {
      let folder = root + [folder]
      let shown = cells[section]
      let first = pages.count
      func object(_ item: Int) -> Int? { shown[item].object.map { Int($0) } }
      let cuts = Self.cuts(
        ofListIn: folder, count: shown.count, size: listing.layout.pageSize, listing.layout.pagination
      ) { item in
        object(item).map { book[$0].identity.high }
      } word: { items, isFirst in
        // Of cells without an object, the next to the end of the page speaks.
        (isFirst ? items.lazy.compactMap(object).first : items.reversed().lazy.compactMap(object).first)
          .map { (guideWord($0), addresses[$0].name) }
      }
      pages += cuts.map { Part(section: section, cut: $0) }
      sections.append(
        Section(
          title: name, path: PagePath(folder, "index"), objectCount: shown.count { $0.object != nil },
          pages: first..<pages.count, hasParts: cuts[0].guide != nil))
    }
    guard isIndex else { return }
    terms = Self.cuts(
      ofListIn: root, count: names.count, size: listing.layout.numberOfTerms, listing.layout.pagination
    ) {
      Fingerprint(folders[$0]).high
    } word: { items, isFirst in
      (isFirst ? items.first : items.last).map { (names[$0] ?? title, folders[$0]) }
    }
  }

  /// Counts the objects that are shown, each once.
  private static func count(_ cells: [[PlannedCell]], of total: Int) -> Int {
    var isShown = [Bool](repeating: false, count: total)
    var count = 0
    for cell in cells.joined() {
      guard let object = cell.object, !isShown[Int(object)] else { continue }
      isShown[Int(object)] = true
      count += 1
    }
    return count
  }

  /// Cuts a list into pages: at least one.
  ///
  /// - Parameters:
  ///   - folder: Where the pages are.
  ///   - count: The number of entries of the list.
  ///   - size: The number of entries that a page has at the most; about as many where pages are stable.
  ///   - rank: What decides whether a stable page ends behind an entry.
  ///   - word: What the first or the last entry of some is found by, as people read it and as files are named.
  private static func cuts(
    ofListIn folder: [String], count: Int, size: Int, _ pagination: PageLayout.Pagination,
    rank: (Int) -> UInt64?, word: (Range<Int>, _ isFirst: Bool) -> (guide: String, name: String)?
  ) -> [Cut] {
    func single() -> [Cut] { [Cut(items: 0..<count, path: PagePath(folder, "index"))] }
    guard count > size else { return single() }
    switch pagination {
    case .numbered:
      let pageCount = (count + size - 1) / size
      return (0..<pageCount).map { index in
        Cut(
          items: index * size..<min(count, (index + 1) * size),
          path: PagePath(folder, index == 0 ? "index" : "page-\(index + 1)"),
          position: Page.Position(number: index + 1, count: pageCount))
      }
    case .stable:
      let ranges = StablePages.cut((0..<count).map(rank), size: size)
      guard ranges.count > 1 else { return single() }
      let words = ranges.map { (first: word($0, true), last: word($0, false)) }
      // Entries of two kinds may have the same name.
      let files = ["start"] + Slug.distinct(words.dropFirst().map { "page-" + ($0.first?.name ?? "") })
      return ranges.indices.map { index in
        Cut(
          items: ranges[index], path: PagePath(folder, files[index]),
          guide: Page.Guide(first: words[index].first?.guide ?? "", last: words[index].last?.guide ?? ""))
      }
    }
  }
}
