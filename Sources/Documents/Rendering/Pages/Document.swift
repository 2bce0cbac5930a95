public import Cells
import Changesets
public import DataSources
public import DocumentModel
import OrderedTrees

/// A catalog of sections of cells, divided into pages: a home page, the pages of each section, and a page for each
/// object. It may have indexes, which are further listings of the same objects, and several collections of objects,
/// each with its own chains.
///
/// A document is to pages what a table view is to a screen: it dequeues the cells of its chain, shows them on pages,
/// and recycles them. It creates ``Page`` values one at a time, so that the pages of a large catalog are never in
/// memory together. Each cell is recycled as soon as its page has its content.
///
/// A document follows its sources: `plannedPages` are always the pages of the current state.
///
/// The objects of a document have one type. If they have several types, that type is `any DocumentObject`.
public final class Document<Object: Sendable> {
  /// The properties of the catalog that all pages share.
  package let info: CatalogInfo
  /// The text at the head of the home page.
  package let introduction: [Block]
  /// The objects, with the chains that show them.
  package let collections: [DocumentCollection<Object>]
  /// The listings of all collections, in order.
  package let listings: [Listing]
  /// The sections of chosen or new objects, which the home page shows beside the sections of the listing.
  let highlights: [Highlight<Object>]
  /// Whether each object has its own page.
  package let hasObjectPages: Bool
  let formerKeys: ((Object) -> [String])?
  /// Returns the address of an object, or its address under a former key, before conflicts with other addresses are
  /// resolved. Returns `nil` for an address that follows from the key. The closure is `nil` if all addresses follow
  /// from keys.
  let objectAddress: (@Sendable (_ object: Object, _ key: String) -> ObjectAddress?)?
  let documentObject: @Sendable (Object) -> any DocumentObject
  /// The decisions about addresses that objects had before.
  package let history: AddressHistory
  /// The link by which the sources notify the document.
  private let link: ChainLink
  /// The plan and its sources; `nil` until the plan is first needed.
  private var present: Present?
  /// The changes of the pages in this epoch, for the observers.
  private var changes = PlanChanges()
  let observers = Observers<(pages: DocumentChanges, objects: ObjectChanges)>()
  /// The digests of cells whose registrations declare their origins, and the cells that are stored for further pages.
  var cellCache = CellCache()

  private init(
    _ info: CatalogInfo, introduction: [Block], collections: [DocumentCollection<Object>], hasObjectPages: Bool,
    formerKeys: ((Object) -> [String])?, history: AddressHistory, highlights: [Highlight<Object>],
    address: (@Sendable (Object, String) -> ObjectAddress?)?,
    documentObject: @escaping @Sendable (Object) -> any DocumentObject
  ) {
    precondition(
      collections.first.map { $0.listing.folder == nil && $0.listing.hasSections } ?? false
        && Set(collections.map(\.listing.folder)).count == collections.count,
      "The first collection of a document has the home page, and each of the others has its own folder.")
    self.documentObject = documentObject
    self.info = info
    self.introduction = introduction
    self.collections = collections
    self.hasObjectPages = hasObjectPages
    self.formerKeys = formerKeys
    objectAddress = address
    self.history = history
    self.highlights = highlights
    listings = collections.flatMap(\.listings)
    link = ChainLink(
      "Document",
      over: listings.map(\.cells.link) + collections.map(\.articles.link) + highlights.compactMap(\.source?.link)
        + listings.compactMap(\.totals?.link))
    link.onUpdate(self) {
      $0.update()
      return UpdateBatch()
    }
    link.addObserver(self) { document, event in
      if event != .willUpdate { document.notifyObservers() }
    }
  }

  /// The plan and its sources, in an object, so that an update changes the plan in place.
  private final class Present {
    var plan: CopyOnWriteBox<DocumentPlan>
    var sources: Sources

    init(_ made: (plan: DocumentPlan, sources: Sources)) { (plan, sources) = (CopyOnWriteBox(made.plan), made.sources) }
  }

  var plan: DocumentPlan { _read { yield loaded.plan.value } }

  /// The plan of the current state in a box, for callers that retain it or read it repeatedly. Copying the box costs
  /// one reference.
  var snapshot: CopyOnWriteBox<DocumentPlan> { loaded.plan }

  /// Returns the source whose items both a listing and the articles of its collection show unchanged, or `nil` if there
  /// is no such source.
  func origin(ofListing listing: Int) -> (any DataSource<Object>)? { loaded.sources.origins[listing] }

  private var loaded: Present {
    if let present { return present }
    let loaded = newPlan(with: history)
    present = loaded
    return loaded
  }

  private func newPlan(with history: AddressHistory) -> Present {
    // The plan has no other reference yet, so that settling it does not copy it.
    let new = Present(makePlan(with: history))
    _ = settle(&new.plan.value, new.sources)
    return new
  }

  /// Applies the changes of the sources to the plan. If that is not possible, creates a new plan and compares the two.
  private func update() {
    cellCache.releaseCells()
    guard let present else { return }
    if let changes = follow(&present.plan.value, present.sources) {
      self.changes = changes
      if case .some(let changed, _) = changes.objects { changed.forEach { cellCache.forget($0) } }
    } else {
      let new = newPlan(with: history)
      changes = PlanChanges(to: new.plan.value, from: present.plan.value)
      self.present = new
      cellCache = CellCache()
    }
  }

  /// Returns the changes of the pages since the last call, and resets them.
  func takeChanges() -> PlanChanges {
    defer { changes = PlanChanges() }
    return changes
  }

  /// Returns the plan of the current state with another history of addresses.
  func replanned(with history: AddressHistory) -> DocumentPlan { newPlan(with: history).plan.value }

  /// The number of pages.
  ///
  /// - Complexity: O(*n*) for the first access, *n* being the number of objects; later O(*l*), *l* being the number of
  ///   listings. The updates of the sources keep the plan current.
  public var numberOfPages: Int { plan.pageCount }

  /// The number of objects of all collections.
  ///
  /// - Complexity: O(*n*) for the first access, *n* being the number of objects; later O(1). The updates of the sources
  ///   keep the plan current.
  public var numberOfObjects: Int { plan.objects.count }

  /// The number of sections in the main listings of all collections.
  package var numberOfSections: Int { collections.reduce(0) { $0 + $1.listing.cells.numberOfSections } }

  /// The cells of the home page and of the sections' pages.
  public var cells: any DataSource<DocumentCell> { listings[0].cells }
}

extension Document where Object: DocumentObject {
  /// Creates a document of one collection.
  ///
  /// - Parameters:
  ///   - info: The properties of the catalog that all pages share.
  ///   - introduction: The text at the head of the home page.
  ///   - listing: The cells of the home page and of the sections' pages.
  ///   - articles: The cells of the objects' own pages. The section of an object is found by a source that both the
  ///     listing and the articles derive from, through any number of transforms.
  ///   - layout: The division of the listing into pages.
  ///   - guideWord: Returns the guide word of an object on ``PageLayout/Pagination/stable`` pages of the listing, such
  ///     as the value that the sections are sorted by. If the closure is `nil` or returns `nil`, the guide word is the
  ///     object's title.
  ///   - indexes: Further listings of the same objects, each with its own folder.
  ///   - hasObjectPages: Whether each object has its own page. If not, the document consists of the listings.
  ///   - formerKeys: Returns the keys that an object had before. The addresses that follow from them redirect to the
  ///     object's page. If `nil`, there are no such redirects.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], listing: any DataSource<DocumentCell>,
    articles: CellSource<Object, DocumentCell>, layout: PageLayout = PageLayout(),
    guideWord: ((any DocumentObject) -> String?)? = nil, indexes: [Listing] = [],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction,
      collections: [
        DocumentCollection(Listing(listing, layout: layout, guideWord: guideWord), articles: articles, indexes: indexes)
      ],
      hasObjectPages: hasObjectPages, formerKeys: formerKeys)
  }

  /// Creates a document of several collections.
  ///
  /// - Parameters:
  ///   - info: The properties of the catalog that all pages share.
  ///   - introduction: The text at the head of the home page.
  ///   - collections: The objects, with the chains that show them. There is at least one collection; the first one has
  ///     the home page.
  ///   - hasObjectPages: Whether each object has its own page. If not, the document consists of the listings.
  ///   - formerKeys: Returns the keys that an object had before. The addresses that follow from them redirect to the
  ///     object's page. If `nil`, there are no such redirects.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, documentObject: { $0 })
  }

  /// Creates a document with the addresses of earlier builds.
  ///
  /// - Parameters:
  ///   - history: The decisions about addresses that objects had before.
  ///   - highlights: The sections that the home page shows beside those of the listing.
  ///   - address: Returns the address of an object, or its address under a former key, before conflicts with other
  ///     addresses are resolved. Returns `nil` for an address that follows from the key.
  package convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil, history: AddressHistory,
    highlights: [Highlight<Object>] = [], address: (@Sendable (Object, String) -> ObjectAddress?)? = nil
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, history: history, highlights: highlights, address: address, documentObject: { $0 })
  }
}

extension Document {
  /// Creates a document of several collections, whose objects need not have the same type.
  ///
  /// ```swift
  /// let director = Director<DocumentCell>()
  /// try director.register(fruitCards)
  /// try director.register(nutCards)
  /// let articles = CellSource<any DocumentObject, DocumentCell>(director.models(of: (any DocumentObject).self))
  /// articles.register(fruitPages)
  /// articles.register(nutPages)
  /// let food = DocumentCollection(Listing(director), articles: articles)
  /// let document = Document(CatalogInfo(title: "Food"), collections: [food], documentObject: { $0 })
  /// ```
  ///
  /// - Parameters:
  ///   - info: The properties of the catalog that all pages share.
  ///   - introduction: The text at the head of the home page.
  ///   - collections: The objects, with the chains that show them. There is at least one collection; the first one has
  ///     the home page.
  ///   - hasObjectPages: Whether each object has its own page. If not, the document consists of the listings.
  ///   - formerKeys: Returns the keys that an object had before. The addresses that follow from them redirect to the
  ///     object's page. If `nil`, there are no such redirects.
  ///   - documentObject: Returns an object as a ``DocumentObject``.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil,
    documentObject: @escaping @Sendable (Object) -> any DocumentObject
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, history: AddressHistory(), highlights: [], address: nil, documentObject: documentObject)
  }

  /// Returns the page that a server shows if there is no page at an address. It is not among the `plannedPages`.
  ///
  /// - Parameter root: The path of the catalog's root on its server, between slashes: `/fruits/`. The links of the page
  ///   begin with it. They cannot be relative, because the page is shown at any address.
  package func notFoundPage(root: String) -> Page {
    let home = Page.Link(title: info.title, path: .home)
    return Page(
      kind: .notFound, path: PagePath([], "404", root: root), title: PageStrings.notFound, catalog: info,
      breadcrumbs: [home],
      introduction: [
        .paragraph([
          .text(PageStrings.nothingHere), .link(destination: home.path.file("html"), title: "", [.text(home.title)]),
          .text("."),
        ])
      ], sections: [])
  }
}
