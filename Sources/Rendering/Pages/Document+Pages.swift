import Cells
import Changesets
import DataSources
import DocumentModel

extension Document {
  /// Makes a page.
  func page(_ entry: DocumentPlan.Entry, of plan: DocumentPlan) -> Page {
    var page = Page(
      kind: .index, path: plan.path(of: entry), title: title(of: entry, in: plan), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    switch entry {
    case .home(let index): fillHome(&page, index, plan)
    case .section(let index, let section):
      page.kind = .section
      page.breadcrumbs = breadcrumbs(to: index, in: plan)
      var content = self.section(section, of: index, items: 0..<0, in: plan)
      content.hasMore = false
      page.sections = [content]
      page.parts = plan.listings[index].sections[section].pages.compactMap { page in
        let part = plan.listings[index].pages[page]
        return part.guide.map { Page.Part(guide: $0, path: part.path) }
      }
    case .part(let index, let number): fillPart(&page, index, number, plan)
    case .object(let index):
      page.kind = .object
      page.breadcrumbs = breadcrumbs(to: 0, section: plan.sections[index].map { Int($0) }, in: plan)
      let cell = articles.cell(for: objects[index], at: plan.objects[index].path)
      page.article = self.cell(cell, showing: index, in: plan)
      cell.recycle()
      page.previous = link(to: index - 1, in: plan)
      page.next = link(to: index + 1, in: plan)
    case .redirect(let index):
      page.kind = .redirect
      page.breadcrumbs = breadcrumbs(to: 0, in: plan)
      let destination = plan.former.redirects[index].to
      page.destination = Page.Link(title: title(of: destination, in: plan), path: plan.path(of: destination))
    case .gone(let index):
      let gone = plan.former.gone[index]
      page.kind = .gone
      page.breadcrumbs = breadcrumbs(to: 0, section: gone.section, in: plan)
      page.introduction = [Wording.gone, gone.reason].filter { !$0.isEmpty }.map { .paragraph([.text($0)]) }
    }
    return page
  }

  private func fillHome(_ page: inout Page, _ index: Int, _ plan: DocumentPlan) {
    let listing = listings[index]
    if index == 0 {
      page.introduction = introduction
      page.indexes = listings.indices.dropFirst().map {
        Page.Link(title: listings[$0].title ?? info.title, path: plan.listings[$0].home)
      }
    } else {
      page.breadcrumbs = breadcrumbs(to: 0, in: plan)
    }
    page.entryCount = plan.listings[index].objectCount
    page.sections = plan.listings[index].sections.indices.map { section in
      let count = listing.cells.numberOfItems(inSection: section)
      return self.section(section, of: index, items: 0..<min(listing.layout.previewSize, count), in: plan)
    }
  }

  private func fillPart(_ page: inout Page, _ index: Int, _ number: Int, _ plan: DocumentPlan) {
    let part = plan.listings[index].pages[number]
    page.kind = .section
    let isOwnPage = part.path == plan.listings[index].sections[part.section].path
    page.breadcrumbs = breadcrumbs(to: index, section: isOwnPage ? nil : part.section, in: plan)
    page.position = part.position
    page.guide = part.guide
    var content = section(part.section, of: index, items: part.items, in: plan)
    if part.guide != nil {
      // How many there are in all stands on the section's own page: here it would change with every object that comes or goes.
      content.count = plan.listings[index].objects[part.section][part.items].count { $0 != nil }
    }
    page.sections = [content]
    page.previous = link(to: number - 1, from: part, of: index, in: plan)
    page.next = link(to: number + 1, from: part, of: index, in: plan)
  }

  private func title(of entry: DocumentPlan.Entry, in plan: DocumentPlan) -> String {
    switch entry {
    case .home(let listing): listings[listing].title ?? info.title
    case .section(let listing, let section): title(ofSection: section, of: listing, in: plan)
    case .part(let listing, let page):
      title(ofSection: plan.listings[listing].pages[page].section, of: listing, in: plan)
    case .object(let object): plan.objects[object].title
    case .redirect(let redirect): title(of: plan.former.redirects[redirect].to, in: plan)
    case .gone(let gone): plan.former.gone[gone].title
    }
  }

  private func title(ofSection section: Int, of listing: Int, in plan: DocumentPlan) -> String {
    plan.listings[listing].sections[section].title ?? listings[listing].title ?? info.title
  }

  // MARK: - Links

  /// The way from the home page to a listing, which is not in it, or to a section of it, which is.
  private func breadcrumbs(to listing: Int, section: Int?, in plan: DocumentPlan) -> [Page.Link] {
    let home = breadcrumbs(to: listing, in: plan)
    guard let section else { return home }
    let path = plan.listings[listing].sections[section].path
    return home + [Page.Link(title: title(ofSection: section, of: listing, in: plan), path: path)]
  }

  /// The way from the home page to what is in a listing.
  private func breadcrumbs(to listing: Int, in plan: DocumentPlan) -> [Page.Link] {
    let home = Page.Link(title: info.title, path: plan.listings[0].home)
    if listing == 0 { return [home] }
    return [home, Page.Link(title: listings[listing].title ?? info.title, path: plan.listings[listing].home)]
  }

  private func link(to object: Int, in plan: DocumentPlan) -> Page.Link? {
    guard plan.objects.indices.contains(object) else { return nil }
    return Page.Link(title: plan.objects[object].title, path: plan.addresses[object])
  }

  /// A link from a page of a listing's sections to the one before it or after it.
  private func link(
    to number: Int, from part: ListingPlan.Part, of listing: Int, in plan: DocumentPlan
  ) -> Page.Link? {
    let pages = plan.listings[listing].pages
    guard pages.indices.contains(number) else { return nil }
    let other = pages[number]
    var title = title(ofSection: other.section, of: listing, in: plan)
    if let position = other.position, position.number > 1 { title = Wording.title(title, position) }
    if let guide = other.guide, other.section == part.section {
      title = other.items.lowerBound < part.items.lowerBound ? Wording.end(of: guide) : Wording.beginning(of: guide)
    }
    return Page.Link(title: title, path: other.path)
  }

  // MARK: - Cells

  private func section(_ section: Int, of index: Int, items: Range<Int>, in plan: DocumentPlan) -> Page.Section {
    let content = plan.listings[index].sections[section]
    return Page.Section(
      title: content.title, path: content.path, count: content.objectCount,
      cells: items.map { item in
        let object = plan.listings[index].objects[section][item].map { Int($0) }
        return listings[index].display.reading(ItemPath(section: section, item: item)) {
          cell($0, showing: object, in: plan)
        }
      },
      hasMore: items.count < listings[index].cells.numberOfItems(inSection: section))
  }

  /// What a cell shows, as a value.
  private func cell(_ cell: DocumentCell, showing object: Int?, in plan: DocumentPlan) -> Page.Cell {
    Page.Cell(
      identifier: cell.identifier, title: cell.title, path: cell.target.flatMap { plan.address(of: $0, guess: object) },
      accent: cell.accent, body: cell.body)
  }
}
