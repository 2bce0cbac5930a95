import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Synchronization

/// What a document consists of in one state of its sources: its objects, the addresses of all, and the pages.
///
/// It is a value of its own, which reads no source: so that pages can be described on any thread.
final class DocumentPlan: Sendable {
  /// An object that has a page.
  struct Object {
    /// Where it is among the articles.
    let path: ItemPath
    let facts: ObjectFacts
    /// That of the identity alone.
    let identity: Fingerprint

    var id: ObjectID { facts.id }
    var title: String { facts.title }
    var content: Fingerprint? { facts.content }
  }

  /// A page that is to be made.
  enum Entry: Hashable {
    /// The page of a listing that all sections begin on; that of the first listing is the home page.
    case home(listing: Int)
    /// A page that lists sections of an index, where that is not the one that all begin on.
    case terms(listing: Int, page: Int)
    /// The page of a section that leads to its pages.
    case section(listing: Int, section: Int)
    /// A page of a section's cells.
    case part(listing: Int, page: Int)
    /// The page of an object.
    case object(Int)
    /// What stands at a former address, and leads to another page.
    case redirect(Int)
    /// What stands at the address of an object that is not there any more.
    case gone(Int)

    var kind: Page.Kind {
      switch self {
      case .home, .terms: .index
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
  let objects: [Object]
  /// The cells of the objects' pages; empty where objects have none.
  let articles: [PlannedCell]
  /// Where their pages are.
  let addresses: URLTable
  /// What links to them show, for files that have all of them among them.
  let links: [Fingerprint]
  /// For each of them the first section of the main listing that shows it; nil if none does.
  let sections: [Int32?]
  /// The main listing, then the other indexes.
  let listings: [ListingPlan]
  /// The way from the home page to what is in each section of the main listing.
  let ways: [[Page.Link]]
  /// What stands at former addresses.
  let former: FormerAddresses
  /// The pages of the main listing, those of the objects, those of the other indexes, those at former addresses.
  let pages: [Entry]
  /// The indices of the objects, by identity.
  private let index: ObjectIndex
  let hasObjectPages: Bool

  /// Plans a document.
  ///
  /// - Parameters:
  ///   - info: What every page shows of the catalog.
  ///   - introduction: What stands at the head of the home page.
  ///   - listings: The main listing, then the other indexes.
  ///   - source: The cells of the objects' pages.
  ///   - models: All objects.
  ///   - documentObject: Returns what an object is asked by.
  ///   - hasObjectPages: Whether each object has a page of its own.
  ///   - formerKeys: The keys that an object had before; nil where redirects are not wanted.
  ///   - history: What was decided about addresses.
  /// - Complexity: O(*n*) in the number of objects and cells. No cell is made, but those whose sources show no objects of a document.
  init<Model: Sendable>(
    _ info: CatalogInfo, introduction: [Block], _ listings: [Listing], of source: CellSource<Model, DocumentCell>,
    models: [Model], documentObject: @Sendable (Model) -> any DocumentObject, hasObjectPages: Bool,
    formerKeys: ((Model) -> [String])?, history: AddressHistory
  ) {
    let paths = (0..<source.numberOfSections).flatMap { section in
      (0..<source.numberOfItems(inSection: section)).map { ItemPath(section: section, item: $0) }
    }
    let objects = models.indices.concurrentMap(with: {}) { index, _ in
      let facts = ObjectFacts(documentObject(models[index]))
      return Object(path: paths[index], facts: facts, identity: facts.id.fingerprint)
    }
    let facts = objects.map(\.facts)
    let addresses = URLTable(objects, history)
    let index = ObjectIndex(objects)

    // For each section of the objects, the index of its first.
    let starts = (0..<source.numberOfSections).reduce(into: [0]) {
      $0.append(($0.last ?? 0) + source.numberOfItems(inSection: $1))
    }
    let shown = listings.map { listing in
      guard let cells = listing.cells as? CellSource<Model, DocumentCell>,
        let places = cells.objects.places(in: source.objects)
      else { return listing.plannedCells(among: index) }
      // Its objects are those of the articles.
      let planned = PlannedCell.cells(of: facts, cells.declarations(of: models)) { (index: $0, isSame: true) }
      return places.map { section in
        section.map { place in place.map { planned[starts[$0.section] + $0.item] } ?? PlannedCell() }
      }
    }
    var sections = [Int32?](repeating: nil, count: objects.count)
    for (section, cells) in (shown.first ?? []).enumerated().reversed() {
      for case let object? in cells.lazy.map(\.object) { sections[Int(object)] = Int32(section) }
    }
    let folders = Set(listings.compactMap(\.folder))
    let plans = zip(listings, shown).map { listing, shown in
      ListingPlan(
        listing, title: listing.title ?? info.title, showing: shown, of: objects, at: addresses,
        except: listing.folder == nil ? folders : [],
        guideWord: { listing.guideWord?(documentObject(models[$0])) ?? objects[$0].title })
    }

    let pages =
      Self.pages(of: plans, 0..<min(1, plans.count)) + (hasObjectPages ? objects.indices.map(Entry.object) : [])
      + Self.pages(of: plans, min(1, plans.count)..<plans.count)
    var formerIDs: [(id: ObjectID, object: Int)] = []
    if hasObjectPages, let formerKeys {
      for (number, model) in models.enumerated() {
        let collection = objects[number].id.collection
        formerIDs += formerKeys(model).map { (ObjectID(collection: collection, key: $0), number) }
      }
    }
    let former = FormerAddresses(
      history, former: formerIDs, addresses: addresses, among: pages,
      at: { Self.path(of: $0, plans, addresses) }, index: { hasObjectPages ? index[$0] : nil },
      sections: plans.first?.sections ?? [])

    self.info = info
    self.introduction = introduction
    self.objects = objects
    articles =
      hasObjectPages
      ? PlannedCell.cells(of: facts, source.declarations(of: models)) {
        (index: $0, isSame: true)
      }
      : []
    self.addresses = addresses
    links = objects.indices.concurrentMap(with: Fingerprinter.init) { index, parts in
      parts.combine(objects[index].title)
      parts.combine(addresses[index])
      return parts.finish()
    }
    self.sections = sections
    self.listings = plans
    let home = plans.first.map { [Page.Link(title: info.title, path: $0.home)] } ?? []
    ways = (plans.first?.sections ?? []).map { home + [Page.Link(title: $0.title ?? plans[0].title, path: $0.path)] }
    self.former = former
    self.index = index
    self.hasObjectPages = hasObjectPages
    self.pages = pages + former.redirects.indices.map(Entry.redirect) + former.gone.indices.map(Entry.gone)
  }

  private static func pages(of listings: [ListingPlan], _ range: Range<Int>) -> [Entry] {
    range.flatMap { listing -> [Entry] in
      let plan = listings[listing]
      var pages = [Entry.home(listing: listing)]
      pages += plan.terms.indices.dropFirst(plan.hasTermParts ? 0 : 1).map { .terms(listing: listing, page: $0) }
      for (section, content) in plan.sections.enumerated() {
        if content.hasParts { pages.append(.section(listing: listing, section: section)) }
        pages += content.pages.map { .part(listing: listing, page: $0) }
      }
      return pages
    }
  }

  /// The address of an object's page: nil for an object without one.
  ///
  /// - Parameters:
  ///   - id: The object's identity.
  ///   - guess: The object that it most likely is.
  func address(of id: ObjectID, guess: Int? = nil) -> PagePath? {
    guard hasObjectPages else { return nil }
    if let guess, objects[guess].id == id { return addresses[guess] }
    return index[id].map { addresses[$0] }
  }

  /// The fingerprint of the addresses of all objects.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  var addressesFingerprint: Fingerprint {
    var parts = Fingerprinter()
    for link in links { parts.combine(link) }
    return parts.finish()
  }

  /// Where a page is.
  func path(of entry: Entry) -> PagePath {
    switch entry {
    case .redirect(let redirect): former.redirects[redirect].from
    case .gone(let gone): former.gone[gone].path
    default: Self.path(of: entry, listings, addresses)
    }
  }

  /// Where a page is that does not stand at a former address.
  private static func path(of entry: Entry, _ listings: [ListingPlan], _ addresses: URLTable) -> PagePath {
    switch entry {
    case .home(let listing): listings[listing].home
    case .terms(let listing, let page): listings[listing].terms[page].path
    case .section(let listing, let section): listings[listing].sections[section].path
    case .part(let listing, let page): listings[listing].pages[page].cut.path
    case .object(let object): addresses[object]
    case .redirect, .gone: preconditionFailure("The page stands at a former address.")
    }
  }
}

/// Finds objects by identity. The table is made when the first one is looked for.
final class ObjectIndex: Sendable {
  let objects: [DocumentPlan.Object]
  private let indices = Mutex<[ObjectID: Int]?>(nil)

  init(_ objects: [DocumentPlan.Object]) { self.objects = objects }

  subscript(id: ObjectID) -> Int? { table[id] }

  private var table: [ObjectID: Int] {
    indices.withLock { made in
      let indices = made ?? Dictionary(zip(objects.lazy.map(\.id), objects.indices)) { first, _ in first }
      made = indices
      return indices
    }
  }
}
