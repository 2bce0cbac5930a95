public import Cells
import Changesets
public import DataSources
public import DocumentModel

/// Sections of cells, cut into pages: a home page, pages of each section, and a page for each object.
///
/// The document is what a table view is on a screen: the cells of its chain are dequeued for it, shown, and used again.
/// ``Page`` values are made one at a time, so that a catalog of any size is never whole in memory.
public final class Document<Object: DocumentObject> {
  /// What every page knows of the catalog.
  public let info: CatalogInfo
  /// What stands at the head of the home page.
  public let introduction: [Block]
  private let listing: any DataSource<DocumentCell>
  private let articles: CellSource<Object, DocumentCell>
  private let pool: CellPool<DocumentCell>
  private let layout: PageLayout

  private let objects: [(path: ItemPath, id: ObjectID, title: String)]
  private let addresses: AddressBook
  private let plan: PagePlan

  /// Makes a document, and plans its pages.
  ///
  /// - Parameters:
  ///   - info: What every page knows of the catalog.
  ///   - introduction: What stands at the head of the home page.
  ///   - listing: The cells of the home page and of the sections' pages.
  ///   - articles: The cells of the objects' own pages, in the same sections as in `listing`.
  ///   - pool: Where the cells of both come from.
  ///   - layout: How the document is cut into pages.
  /// - Complexity: O(*n*), *n* being the number of objects; no cell is made.
  public init(
    _ info: CatalogInfo, introduction: [Block] = [], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, pool: CellPool<DocumentCell>, layout: PageLayout = PageLayout()
  ) {
    self.info = info
    self.introduction = introduction
    self.listing = listing
    self.articles = articles
    self.pool = pool
    self.layout = layout
    objects = articles.objects.paths.map { path in
      let object = articles.objects.item(at: path)
      return (path, object.objectID, object.title)
    }
    addresses = AddressBook(sectionNames: listing.sectionNames, objects: objects.map(\.id))
    plan = PagePlan(
      sectionSizes: (0..<listing.numberOfSections).map(listing.numberOfItems(inSection:)),
      objectCount: objects.count, layout: layout)
  }

  /// How many pages there are.
  public var numberOfPages: Int { plan.entries.count }

  /// How many objects have a page.
  public var numberOfObjects: Int { objects.count }

  /// How many sections there are.
  public var numberOfSections: Int { listing.numberOfSections }

  /// The pages: the home page, the pages of each section, the pages of the objects. Each is made when it is asked for.
  public var pages: some Sequence<Page> {
    plan.entries.indices.lazy.map(page(at:))
  }

  private func page(at index: Int) -> Page {
    let entry = plan.entries[index]
    var page = Page(
      kind: .index, path: path(of: entry), title: title(of: entry), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    switch entry {
    case .index:
      page.introduction = introduction
      page.sections = (0..<listing.numberOfSections).map { section in
        self.section(section, items: 0..<min(layout.previewSize, listing.numberOfItems(inSection: section)))
      }
      return page
    case .listing(let section, let position, let items):
      page.kind = .section
      page.breadcrumbs = [link(.index)]
      if position.count > 1 { page.position = position }
      if position.number > 1 { page.breadcrumbs.append(sectionLink(section)) }
      page.sections = [self.section(section, items: items)]
    case .object(let object):
      page.kind = .object
      page.breadcrumbs = [link(.index)]
      let path = objects[object].path
      if path.section < listing.numberOfSections { page.breadcrumbs.append(sectionLink(path.section)) }
      page.article = cell(articles.item(at: path))
    }
    page.previous = neighbour(at: index - 1, of: entry)
    page.next = neighbour(at: index + 1, of: entry)
    return page
  }

  private func path(of entry: PagePlan.Entry) -> PagePath {
    switch entry {
    case .index: .home
    case .listing(let section, let position, _): addresses.section(section, page: position.number)
    case .object(let object): addresses.object(objects[object].id) ?? .home
    }
  }

  private func title(of entry: PagePlan.Entry) -> String {
    switch entry {
    case .index: info.title
    case .listing(let section, _, _): listing.name(ofSection: section) ?? info.title
    case .object(let object): objects[object].title
    }
  }

  private func link(_ entry: PagePlan.Entry) -> Page.Link {
    var title = title(of: entry)
    if case .listing(_, let position, _) = entry, position.number > 1 { title = Wording.title(title, position) }
    return Page.Link(title: title, path: path(of: entry))
  }

  private func sectionLink(_ section: Int) -> Page.Link {
    Page.Link(title: listing.name(ofSection: section) ?? info.title, path: addresses.section(section))
  }

  /// The page at an index, if it is of the same kind as the one it is a neighbour of.
  private func neighbour(at index: Int, of entry: PagePlan.Entry) -> Page.Link? {
    guard plan.entries.indices.contains(index) else { return nil }
    switch (entry, plan.entries[index]) {
    case (.listing, .listing), (.object, .object): return link(plan.entries[index])
    default: return nil
    }
  }

  private func section(_ section: Int, items: Range<Int>) -> Page.Section {
    Page.Section(
      title: listing.name(ofSection: section), path: addresses.section(section),
      count: section < articles.numberOfSections ? articles.numberOfItems(inSection: section) : 0,
      cells: items.map { cell(listing.item(at: ItemPath(section: section, item: $0))) },
      hasMore: items.count < listing.numberOfItems(inSection: section))
  }

  /// What a cell shows, as a value; the cell itself goes back to the pool.
  private func cell(_ cell: DocumentCell) -> Page.Cell {
    defer { pool.recycle(cell) }
    return Page.Cell(
      identifier: cell.identifier, title: cell.title, path: cell.target.flatMap(addresses.object), accent: cell.accent,
      body: cell.body)
  }
}
