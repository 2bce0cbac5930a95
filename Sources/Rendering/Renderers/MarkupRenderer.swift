public import DocumentModel

/// Renders a page as one document of blocks, for the formats that libcmark writes by itself.
public struct MarkupRenderer: PageRenderer {
  /// The markup that is written.
  public let markup: MarkupFormat
  /// The ending of the files.
  let fileExtension: String
  /// The ending of the files that links lead to.
  let linkExtension: String

  /// The name of the format.
  public var format: String { markup.rawValue }

  /// Markdown, LaTeX, man and XML. Links in LaTeX lead to the PDF files that are made of the pages.
  static let all = [
    MarkupRenderer(markup: .markdown, fileExtension: "md", linkExtension: "md"),
    MarkupRenderer(markup: .latex, fileExtension: "tex", linkExtension: "pdf"),
    MarkupRenderer(markup: .man, fileExtension: "7", linkExtension: "7"),
    MarkupRenderer(markup: .xml, fileExtension: "xml", linkExtension: "xml"),
  ]

  /// The page as one document.
  public func render(_ page: Page) -> Artifact {
    let text = blocks(of: page).file(markup, title: page.title, collection: page.catalog.title)
    return Artifact(path: page.path.file(fileExtension), text: text)
  }

  // MARK: - The page as blocks

  private func blocks(of page: Page) -> [Block] {
    var blocks: [Block] = []
    if !page.breadcrumbs.isEmpty {
      let links = page.breadcrumbs.map { [inline($0, from: page)] } + [[.text(page.title)]]
      blocks.append(.paragraph(Array(links.joined(separator: [.text(" › ")]))))
    }
    blocks.append(.heading(level: 1, [.text(page.title)]))
    blocks += page.introduction.shiftingHeadings(by: 1).resolvingReferences(from: page.path)
    if let position = page.position { blocks.append(.paragraph([.text(Wording.position(position))])) }
    for section in page.sections { blocks += self.blocks(of: section, on: page) }
    if let article = page.article { blocks += article.blocks(on: page, headingLevel: 1) }
    let neighbours: [[Inline]] = [
      page.previous.map { [.text("← "), inline($0, from: page)] },
      page.next.map { [inline($0, from: page), .text(" →")] },
    ].compactMap(\.self)
    if !neighbours.isEmpty {
      blocks += [.thematicBreak, .paragraph(Array(neighbours.joined(separator: [.text(" · ")])))]
    }
    return blocks
  }

  private func blocks(of section: Page.Section, on page: Page) -> [Block] {
    let isPreview = page.kind == .index
    var blocks: [Block] = []
    if isPreview, let title = section.title {
      blocks.append(.heading(level: 2, [inline(Page.Link(title: title, path: section.path), from: page)]))
    }
    for cell in section.cells {
      let level = isPreview ? 3 : 2
      if !cell.title.isEmpty {
        let title = cell.path.map { inline(Page.Link(title: cell.title, path: $0), from: page) } ?? .text(cell.title)
        blocks.append(.heading(level: level, [title]))
      }
      blocks += cell.blocks(on: page, headingLevel: level)
    }
    if isPreview, section.hasMore {
      let all = Page.Link(title: Wording.all(of: section), path: section.path)
      blocks.append(.paragraph([inline(all, from: page)]))
    }
    return blocks
  }

  private func inline(_ link: Page.Link, from page: Page) -> Inline {
    .link(
      destination: page.path.reference(to: link.path.file(linkExtension)), title: "", [.text(link.title)])
  }
}
