import Cells
import Changesets
import DocumentModel
import Fingerprints
import OrderedTrees

/// The description of pages: the only code that fills a page.
///
/// The same code serves two purposes. With real cells, ``page(_:cell:)`` returns the page that is rendered. With stand-ins that have only
/// the fingerprint of what a cell depends on, it returns a page whose fingerprint is the page's plan key, before any cell is created.
/// Whatever this code puts into a page is therefore part of its plan key, so that no change of it is missed when the page is described.
extension DocumentPlan {
  /// The place of a cell.
  enum Place {
    /// The page of an object.
    case article(Int32)
    /// A highlight on the home page, which shows the object as the main listing of its collection does.
    case highlight(Int32)
    /// A place in a listing, and the entry at this place.
    case card(listing: Int, path: ItemPath, entry: PlannedListing.Entry)
  }

  /// Returns the cell at a place. The plan is a parameter so that the closure does not have to hold a copy of it.
  typealias PlacedCell = (DocumentPlan, Place) -> Page.Cell

  /// Returns the plan key of a page: the fingerprint of everything that it may show, without creating its cells. It is unknown if a cell does not declare what it depends on.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of cells and links on the page.
  func planKey(of entry: PageReference, describedBy parts: inout Fingerprinter) -> PlanKey {
    var isKnown = true
    let page = page(entry) { plan, place in
      let cell = plan.plannedCell(at: place)
      guard let origin = cell.origin else {
        isKnown = false
        return Page.Cell(identifier: "", title: "", body: [])
      }
      // The stand-in has a fingerprint of everything that the cell depends on.
      let path = cell.object.flatMap { plan.hasObjectPages ? plan.objects.path(ofPage: $0) : nil }
      let fingerprint = plan.fingerprint(of: cell, showing: origin, &parts)
      return Page.Cell(identifier: "", title: "", path: path, body: CellBody(fingerprint: fingerprint) { [] })
    }
    guard isKnown else { return .unknown }
    page.combine(into: &parts)
    return .known(parts.finish())
  }

  /// Returns the facts about a cell that are known before it is created.
  func plannedCell(at place: Place) -> PlannedCell {
    switch place {
    case .article(let object):
      PlannedCell(object: object, origin: objects.origin(of: 0, object))
    case .highlight(let object): card(of: object, in: mainListing(of: object))
    case .card(let listing, _, let entry):
      entry.object.map { card(of: $0, in: listing) } ?? listings[listing].otherCell(entry)
    }
  }

  private func card(of object: Int32, in listing: Int) -> PlannedCell {
    PlannedCell(object: object, isCard: true, origin: objects.origin(of: listings[listing].kind, object))
  }

  /// Returns a page, filled with the cells that `cell` returns.
  ///
  /// Whatever this reads from the plan has to be touched where it changes: see ``Touched``.
  ///
  /// - Parameter cell: Returns the cell at a place. It is called once for each cell, in the order of the page.
  func page(_ entry: PageReference, cell: PlacedCell) -> Page {
    var page = Page(
      kind: entry.kind, path: path(of: entry), title: title(of: entry), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    // A page that was changed here in several cases would be copied when it is returned.
    fill(&page, entry, cell)
    return page
  }

  private func fill(_ page: inout Page, _ entry: PageReference, _ cell: PlacedCell) {
    switch entry {
    case .home(let listing): fillHome(&page, listing, cell)
    case .branch(let listing, let path): fillBranch(&page, listing, path, cell)
    case .terms(let listing, let number):
      page.breadcrumbs = listings[listing].terms.hasGuides ? breadcrumbs(to: listing) : breadcrumbs(above: listing)
      addTerms(number, of: listing, to: &page)
    case .section(let listing, let section):
      page.breadcrumbs = breadcrumbs(above: section, of: listing)
      if !listings[listing].hasSections { page.indexes = indexes(of: listing) }
      var content = self.section(section, of: listing, start: 0, [], cell: cell)
      content.hasMore = false
      page.sections = [content]
      page.parts = parts(of: listings[listing][section].list, in: listings[listing][section].folders)
    case .part(let listing, let section, let number): fillPart(&page, listing, section, number, cell)
    case .object(let object):
      page.breadcrumbs = breadcrumbs(toObject: object)
      page.article = cell(self, .article(object))
      if let previous = objects.object(before: object) { page.previous = link(to: previous) }
      if let next = objects.object(after: object) { page.next = link(to: next) }
    case .redirect(let path):
      page.breadcrumbs = breadcrumbs(to: 0)
      page.destination = former.redirect(from: path).map { Page.Link(title: title(of: $0), path: self.path(of: $0)) }
    case .gone(let path):
      let gone = former.gonePage(at: path)
      page.breadcrumbs = breadcrumbs(to: gone?.section?.listing ?? 0, section: gone?.section?.section)
      page.introduction = [PageStrings.gone, gone?.reason ?? ""].filter { !$0.isEmpty }.map { .paragraph([.text($0)]) }
    }
  }

  private func fillHome(_ page: inout Page, _ listing: Int, _ cell: PlacedCell) {
    let others = listing == 0 ? otherMainListings.filter { !listings[$0].order.isEmpty } : []
    page.entryCount = others.reduce(listings[listing].objectCount) { $0 + listings[$1].objectCount }
    page.sectionCount = listings[listing].order.count + others.count
    if listing == 0 { page.introduction = introduction }
    page.breadcrumbs = breadcrumbs(above: listing)
    page.indexes = indexes(of: listing)
    if listing == 0 { page.sections += highlights(comingFirst: true, on: page.path, cell: cell) }
    if let tree = listings[listing].tree {
      page.sectionCount = tree[[]].children.count + others.count
      // The home page of an index shows no cells, whether its sections are nested or not.
      addChildren(
        of: tree[[]], in: listing, listings[listing].isIndex ? 0 : listings[listing].previewSize, to: &page, cell)
    } else if listings[listing].terms.hasGuides {
      page.parts = parts(of: listings[listing].terms, in: listings[listing].root)
    } else if listings[listing].isIndex {
      if let first = listings[listing].terms.pages.first { addTerms(first, of: listing, to: &page) }
    } else {
      let previewSize = listings[listing].previewSize
      for (index, section) in listings[listing].order.enumerated() {
        let first = listings[listing][section].list.prefix(previewSize)
        page.add(self.section(section, of: listing, start: 0, index: index, first, cell: cell), previewSize)
      }
    }
    for other in others { page.add(beginning(of: other, cell: cell), listings[other].homePreviewSize) }
    if listing == 0 { page.sections += highlights(comingFirst: false, on: page.path, cell: cell) }
  }

  private func fillBranch(_ page: inout Page, _ listing: Int, _ path: SectionTree.Path, _ cell: PlacedCell) {
    let branch = branch(path, of: listing)
    page.breadcrumbs =
      breadcrumbs(to: listing)
      + way(through: path.indices.dropFirst()) { link(toBranch: Array(path[..<$0]), of: listing) }
    page.entryCount = branch.objectCount
    page.sectionCount = branch.children.count
    addChildren(of: branch, in: listing, listings[listing].previewSize, to: &page, cell)
  }

  /// Adds the first cells of each child of an outer section.
  private func addChildren(
    of branch: SectionTree.Branch, in listing: Int, _ previewSize: Int, to page: inout Page, _ cell: PlacedCell
  ) {
    for child in branch.children {
      switch child {
      case .section(let section):
        let first = listings[listing][section].list.prefix(previewSize)
        page.add(self.section(section, of: listing, start: 0, first, cell: cell), previewSize)
      case .branch(let path):
        let inner = self.branch(path, of: listing)
        page.add(
          beginning(
            of: inner.sections, in: listing, previewSize, link(toBranch: path, of: listing), inner.objectCount,
            cell: cell), previewSize)
      }
    }
  }

  /// Returns what the home page of the document shows of another collection: its first cells, regardless of their sections.
  private func beginning(of listing: Int, cell: PlacedCell) -> Page.Section {
    beginning(
      of: listings[listing].order, in: listing, listings[listing].homePreviewSize,
      Page.Link(title: listings[listing].title, path: listings[listing].home), listings[listing].objectCount, cell: cell
    )
  }

  /// Returns the first cells of several sections of a listing, as one section with a link to the page that they share.
  ///
  /// - Parameters:
  ///   - size: The maximum number of cells.
  ///   - link: The title and the page of these sections.
  ///   - count: The number of objects in these sections.
  private func beginning(
    of sections: some Sequence<PlannedListing.Handle>, in listing: Int, _ size: Int, _ link: Page.Link, _ count: Int,
    cell: PlacedCell
  ) -> Page.Section {
    var places: [Place] = []
    // One place more than is shown determines whether there are further cells.
    for section in sections {
      guard places.count <= size else { break }
      let first = listings[listing][section].list.prefix(size + 1 - places.count)
      let index = listings[listing].order.rank(of: section)
      places += first.enumerated().map { item, entry in
        .card(listing: listing, path: ItemPath(section: index, item: item), entry: entry)
      }
    }
    return Page.Section(
      title: link.title, path: link.path, count: count, cells: places.prefix(size).map { cell(self, $0) },
      hasMore: places.count > size, view: listings[listing].view)
  }

  private func fillPart(
    _ page: inout Page, _ listing: Int, _ section: PlannedListing.Handle, _ number: PageHandle,
    _ cell: PlacedCell
  ) {
    let list = listings[listing][section].list
    let isOwnPage = list[number].name == "index"
    page.breadcrumbs =
      isOwnPage ? breadcrumbs(above: section, of: listing) : breadcrumbs(to: listing, section: section)
    if isOwnPage, !listings[listing].hasSections { page.indexes = indexes(of: listing) }
    page.position = list.position(of: number)
    page.guide = list[number].guide
    let entries = list[number].entries
    var content = self.section(section, of: listing, start: list.start(of: number), entries, cell: cell)
    if page.guide != nil {
      // The number of all objects and their totals are on the section's own page. Here they would change the page whenever an object is
      // inserted or removed anywhere in the section.
      content.count = entries.count { listings[listing].object(of: $0) != nil }
      content.totals = []
    }
    page.sections = [content]
    page.previous = link(
      to: neighbour(of: number, in: section, of: listing, isNext: false), from: section, of: listing, isNext: false)
    page.next = link(
      to: neighbour(of: number, in: section, of: listing, isNext: true), from: section, of: listing, isNext: true)
  }

  /// Adds a page of an index's list of sections, with links to the previous and the next page of the list.
  private func addTerms(_ number: PageHandle, of listing: Int, to page: inout Page) {
    let terms = listings[listing].terms
    page.position = terms.position(of: number)
    page.guide = terms[number].guide
    page.terms = terms[number].entries.map { entry in
      let section = listings[listing][entry]
      return Page.Term(
        title: section.title ?? listings[listing].title,
        path: PagePath(section.folders, "index"), count: section.objectCount)
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

  /// Returns what a page shows of a section.
  ///
  /// - Parameters:
  ///   - start: The number of the section's cells before the given entries.
  ///   - index: The index of the section, or nil if it has to be computed.
  ///   - entries: The entries of the cells on the page.
  private func section(
    _ section: PlannedListing.Handle, of listing: Int, start: Int, index: Int? = nil, _ entries: [PlannedListing.Entry],
    cell: PlacedCell
  ) -> Page.Section {
    let index = index ?? listings[listing].order.rank(of: section)
    return Page.Section(
      title: title(ofSection: section, in: listing), path: listings[listing].path(of: section),
      count: listings[listing][section].objectCount,
      cells: entries.enumerated().map { offset, entry in
        cell(self, .card(listing: listing, path: ItemPath(section: index, item: start + offset), entry: entry))
      },
      hasMore: entries.count < listings[listing][section].list.count, view: listings[listing].view,
      totals: start == 0 ? listings[listing][section].totals?.properties ?? [] : [])
  }

  // MARK: - Titles and links

  private func title(of entry: PageReference) -> String {
    switch entry {
    case .home(let listing), .terms(let listing, _): listings[listing].title
    case .branch(let listing, let path): link(toBranch: path, of: listing).title
    case .section(let listing, let section), .part(let listing, let section, _): title(of: section, in: listing)
    case .object(let object): objects[object].title
    case .redirect(let path): former.redirect(from: path).map { title(of: $0) } ?? ""
    case .gone(let path): former.gonePage(at: path)?.title ?? ""
    }
  }

  private func title(of section: PlannedListing.Handle, in listing: Int) -> String {
    title(ofSection: section, in: listing) ?? listings[listing].title
  }

  /// Returns links to the listings to which the home page of a listing leads.
  private func indexes(of listing: Int) -> [Page.Link] {
    listings(under: listing).map { Page.Link(title: listings[$0].title, path: listings[$0].home) }
  }

  /// Returns the title of a link to a page of a list.
  ///
  /// - Parameters:
  ///   - title: The title of the list.
  ///   - isNext: Whether the link leads to the next page, and not to the previous one.
  private func title<Entry>(of page: PageHandle, of list: PageList<Entry>, _ title: String, isNext: Bool) -> String {
    if let guide = list[page].guide { return isNext ? PageStrings.beginning(of: guide) : PageStrings.end(of: guide) }
    guard let position = list.position(of: page), position.number > 1 else { return title }
    return PageStrings.title(title, position, info.numberStyle)
  }

  private func parts<Entry>(of list: PageList<Entry>, in folder: [String]) -> [Page.Part] {
    list.pages.compactMap { page in
      list[page].guide.map { Page.Part(guide: $0, path: PagePath(folder, list[page].name)) }
    }
  }

  /// Returns the breadcrumbs of a page in a section of a listing, up to and including the section. If there is no section, or the listing
  /// has no sections, they end with the listing.
  private func breadcrumbs(to listing: Int, section: PlannedListing.Handle?) -> [Page.Link] {
    guard let section, listings[listing].hasSections else { return breadcrumbs(to: listing) }
    var links = breadcrumbs(above: section, of: listing)
    links.append(Page.Link(title: title(of: section, in: listing), path: listings[listing].path(of: section)))
    return links
  }

  /// Returns the breadcrumbs of an object's page: through its section, or through all objects that contain it.
  private func breadcrumbs(toObject object: Int32) -> [Page.Link] {
    let wholes = links.wholes(around: object)
    guard let outermost = wholes.first else {
      return breadcrumbs(
        to: mainListing(of: object), section: objects[object].section)
    }
    return breadcrumbs(to: mainListing(of: outermost)) + way(through: wholes) { link(to: $0) }
  }

  /// Returns the breadcrumbs of the first page of a section, without the section itself.
  private func breadcrumbs(above section: PlannedListing.Handle, of listing: Int) -> [Page.Link] {
    guard listings[listing].hasSections else { return breadcrumbs(above: listing) }
    // Most sections are not nested. The rest would copy the listing and the plan for each page of an object.
    if listings[listing].tree == nil { return breadcrumbs(to: listing) }
    return breadcrumbs(to: listing)
      + way(through: listings[listing].branches(around: section)) { link(toBranch: $0, of: listing) }
  }

  /// Returns links to what is around a page, from the outermost to the innermost.
  ///
  /// Of a long way, the middle is left out, and an ellipsis precedes the title after the gap: otherwise, the breadcrumbs of a tree that is
  /// a single chain would grow with the square of its depth.
  private func way<Steps: RandomAccessCollection>(
    through steps: Steps, _ link: (Steps.Element) -> Page.Link
  ) -> [Page.Link] {
    let (outer, inner) = (3, 8)
    guard steps.count > outer + inner else { return steps.map(link) }
    var end = steps.suffix(inner).map(link)
    end[0].title = "… " + end[0].title
    return steps.prefix(outer).map(link) + end
  }

  func link(toBranch path: SectionTree.Path, of listing: Int) -> Page.Link {
    Page.Link(
      title: SectionName.title(path.last ?? ""), path: PagePath(branch(path, of: listing).folders, "index"))
  }

  /// Returns the breadcrumbs of the pages in a listing, up to and including the listing, unless it has no page of its own.
  private func breadcrumbs(to listing: Int) -> [Page.Link] {
    guard listings[listing].isListed else { return breadcrumbs(above: listing) }
    var links = breadcrumbs(above: listing)
    links.append(
      Page.Link(title: listing == 0 ? info.title : listings[listing].title, path: listings[listing].home))
    return links
  }

  /// Returns the breadcrumbs of the home page of a listing, without the listing itself.
  private func breadcrumbs(above listing: Int) -> [Page.Link] {
    self.listing(above: listing).map { breadcrumbs(to: $0) } ?? []
  }

  func link(to object: Int32) -> Page.Link {
    Page.Link(title: objects[object].title, path: objects.path(ofPage: object))
  }

  /// Returns a link from a page of a section to the previous or the next page, which may belong to another section.
  private func link(
    to other: SectionPage?, from section: PlannedListing.Handle, of listing: Int, isNext: Bool
  ) -> Page.Link? {
    guard let other else { return nil }
    let list = listings[listing][other.section].list
    var title = title(of: other.section, in: listing)
    if other.section == section || list[other.page].guide == nil {
      title = self.title(of: other.page, of: list, title, isNext: isNext)
    }
    return Page.Link(title: title, path: listings[listing].path(of: other.page, in: other.section))
  }
}

extension Page {
  /// Adds the beginning of a section: to the sections, or to the terms if none of its cells are shown.
  fileprivate mutating func add(_ section: Section, _ previewSize: Int) {
    if previewSize > 0 {
      sections.append(section)
    } else {
      terms.append(Term(title: section.title ?? title, path: section.path, count: section.count))
    }
  }
}
