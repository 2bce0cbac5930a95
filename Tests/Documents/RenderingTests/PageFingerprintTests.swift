import Cells
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import TestKit
import Testing

@Suite struct PageFingerprintTests {
  private let page: Page

  init() throws {
    page = try #require(
      document([("A", [Thing(title: "T1"), Thing(title: "T2"), Thing(title: "T3")])], body: [.paragraph(["x"])])
        .pages.first { $0.title == "T2" })
  }

  /// A page with a value for every property, taken from several pages: no page of a document has them all.
  private var full: Page {
    let things = ArraySource((0..<40).map { Thing(title: "T\($0)", note: "n\($0)") }, name: "All")
    let pages = [PageLayout.Pagination.numbered, .stable].flatMap { pagination in
      let cells = CellSource<Thing, DocumentCell>(things) { _ in "thing" }
      cells.register("thing", following: Fingerprint("")) { CellContent(title: $0.title, accent: Accent("#123456")) }
      let layout = PageLayout(pageSize: 8, pagination: pagination)
      return Array(
        Document(
          CatalogInfo(title: "Things"),
          collections: [
            DocumentCollection(
              Listing(cells, layout: layout), articles: cells,
              indexes: [Listing(cells, folder: "again", title: "Again", layout: layout)],
              links: { [.object($0.objectID)] })
          ], formerKeys: { ["was \($0.note)"] }
        ).pages)
    }
    func first<Value>(_ value: (Page) -> Value?) -> Value? { pages.lazy.compactMap(value).first }
    var page = page
    page.catalog.feed = .init(title: "Feed", path: "feed.xml")
    page.catalog.json = .init(title: "JSON", path: "catalog.json")
    page.catalog.copiedPages = ["a.html"]
    page.position = first(\.position)
    page.guide = first(\.guide)
    page.parts = first { $0.parts.isEmpty ? nil : $0.parts } ?? []
    page.indexes = first { $0.indexes.isEmpty ? nil : $0.indexes } ?? []
    page.destination = first(\.destination)
    page.introduction = [.thematicBreak]
    page.sections = first { $0.sections.first?.cells.isEmpty ?? true ? nil : $0.sections } ?? []
    page.sections[0].titleLabel = "Thing"
    page.terms = first { $0.terms.isEmpty ? nil : $0.terms } ?? []
    page.entryCount = first(\.entryCount)
    page.sectionCount = first(\.sectionCount)
    page.article = first(\.article)
    return page
  }

  /// A change for each stored property of a page. If a page has several values of a kind, one is changed, and blocks in
  /// `everyBlockChangesTheFingerprint`.
  private static let changes: [String: @Sendable (inout Page) -> Void] = [
    "kind": { $0.kind = .section }, "title": { $0.title += "!" },
    "path.folders": { $0.path = PagePath("other/t2") ?? .home },
    "path.name": { $0.path = PagePath("things/other") ?? .home },
    "path.root": { page in
      // Only the page for missing ones has one.
      page.path = RenderingTests.document(["T"]).notFoundPage(root: "/\(page.title)/").path
    },
    "catalog.title": { $0.catalog.title += "!" }, "catalog.language": { $0.catalog.language = "de" },
    "catalog.feed.title": { $0.catalog.feed?.title += "!" }, "catalog.feed.path": { $0.catalog.feed?.path += "!" },
    "catalog.json.title": { $0.catalog.json?.title += "!" }, "catalog.json.path": { $0.catalog.json?.path += "!" },
    "catalog.copiedPages": { $0.catalog.copiedPages.insert("b.html") },
    "breadcrumbs.title": { $0.breadcrumbs[0].title += "!" },
    "breadcrumbs.path": { $0.breadcrumbs[0].path = PagePath("x/y") ?? .home },
    "previous.title": { $0.previous?.title += "!" }, "previous.path": { $0.previous?.path = .home },
    "next.title": { $0.next?.title += "!" }, "next.path": { $0.next?.path = .home },
    "position.number": { $0.position?.number += 1 }, "position.count": { $0.position?.count += 1 },
    "guide.first": { $0.guide?.first += "!" }, "guide.last": { $0.guide?.last += "!" },
    "parts.guide.first": { $0.parts[0].guide.first += "!" }, "parts.guide.last": { $0.parts[0].guide.last += "!" },
    "parts.path": { $0.parts[0].path = .home },
    "indexes.title": { $0.indexes[0].title += "!" }, "indexes.path": { $0.indexes[0].path = .home },
    "destination.title": { $0.destination?.title += "!" }, "destination.path": { $0.destination?.path = .home },
    "introduction": { $0.introduction.removeLast() },
    "sections.title": { $0.sections[0].title = nil }, "sections.path": { $0.sections[0].path = .home },
    "sections.count": { $0.sections[0].count += 1 }, "sections.hasMore": { $0.sections[0].hasMore.toggle() },
    "sections.view": { $0.sections[0].view = .table }, "sections.titleLabel": { $0.sections[0].titleLabel = "Work" },
    "sections.cells.identifier": { $0.sections[0].cells[0].identifier = "other" },
    "sections.cells.title": { $0.sections[0].cells[0].title += "!" },
    "sections.cells.path": { $0.sections[0].cells[0].path = nil },
    "sections.cells.accent": { $0.sections[0].cells[0].accent = Accent("#654321") },
    "sections.cells.content": { page in
      // It has the same links, and another body.
      let references = page.sections[0].cells[0].references
      page.sections[0].cells[0].body = [.thematicBreak]
      page.sections[0].cells[0].references = references
    },
    "sections.cells.references.destination": { $0.sections[0].cells[0].references[0].destination += "!" },
    "sections.cells.references.link.title": { $0.sections[0].cells[0].references[0].link.title += "!" },
    "sections.cells.references.link.path": { $0.sections[0].cells[0].references[0].link.path = .home },
    "article.references.destination": { $0.article?.references[0].destination += "!" },
    "article.references.link.title": { $0.article?.references[0].link.title += "!" },
    "article.references.link.path": { $0.article?.references[0].link.path = .home },
    "terms.title": { $0.terms[0].title += "!" }, "terms.path": { $0.terms[0].path = .home },
    "terms.count": { $0.terms[0].count += 1 },
    "entryCount": { $0.entryCount = nil }, "sectionCount": { $0.sectionCount = nil },
    "article.identifier": { $0.article?.identifier = "other" }, "article.title": { $0.article?.title += "!" },
    "article.path": { $0.article?.path = .home }, "article.accent": { $0.article?.accent = nil },
    "article.content": { page in
      let references = page.article?.references ?? []
      page.article?.body = [.thematicBreak]
      page.article?.references = references
    },
  ]

  @Test func everyStoredPropertyChangesTheFingerprint() throws {
    let page = full
    var properties = storedProperties(
      of: page, leaves: [CellIdentifier.self, Accent.self, CellBody.self, Block.self, Fingerprint.self])
    // Of an address within a page both parts are changed, and the root, which no address has, with that of the page.
    properties = Set(
      properties.map { property in
        for part in [".folders", ".name", ".root"] where property.hasSuffix("path" + part) && property != "path" + part
        {
          return String(property.dropLast(part.count))
        }
        return property
      })
    properties.insert("path.root")
    // Values stored with a cell depend on it.
    properties.remove("sections.cells.cachedHTML.store.last")
    #expect(properties == Set(Self.changes.keys), "a property of Page that has no change here, or one that is no more")
    for (name, change) in Self.changes {
      var other = page
      change(&other)
      #expect(other.fingerprint != page.fingerprint, "\(name)")
    }
  }

  @Test func additionsAndRemovalsChangeTheFingerprint() throws {
    let listing = try #require(document(["T1", "T2"]).pages.first { $0.kind == .section })
    var pages = [page, listing]
    func change(_ page: Page, _ edit: (inout Page) -> Void) {
      var page = page
      edit(&page)
      pages.append(page)
    }
    change(page) { $0.breadcrumbs.removeLast() }
    change(page) { $0.previous = nil }
    change(page) { $0.next = nil }
    change(page) { ($0.previous, $0.next) = ($0.next, $0.previous) }
    change(page) { $0.article = nil }
    change(listing) { $0.sections[0].title = nil }
    change(listing) { $0.sections[0].title = "" }
    change(listing) { $0.sections[0].cells.removeLast() }
    change(listing) { $0.sections[0].cells.reverse() }
    change(listing) { $0.sections = [] }
    change(listing) { $0.entryCount = 0 }
    change(listing) { $0.entryCount = 2 }
    #expect(Set(pages.map(\.fingerprint)).count == pages.count)
  }

  /// Every text and number within blocks is part of the fingerprint: each is changed separately.
  @Test func everyBlockChangesTheFingerprint() {
    var fingerprints: Set<Fingerprint> = []
    func add(_ blocks: [Block]) {
      var page = page
      page.introduction = blocks
      fingerprints.insert(page.fingerprint)
    }
    let variants: [[Block]] = [
      [.paragraph([.text("a")])], [.paragraph([.text("b")])], [.paragraph([.code("a")])], [.paragraph([.softBreak])],
      [.paragraph([.lineBreak])], [.paragraph([.emphasis([.text("a")])])], [.paragraph([.emphasis([.text("b")])])],
      [.paragraph([.strong([.text("a")])])], [.paragraph([.strong([])])],
      [.paragraph([.link(destination: "a", title: "", [])])], [.paragraph([.link(destination: "", title: "a", [])])],
      [.paragraph([.link(destination: "", title: "", [.text("a")])])],
      [.paragraph([.image(source: "a", title: "", [])])], [.paragraph([.image(source: "", title: "a", [])])],
      [.paragraph([.image(source: "", title: "", [.text("a")])])],
      [.heading(level: 1, [.text("a")])], [.heading(level: 2, [.text("a")])], [.heading(level: 1, [.text("b")])],
      [.quote([])], [.quote([.thematicBreak])], [.thematicBreak], [.code("a", info: "")], [.code("", info: "a")],
      [.list(Block.List(items: [[]]))], [.list(Block.List(items: [[], []]))],
      [.list(Block.List(items: [[.thematicBreak]]))],
      [.list(Block.List(.bullet, isTight: false, items: [[]]))],
      [.list(Block.List(.ordered(start: 1, delimiter: .period), items: [[]]))],
      [.list(Block.List(.ordered(start: 2, delimiter: .period), items: [[]]))],
      [.list(Block.List(.ordered(start: 1, delimiter: .parenthesis), items: [[]]))],
      [.properties([Block.Property(label: [.text("a")], value: [])])],
      [.properties([Block.Property(label: [], value: [.text("a")])])],
      [.table(Block.Table(header: [[.text("a")]], rows: [], alignments: [.left]))],
      [.table(Block.Table(header: [[.text("b")]], rows: [], alignments: [.left]))],
      [.table(Block.Table(header: [[.text("a")]], rows: [], alignments: [.center]))],
      [.table(Block.Table(header: [[.text("a")]], rows: [], alignments: [.right]))],
      [.table(Block.Table(header: [[.text("a")]], rows: [[[.text("c")]]], alignments: [.left]))],
      [.table(Block.Table(header: [[.text("a")]], rows: [[[.text("d")]]], alignments: [.left]))],
      [.table(Block.Table(header: [[.text("a")]], rows: [[[.text("d")]]], alignments: [.left], namesRows: true))],
    ]
    for variant in variants { add(variant) }
    #expect(fingerprints.count == variants.count)
  }

  @Test func fingerprintsAreTheSameInEveryProcess() throws {
    #expect(page.fingerprint.description == "98500517ed3f02812d9b85e88db2850b")
  }

  @Test func renderersDifferByTheirSettings() throws {
    let html = try HTMLRenderer()
    let renderers: [any PageRenderer] = [
      html, MarkupRenderer.markdown, MarkupRenderer.xml, try MarkupRenderer.latex(),
      try MarkupRenderer.latex(documentClass: "book"), try MarkupRenderer.latex(packages: ["geometry"]),
      try MarkupRenderer.man(), try MarkupRenderer.man(section: "1"),
    ]
    #expect(Set(renderers.map(\.fingerprint)).count == renderers.count)
    #expect(try HTMLRenderer().fingerprint == html.fingerprint)
  }
}
