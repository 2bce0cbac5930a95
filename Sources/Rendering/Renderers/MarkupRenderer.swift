public import Diagnostics
package import DocumentModel
public import Fingerprints

/// Renders a page as one document of blocks, for the formats that libcmark writes by itself.
public struct MarkupRenderer: PageRenderer {
  /// The markup that is written.
  package let markup: MarkupFormat
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?
  /// The ending of the files.
  let fileExtension: String
  /// The ending of the files that links lead to.
  let linkExtension: String
  /// What stands around a document.
  private let frame: FileFrame

  /// The name of the format.
  public var format: String { markup.rawValue }

  /// Pages of CommonMark.
  public static let markdown = MarkupRenderer(.markdown, fileExtension: "md")

  /// Pages of the XML of CommonMark.
  public static let xml = MarkupRenderer(.xml, fileExtension: "xml")

  /// Documents of LaTeX. Links in them lead to the PDF files that are made of the pages.
  ///
  /// - Parameters:
  ///   - documentClass: The document class, as `\documentclass` takes it: `book`, or `[a4paper]{book}` with options.
  ///   - packages: Packages that are used besides those that the document needs, each as `\usepackage` takes it: `geometry`, or
  ///     `[margin=2cm]{geometry}` with options.
  /// - Throws: ``Diagnostics/DiagnosticsError`` for each of them that is not written so.
  public static func latex(
    documentClass: String = "article", packages: [String] = []
  ) throws(DiagnosticsError) -> MarkupRenderer {
    try checkLatex("class", [documentClass])
    try checkLatex("package", packages)
    let frame = FileFrame(latexClass: documentClass, latexPackages: packages)
    return MarkupRenderer(.latex, fileExtension: "tex", linkExtension: "pdf", frame: frame)
  }

  /// Manual pages.
  ///
  /// - Parameter section: The section of the manual, which is also the ending of the files: a digit, and maybe letters and digits.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if it is anything else.
  public static func man(section: String = "7") throws(DiagnosticsError) -> MarkupRenderer {
    try checkManual(section: section)
    return MarkupRenderer(.man, fileExtension: section, frame: FileFrame(manualSection: section))
  }

  private init(
    _ markup: MarkupFormat, fileExtension: String, linkExtension: String? = nil, frame: FileFrame = FileFrame()
  ) {
    self.markup = markup
    self.fileExtension = fileExtension
    self.linkExtension = linkExtension ?? fileExtension
    self.frame = frame
    var parts = Fingerprinter()
    parts.combine(markup.rawValue)
    parts.combine(frame.latexClass)
    parts.combine(frame.latexPackages) { $0.combine($1) }
    parts.combine(frame.manualSection)
    fingerprint = parts.finish()
  }

  /// The place of a page.
  public func file(of path: PagePath) -> String { path.file(fileExtension) }

  /// The page as one document.
  public func render(_ page: Page) -> Artifact {
    let bytes = blocks(of: page).file(markup, title: page.title, collection: page.catalog.title, in: frame)
    return Artifact(path: file(of: page.path), bytes: bytes)
  }

  // MARK: - The page as blocks

  private func blocks(of page: Page) -> [Block] {
    var blocks: [Block] = []
    if !page.breadcrumbs.isEmpty {
      let links = page.breadcrumbs.map { [inline($0, from: page)] } + [[.text(page.title)]]
      blocks.append(.paragraph(Array(links.joined(separator: [.text(" › ")]))))
    }
    blocks.append(.heading(level: 1, [.text(page.title)]))
    blocks += placed(page.introduction, on: page, headingLevel: 1)
    if let position = page.position { blocks.append(.paragraph([.text(Wording.position(position))])) }
    if let guide = page.guide { blocks.append(.paragraph([.text(Wording.guide(guide))])) }
    if let destination = page.destination {
      blocks.append(.paragraph([.text(Wording.moved), inline(destination, from: page)]))
    }
    blocks += links(page.indexes, on: page)
    blocks += links(page.parts.map { Page.Link(title: Wording.guide($0.guide), path: $0.path) }, on: page)
    blocks += list(
      page.terms.map { term in
        [inline(Page.Link(title: term.title, path: term.path), from: page), .text(" (\(term.count))")]
      })
    for section in page.sections { blocks += self.blocks(of: section, on: page) }
    if let article = page.article { blocks += placed(article.body.blocks, on: page, headingLevel: 1) }
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
      blocks += placed(cell.body.blocks, on: page, headingLevel: level)
    }
    if isPreview, section.hasMore {
      let all = Page.Link(title: Wording.all(of: section), path: section.path)
      blocks.append(.paragraph([inline(all, from: page)]))
    }
    return blocks
  }

  /// Blocks as they stand on a page; links to pages lead to those of this format.
  private func placed(_ blocks: [Block], on page: Page, headingLevel: Int) -> [Block] {
    blocks.placed(on: page.path, headingLevel: headingLevel) {
      $0.text(withEnding: linkExtension, besides: page.catalog.copiedPages)
    }
  }

  private func links(_ links: [Page.Link], on page: Page) -> [Block] { list(links.map { [inline($0, from: page)] }) }

  /// A list with a line for each item; empty without any.
  private func list(_ items: [[Inline]]) -> [Block] {
    items.isEmpty ? [] : [.list(Block.List(items: items.map { [.paragraph($0)] }))]
  }

  private func inline(_ link: Page.Link, from page: Page) -> Inline {
    .link(
      destination: page.path.reference(to: link.path, linkExtension), title: "", [.text(link.title)])
  }
}

/// What may be written around a document as it is: options come from whoever makes a catalog, and a slip in one is better found here than
/// by LaTeX or man.
extension MarkupRenderer {
  /// Checks classes or packages of LaTeX: names, maybe in braces after options in brackets.
  ///
  /// - Throws: Every one that is written in another way.
  static func checkLatex(_ kind: String, _ names: [String]) throws(DiagnosticsError) {
    let diagnostics = names.filter { $0.wholeMatch(of: /(\[[^\\{}\[\]%]*\]\{[A-Za-z0-9-]+\})|([A-Za-z0-9-]+)/) == nil }
      .map {
        Diagnostic(
          code: "latex/option", "“\($0)” is not a \(kind) of LaTeX", hint: "Write its name, or [options]{name}.")
      }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
  }

  /// Checks the section of a manual page: a digit, and maybe letters and digits, which ends its file's name.
  static func checkManual(section: String) throws(DiagnosticsError) {
    guard section.wholeMatch(of: /[0-9][a-z0-9]*/) == nil else { return }
    throw DiagnosticsError(
      Diagnostic(
        code: "man/option", "“\(section)” is not a section of the manual", hint: "Write a digit, such as 7."))
  }
}

extension [Block] {
  /// The blocks as they stand on a page, where their headings are relative to a heading, and their references to the catalog's root.
  ///
  /// - Parameters:
  ///   - path: The page, which relative references are made to start from.
  ///   - headingLevel: The level of the heading that the blocks stand under.
  ///   - link: What becomes of a relative link before that.
  func placed(
    on path: PagePath, headingLevel: Int, link: ((CatalogReference) -> String)? = nil
  ) -> [Block] {
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
