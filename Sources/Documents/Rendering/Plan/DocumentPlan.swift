import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import OrderedTrees

/// The objects, addresses and pages of a document in the current state of its sources.
///
/// The plan is updated incrementally. An update has two steps. First, the edits of the sources are applied one by one: each changes the
/// objects or the sections, and records in ``touched`` which pages may show the change. Then ``settle(_:)`` cuts and names the touched
/// lists again, describes the touched pages, and compares each with its former description:
///
///     batch of the articles ──▶ objects: order, titles, addresses ┐
///     batches of listings   ──▶ sections: entries                 ├─▶ touched ──▶ settle: borders, names, descriptions ──▶ changes
///
/// The description of a page is its *plan key*: a fingerprint of everything that the page may show, which is computed without creating
/// the page's cells. A page with the same plan key as before has not changed.
///
///     the title of an object changes
///       ├─▶ the object's page                        touched       another plan key: updated
///       ├─▶ the pages before and after it            touched       another plan key: updated, because they link to it by its title
///       ├─▶ the section's page with its card         touched       another plan key: updated
///       ├─▶ the home page, because it has highlights touched       same plan key, if the object is not one of them: unchanged
///       └   all other pages                          not touched   not described
///
/// So the cost of an update depends on the touched pages, and not on the size of the document (with numbered pages, also on the entries
/// after the edit, because their pages are cut again). The dependencies are written in two places, which have to agree:
/// ``page(_:cell:)`` describes what a page shows, and the `touch…` methods beside ``Touched`` determine the pages that show a thing. A
/// missing touch leaves a stale page. An unnecessary touch only costs the description of a page.
///
/// The plan is a value and reads no source, so that pages can be described on any thread.
struct DocumentPlan: Sendable {
  /// A former identity of an object, and the address that follows from it.
  struct FormerID: Hashable, Sendable {
    let id: ObjectID
    let address: ObjectAddress
  }

  /// A reference to a page, by what the page shows. It is valid as long as that is in the plan.
  enum PageReference: Hashable, Sendable {
    /// The home page of a listing, which leads to its sections. That of the first listing is the home page of the document.
    case home(listing: Int)
    /// The page of an outer section, which leads to the sections inside it.
    case branch(listing: Int, path: SectionTree.Path)
    /// A page that lists sections of an index, other than the index's home page.
    case terms(listing: Int, page: PageHandle)
    /// The page that leads to the pages of a section, if these have guides.
    case section(listing: Int, section: PlannedListing.Handle)
    /// A page of a section's cells.
    case part(listing: Int, section: PlannedListing.Handle, page: PageHandle)
    /// The page of an object.
    case object(Int32)
    /// The page at a former address, which leads to another page.
    case redirect(PagePath)
    /// The page at the address of a removed object.
    case gone(PagePath)

    var kind: Page.Kind {
      switch self {
      case .home, .branch, .terms: .index
      case .section, .part: .section
      case .object: .object
      case .redirect: .redirect
      case .gone: .gone
      }
    }
  }

  /// The facts about the catalog that every page shows.
  let info: CatalogInfo
  /// The text at the head of the home page.
  let introduction: [Block]
  /// Whether each object has a page of its own.
  let hasObjectPages: Bool
  var objects: PlannedObjects
  /// The listings of all collections: for each collection its main listing, then its indexes. The home page of the first listing is that
  /// of the document.
  var listings: [PlannedListing]
  /// The range of each collection's listings in ``listings``.
  let collections: [Range<Int>]
  /// The targets of the links in the objects' cells.
  var links = PlannedLinks()
  /// The sections that the home page shows beside those of the listings.
  var highlights: [PlannedHighlight] = []
  /// The pages at former addresses.
  var former = FormerAddresses()
  /// The plan keys of the described pages at former addresses.
  var formerPlanKeys: [PagePath: PlanKey] = [:]
  /// For each object that several cells of its collection's main listing show, the section of each of these cells. The section of an object
  /// with a single cell is stored only in ``PlannedObjects/Object/section``.
  var sectionsOfObjects: [Int32: [PlannedListing.Handle]] = [:]
  /// The former identities of objects, with the addresses that follow from them.
  var formerIDs: [Int32: [FormerID]] = [:]
  /// The decisions about addresses.
  let history: AddressHistory
  /// The pages without known plan key: whether they have changed is only known once their cells are created.
  var unknown: Set<PageReference> = []
  var touched: Touched
  /// The number of pages that were described and of objects that were updated since the plan was made. Tests measure the cost of edits
  /// with it.
  var work = 0

  init(
    _ info: CatalogInfo, introduction: [Block], hasObjectPages: Bool, objects: PlannedObjects,
    listings: [PlannedListing], history: AddressHistory
  ) {
    self.info = info
    self.introduction = introduction
    self.hasObjectPages = hasObjectPages
    self.objects = objects
    self.listings = listings
    collections = listings.indices.filter { !listings[$0].isIndex }.map { main in
      main..<(listings[(main + 1)...].firstIndex { !$0.isIndex } ?? listings.count)
    }
    self.history = history
    touched = Touched(isAll: true, sections: Array(repeating: [], count: listings.count))
  }

  /// Returns the address of an object's page, or nil if the object has none.
  ///
  /// - Parameters:
  ///   - id: The object's identity.
  ///   - guess: The number of the object that most likely has the identity. A right guess saves a look-up.
  func address(of id: ObjectID, guess: Int32? = nil) -> PagePath? {
    guard hasObjectPages else { return nil }
    if let guess, objects[guess].identity == id.fingerprint { return objects.path(ofPage: guess) }
    return objects.number(of: id).map { objects.path(ofPage: $0) }
  }

  /// The fingerprint of the addresses of all objects.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  var addressesFingerprint: Fingerprint {
    var all = Fingerprinter(), parts = Fingerprinter()
    for object in objects.numbers { all.combine(objects.link(to: object, &parts)) }
    return all.finish()
  }
}

// MARK: - Collections

extension DocumentPlan {
  /// A section of a collection's main listing.
  struct MainSection: Hashable, Sendable {
    let listing: Int
    let section: PlannedListing.Handle
  }

  /// Returns the main listing of an object's collection.
  func mainListing(of object: Int32) -> Int { collections[Int(objects[object].collection)].lowerBound }

  /// Returns the listing whose home page leads to that of another listing, or nil for the home page of the document.
  func listing(above listing: Int) -> Int? {
    if listing == 0 { return nil }
    return listings[listing].isIndex ? collections[listings[listing].collection].lowerBound : 0
  }

  /// Returns the listings to which the home page of a listing links: the main listings of the other collections if it is the home page of
  /// the document, and the indexes of its collection. The home page of an index links to no listing.
  func listings(under listing: Int) -> [Int] {
    if listings[listing].isIndex { return [] }
    let others = listing == 0 ? Array(otherMainListings) : []
    return others + collections[listings[listing].collection].dropFirst().filter { listings[$0].isListed }
  }

  /// The main listings of the other collections, which the home page of the document shows.
  var otherMainListings: some Sequence<Int> { collections.dropFirst().lazy.map(\.lowerBound) }

  /// Returns the outer section at a path, or an empty one without folders if there is none. The empty path is that of the listing itself.
  func branch(_ path: SectionTree.Path, of listing: Int) -> SectionTree.Branch {
    listings[listing].tree?[path] ?? SectionTree.Branch(folders: [])
  }

  /// Returns the title of a section, or nil if it has none. In a listing without sections, this is the title of the listing.
  func title(ofSection section: PlannedListing.Handle, in listing: Int) -> String? {
    listings[listing].hasSections ? listings[listing][section].title : listings[listing].title
  }

  /// Returns the section of a main listing whose pages are in the given folders, or nil if there is none.
  func mainSection(inFolders folders: [String]) -> MainSection? {
    for main in otherMainListings where listings[main].root == folders {
      if let section = listings[main].onlySection { return MainSection(listing: main, section: section) }
    }
    for main in collections.map(\.lowerBound) {
      if let section = listings[main].section(inFolders: folders) {
        return MainSection(listing: main, section: section)
      }
    }
    return nil
  }
}

// MARK: - Pages

extension DocumentPlan {
  /// The number of pages.
  var pageCount: Int {
    var count = (hasObjectPages ? objects.count : 0) + former.redirects.count + former.gone.count
    for listing in listings { count += listing.pageCount }
    return count
  }

  /// All pages, in order.
  var allPages: [PageReference] {
    var pages: [PageReference] = []
    pages.reserveCapacity(pageCount)
    forEachPage { pages.append($0) }
    return pages
  }

  /// Calls `body` with every page: for each collection the pages of the main listing, of the objects, and of the indexes; then the pages at
  /// former addresses.
  func forEachPage(_ body: (PageReference) -> Void) {
    var numbers = hasObjectPages ? objects.numbers[...] : []
    for (collection, listings) in collections.enumerated() {
      forEachPage(of: listings.lowerBound, body)
      for object in numbers.prefix(objects.places.count(of: collection)) { body(.object(object)) }
      numbers = numbers.dropFirst(objects.places.count(of: collection))
      for listing in listings.dropFirst() { forEachPage(of: listing, body) }
    }
    for redirect in former.redirects { body(.redirect(redirect.from)) }
    for gone in former.gone { body(.gone(gone.path)) }
  }

  private func forEachPage(of number: Int, _ body: (PageReference) -> Void) {
    let listing = listings[number]
    if listing.hasHome { body(.home(listing: number)) }
    for path in listing.tree?.order ?? [] { body(.branch(listing: number, path: path)) }
    if listing.listsSections {
      for page in listing.terms.pages.dropFirst(listing.terms.hasGuides ? 0 : 1) {
        body(.terms(listing: number, page: page))
      }
    }
    for section in listing.order { pages(of: section, in: number).forEach(body) }
  }

  /// Returns the pages of a section: the page that leads to the others, if there is one, and the pages of its cells.
  func pages(of section: PlannedListing.Handle, in listing: Int) -> [PageReference] {
    let list = listings[listing][section].list
    return (list.hasGuides ? [.section(listing: listing, section: section)] : [])
      + list.pages.map { .part(listing: listing, section: section, page: $0) }
  }

  /// Returns whether the document has a page.
  func contains(_ entry: PageReference) -> Bool {
    switch entry {
    case .home(let listing): listings.indices.contains(listing) && listings[listing].hasHome
    case .branch(let listing, let path):
      !path.isEmpty && listings[listing].tree?.branches[path] != nil
    case .terms(let listing, let page):
      listings[listing].listsSections && listings[listing].terms.contains(page)
        && (listings[listing].terms.hasGuides || page != listings[listing].terms.pages.first)
    case .section(let listing, let section):
      listings[listing].contains(section) && listings[listing][section].list.hasGuides
    case .part(let listing, let section, let page):
      listings[listing].contains(section) && listings[listing][section].list.contains(page)
    case .object(let object): hasObjectPages && objects.contains(object)
    case .redirect(let path): former.redirect(from: path) != nil
    case .gone(let path): former.gonePage(at: path) != nil
    }
  }

  /// Returns the address of a page.
  func path(of entry: PageReference) -> PagePath {
    switch entry {
    case .home(let listing): listings[listing].home
    case .branch(let listing, let path): PagePath(branch(path, of: listing).folders, "index")
    case .terms(let listing, let page): PagePath(listings[listing].root, listings[listing].terms[page].name)
    case .section(let listing, let section): listings[listing].path(of: section)
    case .part(let listing, let section, let page): listings[listing].path(of: page, in: section)
    case .object(let object): objects.path(ofPage: object)
    case .redirect(let path), .gone(let path): path
    }
  }

  /// Returns the page at an address, or nil if there is none.
  func page(at path: PagePath) -> PageReference? {
    if let page = presentPage(at: path) { return page }
    if former.redirect(from: path) != nil { return .redirect(path) }
    return former.gonePage(at: path) == nil ? nil : .gone(path)
  }

  /// Returns the page at an address, or nil if there is none. Pages at former addresses are not searched.
  func presentPage(at path: PagePath) -> PageReference? {
    if hasObjectPages, let object = objects.object(at: path) { return .object(object) }
    for listing in listings.indices {
      let folders = path.folders.dropFirst(listings[listing].root.count)
      guard path.folders.starts(with: listings[listing].root) else { continue }
      let section =
        folders.isEmpty ? listings[listing].onlySection : listings[listing].section(inFolders: path.folders)
      if let section {
        let list = listings[listing][section].list
        if list.hasGuides, path.name == "index" { return .section(listing: listing, section: section) }
        if let page = list.page(named: path.name) { return .part(listing: listing, section: section, page: page) }
      } else if !folders.isEmpty {
        guard path.name == "index", let branch = listings[listing].tree?.branch(inFolders: path.folders) else {
          continue
        }
        return .branch(listing: listing, path: branch)
      } else if path.name == "index", listings[listing].hasHome {
        return .home(listing: listing)
      } else if listings[listing].listsSections, let page = listings[listing].terms.page(named: path.name) {
        return .terms(listing: listing, page: page)
      }
    }
    return nil
  }

  /// Returns whether the given folders are those of a listing, or of one of its sections or outer sections.
  func isPageOfListing(_ folders: [String]) -> Bool {
    listings.contains { listing in
      listing.root == folders || listing.section(inFolders: folders) != nil
        || listing.tree?.branch(inFolders: folders) != nil
    }
  }

  /// The plan key of a page from its latest description.
  subscript(planKeyOf page: PageReference) -> PlanKey {
    get {
      switch page {
      case .home(let listing): listings[listing].planKey
      case .branch(let listing, let path): branch(path, of: listing).planKey
      case .terms(let listing, let page): listings[listing].terms[page].planKey
      case .section(let listing, let section): listings[listing][section].planKey
      case .part(let listing, let section, let page): listings[listing][section].list[page].planKey
      case .object(let object): objects[object].planKey
      case .redirect(let path), .gone(let path): formerPlanKeys[path] ?? .undescribed
      }
    }
    set {
      switch page {
      case .home(let listing): listings[listing].planKey = newValue
      case .branch(let listing, let path): listings[listing].tree?[path].planKey = newValue
      case .terms(let listing, let page): listings[listing].terms[page].planKey = newValue
      case .section(let listing, let section): listings[listing][section].planKey = newValue
      case .part(let listing, let section, let page): listings[listing][section].list[page].planKey = newValue
      case .object(let object): objects[object].planKey = newValue
      case .redirect(let path), .gone(let path): formerPlanKeys[path] = newValue == .undescribed ? nil : newValue
      }
    }
  }
}

extension PlannedListing {
  /// The number of the listing's pages.
  var pageCount: Int {
    var count = hasHome ? 1 : 0
    if listsSections { count += terms.pageCount - (terms.hasGuides ? 0 : 1) }
    return count + (tree?.order.count ?? 0) + sectionPageCount
  }
}
