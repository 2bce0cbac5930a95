import Cells
import DocumentModel
import Fingerprints

/// What the pages show: the one place where a page is described.
///
/// A page is described with its cells as they are, which makes the page; or, before any of them is made, with what they follow from, and that is
/// enough for the page's fingerprint. So whatever is put into a page here is part of what is known of it, and no page can be older than it.
extension DocumentPlan {
  /// The place of a cell.
  enum Place {
    /// On the page of an object.
    case article(Int)
    /// In a listing.
    case card(listing: Int, section: Int, item: Int)
  }

  /// The fingerprint of all that a page may show, without making its cells: as long as it is the same, so is the page. Nil where only the
  /// cells themselves tell.
  ///
  /// - Complexity: O(*k*), *k* being the number of cells and links on the page.
  func ingredients(of entry: Entry, _ parts: inout Fingerprinter) -> Fingerprint? {
    var isKnown = true
    let page = page(entry) { place in
      let cell = known(place)
      guard let origin = cell.origin else {
        isKnown = false
        return Page.Cell(identifier: "", title: "", body: [])
      }
      // What stands for a cell: something that follows from the same.
      let path = cell.object.flatMap { hasObjectPages ? addresses[Int($0)] : nil }
      return Page.Cell(identifier: "", title: "", path: path, body: CellBody(fingerprint: origin) { [] })
    }
    guard isKnown else { return nil }
    page.combine(into: &parts)
    return parts.finish()
  }

  /// What is known of a cell before it is made.
  func known(_ place: Place) -> PlannedCell {
    switch place {
    case .article(let object): articles[object]
    case .card(let listing, let section, let item): listings[listing].cells[section][item]
    }
  }

  /// Describes a page.
  ///
  /// - Parameter cell: Returns what stands at a place.
  func page(_ entry: Entry, cell: (Place) -> Page.Cell) -> Page {
    var page = Page(
      kind: entry.kind, path: path(of: entry), title: title(of: entry), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    switch entry {
    case .home(let listing):
      page.entryCount = listings[listing].objectCount
      page.sectionCount = listings[listing].sections.count
      if listing == 0 {
        page.introduction = introduction
        page.indexes = listings.dropFirst().map { Page.Link(title: $0.title, path: $0.home) }
      } else {
        page.breadcrumbs = breadcrumbs(to: 0)
      }
      if listings[listing].hasTermParts {
        page.parts = parts(listings[listing].terms[...])
      } else if listings[listing].isIndex {
        addTerms(listings[listing].terms, 0, of: listing, to: &page)
      } else {
        page.sections = listings[listing].sections.indices.map { section in
          let count = listings[listing].cells[section].count
          return self.section(
            section, of: listing, items: 0..<min(listings[listing].previewSize, count), cell: cell)
        }
      }
    case .terms(let listing, let number):
      page.breadcrumbs = listings[listing].hasTermParts ? breadcrumbs(to: listing) : breadcrumbs(to: 0)
      addTerms(listings[listing].terms, number, of: listing, to: &page)
    case .section(let listing, let section):
      page.breadcrumbs = breadcrumbs(to: listing)
      var content = self.section(section, of: listing, items: 0..<0, cell: cell)
      content.hasMore = false
      page.sections = [content]
      page.parts = parts(listings[listing].pages[listings[listing].sections[section].pages].lazy.map(\.cut))
    case .part(let listing, let number): fillPart(&page, listing, number, cell)
    case .object(let object):
      page.breadcrumbs = breadcrumbs(to: 0, section: sections[object].map { Int($0) })
      page.article = cell(.article(object))
      page.previous = link(to: object - 1)
      page.next = link(to: object + 1)
    case .redirect(let redirect):
      page.breadcrumbs = breadcrumbs(to: 0)
      let destination = former.redirects[redirect].to
      page.destination = Page.Link(title: title(of: destination), path: path(of: destination))
    case .gone(let number):
      let gone = former.gone[number]
      page.breadcrumbs = breadcrumbs(to: 0, section: gone.section)
      page.introduction = [Wording.gone, gone.reason].filter { !$0.isEmpty }.map { .paragraph([.text($0)]) }
    }
    return page
  }

  private func fillPart(_ page: inout Page, _ listing: Int, _ number: Int, _ cell: (Place) -> Page.Cell) {
    let part = listings[listing].pages[number]
    let isOwnPage = part.cut.path == listings[listing].sections[part.section].path
    page.breadcrumbs = breadcrumbs(to: listing, section: isOwnPage ? nil : part.section)
    page.position = part.cut.position
    page.guide = part.cut.guide
    var content = section(part.section, of: listing, items: part.cut.items, cell: cell)
    if part.cut.guide != nil {
      // The number of all stands on the section's own page: here it would change with every object that comes or goes.
      content.count = listings[listing].cells[part.section][part.cut.items].count { $0.object != nil }
    }
    page.sections = [content]
    page.previous = link(to: number - 1, from: part, of: listing)
    page.next = link(to: number + 1, from: part, of: listing)
  }

  /// Fills in some sections of an index, with links to the pages before and after.
  private func addTerms(_ cuts: [ListingPlan.Cut], _ number: Int, of listing: Int, to page: inout Page) {
    let cut = cuts[number]
    page.position = cut.position
    page.guide = cut.guide
    page.terms = listings[listing].sections[cut.items].map {
      Page.Term(title: $0.title ?? listings[listing].title, path: $0.path, count: $0.objectCount)
    }
    func link(to other: Int) -> Page.Link? {
      guard cuts.indices.contains(other) else { return nil }
      return Page.Link(title: title(of: cuts[other], listings[listing].title, from: cut), path: cuts[other].path)
    }
    page.previous = link(to: number - 1)
    page.next = link(to: number + 1)
  }

  private func section(
    _ section: Int, of listing: Int, items: Range<Int>, cell: (Place) -> Page.Cell
  ) -> Page.Section {
    let content = listings[listing].sections[section]
    return Page.Section(
      title: content.title, path: content.path, count: content.objectCount,
      cells: items.map { cell(.card(listing: listing, section: section, item: $0)) },
      hasMore: items.count < listings[listing].cells[section].count)
  }

  // MARK: - Titles and links

  private func title(of entry: Entry) -> String {
    switch entry {
    case .home(let listing), .terms(let listing, _): listings[listing].title
    case .section(let listing, let section): title(ofSection: section, of: listing)
    case .part(let listing, let page): title(ofSection: listings[listing].pages[page].section, of: listing)
    case .object(let object): objects[object].title
    case .redirect(let redirect): title(of: former.redirects[redirect].to)
    case .gone(let gone): former.gone[gone].title
    }
  }

  private func title(ofSection section: Int, of listing: Int) -> String {
    listings[listing].sections[section].title ?? listings[listing].title
  }

  /// What a link from one page of a list to another is called.
  private func title(of cut: ListingPlan.Cut, _ title: String, from other: ListingPlan.Cut) -> String {
    if let guide = cut.guide {
      return cut.items.lowerBound < other.items.lowerBound ? Wording.end(of: guide) : Wording.beginning(of: guide)
    }
    guard let position = cut.position, position.number > 1 else { return title }
    return Wording.title(title, position)
  }

  private func parts(_ cuts: some Sequence<ListingPlan.Cut>) -> [Page.Part] {
    cuts.compactMap { cut in cut.guide.map { Page.Part(guide: $0, path: cut.path) } }
  }

  /// The way from the home page to a listing, which is not in it, or to a section of it, which is.
  private func breadcrumbs(to listing: Int, section: Int?) -> [Page.Link] {
    guard let section else { return breadcrumbs(to: listing) }
    if listing == 0 { return ways[section] }
    let path = listings[listing].sections[section].path
    return breadcrumbs(to: listing) + [Page.Link(title: title(ofSection: section, of: listing), path: path)]
  }

  /// The way from the home page to what is in a listing.
  private func breadcrumbs(to listing: Int) -> [Page.Link] {
    let home = Page.Link(title: info.title, path: listings[0].home)
    return listing == 0 ? [home] : [home, Page.Link(title: listings[listing].title, path: listings[listing].home)]
  }

  private func link(to object: Int) -> Page.Link? {
    guard objects.indices.contains(object) else { return nil }
    return Page.Link(title: objects[object].title, path: addresses[object])
  }

  /// A link from a page of a listing's sections to the one before it or after it.
  private func link(to number: Int, from part: ListingPlan.Part, of listing: Int) -> Page.Link? {
    let pages = listings[listing].pages
    guard pages.indices.contains(number) else { return nil }
    let other = pages[number]
    var title = title(ofSection: other.section, of: listing)
    if other.section == part.section || other.cut.guide == nil {
      title = self.title(of: other.cut, title, from: part.cut)
    }
    return Page.Link(title: title, path: other.cut.path)
  }
}
