import Fingerprints
import OrderedTrees

/// The number of an object as long as it is in the plan. Later, another object may get it.
package typealias ObjectNumber = Int32

/// A reference to a section of one of the plan's listings. It is valid as long as the section is in the plan.
struct SectionReference: Hashable, Sendable {
  let listing: Int
  let handle: PlannedListing.Handle
}

/// A reference to a page, by what the page shows. It is valid as long as that is in the plan.
enum PageReference: Hashable, Sendable {
  /// The home page of a listing, which leads to its sections. That of the first listing is the home page of the
  /// document.
  case home(listing: Int)
  /// The page of an outer section, which leads to the sections inside it.
  case branch(listing: Int, path: SectionTree.Path)
  /// A page that lists sections of an index, other than the index's home page.
  case terms(listing: Int, page: PageHandle)
  /// The page that leads to the pages of a section, if these have guides.
  case section(SectionReference)
  /// A page of a section's cells.
  case part(SectionReference, page: PageHandle)
  /// The page of an object.
  case object(ObjectNumber)
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

/// What is known of a page's content before its cells are created.
enum PlanKey: Equatable, Sendable {
  /// The page has not been described yet.
  case undescribed
  /// The page has been described. What it shows is unknown, because it has cells that do not declare what they depend
  /// on.
  case unknown
  /// The fingerprint of everything that the page may show: as long as it stays the same, the page stays the same.
  case known(Fingerprint)

  var fingerprint: Fingerprint? { if case .known(let fingerprint) = self { fingerprint } else { nil } }
}

// MARK: - All pages

extension DocumentPlan {
  var pageCount: Int {
    var count = (hasObjectPages ? objects.count : 0) + former.redirects.count + former.gone.count
    for listing in listings { count += listing.pageCount }
    return count
  }

  var allPages: [PageReference] {
    var pages: [PageReference] = []
    pages.reserveCapacity(pageCount)
    forEachPage { pages.append($0) }
    return pages
  }

  /// Calls `body` with every page: for each collection the pages of the main listing, of the objects, and of the
  /// indexes; then the pages at former addresses.
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
    for section in listing.order { pages(of: SectionReference(listing: number, handle: section)).forEach(body) }
  }

  /// Returns the pages of a section: the page that leads to the others, if there is one, and the pages of its cells.
  func pages(of section: SectionReference) -> [PageReference] {
    let list = self[section].list
    return (list.hasGuides ? [.section(section)] : []) + list.pages.map { .part(section, page: $0) }
  }

  func contains(_ page: PageReference) -> Bool {
    switch page {
    case .home(let listing): listings.indices.contains(listing) && listings[listing].hasHome
    case .branch(let listing, let path): !path.isEmpty && listings[listing].tree?.branches[path] != nil
    case .terms(let listing, let page):
      listings[listing].listsSections && listings[listing].terms.contains(page)
        && (listings[listing].terms.hasGuides || page != listings[listing].terms.pages.first)
    case .section(let section): contains(section) && self[section].list.hasGuides
    case .part(let section, let page): contains(section) && self[section].list.contains(page)
    case .object(let object): hasObjectPages && objects.contains(object)
    case .redirect(let path): former.redirect(from: path) != nil
    case .gone(let path): former.gonePage(at: path) != nil
    }
  }
}

// MARK: - Addresses and plan keys

extension DocumentPlan {
  func path(of page: PageReference) -> PagePath {
    switch page {
    case .home(let listing): listings[listing].home
    case .branch(let listing, let path): PagePath(branch(path, of: listing).folders, PagePath.index)
    case .terms(let listing, let page): PagePath(listings[listing].root, listings[listing].terms[page].name)
    case .section(let section): path(of: section)
    case .part(let section, let page): path(of: page, in: section)
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
    for listing in listings.indices where path.folders.starts(with: listings[listing].root) {
      let isInRoot = path.folders.count == listings[listing].root.count
      if let section = isInRoot ? onlySection(of: listing) : section(inFolders: path.folders, of: listing) {
        let list = self[section].list
        if list.hasGuides, path.isIndex { return .section(section) }
        if let page = list.page(named: path.name) { return .part(section, page: page) }
      } else if !isInRoot {
        guard path.isIndex, let branch = listings[listing].tree?.branch(inFolders: path.folders) else { continue }
        return .branch(listing: listing, path: branch)
      } else if path.isIndex, listings[listing].hasHome {
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

  subscript(planKeyOf page: PageReference) -> PlanKey {
    get {
      switch page {
      case .home(let listing): listings[listing].planKey
      case .branch(let listing, let path): branch(path, of: listing).planKey
      case .terms(let listing, let page): listings[listing].terms[page].planKey
      case .section(let section): self[section].planKey
      case .part(let section, let page): self[section].list[page].planKey
      case .object(let object): objects[object].planKey
      case .redirect(let path), .gone(let path): formerPlanKeys[path] ?? .undescribed
      }
    }
    set {
      switch page {
      case .home(let listing): listings[listing].planKey = newValue
      case .branch(let listing, let path): listings[listing].tree?[path].planKey = newValue
      case .terms(let listing, let page): listings[listing].terms[page].planKey = newValue
      case .section(let section): self[section].planKey = newValue
      case .part(let section, let page): self[section].list[page].planKey = newValue
      case .object(let object): objects[object].planKey = newValue
      case .redirect(let path), .gone(let path): formerPlanKeys[path] = newValue == .undescribed ? nil : newValue
      }
    }
  }
}
