import Changesets
import OrderedTrees

/// What pages show, thing by thing, each beside the pages that show it: whoever shows a new thing on a page adds both
/// here.
///
///     a thing                                      is shown by                and touched by
///     title, address and position of an object     link(to:), breadcrumbs     touchLink, touchAddress
///     its cells                                    article, card              touchCells, touchCell
///     number of a section's objects, its totals    content(of:)               touchCounts, touchHome
///     title and folder of a section                title(of:), breadcrumbs    touchTitle
///     name and guide of a page                     link(from:to:), parts      touchName, touchEnds, touchNeighbours
///     a section in the list of an index            addTerms                   touchTerm
///     what links in cells lead to                  references(of:)            touchReferrers, in `DocumentPlan+Links`
///
/// The two sides have to agree: a missing touch leaves a stale page, and an unnecessary one only costs the description
/// of a page. Neither is derived from the other, because the one goes from a page to the things on it, and the other
/// from a thing to its pages: storing for each page what it shows would take more memory than the rest of the plan.
///
/// The `touch…` methods are called before something is removed and after it is inserted; for a move, at both places.
extension DocumentPlan {
  // MARK: - Objects

  func link(to object: ObjectNumber) -> Page.Link {
    Page.Link(title: objects[object].title, path: objects.path(ofPage: object))
  }

  /// Returns the breadcrumbs of an object's page: through its section, or through all objects that contain it.
  func breadcrumbs(toObject object: ObjectNumber) -> [Page.Link] {
    let wholes = links.wholes(around: object)
    if let outermost = wholes.first {
      return breadcrumbs(to: mainListing(of: outermost)) + way(through: wholes) { link(to: $0) }
    }
    let listing = mainListing(of: object)
    guard let section = objects[object].section else { return breadcrumbs(to: listing) }
    return breadcrumbs(to: SectionReference(listing: listing, handle: section))
  }

  /// Touches the pages that link to an object as their previous or next one, and its own page: its title, address or
  /// position has changed.
  mutating func touchLink(to object: ObjectNumber) {
    touched.pages.insert(.object(object))
    if let previous = objects.object(before: object) { touched.pages.insert(.object(previous)) }
    if let next = objects.object(after: object) { touched.pages.insert(.object(next)) }
  }

  /// Touches the pages that show the address of an object, which has changed: every cell that shows the object leads
  /// there, and pages of sections are named after their first objects.
  mutating func touchAddress(of object: ObjectNumber, _ reader: ObjectReader) {
    if touched.isAll { return }
    touched.objects.insert(object)
    touchLink(to: object)
    outdate(object)
    touchCells(of: object, reader)
  }

  // MARK: - Cells

  /// Returns the cell on an object's own page.
  func article(of object: ObjectNumber) -> PlannedCell {
    PlannedCell(place: .article, object: object, kind: 0, origin: objects.origin(of: 0, object))
  }

  /// Returns the cell of an object among the highlights of the home page.
  func highlight(of object: ObjectNumber) -> PlannedCell {
    card(of: object, as: listings[mainListing(of: object)].kind, at: .highlight)
  }

  func card(_ entry: PlannedListing.Entry, at path: ItemPath, in listing: Int) -> PlannedCell {
    let place = PlannedCell.Place.card(listing: listing, path: path)
    if let object = entry.object { return card(of: object, as: listings[listing].kind, at: place) }
    let other = listings[listing].otherCell(entry)
    return PlannedCell(place: place, object: other.object, origin: other.origin)
  }

  private func card(of object: ObjectNumber, as kind: Int, at place: PlannedCell.Place) -> PlannedCell {
    PlannedCell(place: place, object: object, kind: kind, origin: objects.origin(of: kind, object))
  }

  /// - Complexity: O(*n*) in the number of the listing's entries.
  func paths(of object: ObjectNumber, in listing: Int) -> [ItemPath] {
    listings[listing].order.enumerated().flatMap { index, section in
      listings[listing][section].list.entries.enumerated()
        .filter { listings[listing].object(of: $1) == object }
        .map { ItemPath(section: index, item: $0.offset) }
    }
  }

  /// Touches the page of an object, and all pages with cells that show it.
  ///
  /// The paths of the cells are derived from the sources if possible; otherwise all entries of the listing are
  /// searched.
  ///
  /// - Parameter onCards: Whether cards have changed, too, and not only cells that are not of their listing's kind,
  ///   which have all links of the object.
  mutating func touchCells(of object: ObjectNumber, _ reader: ObjectReader, onCards: Bool = true) {
    touched.pages.insert(.object(object))
    for listing in listings.indices
    where listings[listing].count(of: object) > 0 && (onCards || listings[listing].otherObjects > 0) {
      let places = listings[listing].otherObjects == 0 ? reader.cells(listing, object) : nil
      for path in places ?? paths(of: object, in: listing) {
        if let section = section(at: path.section, of: listing) { touchCell(at: path.item, in: section) }
      }
    }
  }

  /// Touches the pages with the cell at an index of a section: the page of the section, and if the cell may be among
  /// the first ones, the pages that lead to the section.
  mutating func touchCell(at index: Int, in section: SectionReference) {
    guard let (page, _) = self[section].list.place(of: index) else { return }
    let listing = section.listing
    touched.pages.insert(.part(section, page: page))
    let mayBeFirst = index < max(listings[listing].previewSize, listings[listing].homePreviewSize)
    if mayBeFirst, !listings[listing].isIndex || listings[listing].tree != nil { touchHome(around: section) }
    // The page's name and guide follow from its first and last cell, and other pages show them.
    self[section].list.touchName(of: page)
    touched.sections[listing].insert(section.handle)
  }

  // MARK: - The content of sections

  /// Returns what a page shows of a section.
  ///
  /// - Parameter start: The number of the section's cells before the given entries.
  func content(
    of section: SectionReference, at index: Int, from start: Int = 0, showing entries: [PlannedListing.Entry],
    _ cell: CellReader
  ) -> Page.Section {
    Page.Section(
      title: ownTitle(of: section), path: path(of: section), count: self[section].objectCount,
      cells: entries.enumerated().map { offset, entry in
        cell(self, card(entry, at: ItemPath(section: index, item: start + offset), in: section.listing))
      },
      hasMore: entries.count < self[section].list.count, view: listings[section.listing].view,
      totals: start == 0 ? self[section].totals?.properties ?? [] : [],
      titleLabel: listings[section.listing].titleLabel)
  }

  /// Touches the pages that show the number of a section's cells, its totals, or its list of pages.
  mutating func touchCounts(of section: SectionReference) {
    if touched.isAll { return }
    touchHome(around: section)
    touched.pages.insert(.section(section))
    // If the pages have guides, only the page that leads to them shows the number of all cells.
    if !self[section].list.hasGuides { touched.pages.formUnion(pages(of: section)) }
    touchTerm(section)
  }

  /// Touches the pages that show a listing's sections, their numbers of cells, or their first cells: the home page of
  /// the listing, the pages of the outer sections around the given section, and, unless the listing is an index, the
  /// home page of the document, which shows the first cells of each collection.
  mutating func touchHome(around section: SectionReference) {
    let listing = section.listing
    touched.pages.insert(.home(listing: listing))
    for path in listings[listing].branches(around: section.handle) {
      touched.pages.insert(.branch(listing: listing, path: path))
    }
    if !listings[listing].isIndex { touched.pages.insert(.home(listing: 0)) }
  }

  // MARK: - The titles of sections

  /// Returns the title of a section, or nil if it has none. In a listing without sections, this is the title of the
  /// listing.
  func ownTitle(of section: SectionReference) -> String? {
    listings[section.listing].hasSections ? self[section].title : listings[section.listing].title
  }

  /// Returns the title of a section, or that of its listing if it has none.
  func title(of section: SectionReference) -> String { ownTitle(of: section) ?? listings[section.listing].title }

  func link(toBranch path: SectionTree.Path, of listing: Int) -> Page.Link {
    Page.Link(
      title: SectionName.title(path.last ?? ""), path: PagePath(branch(path, of: listing).folders, PagePath.index))
  }

  /// Returns the breadcrumbs of a page in a section, up to and including the section, or the listing if it has no
  /// sections.
  func breadcrumbs(to section: SectionReference) -> [Page.Link] {
    guard listings[section.listing].hasSections else { return breadcrumbs(to: section.listing) }
    var links = breadcrumbs(above: section)
    links.append(Page.Link(title: title(of: section), path: path(of: section)))
    return links
  }

  /// Returns the breadcrumbs of the first page of a section, without the section itself.
  func breadcrumbs(above section: SectionReference) -> [Page.Link] {
    let listing = section.listing
    guard listings[listing].hasSections else { return breadcrumbs(above: listing) }
    // Most sections are not nested. The rest would copy the listing and the plan for each page of an object.
    if listings[listing].tree == nil { return breadcrumbs(to: listing) }
    return breadcrumbs(to: listing)
      + way(through: listings[listing].branches(around: section.handle)) { link(toBranch: $0, of: listing) }
  }

  /// Returns the breadcrumbs of the pages in a listing, up to and including the listing, unless it has no page of its
  /// own.
  func breadcrumbs(to listing: Int) -> [Page.Link] {
    guard listings[listing].isListed else { return breadcrumbs(above: listing) }
    var links = breadcrumbs(above: listing)
    links.append(Page.Link(title: listing == 0 ? info.title : listings[listing].title, path: listings[listing].home))
    return links
  }

  /// Returns the breadcrumbs of the home page of a listing, without the listing itself.
  func breadcrumbs(above listing: Int) -> [Page.Link] { self.listing(above: listing).map { breadcrumbs(to: $0) } ?? [] }

  /// Returns links to what is around a page, from the outermost to the innermost.
  ///
  /// Of a long way, the middle is left out, and an ellipsis precedes the title after the gap: otherwise, the
  /// breadcrumbs of a tree that is a single chain would grow with the square of its depth.
  func way<Steps: RandomAccessCollection>(through steps: Steps, _ link: (Steps.Element) -> Page.Link) -> [Page.Link] {
    let (outer, inner) = (3, 8)
    guard steps.count > outer + inner else { return steps.map(link) }
    var end = steps.suffix(inner).map(link)
    end[0].title = "… " + end[0].title
    return steps.prefix(outer).map(link) + end
  }

  /// Touches the pages that show the title or the folder of a section: all of its pages and the pages around them, the
  /// pages that lead to it, and, unless the listing is an index, the pages of its objects.
  mutating func touchTitle(of section: SectionReference) {
    if touched.isAll { return }
    touchHome(around: section)
    touched.pages.formUnion(pages(of: section))
    touchEnds(of: section)
    touched.sections[section.listing].insert(section.handle)
    touchTerm(section)
    guard !listings[section.listing].isIndex else { return }
    for entry in self[section].list.entries {
      guard let object = listings[section.listing].object(of: entry) else { continue }
      touched.pages.insert(.object(object))
      touched.objects.insert(object)
    }
  }

  // MARK: - The pages of a section, and their names and guides

  /// Returns a link from a page of a section to the previous or the next page, which may belong to another section.
  func link(from section: SectionReference, to other: SectionPage?, isNext: Bool) -> Page.Link? {
    guard let other else { return nil }
    let list = self[other.section].list
    var title = title(of: other.section)
    if other.section == section || list[other.page].guide == nil {
      title = self.title(of: other.page, of: list, title, isNext: isNext)
    }
    return Page.Link(title: title, path: path(of: other.page, in: other.section))
  }

  /// Returns the title of a link to a page of a list.
  ///
  /// - Parameter isNext: Whether the link leads to the next page, and not to the previous one.
  private func title<Entry>(of page: PageHandle, of list: PageList<Entry>, _ title: String, isNext: Bool) -> String {
    if let guide = list[page].guide { return isNext ? PageStrings.beginning(of: guide) : PageStrings.end(of: guide) }
    guard let position = list.position(of: page), position.number > 1 else { return title }
    return PageStrings.title(title, position, info.numberStyle)
  }

  /// Returns links to the pages of a list by their guides.
  func parts<Entry>(of list: PageList<Entry>, in folder: [String]) -> [Page.Part] {
    list.pages.compactMap { page in
      list[page].guide.map { Page.Part(guide: $0, path: PagePath(folder, list[page].name)) }
    }
  }

  /// Touches the pages that show the name or the guide of a page: the page itself, the pages before and after it, and
  /// the page that leads to all pages of the section.
  mutating func touchName(of page: PageHandle, in section: SectionReference) {
    if touched.isAll { return }
    touched.pages.insert(.part(section, page: page))
    touched.pages.insert(.section(section))
    touchNeighbours(of: page, in: section)
  }

  /// Touches the first and the last page of a section, and the pages before and after these, because they link to each
  /// other.
  mutating func touchEnds(of section: SectionReference) {
    let pages = self[section].list.pages
    for page in [pages.first, pages.last].compactMap(\.self) {
      touched.pages.insert(.part(section, page: page))
      touchNeighbours(of: page, in: section)
    }
  }

  /// Touches the pages before and after a page of a section, which may belong to other sections.
  mutating func touchNeighbours(of page: PageHandle, in section: SectionReference) {
    if touched.isAll { return }
    for isNext in [false, true] {
      guard let other = neighbour(of: page, in: section, isNext: isNext) else { continue }
      touched.pages.insert(.part(other.section, page: other.page))
    }
  }

  typealias SectionPage = (section: SectionReference, page: PageHandle)

  /// Returns the page before or after a page of a section, or nil if there is none. At an end of the section, it is the
  /// last or the first page of the section before or after it.
  func neighbour(of page: PageHandle, in section: SectionReference, isNext: Bool) -> SectionPage? {
    let list = self[section].list
    if let other = isNext ? list.page(after: page) : list.page(before: page) { return (section, other) }
    let order = listings[section.listing].order
    guard let handle = isNext ? order.handle(after: section.handle) : order.handle(before: section.handle) else {
      return nil
    }
    let other = SectionReference(listing: section.listing, handle: handle)
    let pages = self[other].list.pages
    return (isNext ? pages.first : pages.last).map { (other, $0) }
  }

  // MARK: - The list of an index's sections

  /// Adds a page of an index's list of sections, with links to the previous and the next page of the list.
  func addTerms(_ number: PageHandle, of listing: Int, to page: inout Page) {
    let terms = listings[listing].terms
    page.position = terms.position(of: number)
    page.guide = terms[number].guide
    page.terms = terms[number].entries.map { handle in
      let section = SectionReference(listing: listing, handle: handle)
      return Page.Term(
        title: self[section].title ?? listings[listing].title, path: path(of: section), count: self[section].objectCount
      )
    }
    func link(to other: PageHandle?, isNext: Bool) -> Page.Link? {
      other.map { other in
        Page.Link(
          title: title(of: other, of: terms, listings[listing].title, isNext: isNext),
          path: PagePath(listings[listing].root, terms[other].name))
      }
    }
    page.previous = link(to: terms.page(before: number), isNext: false)
    page.next = link(to: terms.page(after: number), isNext: true)
  }

  /// Touches the pages that show a section in the list of an index.
  mutating func touchTerm(_ section: SectionReference) {
    let listing = section.listing
    guard listings[listing].listsSections, contains(section),
      let (page, _) = listings[listing].terms.place(of: index(of: section))
    else { return }
    touched.pages.formUnion([.terms(listing: listing, page: page), .home(listing: listing)])
    listings[listing].terms.touchName(of: page)
  }
}
