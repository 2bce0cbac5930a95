import DocumentModel

extension Page {
  /// Returns the page as one document, for formats without page templates: breadcrumbs, titles, lists and other links
  /// are included as blocks.
  ///
  /// - Parameter linkExtension: The extension of the files that links between pages lead to.
  func blocks(linkingTo linkExtension: String) -> [Block] {
    PageDocument(linkExtension: linkExtension).blocks(of: self)
  }
}

private struct PageDocument {
  let linkExtension: String

  func blocks(of page: Page) -> [Block] {
    var blocks: [Block] = []
    if !page.breadcrumbs.isEmpty {
      let links = page.breadcrumbs.map { [inline($0, from: page)] } + [[.text(page.title)]]
      blocks.append(.paragraph(Array(links.joined(separator: [.text(" › ")]))))
    }
    blocks.append(.heading(level: 1, [.text(page.title)]))
    blocks += placed(page.introduction, on: page, headingLevel: 1)
    if let position = page.position {
      blocks.append(.paragraph([.text(PageStrings.position(position, page.catalog.numberStyle))]))
    }
    if let guide = page.guide { blocks.append(.paragraph([.text(PageStrings.guide(guide))])) }
    if let destination = page.destination {
      blocks.append(.paragraph([.text(PageStrings.moved), inline(destination, from: page)]))
    }
    blocks += links(page.indexes, on: page)
    blocks += links(page.parts.map { Page.Link(title: PageStrings.guide($0.guide), path: $0.path) }, on: page)
    blocks += list(
      page.terms.map { term in
        [
          inline(Page.Link(title: term.title, path: term.path), from: page),
          .text(" (\(page.catalog.numberStyle.text(term.count)))"),
        ]
      })
    for section in page.sections { blocks += self.blocks(of: section, on: page) }
    if let article = page.article { blocks += placed(article.blocks, on: page, headingLevel: 1) }
    let neighbours: [[Inline]] = [
      page.previous.map { [.text("← "), inline($0, from: page)] },
      page.next.map { [inline($0, from: page), .text(" →")] },
    ].compactMap(\.self)
    if let position = page.position, position.count > 2 {
      let pages = position.links.map { number -> [Inline] in
        let title = page.catalog.numberStyle.text(number)
        if number == position.number { return [.strong([.text(title)])] }
        let path = PagePath(page.path.folders, PagePath.name(ofPage: number))
        return [inline(Page.Link(title: title, path: path), from: page)]
      }
      blocks.append(.paragraph(Array(pages.joined(separator: [.text(" ")]))))
    }
    if !neighbours.isEmpty {
      blocks += [.thematicBreak, .paragraph(Array(neighbours.joined(separator: [.text(" · ")])))]
    }
    return blocks
  }

  private func blocks(of section: Page.Section, on page: Page) -> [Block] {
    let isPreview = page.kind == .index
    var blocks: [Block] = []
    if isPreview, let title = section.title {
      // A section without its own pages is shown only on this page, and needs no link.
      let link = inline(Page.Link(title: title, path: section.path), from: page)
      blocks.append(.heading(level: 2, [section.path == page.path ? .text(title) : link]))
    }
    if !section.totals.isEmpty { blocks += placed([.properties(section.totals)], on: page, headingLevel: 1) }
    let level = isPreview ? 3 : 2
    func title(of cell: Page.Cell) -> [Inline] {
      if cell.title.isEmpty { return [] }
      return [cell.path.map { inline(Page.Link(title: cell.title, path: $0), from: page) } ?? .text(cell.title)]
    }
    func body(of cell: Page.Cell) -> [Block] { placed(cell.blocks, on: page, headingLevel: level) }
    switch section.view {
    case .list: blocks.append(.list(section.list(title: title, body: body)))
    case .table: blocks.append(.table(section.table(title: title, body: body)))
    default:
      // Other views arrange whole cells, which only a style sheet can do.
      for cell in section.cells {
        let title = title(of: cell)
        if !title.isEmpty { blocks.append(.heading(level: level, title)) }
        blocks += body(of: cell)
      }
    }
    if isPreview, section.hasMore {
      let all = Page.Link(title: PageStrings.all(of: section, page.catalog.numberStyle), path: section.path)
      blocks.append(.paragraph([inline(all, from: page)]))
    }
    return blocks
  }

  /// Returns blocks for a page. Their links to pages lead to the files of this format.
  private func placed(_ blocks: [Block], on page: Page, headingLevel: Int) -> [Block] {
    blocks.placed(on: page.path, headingLevel: headingLevel) {
      $0.text(withEnding: linkExtension, besides: page.catalog.copiedPages)
    }
  }

  private func links(_ links: [Page.Link], on page: Page) -> [Block] { list(links.map { [inline($0, from: page)] }) }

  /// Returns a list with one line for each item, or an empty array if there are no items.
  private func list(_ items: [[Inline]]) -> [Block] {
    items.isEmpty ? [] : [.list(Block.List(items: items.map { [.paragraph($0)] }))]
  }

  private func inline(_ link: Page.Link, from page: Page) -> Inline {
    .link(destination: page.path.reference(to: link.path, linkExtension), title: "", [.text(link.title)])
  }
}

extension [Block] {
  /// Returns the blocks as a page shows them. Their headings are shifted below the heading above them, and their
  /// references, which are relative to the catalog's root, are rewritten to start from the page.
  ///
  /// - Parameter link: Converts a relative link before it is rewritten; `nil` if links need no conversion.
  func placed(on path: PagePath, headingLevel: Int, link: ((CatalogReference) -> String)? = nil) -> [Block] {
    let blocks = shiftingHeadings(by: headingLevel)
    let root = path.rootReference
    guard !root.isEmpty || link != nil, blocks.containsDestination(where: Destination.isRelative) else { return blocks }
    return blocks.mapDestinations {
      Destination.isRelative($0) ? root + (link?(CatalogReference($0)) ?? $0) : $0
    } ofImages: {
      Destination.isRelative($0) ? root + $0 : $0
    }
  }
}
