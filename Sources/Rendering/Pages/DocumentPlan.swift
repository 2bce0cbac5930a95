import Cells
import Changesets
import DataSources

/// What a document consists of in one state of its sources: its objects, the addresses of all, and the pages.
struct DocumentPlan {
  /// An object that has a page.
  struct Object {
    /// Where it is among the articles.
    let path: ItemPath
    let id: ObjectID
    let title: String
    /// The section of the listing that shows it; nothing if none does.
    let section: Int?
  }

  let objects: [Object]
  let addresses: AddressBook
  let pages: PagePlan
  /// How many objects each section of the listing shows.
  let objectCounts: [Int]

  /// Plans a document.
  ///
  /// - Complexity: O(*n*) conversions of places, *n* being the number of objects. No cell is made, unless the listing has no source in
  ///   common with the articles: then it is one for each item of the listing.
  init<Model: DocumentObject>(
    listing: CellDisplay<DocumentCell>, articles: CellSource<Model, DocumentCell>, layout: PageLayout
  ) {
    let (cells, models) = (listing.cells, articles.objects)
    let listed = Set(cells.chain.map { ObjectIdentifier($0) })
    let shared = models.chain.filter { listed.contains(ObjectIdentifier($0)) }
    let objects = models.paths.map { path in
      let model = models.item(at: path)
      let place = shared.lazy.compactMap { source in
        models.convert(path, to: source).flatMap { cells.convert($0, from: source) }
      }.first
      return Object(path: path, id: model.objectID, title: model.title, section: place?.section)
    }
    let addresses = AddressBook(sectionNames: cells.sectionNames, objects: objects.map(\.id))
    let sections = 0..<cells.numberOfSections

    self.objects = objects
    self.addresses = addresses
    pages = PagePlan(
      sectionSizes: sections.map(cells.numberOfItems(inSection:)), objectCount: objects.count, layout: layout)
    var counts = Array(repeating: 0, count: sections.count)
    if shared.isEmpty {
      // Only the cells themselves tell what they show.
      for path in cells.paths where listing.reading(path, \.target).flatMap(addresses.object) != nil {
        counts[path.section] += 1
      }
    } else {
      for case let section? in objects.lazy.map(\.section) { counts[section] += 1 }
    }
    objectCounts = counts
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
