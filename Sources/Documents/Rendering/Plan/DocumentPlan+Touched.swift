import Cells
import Changesets
import Fingerprints
import OrderedTrees

extension DocumentPlan {
  /// The changes since the plan was settled, and the pages that may show them.
  struct Touched: Sendable {
    /// Whether the plan is new, so that all pages have to be described, and ``pages`` need not be recorded.
    var isAll = false
    /// The pages that may show something else. Some may not exist any more.
    var pages: Set<PageReference> = []
    /// For each listing, the sections whose lists of cells may have to be cut or named again.
    var sections: [Set<PlannedListing.Handle>] = []
    /// The objects that were inserted, or whose content, title, address or section may have changed.
    var objects: Set<Int32> = []
    /// The removed objects, with their identities. Other objects may have their numbers now.
    var removedObjects: [(number: Int32, identity: Fingerprint)] = []
    /// The addresses that described pages have left, with the plan keys of these pages.
    var former: [PagePath: PlanKey] = [:]
    /// The objects whose wanted address has changed. Whether they get it is decided when the plan is settled, since other objects may have
    /// the same.
    var readdressed: Set<Int32> = []
    /// The folders that a listing, a section or an outer section may have occupied or left.
    var folders: Set<[String]> = []
    /// Whether the former identities of objects have changed, or which object has an identity that a former address names.
    var formerAddressesChanged = false
    /// Whether the page of an object that existed before may have moved.
    var movesPages = false

    var isEmpty: Bool {
      !isAll && pages.isEmpty && sections.allSatisfy(\.isEmpty) && former.isEmpty && !formerAddressesChanged
    }
  }
}

// For each thing that can change, the pages that show it: the inverse of ``DocumentPlan/page(_:cell:)``. The two have to agree. The methods
// are called before something is removed and after it is inserted; for a move, at both places.
extension DocumentPlan {
  /// Touches the pages that link to an object as their previous or next one, and its own page: its title, address or position has changed.
  mutating func touchLink(to object: Int32) {
    touched.pages.insert(.object(object))
    if let previous = objects.object(before: object) { touched.pages.insert(.object(previous)) }
    if let next = objects.object(after: object) { touched.pages.insert(.object(next)) }
  }

  /// Touches the pages that show the address of an object, which has changed: every cell that shows the object leads there, and pages of
  /// sections are named after their first objects.
  mutating func touchAddress(of object: Int32, _ reader: ObjectReader) {
    if touched.isAll { return }
    touched.objects.insert(object)
    touchLink(to: object)
    outdate(object)
    touchCells(of: object, reader)
  }

  /// Returns the paths of the cells of a listing that show an object.
  ///
  /// - Complexity: O(*n*) in the number of the listing's entries.
  func paths(of object: Int32, in listing: Int) -> [ItemPath] {
    listings[listing].order.enumerated().flatMap { index, section in
      listings[listing][section].list.entries.enumerated()
        .filter { listings[listing].object(of: $1) == object }
        .map { ItemPath(section: index, item: $0.offset) }
    }
  }

  /// Touches the pages with links to some targets, whose titles or addresses have changed: the pages with cells that have such links, and
  /// the pages of the targets' parts, whose breadcrumbs lead there.
  mutating func touchReferrers(to targets: Set<Fingerprint>, _ reader: ObjectReader) {
    let regrouped = links.takeRegrouped()
    if touched.isAll { return }
    for identity in targets {
      for (object, isOnCards) in links.referrers(to: identity) {
        touchCells(of: object, reader, onCards: isOnCards)
      }
      touchParts(of: identity)
    }
    for object in regrouped where objects.contains(object) { touchParts(of: objects[object].identity) }
  }

  /// Touches the pages of all parts of an object, at any depth: their breadcrumbs have changed.
  private mutating func touchParts(of whole: Fingerprint) {
    for part in links.parts(of: whole, identity: { objects[$0].identity }) { touched.pages.insert(.object(part)) }
  }

  /// Touches the page of an object, and all pages with cells that show it.
  ///
  /// The paths of the cells are derived from the sources if possible; otherwise all entries of the listing are searched.
  ///
  /// - Parameter onCards: Whether cards have changed, too, and not only cells that are not of their listing's kind, which have all links of
  ///   the object.
  private mutating func touchCells(of object: Int32, _ reader: ObjectReader, onCards: Bool = true) {
    touched.pages.insert(.object(object))
    for listing in listings.indices
    where listings[listing].count(of: object) > 0 && (onCards || listings[listing].otherObjects > 0) {
      let places = listings[listing].otherObjects == 0 ? reader.cells(listing, object) : nil
      for path in places ?? paths(of: object, in: listing) {
        guard let section = listings[listing].section(at: path.section) else { continue }
        touchCell(at: path.item, in: section, of: listing)
      }
    }
  }

  /// Touches the pages with the cell at an index of a section.
  mutating func touchCell(at index: Int, in section: PlannedListing.Handle, of listing: Int) {
    guard let (page, _) = listings[listing][section].list.place(of: index) else { return }
    let previewSize = max(listings[listing].previewSize, listings[listing].homePreviewSize)
    touchPage(page, of: section, in: listing, isFirst: index < previewSize)
  }

  /// Touches a page of a section whose cells have changed.
  ///
  /// - Parameter isFirst: Whether a changed cell may be among those that a home page or the page of an outer section shows.
  mutating func touchPage(_ page: PageHandle, of section: PlannedListing.Handle, in listing: Int, isFirst: Bool) {
    touched.pages.insert(.part(listing: listing, section: section, page: page))
    if isFirst, !listings[listing].isIndex || listings[listing].tree != nil { touchHome(of: listing, around: section) }
    // The page's name and guide follow from its first and last cell, and other pages show them.
    listings[listing][section].list.touchName(of: page)
    touched.sections[listing].insert(section)
  }

  /// Touches the pages that show a listing's sections, their numbers of cells, or their first cells: the home page of the listing, the
  /// pages of the outer sections around the given section, and, unless the listing is an index, the home page of the document, which shows
  /// the first cells of each collection.
  mutating func touchHome(of listing: Int, around section: PlannedListing.Handle) {
    touched.pages.insert(.home(listing: listing))
    for path in listings[listing].branches(around: section) {
      touched.pages.insert(.branch(listing: listing, path: path))
    }
    if !listings[listing].isIndex { touched.pages.insert(.home(listing: 0)) }
  }

  /// Touches the pages that show the name or the guide of a page: the page itself, the pages before and after it, and the page that leads
  /// to all pages of the section.
  mutating func touchName(of page: PageHandle, in section: PlannedListing.Handle, of listing: Int) {
    if touched.isAll { return }
    touched.pages.insert(.part(listing: listing, section: section, page: page))
    touched.pages.insert(.section(listing: listing, section: section))
    touchNeighbours(of: page, in: section, of: listing)
  }

  /// Touches the pages before and after a page of a section, which may belong to other sections.
  mutating func touchNeighbours(of page: PageHandle, in section: PlannedListing.Handle, of listing: Int) {
    if touched.isAll { return }
    for isNext in [false, true] {
      guard let other = neighbour(of: page, in: section, of: listing, isNext: isNext) else { continue }
      touched.pages.insert(other.entry(listing))
    }
  }

  /// Touches the pages that show the number of a section's cells, its totals, or its list of pages.
  mutating func touchCounts(of section: PlannedListing.Handle, in listing: Int) {
    if touched.isAll { return }
    touchHome(of: listing, around: section)
    touched.pages.insert(.section(listing: listing, section: section))
    let list = listings[listing][section].list
    // If the pages have guides, only the page that leads to them shows the number of all cells.
    if !list.hasGuides { touched.pages.formUnion(pages(of: section, in: listing)) }
    touchTerm(section, in: listing)
  }

  /// Touches the pages that show a section in the list of an index.
  mutating func touchTerm(_ section: PlannedListing.Handle, in listing: Int) {
    guard listings[listing].listsSections, listings[listing].contains(section),
      let (page, _) = listings[listing].terms.place(of: listings[listing].order.rank(of: section))
    else { return }
    touched.pages.formUnion([.terms(listing: listing, page: page), .home(listing: listing)])
    listings[listing].terms.touchName(of: page)
  }

  /// Touches the pages that show the title or the folder of a section: all of its pages and the pages around them, the pages that lead to
  /// it, and, unless the listing is an index, the pages of its objects.
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
  }

  /// Records that the wanted address of an object has changed.
  ///
  /// - Parameter former: The address of its page before.
  mutating func touchReaddressed(_ object: Int32, from former: PagePath) {
    touched.readdressed.insert(object)
    guard hasObjectPages else { return }
    touched.movesPages = touched.movesPages || objects[object].planKey != .undescribed
    recordFormerPage(former, objects[object].planKey)
    objects[object].planKey = .undescribed
  }

  /// Records that a page leaves an address, because it is removed or moves. A page that was never described is ignored. If several pages
  /// leave the same address, the first counts: the page that was there when the plan was last settled.
  ///
  /// - Parameters:
  ///   - path: The address that the page leaves.
  ///   - key: The plan key of the page.
  mutating func recordFormerPage(_ path: PagePath, _ key: PlanKey) {
    if key != .undescribed, touched.former[path] == nil { touched.former[path] = key }
  }

  /// Records that a page leaves its address, because it is removed or moves.
  mutating func recordFormerPage(_ entry: PageReference) {
    recordFormerPage(path(of: entry), self[planKeyOf: entry])
    self[planKeyOf: entry] = .undescribed
  }

  /// Records that all pages of a section leave their addresses.
  mutating func leavePages(of section: PlannedListing.Handle, in listing: Int) {
    pages(of: section, in: listing).forEach { recordFormerPage($0) }
  }
}

extension DocumentPlan {
  /// A page of a listing's sections.
  struct SectionPage {
    let section: PlannedListing.Handle
    let page: PageHandle

    func entry(_ listing: Int) -> PageReference { .part(listing: listing, section: section, page: page) }
  }

  /// Returns the page before or after a page of a section, or nil if there is none. At an end of the section, it is the last or the first
  /// page of the section before or after it.
  func neighbour(
    of page: PageHandle, in section: PlannedListing.Handle, of listing: Int, isNext: Bool
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
