import Changesets
import DataSources
import DocumentModel
import Fingerprints
import OrderedTrees

/// The objects, addresses and pages of a document in the current state of its sources.
///
/// The plan is updated incrementally: `Live/Document+Following.swift` shows the steps. First, the edits of the sources
/// are applied one by one: each changes the objects or the sections, and records in ``touched`` which pages may show
/// the change. Then ``settle(_:)`` cuts and names the touched lists again, describes the touched pages, and compares
/// each with its former description.
///
/// The description of a page is its *plan key*: a fingerprint of everything that the page may show, which is computed
/// without creating the page's cells. A page with the same plan key as before has not changed.
///
///     the title of an object changes
///       ├─▶ the object's page                         touched      another plan key: updated
///       ├─▶ the pages before and after it             touched      another plan key: updated, they link to it
///       ├─▶ the section's page with its card          touched      another plan key: updated
///       ├─▶ the home page, because it has highlights  touched      same plan key, if it is none of them: unchanged
///       └   all other pages                           not touched  not described
///
/// So the cost of an update depends on the touched pages, and not on the size of the document (with numbered pages,
/// also on the entries after the edit, because their pages are cut again).
///
/// The plan is a value and reads no source, so that pages can be described on any thread.
struct DocumentPlan: Sendable {
  /// A former identity of an object, and the address that follows from it.
  struct FormerID: Hashable, Sendable {
    let id: ObjectID
    let address: ObjectAddress
  }

  /// The facts about the catalog that every page shows.
  let info: CatalogInfo
  let introduction: [Block]
  /// Whether each object has a page of its own.
  let hasObjectPages: Bool
  var objects: PlannedObjects
  /// The listings of all collections: for each collection its main listing, then its indexes. The home page of the
  /// first listing is that of the document.
  var listings: [PlannedListing]
  /// The range of each collection's listings in ``listings``.
  let collections: [Range<Int>]
  /// The targets of the links in the objects' cells.
  var links = PlannedLinks()
  /// The sections that the home page shows beside those of the listings.
  var highlights: [PlannedHighlight] = []
  var former = FormerAddresses()
  /// The plan keys of the described pages at former addresses.
  var formerPlanKeys: [PagePath: PlanKey] = [:]
  /// For each object that several cells of its collection's main listing show, the section of each of these cells. The
  /// section of an object with a single cell is stored only in ``PlannedObjects/Object/section``.
  var sectionsOfObjects: [ObjectNumber: [PlannedListing.Handle]] = [:]
  /// The former identities of objects, with the addresses that follow from them.
  var formerIDs: [ObjectNumber: [FormerID]] = [:]
  let history: AddressHistory
  /// The pages without known plan key: whether they have changed is only known once their cells are created.
  var unknown: Set<PageReference> = []
  var touched: Touched
  /// The number of pages that were described and of objects that were updated since the plan was made. Tests measure
  /// the cost of edits with it.
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
  /// - Parameter guess: The number of the object that most likely has the identity. A right guess saves a look-up.
  func address(of id: ObjectID, guess: ObjectNumber? = nil) -> PagePath? {
    guard hasObjectPages else { return nil }
    if let guess, objects[guess].identity == id.fingerprint { return objects.path(ofPage: guess) }
    return objects.number(of: id).map { objects.path(ofPage: $0) }
  }
}

// MARK: - Collections, listings and sections

extension DocumentPlan {
  func mainListing(of object: ObjectNumber) -> Int { collections[Int(objects[object].collection)].lowerBound }

  /// Returns the listing whose home page leads to that of another listing, or nil for the home page of the document.
  func listing(above listing: Int) -> Int? {
    if listing == 0 { return nil }
    return listings[listing].isIndex ? collections[listings[listing].collection].lowerBound : 0
  }

  /// Returns the listings to which the home page of a listing links: the main listings of the other collections if it
  /// is the home page of the document, and the indexes of its collection. The home page of an index links to no
  /// listing.
  func listings(under listing: Int) -> [Int] {
    if listings[listing].isIndex { return [] }
    let others = listing == 0 ? Array(otherMainListings) : []
    return others + collections[listings[listing].collection].dropFirst().filter { listings[$0].isListed }
  }

  /// The main listings of the other collections, which the home page of the document shows.
  var otherMainListings: some Sequence<Int> { collections.dropFirst().lazy.map(\.lowerBound) }

  /// Returns the outer section at a path, or an empty one without folders if there is none. The empty path is that of
  /// the listing itself.
  func branch(_ path: SectionTree.Path, of listing: Int) -> SectionTree.Branch {
    listings[listing].tree?[path] ?? SectionTree.Branch(folders: [])
  }

  subscript(section: SectionReference) -> PlannedListing.Section {
    _read { yield listings[section.listing][section.handle] }
    _modify { yield &listings[section.listing][section.handle] }
  }

  func contains(_ section: SectionReference) -> Bool { listings[section.listing].contains(section.handle) }

  /// Returns the section at an index in a listing, or nil if there is none.
  func section(at index: Int, of listing: Int) -> SectionReference? {
    section(listings[listing].section(at: index), of: listing)
  }

  /// Returns the section of a listing whose pages are in the given folders, or nil if there is none.
  func section(inFolders folders: [String], of listing: Int) -> SectionReference? {
    section(listings[listing].section(inFolders: folders), of: listing)
  }

  /// Returns the section whose pages are in the listing's folder, or nil if the sections have folders of their own.
  func onlySection(of listing: Int) -> SectionReference? { section(listings[listing].onlySection, of: listing) }

  private func section(_ handle: PlannedListing.Handle?, of listing: Int) -> SectionReference? {
    handle.map { SectionReference(listing: listing, handle: $0) }
  }

  func index(of section: SectionReference) -> Int { listings[section.listing].order.rank(of: section.handle) }

  /// Returns the address of a section's first page.
  func path(of section: SectionReference) -> PagePath { PagePath(self[section].folders, PagePath.index) }

  func path(of page: PageHandle, in section: SectionReference) -> PagePath {
    PagePath(self[section].folders, self[section].list[page].name)
  }

  /// Returns the section of a main listing whose pages are in the given folders, or nil if there is none.
  func mainSection(inFolders folders: [String]) -> SectionReference? {
    for main in otherMainListings where listings[main].root == folders {
      if let section = onlySection(of: main) { return section }
    }
    return collections.lazy.compactMap { section(inFolders: folders, of: $0.lowerBound) }.first
  }
}
