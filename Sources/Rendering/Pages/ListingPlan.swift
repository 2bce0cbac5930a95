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
    /// How many objects it shows.
    let objectCount: Int
    /// Its pages, among those of the listing.
    let pages: Range<Int>
    /// Whether its own page leads to its pages, and is none of them.
    let hasParts: Bool
    /// What a link to it shows.
    let link: Fingerprint
  }

  /// A page of a section's cells.
  struct Part {
    let section: Int
    let items: Range<Int>
    let path: PagePath
    /// Which of the section's pages it is; nothing where there is only one, or where pages are not numbered.
    var position: Page.Position?
    /// From where to where it goes; nothing where there is only one, or where pages are numbered.
    var guide: Page.Guide?
  }

  /// The page that all sections begin on.
  let home: PagePath
  private(set) var sections: [Section] = []
  private(set) var pages: [Part] = []
  /// For each section, and each item of it, which object it shows; nothing for one that shows none.
  let objects: [[Int32?]]
  /// The number of objects that are shown, each counted once.
  let objectCount: Int

  /// Cuts a listing into pages.
  ///
  /// - Parameters:
  ///   - listing: The listing.
  ///   - objects: Which object each item shows.
  ///   - book: The objects.
  ///   - addresses: Where they are.
  ///   - reserved: Names that no section's folder may have.
  ///   - guideWord: What an object is found by.
  init(
    _ listing: Listing, showing objects: [[Int32?]], of book: [DocumentPlan.Object], at addresses: AddressBook,
    except reserved: Set<String>, guideWord: (Int) -> String
  ) {
    self.objects = objects
    objectCount = Self.count(objects, of: book.count)
    let root = listing.folder.map { [$0] } ?? []
    home = PagePath(root, "index")
    let names = listing.cells.sectionNames
    let folders = Slug.unique(names.map { $0 ?? "section" }, except: reserved)
    var parts = Fingerprinter()
    for (section, (name, folder)) in zip(names, folders).enumerated() {
      let folder = root + [folder]
      let shown = objects[section]
      let first = pages.count
      switch listing.layout.pagination {
      case .numbered: addNumberedPages(of: section, count: shown.count, in: folder, listing.layout)
      case .stable: addStablePages(of: section, shown, of: book, at: addresses, in: folder, listing.layout, guideWord)
      }
      let path = PagePath(folder, "index")
      parts.combine(name)
      parts.combine(path)
      sections.append(
        Section(
          title: name, path: path,
          objectCount: shown.reduce(0) { $0 + ($1 == nil ? 0 : 1) }, pages: first..<pages.count,
          hasParts: listing.layout.pagination == .stable && pages.count > first + 1, link: parts.finish()))
    }
  }

  /// Counts the objects that are shown, each once.
  private static func count(_ objects: [[Int32?]], of total: Int) -> Int {
    var isShown = [Bool](repeating: false, count: total)
    var count = 0
    for case let object? in objects.joined() where !isShown[Int(object)] {
      isShown[Int(object)] = true
      count += 1
    }
    return count
  }

  private mutating func addNumberedPages(of section: Int, count: Int, in folder: [String], _ layout: PageLayout) {
    let pageCount = max(1, (count + layout.pageSize - 1) / layout.pageSize)
    for index in 0..<pageCount {
      pages.append(
        Part(
          section: section, items: index * layout.pageSize..<min(count, (index + 1) * layout.pageSize),
          path: PagePath(folder, index == 0 ? "index" : "page-\(index + 1)"),
          position: pageCount == 1 ? nil : Page.Position(number: index + 1, count: pageCount)))
    }
  }

  private mutating func addStablePages(
    of section: Int, _ objects: [Int32?], of book: [DocumentPlan.Object], at addresses: AddressBook,
    in folder: [String], _ layout: PageLayout, _ guideWord: (Int) -> String
  ) {
    guard objects.count > layout.pageSize else {
      pages.append(
        Part(section: section, items: objects.indices, path: PagePath(folder, "index")))
      return
    }
    let cuts = StablePages.cut(objects.map { $0.map { book[Int($0)].identity.high } }, size: layout.pageSize)
    guard cuts.count > 1 else {
      pages.append(Part(section: section, items: cuts[0], path: PagePath(folder, "index")))
      return
    }
    var names: [String] = []
    var guides: [Page.Guide] = []
    for items in cuts {
      let shown = objects[items].compactMap { $0.map { Int($0) } }
      let (first, last) = (shown.first, shown.last)
      guides.append(Page.Guide(first: first.map(guideWord) ?? "", last: last.map(guideWord) ?? ""))
      names.append(first.map { addresses[$0].name } ?? "")
    }
    // Objects of two collections may have the same name in their folders.
    let files = ["start"] + Slug.distinct(names.dropFirst().map { "page-" + $0 })
    for (index, items) in cuts.enumerated() {
      pages.append(
        Part(
          section: section, items: items, path: PagePath(folder, files[index]), guide: guides[index]))
    }
  }
}

extension DocumentPlan {
  /// Which object each item of a listing shows: by the sources that it has in common with the articles, or else by its cell.
  ///
  /// - Parameters:
  ///   - listing: The listing.
  ///   - models: The objects.
  ///   - index: The index of an object by its identity.
  static func objects<Model: DocumentObject>(
    shownBy listing: Listing, of models: any DataSource<Model>, index: (ObjectID) -> Int?
  ) -> [[Int32?]] {
    let cells = listing.cells
    // For each section of the objects, the index of its first.
    var starts: [Int] = [], count = 0
    for section in 0..<models.numberOfSections {
      starts.append(count)
      count += models.numberOfItems(inSection: section)
    }
    if let source = cells as? CellSource<Model, DocumentCell>, source.objects === models {
      return starts.indices.map { section in
        (starts[section]..<starts[section] + models.numberOfItems(inSection: section)).map { Int32($0) }
      }
    }
    let chain = Set(cells.chain.map { ObjectIdentifier($0) })
    let shared = models.chain.filter { chain.contains(ObjectIdentifier($0)) }
    return (0..<cells.numberOfSections).map { section in
      (0..<cells.numberOfItems(inSection: section)).map { item in
        let path = ItemPath(section: section, item: item)
        for source in shared {
          if let place = cells.convert(path, to: source), let place = models.convert(place, from: source) {
            return Int32(starts[place.section] + place.item)
          }
        }
        // A link's own item, such as a banner, or an object that is shown once more.
        return listing.display.reading(path, \.target).flatMap(index).map { Int32($0) }
      }
    }
  }
}

extension CellDisplay {
  /// What the cell of an item shows: the existing one, else one that is used for this, and recycled.
  func reading<Value>(_ path: ItemPath, _ read: (Cell) -> Value) -> Value {
    if let cell = existingCell(at: path) { return read(cell) }
    let cell = cells.item(at: path)
    defer { cell.recycle() }
    return read(cell)
  }
}
