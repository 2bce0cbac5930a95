import Cells
import Changesets
import DataSources

extension Document {
  /// The pages: the home page, the pages of each section, the pages of the objects. Each is made when it is asked for, which has to be
  /// before the next change of the document's sources.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var pages: some Sequence<Page> {
    let plan = plan
    return plan.pages.entries.indices.lazy.map { self.page(at: $0, of: plan) }
  }

  private func page(at index: Int, of plan: DocumentPlan) -> Page {
    let entry = plan.pages.entries[index]
    var page = Page(
      kind: .index, path: path(of: entry, in: plan), title: title(of: entry, in: plan), catalog: info, breadcrumbs: [],
      introduction: [], sections: [])
    switch entry {
    case .index:
      page.introduction = introduction
      page.sections = (0..<numberOfSections).map { section in
        self.section(
          section, items: 0..<min(layout.previewSize, cells.numberOfItems(inSection: section)), in: plan)
      }
      return page
    case .listing(let section, let position, let items):
      page.kind = .section
      page.breadcrumbs = [link(.index, in: plan)]
      if position.count > 1 { page.position = position }
      if position.number > 1 { page.breadcrumbs.append(sectionLink(section, in: plan)) }
      page.sections = [self.section(section, items: items, in: plan)]
    case .object(let object):
      page.kind = .object
      page.breadcrumbs = [link(.index, in: plan)]
      let object = plan.objects[object]
      if let section = object.section { page.breadcrumbs.append(sectionLink(section, in: plan)) }
      let cell = articles.item(at: object.path)
      page.article = self.cell(cell, in: plan)
      cell.recycle()
    }
    page.previous = neighbour(at: index - 1, of: entry, in: plan)
    page.next = neighbour(at: index + 1, of: entry, in: plan)
    return page
  }

  private func path(of entry: PagePlan.Entry, in plan: DocumentPlan) -> PagePath {
    switch entry {
    case .index: .home
    case .listing(let section, let position, _): plan.addresses.section(section, page: position.number)
    case .object(let object): plan.addresses.object(plan.objects[object].id) ?? .home
    }
  }

  private func title(of entry: PagePlan.Entry, in plan: DocumentPlan) -> String {
    switch entry {
    case .index: info.title
    case .listing(let section, _, _): cells.name(ofSection: section) ?? info.title
    case .object(let object): plan.objects[object].title
    }
  }

  private func link(_ entry: PagePlan.Entry, in plan: DocumentPlan) -> Page.Link {
    var title = title(of: entry, in: plan)
    if case .listing(_, let position, _) = entry, position.number > 1 { title = Wording.title(title, position) }
    return Page.Link(title: title, path: path(of: entry, in: plan))
  }

  private func sectionLink(_ section: Int, in plan: DocumentPlan) -> Page.Link {
    Page.Link(title: cells.name(ofSection: section) ?? info.title, path: plan.addresses.section(section))
  }

  /// The page at an index, if it is of the same kind as the one it is a neighbour of.
  private func neighbour(at index: Int, of entry: PagePlan.Entry, in plan: DocumentPlan) -> Page.Link? {
    guard plan.pages.entries.indices.contains(index) else { return nil }
    switch (entry, plan.pages.entries[index]) {
    case (.listing, .listing), (.object, .object): return link(plan.pages.entries[index], in: plan)
    default: return nil
    }
  }

  private func section(_ section: Int, items: Range<Int>, in plan: DocumentPlan) -> Page.Section {
    Page.Section(
      title: cells.name(ofSection: section), path: plan.addresses.section(section),
      count: plan.objectCounts[section],
      cells: items.map { item in
        display.reading(ItemPath(section: section, item: item)) { cell($0, in: plan) }
      },
      hasMore: items.count < cells.numberOfItems(inSection: section))
  }

  /// What a cell shows, as a value.
  private func cell(_ cell: DocumentCell, in plan: DocumentPlan) -> Page.Cell {
    Page.Cell(
      identifier: cell.identifier, title: cell.title, path: cell.target.flatMap(plan.addresses.object),
      accent: cell.accent, body: cell.body)
  }
}
