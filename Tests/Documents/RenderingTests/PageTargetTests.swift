import Cells
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Testing

/// Links in cells are to the addresses of pages, and text if there is no page.
@Suite struct PageTargetTests {
  private let works = ArraySource([Thing(collection: "works", title: "Newton", note: "Blake")], name: "Works")
  private let artists = ArraySource([Thing(collection: "artists", title: "Blake")], name: "Artists")

  private static func artist(of work: Thing) -> ObjectID { ObjectID(collection: "artists", key: work.note) }

  private var document: Document<Thing> {
    document { thing in
      [
        .paragraph([
          "by ", .link(to: .object(Self.artist(of: thing)), ["him"]), " and ",
          .link(to: .section(thing.note, inFolders: ["by-artist"]), ["more"]), ", ",
          .link(toTitleOf: .object(Self.artist(of: thing)), or: "[nobody]"), ", ",
          .link(to: .object(ObjectID(collection: "artists", key: "another")), ["not declared"]),
        ])
      ]
    }
  }

  private func document(_ body: @escaping (Thing) -> CellBody) -> Document<Thing> {
    func cells(of source: any DataSource<Thing>) -> CellSource<Thing, DocumentCell> {
      let cells = CellSource<Thing, DocumentCell>(source) { _ in "thing" }
      cells.register("thing", following: Fingerprint("")) { thing in
        CellContent(title: thing.title, body: body(thing))
      }
      return cells
    }
    let byArtist = works.applying(.group { (thing: Thing) in thing.note })
    let cards = cells(of: works)
    return Document(
      CatalogInfo(title: "Museum"),
      collections: [
        DocumentCollection(
          Listing(cards), articles: cells(of: works),
          indexes: [Listing(cells(of: byArtist), folder: "by-artist", title: "By artist")],
          links: { [.object(Self.artist(of: $0)), .section($0.note, inFolders: ["by-artist"])] }),
        DocumentCollection(
          Listing(cells(of: artists), folder: "artists", title: "Artists"), articles: cells(of: artists)),
      ])
  }

  private func text(_ address: String, of document: Document<Thing>, as renderer: some PageRenderer) throws -> String {
    let page = try #require(document.pages.first { $0.path.address == address })
    return String(decoding: try renderer.render(page), as: UTF8.self)
  }

  @Test func `a link is to the page in every format`() throws {
    let document = document
    let html = try text("works/newton", of: document, as: HTMLRenderer())
    #expect(
      html.contains(
        "by <a href=\"../artists/blake.html\">him</a> and <a href=\"../by-artist/blake/index.html\">more</a>, "
          + "<a href=\"../artists/blake.html\">Blake</a>, not declared"))
    let card = try text("works/index", of: document, as: MarkupRenderer.markdown)
    #expect(card.contains("[him](../artists/blake.md) and [more](../by-artist/blake/index.md)"))
    #expect(
      try text("works/newton", of: document, as: MarkupRenderer.latex()).contains("\\href{../artists/blake.pdf}{him}"))
  }

  /// HTML resolves links while writing, other formats before.
  @Test func `a link in any block is the same in HTML as an address or a text`() throws {
    func body(_ there: Inline, _ gone: [Inline]) -> CellBody {
      let inlines = gone + [" by ", .emphasis([there] + gone), .lineBreak] + gone + [.softBreak, there] + gone
      return [
        .paragraph(inlines), .heading(level: 1, inlines), .paragraph(gone), .quote([.paragraph(inlines)]),
        .list(Block.List(items: [[.paragraph(inlines), .list(Block.List(items: [[.paragraph(inlines)]]))]])),
        .properties([Block.Property(label: inlines, value: inlines), Block.Property(label: ["a"], value: gone)]),
        .table(Block.Table(header: [inlines, gone], rows: [[gone, inlines], [["a"], ["b"]]])),
        .paragraph([.link(destination: "https://e.org", title: "", [there]), .image(source: "a.png", title: "", gone)]),
      ]
    }
    let there = Inline.link(to: .object(ObjectID(collection: "artists", key: "Blake")), ["him"])
    let gone = Inline.link(to: .object(ObjectID(collection: "artists", key: "another")), [" gone "])
    let address = Inline.link(destination: "artists/blake.html", title: "", ["him"])
    for page in ["works/newton", "works/index", "by-artist/blake/index"] {
      let resolved = try text(page, of: document { _ in body(address, [" gone "]) }, as: HTMLRenderer())
      #expect(try text(page, of: document { _ in body(there, [gone]) }, as: HTMLRenderer()) == resolved)
      #expect(resolved.contains("artists/blake.html\">him</a>"))
    }
  }

  @Test func `a link to a missing page is text`() throws {
    let document = document
    artists.remove(at: 0)
    let page = try text("works/newton", of: document, as: MarkupRenderer.markdown)
    #expect(page.contains("by him and [more](../by-artist/blake/index.md), \\[nobody\\], not declared"))
  }

  @Test func `pages are updated with the objects that they link to`() {
    let document = document
    var changes: [DocumentChanges] = []
    document.addObserver(works) { changes.append($1) }
    func updated() -> [String] {
      defer { changes = [] }
      return changes.flatMap(\.updated).map(\.address).filter { $0.hasPrefix("works/") }.sorted()
    }
    artists.append(Thing(collection: "artists", title: "Turner"))
    #expect(updated() == [])
    artists.remove(at: 0)
    #expect(updated() == ["works/index", "works/newton"])
    artists.append(Thing(collection: "artists", title: "Blake"))
    #expect(updated() == ["works/index", "works/newton"])
    works.update(Thing(collection: "works", title: "Newton", note: "Turner"), at: 0)
    #expect(updated() == ["works/index", "works/newton"])
    artists.remove(at: 1)
    #expect(updated() == [])
  }
}
