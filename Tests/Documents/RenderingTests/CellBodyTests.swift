import Cells
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Synchronization
import TestKit
import Testing

@Suite struct CellBodyTests {
  private func fingerprint(_ body: CellBody) -> Fingerprint {
    var parts = Fingerprinter()
    body.combine(into: &parts)
    return parts.finish()
  }

  @Test func aRecipeIsEvaluatedOnlyWhenItsBlocksAreRead() throws {
    let count = Mutex(0)
    let body = CellBody(fingerprint: Fingerprint("a")) {
      count.withLock { $0 += 1 }
      return [.paragraph(["a"])]
    }
    let page = page(body)
    #expect(page.fingerprint == self.page(body).fingerprint && Set([page, page]).count == 1)
    #expect(count.withLock { $0 } == 0)
    let html = String(decoding: try HTMLRenderer().render(page), as: UTF8.self)
    #expect(html.contains("<p>a</p>") && count.withLock { $0 } == 1)
  }

  @Test func recipesAreDistinguishedByTheirFingerprints() {
    let recipe = CellBody(fingerprint: Fingerprint("a")) { [.paragraph(["a"])] }
    #expect(recipe == CellBody(fingerprint: Fingerprint("a")) { [] })
    #expect(recipe != CellBody(fingerprint: Fingerprint("b")) { [.paragraph(["a"])] })
    #expect(recipe != [.paragraph(["a"])], "a recipe is not followed to compare it")
    #expect(fingerprint(recipe) != fingerprint([.paragraph(["a"])]))
  }

  @Test func differentBlocksAreDifferentBodies() {
    let inlines: [[Inline]] = [
      [], ["a"], ["ab"], ["a", "b"], [.code("a")], [.softBreak], [.lineBreak], [.emphasis(["a"])], [.strong(["a"])],
      [.emphasis([]), "a"], [.link(destination: "a", title: "", [])], [.link(destination: "", title: "a", [])],
      [.link(destination: "", title: "", ["a"])], [.image(source: "a", title: "", [])], ["e\u{301}"], ["\u{E9}"],
    ]
    let blocks: [[Block]] =
      inlines.flatMap { [[.paragraph($0)], [.heading(level: 1, $0)], [.quote([.paragraph($0)])]] }
      + [
        [], [.heading(level: 2, [])], [.thematicBreak], [.code("a", info: "")], [.code("", info: "a")],
        [.list(Block.List(items: []))], [.list(Block.List(items: [[]]))],
        [.list(Block.List(isTight: false, items: []))],
        [.list(Block.List(.ordered(start: 1), items: []))], [.list(Block.List(.ordered(start: 2), items: []))],
        [.properties([])],
        [.properties([Block.Property(label: ["a"], value: [])])],
        [.properties([Block.Property(label: [], value: ["a"])])],
        [.table(Block.Table(header: [], rows: []))], [.table(Block.Table(header: [[]], rows: []))],
        [.table(Block.Table(header: [], rows: [[]]))], [.table(Block.Table(header: [], rows: [], alignments: [.left]))],
        [.table(Block.Table(header: [], rows: [], alignments: [.right]))],
        [.table(Block.Table(header: [], rows: [], alignments: [.center]))], [.paragraph([]), .paragraph([])],
      ]
    #expect(Set(blocks.map { fingerprint(CellBody($0)) }).count == blocks.count)
    for blocks in blocks { #expect(fingerprint(CellBody(blocks)) == fingerprint(CellBody(blocks))) }
  }

  private func page(_ body: CellBody) -> Page {
    let cells = CellSource<Thing, DocumentCell>(ArraySource([Thing(title: "T")]))
    cells.register(Thing.self) { cell, thing in
      cell.target = thing.objectID
      cell.body = body
    }
    let document = Document(CatalogInfo(title: "Things"), listing: cells, articles: cells)
    return Array(document.pages)[2]
  }
}
