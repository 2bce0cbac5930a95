public import Cells
public import Changesets
public import DataSources
public import DocumentModel
package import Fingerprints
import OrderedTrees

/// Sections of cells, cut into pages: a home page, pages of each section, and a page for each object; further indexes of the same objects;
/// and other collections of objects, each with chains of its own.
///
/// The document is what a table view is on a screen: the cells of its chain are dequeued for it, shown, and used again.
/// ``Page`` values are made one at a time, so that a catalog of any size is never whole in memory. Where a display keeps a cell, the
/// pages show that one, unless its registration declares what it follows from.
///
/// A document goes with its sources: `plannedPages` are those of the present state whenever they are asked for.
///
/// Its objects are of one type, or, where they are of several, `any DocumentObject`.
public final class Document<Object: Sendable>: CellOperator {
  /// What every page knows of the catalog.
  package let info: CatalogInfo
  /// What stands at the head of the home page.
  package let introduction: [Block]
  /// The objects, with the chains that show them.
  package let collections: [DocumentCollection<Object>]
  /// The listings of all collections, in order.
  package let listings: [Listing]
  /// What the home page shows beside the sections.
  let highlights: [Highlight<Object>]
  /// Whether each object has a page of its own.
  package let hasObjectPages: Bool
  let formerKeys: ((Object) -> [String])?
  /// Returns the address that an object has, or had by a key; nil for that of the key. The whole is nil where all addresses follow from keys.
  let objectAddress: (@Sendable (_ object: Object, _ key: String) -> ObjectAddress?)?
  /// What each object is asked by.
  let documentObject: @Sendable (Object) -> any DocumentObject
  /// What was decided about addresses.
  package let history: AddressHistory
  /// By this the document hears of its sources.
  private let link: ChainLink
  /// What the document consists of, and what that comes from; nil until somebody asks.
  private var present: Present?
  /// What has become of the pages in this epoch, for those who observe them.
  private var changes = PlanChanges()
  let observers = Observers<DocumentChanges>()
  /// The cells that were made, where they declare what they follow from.
  var made = MadeCells()

  private init(
    _ info: CatalogInfo, introduction: [Block], collections: [DocumentCollection<Object>], hasObjectPages: Bool,
    formerKeys: ((Object) -> [String])?, history: AddressHistory, highlights: [Highlight<Object>] = [],
    address: (@Sendable (Object, String) -> ObjectAddress?)? = nil,
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
      over: listings.map(\.display.link) + collections.map(\.articles.link) + highlights.compactMap(\.source?.link)
        + listings.compactMap(\.totals?.link))
    link.onUpdate(self) {
      $0.update()
      return UpdateBatch()
    }
    link.addObserver(self) { document, event in
      if event != .willUpdate { document.notifyObservers() }
    }
  }

  /// What the document consists of at present, where it is, so that it is not copied when it changes.
  private final class Present {
    var plan: CopyOnWriteBox<DocumentPlan>
    var sources: Sources

    init(_ made: (plan: DocumentPlan, sources: Sources)) { (plan, sources) = (CopyOnWriteBox(made.plan), made.sources) }
  }

  /// What the document consists of at present.
  var plan: DocumentPlan { _read { yield loaded.plan.value } }

  /// The plan as it is at present, for somebody who holds it, or reads it often: neither costs more than a reference.
  var snapshot: CopyOnWriteBox<DocumentPlan> { loaded.plan }

  /// The source that both the objects of a listing and those of its articles come from as they are; nil where there is none.
  func origin(ofListing listing: Int) -> (any DataSource<Object>)? { loaded.sources.origins[listing] }

  private var loaded: Present {
    if let present { return present }
    let loaded = newPlan(with: history)
    present = loaded
    return loaded
  }

  /// Plans the document from nothing.
  private func newPlan(with history: AddressHistory) -> Present {
    // Nobody else holds the plan, so that it is not copied when it is settled.
    let new = Present(makePlan(with: history))
    _ = settle(&new.plan.value, new.sources)
    return new
  }

  /// Takes over what happened to the sources.
  private func update() {
    made.releaseCells()
    guard let present else { return }
    if update(&present.plan.value, present.sources) {
      changes = settle(&present.plan.value, present.sources)
      for object in changes.objects { made.forget(object) }
    } else {
      let new = newPlan(with: history)
      changes = PlanChanges(to: new.plan.value, from: present.plan.value)
      self.present = new
      made = MadeCells()
    }
  }

  /// What has become of the pages since it was taken last.
  func takeChanges() -> PlanChanges {
    defer { changes = PlanChanges() }
    return changes
  }

  /// The plan for the present state if another history were known.
  func replanned(with history: AddressHistory) -> DocumentPlan { newPlan(with: history).plan.value }

  /// Brings a plan up to what was edited.
  private func settle(_ plan: inout DocumentPlan, _ sources: Sources) -> PlanChanges {
    let highlights = plannedHighlights
    if plan.highlights != highlights {
      plan.highlights = highlights
      plan.touched.pages.insert(.home(listing: 0))
    }
    let places = plan.objects.places
    func place(of number: Int32) -> (objects: any DataSource<Object>, path: ItemPath)? {
      places.place(of: number).map { (collections[$0.collection].articles.objects, $0.path) }
    }
    func object(_ number: Int32) -> Object? { place(of: number).map { $0.objects.item(at: $0.path) } }
    return plan.settle(
      ObjectReader(
        name: { [documentObject, objectAddress] number in
          guard let object = object(number) else { return SlugTable.Name("") }
          let key = documentObject(object).objectID.key
          return SlugTable.Name(key, slug: (objectAddress?(object, key) ?? ObjectAddress(key: key)).slug)
        },
        guideWord: { [listings, documentObject] listing, number in
          listings[listing].guideWord.flatMap { word in object(number).map(documentObject).flatMap(word) }
        },
        cells: { [listings] listing, number in
          guard let origin = sources.origins[listing], let (objects, path) = place(of: number),
            let place = objects.convert(path, to: origin)
          else { return nil }
          return listings[listing].cells.allPaths(of: place, from: origin)
        }))
  }

  /// How many pages there are.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var numberOfPages: Int { plan.pageCount }

  /// How many objects have a page.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var numberOfObjects: Int { plan.objects.count }

  /// The number of sections of all collections.
  package var numberOfSections: Int { collections.reduce(0) { $0 + $1.listing.cells.numberOfSections } }

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
  /// Creates a document of one collection.
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
      info, introduction: introduction,
      collections: [
        DocumentCollection(
          Listing(listing, layout: layout, guideWord: guideWord), articles: articles, indexes: indexes)
      ],
      hasObjectPages: hasObjectPages, formerKeys: formerKeys)
  }

  /// Creates a document of several collections.
  ///
  /// - Parameters:
  ///   - info: What every page knows of the catalog.
  ///   - introduction: What stands at the head of the home page.
  ///   - collections: The objects, with the chains that show them: one at least. The first has the home page.
  ///   - hasObjectPages: Whether each object has a page of its own. If not, the listings are all there is.
  ///   - formerKeys: The keys that an object had before: what stands there leads to the object's page. Nil where that is not wanted.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, history: AddressHistory())
  }

  /// Creates a document that continues another one.
  ///
  /// - Parameters:
  ///   - history: What was decided about addresses that were given once.
  ///   - highlights: What the home page shows beside the sections.
  ///   - address: Returns the address that an object has, or had by a former key, as long as no other page has it; nil for that of the key.
  package convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil, history: AddressHistory,
    highlights: [Highlight<Object>] = [], address: (@Sendable (Object, String) -> ObjectAddress?)? = nil
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, history: history, highlights: highlights, address: address,
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
      info, introduction: introduction,
      collections: [
        DocumentCollection(
          Listing(listing, layout: layout, guideWord: guideWord), articles: articles, indexes: indexes)
      ],
      hasObjectPages: hasObjectPages, formerKeys: formerKeys)
  }

  /// Creates a document of several collections, whose objects are of several types.
  ///
  /// The parameters are those of a document of objects of one type.
  public convenience init(
    _ info: CatalogInfo, introduction: [Block] = [], collections: [DocumentCollection<Object>],
    hasObjectPages: Bool = true, formerKeys: ((Object) -> [String])? = nil
  ) {
    self.init(
      info, introduction: introduction, collections: collections, hasObjectPages: hasObjectPages,
      formerKeys: formerKeys, history: AddressHistory(), documentObject: { $0 })
  }
}

extension Document {
  /// The page that a server shows in the place of one that is not there. It is none of the `plannedPages`.
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
    for (id, number) in zip(ids, plan.objects.numbers) {
      body(GivenAddress(plan.objects.path(ofPage: number), of: id))
    }
    for redirect in plan.former.redirects {
      guard case .object(let number) = redirect.to else { continue }
      body(GivenAddress(redirect.from, of: DocumentEntry(number, of: self).id, isRedirect: true))
    }
  }

  /// The fingerprint of all that ``forEachAddress(_:)`` names.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects. None is read.
  package var givenAddresses: Fingerprint {
    snapshot.read { plan in
      var all = Fingerprinter()
      guard plan.hasObjectPages else { return all.finish() }
      for number in plan.objects.numbers {
        all.combine(plan.objects[number].identity)
        all.combine(plan.objects.path(ofPage: number))
      }
      for redirect in plan.former.redirects {
        guard case .object(let number) = redirect.to else { continue }
        all.combine(redirect.from)
        all.combine(plan.objects[number].identity)
      }
      return all.finish()
    }
  }

  /// The address of an object that a page stands for; nil for a page that is neither that of an object nor leads to one.
  package func givenAddress(of page: PlannedPage) -> GivenAddress? {
    snapshot.read { plan in
      func id(_ number: Int32) -> ObjectID { documentObject(object(number, in: plan)).objectID }
      switch page.entry {
      case .object(let number): return GivenAddress(page.path, of: id(number))
      case .redirect(let path):
        guard case .object(let number)? = plan.former.redirect(from: path) else { return nil }
        return GivenAddress(path, of: id(number), isRedirect: true)
      default: return nil
      }
    }
  }

  /// All objects, in the order of their pages.
  package var objects: [Object] { collections.flatMap { Array($0.articles.objects.items) } }

  private var ids: [ObjectID] { objects.map { documentObject($0).objectID } }

  /// The number of pages and objects that were looked at since the document was planned from nothing.
  package var planWork: Int { plan.work }

  /// Whether there is an object.
  package func hasObject(_ id: ObjectID) -> Bool { plan.objects.number(of: id) != nil }

  /// Whether a page stands at an address, also at a former one.
  package func hasPage(at path: PagePath) -> Bool { plan.hasPage(at: path) }

  /// Whether a page stands in some folders under a name.
  package func hasPage(at folders: [String], _ name: String) -> Bool { plan.hasPage(at: PagePath(folders, name)) }

  /// What is not, or not wholly, followed of the ``history``, by the index of the entry.
  package var addressProblems: [(entry: Int, problem: AddressHistory.Problem)] { plan.former.problems }

  /// Objects whose addresses are not what their patterns ask for.
  package struct OddAddresses {
    /// The collection that their identities name.
    package let collection: String
    /// How many there are.
    package let count: Int
    /// The first of them.
    package let first: Object
  }

  /// Those of the objects, for each collection that has some, whose addresses follow from their keys, since they lack what their patterns ask for.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such objects.
  package var incompleteAddresses: [OddAddresses] { plan.objects.addresses.incomplete.flatMap(oddAddresses) }

  /// Those of the objects, for each collection that has some, whose addresses end in digests: they are those of other pages without that,
  /// or cannot stand alone.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such objects.
  package var markedAddresses: [OddAddresses] { oddAddresses(plan.objects.addresses.marked) }

  private func oddAddresses(_ numbers: some Sequence<Int32>) -> [OddAddresses] {
    snapshot.read { plan in
      Dictionary(grouping: numbers) { plan.objects[$0].kin }.sorted { $0.key < $1.key }.compactMap { _, numbers in
        guard let first = numbers.min(by: plan.objects.precedes) else { return nil }
        let object = object(first, in: plan)
        return OddAddresses(
          collection: documentObject(object).objectID.collection, count: numbers.count, first: object)
      }
    }
  }

  /// What stands at former addresses: the address that each leads to, or nil where a page says that it is gone.
  ///
  /// - Complexity: O(*f*) in the number of former addresses.
  package var formerAddresses: [(from: PagePath, to: PagePath?)] {
    snapshot.read { plan in
      plan.former.redirects.map { ($0.from, plan.path(of: $0.to)) } + plan.former.gone.map { ($0.path, nil) }
    }
  }

  /// What would stand where if another history were known.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects and of the listings' cells.
  package func addresses(after history: AddressHistory) -> ReplannedAddresses {
    ReplannedAddresses(replanned(with: history), ids: hasObjectPages ? ids : [])
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

  fileprivate init(_ plan: DocumentPlan, ids: [ObjectID]) {
    func pairs<Key: Hashable>(_ pairs: some Sequence<(Key, PagePath)>) -> [Key: PagePath] {
      Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    let numbers = plan.objects.numbers
    pages = pairs(zip(ids, numbers).lazy.map { ($0, plan.objects.path(ofPage: $1)) })
    redirects = pairs(
      plan.former.redirects.lazy.compactMap { redirect in
        if case .object(let object) = redirect.to { (redirect.from, plan.objects.path(ofPage: object)) } else { nil }
      })
    successors = pairs(
      numbers.lazy.flatMap { number in
        (plan.formerIDs[number] ?? []).map { ($0.id, plan.objects.path(ofPage: number)) }
      })
    answered = Set(plan.allPages.lazy.map(plan.path))
  }
}
