import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import OrderedTrees

/// What a document consists of in the present state of its sources: its objects, the addresses of all, and the pages.
///
/// It follows the sources: their edits are applied one by one, and then ``settle(_:)`` finds the pages that are new, changed or gone. So it costs what changed:
///
///     batch of the articles ──▶ objects: order, titles, addresses ┐
///     batches of listings   ──▶ sections: entries                 ├─▶ touched ──▶ settle: borders, names, descriptions ──▶ changes
///
/// What depends on what is written in two places beside each other: ``page(_:cell:)`` describes what a page shows, and ``Touched`` says
/// which pages show a thing that has changed. A page that is touched in vain has the same ingredients as before, and is no change.
///
/// It is a value, which reads no source: so that pages can be described on any thread.
struct DocumentPlan: Sendable {
  /// An identity that an object had before.
  struct FormerID: Hashable, Sendable {
    let id: ObjectID
    let address: ObjectAddress
  }

  /// A page, as long as what it is about is there.
  enum Entry: Hashable, Sendable {
    /// The page of a listing that all sections begin on; that of the first listing is the home page.
    case home(listing: Int)
    /// The page of the sections that stand within one.
    case branch(listing: Int, path: SectionTree.Path)
    /// A page that lists sections of an index, where that is not the one that all begin on.
    case terms(listing: Int, page: PageList.Handle)
    /// The page of a section that leads to its pages.
    case section(listing: Int, section: PlannedListing.Handle)
    /// A page of a section's cells.
    case part(listing: Int, section: PlannedListing.Handle, page: PageList.Handle)
    /// The page of an object.
    case object(Int32)
    /// What stands at a former address, and leads to another page.
    case redirect(PagePath)
    /// What stands at the address of an object that is not there any more.
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

  /// What every page shows of the catalog.
  let info: CatalogInfo
  /// What stands at the head of the home page.
  let introduction: [Block]
  /// Whether each object has a page of its own.
  let hasObjectPages: Bool
  var objects: PlannedObjects
  /// The listings of all collections: for each the main one, then its indexes. The home page of the first is that of the document.
  var listings: [PlannedListing]
  /// The listings of each collection.
  let collections: [Range<Int>]
  /// Where the links in the objects' cells lead.
  var links = PlannedLinks()
  /// What the home page shows beside the sections.
  var highlights: [PlannedHighlight] = []
  /// What stands at former addresses.
  var former = FormerAddresses()
  /// What the pages at former addresses may show.
  var formerIngredients: [PagePath: Fingerprint?] = [:]
  /// The sections of its collection's main listing that show an object, where several cells do.
  var sectionsOfObjects: [Int32: [PlannedListing.Handle]] = [:]
  /// The identities that objects had before, and the addresses that followed from these.
  var formerIDs: [Int32: [FormerID]] = [:]
  /// What was decided about addresses.
  let history: AddressHistory
  /// The pages of which only the pages themselves tell what they show.
  var unknown: Set<Entry> = []
  var touched: Touched
  /// The number of steps that were taken since the plan was made: pages that were described, and entries that were looked at to cut lists.
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

  /// The address of an object's page: nil for an object without one.
  ///
  /// - Parameters:
  ///   - id: The object's identity.
  ///   - guess: The object that it most likely is.
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
  typealias MainSection = (listing: Int, section: PlannedListing.Handle)

  /// The main listing of an object's collection.
  func mainListing(of object: Int32) -> Int { collections[Int(objects[object].collection)].lowerBound }

  /// The listing whose home page leads to that of another one; nil for the home page of the document.
  func listing(above listing: Int) -> Int? {
    if listing == 0 { return nil }
    return listings[listing].isIndex ? collections[listings[listing].collection].lowerBound : 0
  }

  /// The listings to which the home page of another one leads: the indexes of its collection, and from that of the document those of the other
  /// collections.
  func listings(under listing: Int) -> [Int] {
    if listings[listing].isIndex { return [] }
    let others = listing == 0 ? Array(otherMainListings) : []
    return others + collections[listings[listing].collection].dropFirst().filter { listings[$0].isListed }
  }

  /// The main listings of the other collections, which the home page of the document shows.
  var otherMainListings: some Sequence<Int> { collections.dropFirst().lazy.map(\.lowerBound) }

  /// The sections that stand within one.
  func branch(_ path: SectionTree.Path, of listing: Int) -> SectionTree.Branch {
    listings[listing].tree?[path] ?? SectionTree.Branch(folders: [])
  }

  /// The title of a section; nil where it has none.
  func title(ofSection section: PlannedListing.Handle, in listing: Int) -> String? {
    listings[listing].hasSections ? listings[listing][section].title : listings[listing].title
  }

  /// The section of a main listing whose pages are in some folders.
  func mainSection(inFolders folders: [String]) -> MainSection? {
    for main in otherMainListings where listings[main].root == folders {
      if let section = listings[main].onlySection { return (main, section) }
    }
    for main in collections.map(\.lowerBound) {
      if let section = listings[main].section(inFolders: folders) { return (main, section) }
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
  var allPages: [Entry] {
    var pages: [Entry] = []
    pages.reserveCapacity(pageCount)
    forEachPage { pages.append($0) }
    return pages
  }

  /// Calls a closure with every page: for each collection those of the main listing, of the objects, of the indexes; those at former addresses.
  func forEachPage(_ body: (Entry) -> Void) {
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

  private func forEachPage(of number: Int, _ body: (Entry) -> Void) {
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

  /// The pages of a section: the one that leads to the others, where there is one, and those of its cells.
  func pages(of section: PlannedListing.Handle, in listing: Int) -> [Entry] {
    let list = listings[listing][section].list
    return (list.hasGuides ? [.section(listing: listing, section: section)] : [])
      + list.pages.map { .part(listing: listing, section: section, page: $0) }
  }

  /// Whether a page is there.
  func contains(_ entry: Entry) -> Bool {
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

  /// Where a page is.
  func path(of entry: Entry) -> PagePath {
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

  /// The page at an address, of those that do not stand at a former one.
  func entry(at path: PagePath) -> Entry? {
    if hasObjectPages, let object = objects.object(at: path) { return .object(object) }
    for (number, listing) in listings.enumerated() {
      let folders = path.folders.dropFirst(listing.root.count)
      guard path.folders.starts(with: listing.root) else { continue }
      let section = folders.isEmpty ? listing.onlySection : listing.section(inFolders: path.folders)
      if let section {
        let list = listing[section].list
        if list.hasGuides, path.name == "index" { return .section(listing: number, section: section) }
        if let page = list.page(named: path.name) { return .part(listing: number, section: section, page: page) }
      } else if !folders.isEmpty {
        guard path.name == "index", let branch = listing.tree?.branch(inFolders: path.folders) else { continue }
        return .branch(listing: number, path: branch)
      } else if path.name == "index", listing.hasHome {
        return .home(listing: number)
      } else if listing.listsSections, let page = listing.terms.page(named: path.name) {
        return .terms(listing: number, page: page)
      }
    }
    return nil
  }

  /// Whether a page of a listing is the page of some folders.
  func isPageOfListing(_ folders: [String]) -> Bool {
    listings.contains { listing in
      listing.root == folders || listing.section(inFolders: folders) != nil
        || listing.tree?.branch(inFolders: folders) != nil
    }
  }

  /// Whether a page stands at an address, also at a former one.
  func hasPage(at path: PagePath) -> Bool {
    entry(at: path) != nil || former.redirect(from: path) != nil || former.gonePage(at: path) != nil
  }

  /// All that a page may show, as it was described last; nil where it was not, or where only the page itself tells.
  func ingredients(of entry: Entry) -> (isDescribed: Bool, fingerprint: Fingerprint?) {
    switch entry {
    case .home(let listing): (listings[listing].isDescribed, listings[listing].ingredients)
    case .branch(let listing, let path):
      (branch(path, of: listing).isDescribed, branch(path, of: listing).ingredients)
    case .terms(let listing, let page):
      (listings[listing].terms[page].isDescribed, listings[listing].terms[page].ingredients)
    case .section(let listing, let section):
      (listings[listing][section].isDescribed, listings[listing][section].ingredients)
    case .part(let listing, let section, let page):
      (listings[listing][section].list[page].isDescribed, listings[listing][section].list[page].ingredients)
    case .object(let object): (objects[object].isDescribed, objects[object].ingredients)
    case .redirect(let path), .gone(let path): (formerIngredients[path] != nil, formerIngredients[path] ?? nil)
    }
  }

  /// Notes what a page may show.
  mutating func setIngredients(_ fingerprint: Fingerprint?, of entry: Entry, isDescribed: Bool = true) {
    switch entry {
    case .home(let listing):
      (listings[listing].ingredients, listings[listing].isDescribed) = (fingerprint, isDescribed)
    case .branch(let listing, let path):
      listings[listing].tree?[path].ingredients = fingerprint
      listings[listing].tree?[path].isDescribed = isDescribed
    case .terms(let listing, let page):
      (listings[listing].terms[page].ingredients, listings[listing].terms[page].isDescribed) = (
        fingerprint, isDescribed
      )
    case .section(let listing, let section):
      (listings[listing][section].ingredients, listings[listing][section].isDescribed) = (fingerprint, isDescribed)
    case .part(let listing, let section, let page):
      (listings[listing][section].list[page].ingredients, listings[listing][section].list[page].isDescribed) =
        (fingerprint, isDescribed)
    case .object(let object): (objects[object].ingredients, objects[object].isDescribed) = (fingerprint, isDescribed)
    case .redirect(let path), .gone(let path):
      if isDescribed { formerIngredients[path] = .some(fingerprint) } else { formerIngredients[path] = nil }
    }
  }
}

extension PlannedListing {
  /// The number of pages.
  var pageCount: Int {
    var count = hasHome ? 1 : 0
    if listsSections { count += terms.pageCount - (terms.hasGuides ? 0 : 1) }
    return count + (tree?.order.count ?? 0) + sectionPageCount
  }
}
