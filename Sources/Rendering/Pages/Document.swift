public import Cells
public import Changesets
public import DataSources
public import DocumentModel

/// Sections of cells, cut into pages: a home page, pages of each section, and a page for each object; and further indexes of the same
/// objects.
///
/// The document is what a table view is on a screen: the cells of its chain are dequeued for it, shown, and used again.
/// ``Page`` values are made one at a time, so that a catalog of any size is never whole in memory. Where a display keeps a cell, the
/// pages show that one, unless its registration declares what it follows from.
///
/// A document goes with its sources: ``plannedPages`` are those of the present state whenever they are asked for.
///
/// Its objects are of one type, or, where they are of several, `any DocumentObject`.
public final class Document<Object: Sendable>: CellOperator {
  /// What every page knows of the catalog.
  package let info: CatalogInfo
  /// What stands at the head of the home page.
  package let introduction: [Block]
  /// The sections of the home page, then the other indexes.
  package let listings: [Listing]
  /// The cells of the objects' own pages.
  package let articles: CellSource<Object, DocumentCell>
  /// The cells of those listings that show objects of the articles' type, and no others.
  let cellSources: [CellSource<Object, DocumentCell>?]
  /// Whether each object has a page of its own.
  let hasObjectPages: Bool
  let formerKeys: ((Object) -> [String])?
  /// What each object is asked by.
  let documentObject: @Sendable (Object) -> any DocumentObject
  /// What was decided about addresses.
  package let history: AddressHistory
  /// By this the document hears of its sources.
  private let link: ChainLink
  /// The objects and the plan for the present state; nothing until they are asked for.
  private var present: (objects: [Object], plan: DocumentPlan)?
  /// The pages of the present state; nothing until they are asked for.
  var presentPages: [PlannedPage]?
  /// The cards of the present state that were made, where there are several listings.
  var cards: [CardKey: Page.Cell] = [:]

  private init(
    _ info: CatalogInfo, introduction: [Block], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, layout: PageLayout, guideWord: ((any DocumentObject) -> String?)?,
    indexes: [Listing], hasObjectPages: Bool, formerKeys: ((Object) -> [String])?, history: AddressHistory,
    documentObject: @escaping @Sendable (Object) -> any DocumentObject
  ) {
    self.documentObject = documentObject
    self.info = info
    self.introduction = introduction
    self.articles = articles
    self.hasObjectPages = hasObjectPages
    self.formerKeys = formerKeys
    self.history = history
    listings = [Listing(listing, layout: layout, guideWord: guideWord)] + indexes
    cellSources = listings.map { $0.cells as? CellSource<Object, DocumentCell> }
    link = ChainLink("Document", over: listings.map(\.display.link) + [articles.link])
    link.onUpdate(self) {
      ($0.present, $0.presentPages, $0.cards) = (nil, nil, [:])
      return UpdateBatch()
    }
  }

  /// What the document consists of at present.
  var plan: DocumentPlan { state.plan }

  /// The objects of the plan.
  var objects: [Object] { state.objects }

  private var state: (objects: [Object], plan: DocumentPlan) {
    if let present { return present }
    let objects = articles.objects.items
    let plan = plan(of: objects, with: history)
    present = (objects, plan)
    return (objects, plan)
  }

  /// The plan for the present state if another history were known.
  func replanned(with history: AddressHistory) -> DocumentPlan { plan(of: objects, with: history) }

  private func plan(of objects: [Object], with history: AddressHistory) -> DocumentPlan {
    DocumentPlan(
      info, introduction: introduction, listings, of: articles, models: objects, documentObject: documentObject,
      hasObjectPages: hasObjectPages, formerKeys: formerKeys, history: history)
  }

  /// How many pages there are.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var numberOfPages: Int { plan.pages.count }

  /// How many objects have a page.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var numberOfObjects: Int { plan.objects.count }

  /// How many sections the home page has.
  package var numberOfSections: Int { cells.numberOfSections }

  /// Shows the cells of the home page and of the sections' pages that are kept.
  package var display: CellDisplay<DocumentCell> { listings[0].display }

  /// The cells of the home page and of the sections' pages.
  public var cells: any DataSource<DocumentCell> { display.cells }
  /// The source of the cells, whose places are those of the document.
  public var source: any DataSource { cells }

  /// The cell that is kept for an item of the listing, if there is one.
  public func existingCell(at path: ItemPath) -> DocumentCell? { display.existingCell(at: path) }

  /// Where a cell that is kept stands in the listing; nothing for any other.
  public func path(of cell: DocumentCell) -> ItemPath? { display.path(of: cell) }
}

extension Document where Object: DocumentObject {
  /// Creates a document.
  ///
  /// - Parameters:
  ///   - info: What every page knows of the catalog.
  ///   - introduction: What stands at the head of the home page.
  ///   - listing: The cells of the home page and of the sections' pages.
  ///   - articles: The cells of the objects' own pages. What an object's section is follows from a source that both come from, however
  ///     many transforms lie between.
  ///   - layout: How the document is cut into pages.
  ///   - guideWord: What an object is found by among ``PageLayout/Pagination/stable`` pages of the listing, such as the value that its
  ///     sections are sorted by. Where it is nil, or returns nil, the object's title is.
  ///   - indexes: Other listings of the same objects, each with a folder of its own.
  ///   - hasObjectPages: Whether each object has a page of its own. If not, the listings are all there is.
  ///   - formerKeys: The keys that an object had before: what stands there leads to the object's page. Nothing where that is not wanted.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, layout: PageLayout = PageLayout(),
    guideWord: ((any DocumentObject) -> String?)? = nil, indexes: [Listing] = [],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction, listing: listing, articles: articles, layout: layout, guideWord: guideWord,
      indexes: indexes, hasObjectPages: hasObjectPages, formerKeys: formerKeys, history: AddressHistory())
  }

  /// Creates a document that continues another one.
  ///
  /// - Parameter history: What was decided about addresses that were given once.
  package convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, layout: PageLayout = PageLayout(),
    guideWord: ((any DocumentObject) -> String?)? = nil, indexes: [Listing] = [],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil, history: AddressHistory
  ) {
    self.init(
      info, introduction: introduction, listing: listing, articles: articles, layout: layout, guideWord: guideWord,
      indexes: indexes, hasObjectPages: hasObjectPages, formerKeys: formerKeys, history: history,
      documentObject: { $0 })
  }
}

extension Document where Object == any DocumentObject {
  /// Creates a document of objects of several types.
  ///
  /// ```swift
  /// let director = Director<DocumentCell>()
  /// try director.register(fruitCards)
  /// try director.register(nutCards)
  /// let articles = CellSource<any DocumentObject, DocumentCell>(director.models(of: (any DocumentObject).self))
  /// articles.register(fruitPages)
  /// articles.register(nutPages)
  /// let document = Document(CatalogInfo(title: "Food"), listing: director, articles: articles)
  /// ```
  ///
  /// The parameters are those of a document of objects of one type.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, layout: PageLayout = PageLayout(),
    guideWord: ((any DocumentObject) -> String?)? = nil, indexes: [Listing] = [],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction, listing: listing, articles: articles, layout: layout, guideWord: guideWord,
      indexes: indexes, hasObjectPages: hasObjectPages, formerKeys: formerKeys, history: AddressHistory(),
      documentObject: { $0 })
  }
}

extension Document {
  /// The page that a server shows in the place of one that is not there. It is none of the ``plannedPages``.
  ///
  /// - Parameter root: The path of the catalog's root on its server, between slashes: `/fruits/`. The page is shown at any address, so that
  ///   its links cannot be relative.
  package func notFoundPage(root: String) -> Page {
    let home = Page.Link(title: info.title, path: .home)
    return Page(
      kind: .notFound, path: PagePath([], "404", root: root), title: Wording.notFound, catalog: info,
      breadcrumbs: [home],
      introduction: [
        .paragraph([
          .text(Wording.nothingHere), .link(destination: home.path.file("html"), title: "", [.text(home.title)]),
          .text("."),
        ])
      ], sections: [])
  }
}

/// An address that a document gives.
package struct GivenAddress: Hashable, Sendable {
  /// The address.
  package var path: PagePath
  /// The object whose page stands there, or that it leads to.
  package var object: ObjectID
  /// Whether what stands there leads to the object's page, and is not that page.
  package var isRedirect: Bool

  package init(_ path: PagePath, of object: ObjectID, isRedirect: Bool = false) {
    (self.path, self.object, self.isRedirect) = (path, object, isRedirect)
  }
}

extension Document {
  /// The addresses of the objects' pages, and those that lead to them.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  package func forEachAddress(_ body: (GivenAddress) -> Void) {
    guard hasObjectPages else { return }
    let plan = plan
    for index in plan.objects.indices { body(GivenAddress(plan.addresses[index], of: plan.objects[index].id)) }
    for redirect in plan.former.redirects {
      guard case .object(let index) = redirect.to else { continue }
      body(GivenAddress(redirect.from, of: plan.objects[index].id, isRedirect: true))
    }
  }

  /// What is not, or not wholly, followed of the ``history``, by the index of the entry.
  package var addressProblems: [(entry: Int, problem: AddressHistory.Problem)] { plan.former.problems }

  /// What would stand where if another history were known.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects and of the listings' cells.
  package func addresses(after history: AddressHistory) -> ReplannedAddresses {
    ReplannedAddresses(replanned(with: history), objects: hasObjectPages ? objects : [], formerKeys: formerKeys)
  }
}

/// What would stand where if another history were known.
package struct ReplannedAddresses {
  /// The addresses of the objects' pages.
  package let pages: [ObjectID: PagePath]
  /// Former addresses that lead to an object's page, and that page.
  package let redirects: [PagePath: PagePath]
  /// For each identity that an object had before, the object's page.
  package let successors: [ObjectID: PagePath]
  /// The addresses of all pages.
  package let answered: Set<PagePath>

  fileprivate init<Object>(
    _ plan: DocumentPlan, objects: [Object], formerKeys: ((Object) -> [String])?
  ) {
    func pairs<Key: Hashable>(_ pairs: some Sequence<(Key, PagePath)>) -> [Key: PagePath] {
      Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    pages = pairs(objects.indices.lazy.map { (plan.objects[$0].id, plan.addresses[$0]) })
    redirects = pairs(
      plan.former.redirects.lazy.compactMap { redirect in
        if case .object(let index) = redirect.to { (redirect.from, plan.addresses[index]) } else { nil }
      })
    successors = pairs(
      objects.indices.lazy.flatMap { index in
        (formerKeys?(objects[index]) ?? []).map {
          (ObjectID(collection: plan.objects[index].id.collection, key: $0), plan.addresses[index])
        }
      })
    answered = Set(plan.pages.lazy.map(plan.path))
  }
}
