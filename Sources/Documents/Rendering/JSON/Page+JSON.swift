import Cells
import DocumentModel
package import Fingerprints
package import JSONValues

/// The options for writing pages as JSON, for the format `json` and for programs that render pages themselves.
///
/// Members without a value, and empty lists, are omitted. `docs/guide/plugin-pages.md` describes the members.
package struct PageEncoding: Hashable, Sendable {
  /// The format of bodies.
  package enum Body: String, CaseIterable, Sendable {
    case none, markdown, html, xml, tree
  }

  /// The starting point of addresses.
  package enum References: String, CaseIterable, Sendable {
    /// Addresses are relative to the page that contains them, and lead to the files of the format.
    case page
    /// Addresses are unchanged: they are relative to the root of the catalog, and lead to pages in HTML.
    case catalog
  }

  /// The format of bodies.
  package var body = Body.markdown
  /// The starting point of addresses.
  package var references = References.page
  /// Whether each cell is written with a digest of its JSON.
  package var hasDigests = false
  /// The extension of the files of the format.
  package var fileExtension: String
  /// The extension of the files that links lead to.
  package var linkExtension: String

  /// Creates an encoding for a format with a file extension. By default, links lead to files with the same extension.
  package init(fileExtension: String, linkExtension: String? = nil) {
    self.fileExtension = fileExtension
    self.linkExtension = linkExtension ?? fileExtension
  }
}

extension Page {
  /// Appends the page as a JSON object.
  ///
  /// - Parameters:
  ///   - json: The JSON that the page is appended to.
  ///   - encoding: The options.
  ///   - known: The digests of cells that the reader of the JSON has already. Of such a cell, only the digest is
  ///     written.
  /// - Returns: The digests of the page's cells; an empty set if the encoding has no digests.
  /// - Complexity: O(*n*) in the length of the page.
  @discardableResult
  package func write(
    to json: inout [UInt8], as encoding: PageEncoding, omitting known: Set<Fingerprint> = []
  ) -> Set<Fingerprint> {
    var writer = PageWriter(page: self, encoding: encoding, known: known, json: json)
    // Only the writer references the bytes while they grow.
    json = []
    writer.writePage()
    json = writer.json
    return writer.digests
  }
}

private struct PageWriter {
  let page: Page
  let encoding: PageEncoding
  let known: Set<Fingerprint>
  var json: [UInt8]
  var digests: Set<Fingerprint> = []
  var scratch: [UInt8] = []

  mutating func writePage() {
    json.append(json: "{\"id\":")
    json.append(jsonString: page.path.address)
    member("kind", page.kind.rawValue)
    member("file", page.path.file(encoding.fileExtension))
    if let root = page.path.root { member("root", root) }
    member("title", page.title)
    links("breadcrumbs", page.breadcrumbs)
    link("previous", page.previous)
    link("next", page.next)
    link("destination", page.destination)
    if let position = page.position {
      json.append(json: ",\"position\":{\"number\":\(position.number),\"count\":\(position.count)}")
    }
    if let guide = page.guide {
      json.append(json: ",\"guide\":{\"first\":")
      json.append(jsonString: guide.first)
      member("last", guide.last)
      json.append(json: "}")
    }
    list("parts", page.parts) { writer, part in
      writer.json.append(json: "{\"first\":")
      writer.json.append(jsonString: part.guide.first)
      writer.member("last", part.guide.last)
      writer.target(part.path)
      writer.json.append(json: "}")
    }
    links("indexes", page.indexes)
    list("terms", page.terms) { writer, term in
      writer.json.append(json: "{\"title\":")
      writer.json.append(jsonString: term.title)
      writer.target(term.path)
      writer.json.append(json: ",\"count\":\(term.count)}")
    }
    if !page.introduction.isEmpty { body("introduction", page.introduction) }
    list("sections", page.sections) { $0.section($1) }
    if let article = page.article {
      json.append(json: ",\"article\":")
      cell(article)
    }
    if let count = page.entryCount { json.append(json: ",\"entryCount\":\(count)") }
    if let count = page.sectionCount { json.append(json: ",\"sectionCount\":\(count)") }
    json.append(json: "}")
  }

  private mutating func section(_ section: Page.Section) {
    json.append(json: "{\"count\":\(section.count)")
    if let title = section.title { member("title", title) }
    target(section.path)
    if section.hasMore { json.append(json: ",\"hasMore\":true") }
    if section.view != .cards { member("view", section.view.rawValue) }
    if let label = section.titleLabel { member("titleLabel", label) }
    if !section.totals.isEmpty { body("totals", [.properties(section.totals)]) }
    list("cells", section.cells) { $0.cell($1) }
    json.append(json: "}")
  }

  private mutating func cell(_ cell: Page.Cell) {
    let start = json.count
    json.append(json: "{\"identifier\":")
    json.append(jsonString: cell.identifier.rawValue)
    if !cell.title.isEmpty { member("title", cell.title) }
    if let path = cell.path { target(path) }
    if let accent = cell.accent { member("accent", accent.css) }
    if encoding.body != .none {
      let blocks = cell.blocks
      if !blocks.isEmpty { body("body", blocks) }
    }
    if let fields = cell.fields {
      json.append(json: ",\"fields\":")
      fields.write(to: &json)
    }
    if encoding.hasDigests {
      // The digest is that of everything before it in the cell.
      let digest = json.withUnsafeBytes { Fingerprint(UnsafeRawBufferPointer(rebasing: $0[start...])) }
      digests.insert(digest)
      if known.contains(digest) {
        // The cell was written to know its digest, and is taken back.
        json.removeSubrange(start...)
        json.append(json: "{\"digest\":\"\(digest)\"")
      } else {
        member("digest", digest.description)
      }
    }
    json.append(json: "}")
  }

  private mutating func body(_ name: String, _ blocks: [Block]) {
    guard encoding.body != .none else { return }
    let isPlaced = encoding.references == .page
    let copied = page.catalog.copiedPages
    let blocks =
      isPlaced
      ? blocks.placed(on: page.path, headingLevel: 0) { [encoding] in
        $0.text(withEnding: encoding.linkExtension, besides: copied)
      } : blocks
    self.name(name)
    switch encoding.body {
    case .none: break
    case .markdown: json.append(jsonString: blocks.rendered(as: .markdown))
    case .html:
      // The buffer is moved out while it is used. All bodies of the page share its capacity.
      var html = scratch
      scratch = []
      html.removeAll(keepingCapacity: true)
      blocks.write(as: .html, to: &html)
      html.withUnsafeBufferPointer { json.append(jsonString: $0) }
      scratch = html
    case .xml: json.append(jsonString: blocks.rendered(as: .xml))
    case .tree: blocks.writeTree(to: &json, omitsUnsafeAddresses: isPlaced)
    }
  }

  // MARK: - Members

  /// Appends the name of a member after another member, without creating an intermediate string: pages have very many
  /// members.
  private mutating func name(_ name: String) {
    json.append(json: ",\"")
    json.append(json: name)
    json.append(json: "\":")
  }

  private mutating func member(_ name: String, _ text: String) {
    self.name(name)
    json.append(jsonString: text)
  }

  private mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (inout PageWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    self.name(name)
    json.append(json: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(json: ",") }
      write(&self, element)
    }
    json.append(json: "]")
  }

  private mutating func links(_ name: String, _ links: [Page.Link]) { list(name, links) { $0.link($1) } }

  private mutating func link(_ name: String, _ link: Page.Link?) {
    guard let link else { return }
    self.name(name)
    self.link(link)
  }

  private mutating func link(_ link: Page.Link) {
    json.append(json: "{\"title\":")
    json.append(jsonString: link.title)
    target(link.path)
    json.append(json: "}")
  }

  /// Appends the page that a link leads to, and its relative address if addresses start from the page.
  private mutating func target(_ path: PagePath) {
    member("page", path.address)
    if encoding.references == .page { member("href", page.path.reference(to: path, encoding.linkExtension)) }
  }
}

// MARK: - Reading

extension Page {
  /// Creates a page from JSON that was written with bodies as trees, and with addresses that start from the root of the
  /// catalog.
  ///
  /// The result is `nil` if the kind, the identifier or the title is missing, or if the introduction or an element of a
  /// list cannot be read.
  ///
  /// - Parameters:
  ///   - json: The page.
  ///   - catalog: The catalog that the page is part of.
  package init?(json: JSONValue, catalog: CatalogInfo) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init),
      let path = PagePath(json["id"], root: json["root"]?.string), let title = json["title"]?.string
    else { return nil }
    let sections = json.list("sections") { Section(json: $0) }
    let introduction = json["introduction"].map { [Block](json: $0) } ?? []
    guard let sections, let introduction, let breadcrumbs = json.list("breadcrumbs", Link.init),
      let parts = json.list("parts", Part.init), let indexes = json.list("indexes", Link.init),
      let terms = json.list("terms", Term.init)
    else { return nil }
    self.init(
      kind: kind, path: path, title: title, catalog: catalog, breadcrumbs: breadcrumbs,
      previous: json["previous"].flatMap(Link.init), next: json["next"].flatMap(Link.init),
      position: json["position"].flatMap(Position.init), guide: json["guide"].flatMap(GuideWords.init), parts: parts,
      indexes: indexes, destination: json["destination"].flatMap(Link.init), introduction: introduction,
      sections: sections, terms: terms, entryCount: json["entryCount"]?.integer,
      sectionCount: json["sectionCount"]?.integer, article: json["article"].flatMap(Cell.init))
  }
}

extension JSONValue {
  /// Returns the elements of a member, or an empty array if there is no such member. Returns `nil` if one of the
  /// elements cannot be read.
  fileprivate func list<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element]? {
    (self[name]?.array ?? []).readAll(read)
  }
}

extension PagePath {
  fileprivate init?(_ json: JSONValue?, root: String? = nil) {
    guard let parts = json?.string?.split(separator: "/").map(String.init), let name = parts.last else { return nil }
    self.init(Array(parts.dropLast()), name, root: root)
  }
}

extension Page.Link {
  fileprivate init?(json: JSONValue) {
    guard let title = json["title"]?.string, let path = PagePath(json["page"]) else { return nil }
    self.init(title: title, path: path)
  }
}

extension Page.Position {
  fileprivate init?(json: JSONValue) {
    guard let number = json["number"]?.integer, let count = json["count"]?.integer else { return nil }
    self.init(number: number, count: count)
  }
}

extension Page.GuideWords {
  fileprivate init?(json: JSONValue) {
    guard let first = json["first"]?.string, let last = json["last"]?.string else { return nil }
    self.init(first: first, last: last)
  }
}

extension Page.Part {
  fileprivate init?(json: JSONValue) {
    guard let guide = Page.GuideWords(json: json), let path = PagePath(json["page"]) else { return nil }
    self.init(guide: guide, path: path)
  }
}

extension Page.Term {
  fileprivate init?(json: JSONValue) {
    guard let title = json["title"]?.string, let path = PagePath(json["page"]), let count = json["count"]?.integer
    else { return nil }
    self.init(title: title, path: path, count: count)
  }
}

extension Page.Section {
  fileprivate init?(json: JSONValue) {
    guard let path = PagePath(json["page"]), let count = json["count"]?.integer,
      let cells = json.list("cells", Page.Cell.init), let totals = json["totals"].map({ [Block](json: $0) }) ?? []
    else { return nil }
    self.init(
      title: json["title"]?.string, path: path, count: count, cells: cells, hasMore: json["hasMore"]?.boolean ?? false,
      view: json["view"]?.string.flatMap(PageLayout.View.init) ?? .cards, totals: totals.properties,
      titleLabel: json["titleLabel"]?.string)
  }
}

extension Page.Cell {
  fileprivate init?(json: JSONValue) {
    guard let identifier = json["identifier"]?.string else { return nil }
    let body = json["body"].map { [Block](json: $0) } ?? []
    guard let body else { return nil }
    self.init(
      identifier: CellIdentifier(rawValue: identifier), title: json["title"]?.string ?? "",
      path: PagePath(json["page"]), accent: json["accent"]?.string.flatMap { Accent($0) }, body: CellBody(body),
      fields: json["fields"]?.object)
  }
}
