import Cells
import Changesets
import Fingerprints
import OrderedTrees

extension DocumentPlan {
  /// What has changed since the plan was settled, and which pages may show it.
  struct Touched: Sendable {
    /// Whether all pages are new.
    var isAll = false
    /// Pages that may show something else, unless all are.
    var pages: Set<Entry> = []
    /// Sections that have other entries.
    var sections: [Set<PlannedListing.Handle>] = []
    /// Objects that are new, or of which anything is another: their contents, their titles, their addresses, the sections that they are in.
    var objects: Set<Int32> = []
    /// Objects that have gone, with their identities; their numbers may be those of others now.
    var removedObjects: [(number: Int32, identity: Fingerprint)] = []
    /// What stood at addresses that have been given up.
    var former: [PagePath: Fingerprint?] = [:]
    /// Objects that are to stand at other addresses, as long as no other ones have those.
    var readdressed: Set<Int32> = []
    /// Folders whose pages may be those of listings, or not any more.
    var folders: Set<[String]> = []
    /// Whether an address of an object, or which objects there are, may be others.
    var hasOtherObjects = false
    /// Whether there may be pages at other addresses.
    var hasOtherAddresses = false
    /// Whether the page of an object that was there before stands elsewhere.
    var movesPages = false

    var isEmpty: Bool {
      !isAll && pages.isEmpty && sections.allSatisfy(\.isEmpty) && former.isEmpty && !hasOtherObjects
    }
  }
}

// What shows a thing, for each thing that can change. Beside ``DocumentPlan/page(_:cell:)``, this is all that there is to know of it.
extension DocumentPlan {
  /// The title or the address of an object, or its place among the others.
  mutating func touchLink(to object: Int32) {
    touched.pages.insert(.object(object))
    if let previous = objects.object(before: object) { touched.pages.insert(.object(previous)) }
    if let next = objects.object(after: object) { touched.pages.insert(.object(next)) }
    touched.hasOtherObjects = true
  }

  /// The address of an object: every cell that shows the object leads there, and pages are named after their first objects.
  mutating func touchAddress(of object: Int32, _ reader: ObjectReader) {
    if touched.isAll { return }
    touched.objects.insert(object)
    touchLink(to: object)
    links.outdate(objects[object].identity)
    touched.hasOtherAddresses = true
    touchCells(of: object, reader)
  }

  /// Where cells of a listing show an object.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  func paths(of object: Int32, in listing: Int) -> [ItemPath] {
    listings[listing].order.enumerated().flatMap { index, section in
      listings[listing][section].list.entries.enumerated()
        .filter { listings[listing].object(of: $1) == object }
        .map { ItemPath(section: index, item: $0.offset) }
    }
  }

  /// Touches the pages that lead to what links show otherwise than before: the cells of all that have such links, and the way to each of its
  /// parts.
  mutating func touchReferrers(to targets: Set<Fingerprint>, _ reader: ObjectReader) {
    let regrouped = links.takeRegrouped()
    if touched.isAll { return }
    for identity in targets {
      for (object, isOnCards) in links.referrers(to: identity) {
        if isOnCards { touchCells(of: object, reader) } else { touched.pages.insert(.object(object)) }
      }
      touchParts(of: identity)
    }
    for object in regrouped where objects.contains(object) { touchParts(of: objects[object].identity) }
  }

  /// The way to each part of an object.
  private mutating func touchParts(of whole: Fingerprint) {
    for part in links.parts(of: whole, identity: { objects[$0].identity }) { touched.pages.insert(.object(part)) }
  }

  /// All cells that show an object.
  private mutating func touchCells(of object: Int32, _ reader: ObjectReader) {
    touched.pages.insert(.object(object))
    for listing in listings.indices where listings[listing].count(of: object) > 0 {
      let places = listings[listing].otherObjects == 0 ? reader.cells(listing, object) : nil
      for path in places ?? paths(of: object, in: listing) {
        guard let section = listings[listing].section(at: path.section) else { continue }
        touchCell(at: path.item, in: section, of: listing)
      }
    }
  }

  /// What a cell shows.
  mutating func touchCell(at index: Int, in section: PlannedListing.Handle, of listing: Int) {
    guard let (page, _) = listings[listing][section].list.place(of: index) else { return }
    let previewSize = max(listings[listing].previewSize, listings[listing].homePreviewSize)
    touchPage(page, of: section, in: listing, isFirst: index < previewSize)
  }

  /// The cells of a page.
  ///
  /// - Parameter isFirst: Whether one of them may be among those that a home page shows.
  mutating func touchPage(_ page: PageList.Handle, of section: PlannedListing.Handle, in listing: Int, isFirst: Bool) {
    touched.pages.insert(.part(listing: listing, section: section, page: page))
    if isFirst, !listings[listing].isIndex || listings[listing].tree != nil { touchHome(of: listing, around: section) }
    // The first and the last cell say what the page is called, on other pages too.
    listings[listing][section].list.touchName(of: page)
    touched.sections[listing].insert(section)
  }

  /// The sections of a listing, their numbers of cells, or the first cells: the page that they begin on, those of the sections around a section, and
  /// the home page of the document, which shows the beginning of each collection.
  mutating func touchHome(of listing: Int, around section: PlannedListing.Handle) {
    touched.pages.insert(.home(listing: listing))
    for path in listings[listing].branches(around: section) {
      touched.pages.insert(.branch(listing: listing, path: path))
    }
    if !listings[listing].isIndex { touched.pages.insert(.home(listing: 0)) }
  }

  /// The name or the guide of a page: the pages before and after it, and the one that leads to all, have links to it.
  mutating func touchName(of page: PageList.Handle, in section: PlannedListing.Handle, of listing: Int) {
    if touched.isAll { return }
    touched.pages.insert(.part(listing: listing, section: section, page: page))
    touched.pages.insert(.section(listing: listing, section: section))
    touchNeighbours(of: page, in: section, of: listing)
  }

  /// The pages before and after a page of a listing's sections.
  mutating func touchNeighbours(of page: PageList.Handle, in section: PlannedListing.Handle, of listing: Int) {
    if touched.isAll { return }
    for isNext in [false, true] {
      guard let other = neighbour(of: page, in: section, of: listing, isNext: isNext) else { continue }
      touched.pages.insert(other.entry(listing))
    }
  }

  /// The number of cells of a section, or which pages it has.
  mutating func touchCounts(of section: PlannedListing.Handle, in listing: Int) {
    if touched.isAll { return }
    touchHome(of: listing, around: section)
    touched.pages.insert(.section(listing: listing, section: section))
    let list = listings[listing][section].list
    // Where pages have guides, the number of all stands on the section's own page.
    if !list.hasGuides { touched.pages.formUnion(pages(of: section, in: listing)) }
    touchTerm(section, in: listing)
  }

  /// What the list of an index says of a section.
  mutating func touchTerm(_ section: PlannedListing.Handle, in listing: Int) {
    guard listings[listing].listsSections, listings[listing].contains(section),
      let (page, _) = listings[listing].terms.place(of: listings[listing].order.rank(of: section))
    else { return }
    touched.pages.formUnion([.terms(listing: listing, page: page), .home(listing: listing)])
    listings[listing].terms.touchName(of: page)
  }

  /// The title or the folder of a section, or its place among the others: all of its pages show it, and those of its objects.
  mutating func touchTitle(of section: PlannedListing.Handle, in listing: Int) {
    if touched.isAll { return }
    touchHome(of: listing, around: section)
    touched.pages.formUnion(pages(of: section, in: listing))
    let list = listings[listing][section].list
    for page in [list.pages.first, list.pages.last].compactMap(\.self) {
      touchNeighbours(of: page, in: section, of: listing)
    }
    touched.sections[listing].insert(section)
    touchTerm(section, in: listing)
    guard !listings[listing].isIndex else { return }
    for entry in list.entries {
      guard let object = listings[listing].object(of: entry) else { continue }
      touched.pages.insert(.object(object))
      touched.objects.insert(object)
    }
    touched.hasOtherAddresses = true
  }

  /// Notes that an object is to stand at another address.
  ///
  /// - Parameter former: Where its page was.
  mutating func touchReaddressed(_ object: Int32, from former: PagePath) {
    touched.readdressed.insert(object)
    guard hasObjectPages else { return }
    touched.movesPages = touched.movesPages || objects[object].isDescribed
    leave(former, ingredients(of: .object(object)))
    setIngredients(nil, of: .object(object), isDescribed: false)
  }

  /// Notes that a page is given up, or goes to another address.
  ///
  /// - Parameter path: Where it was.
  mutating func leave(_ path: PagePath, _ description: (isDescribed: Bool, fingerprint: Fingerprint?)) {
    guard description.isDescribed, touched.former[path] == nil else { return }
    touched.former[path] = .some(description.fingerprint)
    touched.hasOtherAddresses = true
  }

  /// Notes that a page is given up, or goes to another address.
  mutating func leave(_ entry: Entry) {
    leave(path(of: entry), ingredients(of: entry))
    setIngredients(nil, of: entry, isDescribed: false)
  }

  /// Notes that all pages of a section are given up, or go to other addresses.
  mutating func leavePages(of section: PlannedListing.Handle, in listing: Int) {
    pages(of: section, in: listing).forEach { leave($0) }
  }
}

extension DocumentPlan {
  /// A page of a listing's sections.
  struct SectionPage {
    let section: PlannedListing.Handle
    let page: PageList.Handle

    func entry(_ listing: Int) -> Entry { .part(listing: listing, section: section, page: page) }
  }

  /// The page before or after a page of a listing's sections, also where that is one of another section.
  func neighbour(
    of page: PageList.Handle, in section: PlannedListing.Handle, of listing: Int, isNext: Bool
  ) -> SectionPage? {
    let list = listings[listing][section].list
    if let other = isNext ? list.page(after: page) : list.page(before: page) {
      return SectionPage(section: section, page: other)
    }
    let order = listings[listing].order
    guard let other = isNext ? order.handle(after: section) : order.handle(before: section) else { return nil }
    let pages = listings[listing][other].list.pages
    return (isNext ? pages.first : pages.last).map { SectionPage(section: other, page: $0) }
  }
}
