import Cells
import Changesets
import DocumentModel
import Fingerprints
import OrderedTrees

/// The description of pages: the only code that fills a page. The things that it puts there are in
/// `DocumentPlan+Shown.swift`.
///
/// The same code serves two purposes. With real cells, ``page(_:cell:)`` returns the page that is rendered. With
/// stand-ins that have only the fingerprint of what a cell depends on, it returns a page whose fingerprint is the
/// page's plan key, before any cell is created. Whatever this code puts into a page is therefore part of its plan key,
/// so that no change of it is missed when the page is described.
extension DocumentPlan {
  /// Returns a cell. The plan is a parameter so that the closure does not have to hold a copy of it.
  typealias CellReader = (DocumentPlan, PlannedCell) -> Page.Cell

  /// Returns the plan key of a page: the fingerprint of everything that it may show, without creating its cells. It is
  /// unknown if a cell does not declare what it depends on.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of cells and links on the page.
  func planKey(of reference: PageReference, describedBy parts: inout Fingerprinter) -> PlanKey {
    var isKnown = true
    let page = page(reference) { plan, cell in
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

  /// Returns a page, filled with the cells that `cell` returns.
  ///
  /// Whatever this reads from the plan has to be touched where it changes: see ``Touched``.
  ///
  /// - Parameter cell: Returns a cell. It is called once for each cell, in the order of the page.
  func page(_ reference: PageReference, cell: CellReader) -> Page {
    var page = Page(
      kind: reference.kind, path: path(of: reference), title: title(of: reference), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    // A page that was changed here in several cases would be copied when it is returned.
    fill(&page, reference, cell)
    return page
  }

  private func fill(_ page: inout Page, _ reference: PageReference, _ cell: CellReader) {
    switch reference {
    case .home(let listing): fillHome(&page, of: listing, cell)
    case .branch(let listing, let path):
      let branch = branch(path, of: listing)
      page.breadcrumbs =
        breadcrumbs(to: listing)
        + way(through: path.indices.dropFirst()) { link(toBranch: Array(path[..<$0]), of: listing) }
      page.entryCount = branch.objectCount
      page.sectionCount = branch.children.count
      addChildren(of: branch, in: listing, showing: previewSize(of: listing, under: path), to: &page, cell)
    case .terms(let listing, let number):
      page.breadcrumbs = listings[listing].terms.hasGuides ? breadcrumbs(to: listing) : breadcrumbs(above: listing)
      addTerms(number, of: listing, to: &page)
    case .section(let section):
      page.breadcrumbs = breadcrumbs(above: section)
      if !listings[section.listing].hasSections { page.indexes = indexes(of: section.listing) }
      var content = content(of: section, at: index(of: section), showing: [], cell)
      content.hasMore = false
      page.sections = [content]
      page.parts = parts(of: self[section].list, in: self[section].folders)
    case .part(let section, let number): fillPart(&page, number, of: section, cell)
    case .object(let object):
      page.breadcrumbs = breadcrumbs(toObject: object)
      page.article = cell(self, article(of: object))
      if let previous = objects.object(before: object) { page.previous = link(to: previous) }
      if let next = objects.object(after: object) { page.next = link(to: next) }
    case .redirect(let path):
      page.breadcrumbs = breadcrumbs(to: 0)
      page.destination = former.redirect(from: path).map { Page.Link(title: title(of: $0), path: self.path(of: $0)) }
    case .gone(let path):
      let gone = former.gonePage(at: path)
      page.breadcrumbs = gone?.section.map { breadcrumbs(to: $0) } ?? breadcrumbs(to: 0)
      let texts = former.choices[path] == nil ? [PageStrings.gone, gone?.reason ?? ""] : []
      page.introduction = texts.filter { !$0.isEmpty }.map { .paragraph([.text($0)]) }
    }
    if let choice = former.choices[page.path] { page.introduction += blocks(offering: choice) }
  }

  /// Returns links to the objects that an address may mean.
  private func blocks(offering choice: FormerAddresses.Choice) -> [Block] {
    let links = choice.objects.map { object in
      let link = link(to: object)
      return Inline.link(destination: PagePath.home.reference(to: link.path, "html"), title: "", [.text(link.title)])
    }
    guard case .gone = choice.page else {
      let inlines = links.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [.text(", "), $0.element] }
      return [.paragraph([.text(PageStrings.otherMeanings(of: choice.name))] + inlines)]
    }
    return [
      .paragraph([.text(PageStrings.severalMeanings)]),
      .list(Block.List(items: links.map { [.paragraph([$0])] })),
    ]
  }

  private func fillHome(_ page: inout Page, of listing: Int, _ cell: CellReader) {
    let others = listing == 0 ? otherMainListings.filter { !listings[$0].order.isEmpty } : []
    page.entryCount = others.reduce(listings[listing].objectCount) { $0 + listings[$1].objectCount }
    page.sectionCount = sectionCount(of: listing)
    if listing == 0 { page.introduction = introduction }
    page.breadcrumbs = breadcrumbs(above: listing)
    page.indexes = indexes(of: listing)
    if listing == 0 { page.sections += highlights(comingFirst: true, on: page.path, cell: cell) }
    if let tree = listings[listing].tree {
      // The home page of an index shows no cells, whether its sections are nested or not.
      let previewSize = listings[listing].isIndex ? 0 : previewSize(of: listing)
      addChildren(of: tree[[]], in: listing, showing: previewSize, to: &page, cell)
    } else if listings[listing].terms.hasGuides {
      page.parts = parts(of: listings[listing].terms, in: listings[listing].root)
    } else if listings[listing].isIndex {
      if let first = listings[listing].terms.pages.first { addTerms(first, of: listing, to: &page) }
    } else {
      let previewSize = previewSize(of: listing)
      for (index, handle) in listings[listing].order.enumerated() {
        let section = SectionReference(listing: listing, handle: handle)
        page.add(content(of: section, at: index, showing: self[section].list.prefix(previewSize), cell), previewSize)
      }
    }
    for other in others {
      let size = hasTooManySections(listing) ? 0 : listings[other].homePreviewSize
      page.add(beginning(of: other, showing: size, cell), size)
    }
    if listing == 0 { page.sections += highlights(comingFirst: false, on: page.path, cell: cell) }
  }

  private func fillPart(_ page: inout Page, _ number: PageHandle, of section: SectionReference, _ cell: CellReader) {
    let list = self[section].list
    let isOwnPage = list[number].name == PagePath.index
    page.breadcrumbs = isOwnPage ? breadcrumbs(above: section) : breadcrumbs(to: section)
    if isOwnPage, !listings[section.listing].hasSections { page.indexes = indexes(of: section.listing) }
    page.position = list.position(of: number)
    page.guide = list[number].guide
    let entries = list[number].entries
    var content = content(of: section, at: index(of: section), from: list.start(of: number), showing: entries, cell)
    if page.guide != nil {
      // The number of all objects and their totals are on the section's own page. Here they would change the page
      // whenever an object is inserted or removed anywhere in the section.
      content.count = entries.count { listings[section.listing].object(of: $0) != nil }
      content.totals = []
    }
    page.sections = [content]
    page.previous = link(from: section, to: neighbour(of: number, in: section, isNext: false), isNext: false)
    page.next = link(from: section, to: neighbour(of: number, in: section, isNext: true), isNext: true)
  }

  /// Adds the first cells of each child of an outer section.
  private func addChildren(
    of branch: SectionTree.Branch, in listing: Int, showing previewSize: Int, to page: inout Page, _ cell: CellReader
  ) {
    for child in branch.children {
      switch child {
      case .section(let handle):
        let section = SectionReference(listing: listing, handle: handle)
        let first = self[section].list.prefix(previewSize)
        page.add(content(of: section, at: index(of: section), showing: first, cell), previewSize)
      case .branch(let path):
        let inner = self.branch(path, of: listing)
        let beginning = beginning(
          of: inner.sections, in: listing, showing: previewSize, under: link(toBranch: path, of: listing),
          count: inner.objectCount, cell)
        page.add(beginning, previewSize)
      }
    }
  }

  /// Returns what the home page of the document shows of another collection: its first cells, regardless of their
  /// sections.
  private func beginning(of listing: Int, showing size: Int, _ cell: CellReader) -> Page.Section {
    beginning(
      of: listings[listing].order, in: listing, showing: size,
      under: Page.Link(title: listings[listing].title, path: listings[listing].home),
      count: listings[listing].objectCount, cell)
  }

  /// Returns the first cells of several sections of a listing, as one section with a link to the page that they share.
  ///
  /// - Parameters:
  ///   - size: The maximum number of cells.
  ///   - link: The title and the page of these sections.
  ///   - count: The number of objects in these sections.
  private func beginning(
    of sections: some Sequence<PlannedListing.Handle>, in listing: Int, showing size: Int, under link: Page.Link,
    count: Int, _ cell: CellReader
  ) -> Page.Section {
    var cells: [PlannedCell] = []
    // One cell more than is shown determines whether there are further ones.
    for section in sections {
      guard cells.count <= size else { break }
      let first = listings[listing][section].list.prefix(size + 1 - cells.count)
      let index = listings[listing].order.rank(of: section)
      cells += first.enumerated().map { item, entry in
        card(entry, at: ItemPath(section: index, item: item), in: listing)
      }
    }
    return Page.Section(
      title: link.title, path: link.path, count: count, cells: cells.prefix(size).map { cell(self, $0) },
      hasMore: cells.count > size, view: listings[listing].view, titleLabel: listings[listing].titleLabel)
  }

  /// Returns the number of sections to which the home page of a listing or the page of an outer section leads directly.
  /// On the home page of the document, each other collection counts as one.
  private func sectionCount(of listing: Int, under path: SectionTree.Path = []) -> Int {
    let own = listings[listing].tree.map { $0[path].children.count } ?? listings[listing].order.count
    return listing == 0 && path.isEmpty ? own + otherMainListings.count { !listings[$0].order.isEmpty } : own
  }

  /// Returns whether a page leads to more sections than it can show the first cells of.
  func hasTooManySections(_ listing: Int, under path: SectionTree.Path = []) -> Bool {
    sectionCount(of: listing, under: path) > listings[listing].previewLimit
  }

  /// Returns the number of first cells that a page shows of each section to which it leads.
  func previewSize(of listing: Int, under path: SectionTree.Path = []) -> Int {
    hasTooManySections(listing, under: path) ? 0 : listings[listing].previewSize
  }

  private func title(of page: PageReference) -> String {
    switch page {
    case .home(let listing), .terms(let listing, _): listings[listing].title
    case .branch(let listing, let path): link(toBranch: path, of: listing).title
    case .section(let section), .part(let section, _): title(of: section)
    case .object(let object): objects[object].title
    case .redirect(let path): former.redirect(from: path).map { title(of: $0) } ?? ""
    case .gone(let path): former.gonePage(at: path)?.title ?? ""
    }
  }

  /// Returns links to the listings to which the home page of a listing leads.
  private func indexes(of listing: Int) -> [Page.Link] {
    listings(under: listing).map { Page.Link(title: listings[$0].title, path: listings[$0].home) }
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
