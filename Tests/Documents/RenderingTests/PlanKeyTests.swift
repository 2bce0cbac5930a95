import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import TestKit
import Testing

/// The inputs of a page are known before it is created.
@Suite struct PlanKeyTests {
  private let layouts = [
    PageLayout(pageSize: 3, previewSize: 2), PageLayout(pageSize: 3, previewSize: 2, pagination: .stable),
  ]

  private func document(
    _ source: any DataSource<Thing>, layout: PageLayout, version: String = "",
    history: AddressHistory = AddressHistory()
  ) -> Document<Thing> {
    let cells = ["card", "article"].map { kind in
      let cells = CellSource<Thing, DocumentCell>(source) { _ in CellIdentifier(rawValue: kind) }
      cells.register(CellIdentifier(rawValue: kind), following: Fingerprint(version)) { thing in
        CellContent(title: thing.title, body: [.paragraph([.text(thing.note + version)])])
      }
      return cells
    }
    let reversed = cells[0].applying(Mappings.Reverse<DocumentCell>(reversesSections: true))
    return Document(
      CatalogInfo(title: "Things"),
      collections: [
        DocumentCollection(
          Listing(cells[0], layout: layout), articles: cells[1],
          indexes: [Listing(reversed, folder: "reversed", title: "Reversed", layout: layout)])
      ],
      formerKeys: { $0.note.isEmpty ? [] : ["was \($0.note)"] }, history: history)
  }

  /// Random histories: pages with the same plan key are the same page.
  @Test(arguments: Seeds.fixed(2, fresh: 1)) func pagesWithTheSamePlanKeyAreTheSame(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let layout = layouts[Int(seed % 2)]
    let source = SectionedArraySource<Thing>([])
    let history = self.history(&random)
    let document = document(source, layout: layout, history: history)
    var before = state(document)
    var same = 0
    for step in 0..<40 {
      source.transaction { edit(source, step, &random) }
      let after = state(document)
      for (path, new) in after {
        guard let old = before[path], let planKey = new.planKey, planKey == old.planKey else {
          continue
        }
        same += 1
        let isSame = new.page == old.page
        #expect(isSame, "seed \(seed), step \(step), \(path.file("html"))")
      }
      // The plan of a live document is that of a new one.
      let fresh = state(self.document(source, layout: layout, history: history))
      #expect(fresh.mapValues(\.planKey) == after.mapValues(\.planKey), "seed \(seed), step \(step)")
      #expect(fresh.mapValues(\.page) == after.mapValues(\.page), "seed \(seed), step \(step)")
      before = after
    }
    #expect(same > 100)
  }

  /// Assigned addresses of some of the things that are added and removed.
  private func history(_ random: inout SeededGenerator) -> AddressHistory {
    let entries = (0..<40).map { number -> AddressHistory.Entry in
      let object = ObjectID(collection: "things", key: "T\(number)")
      let place = Int.random(in: 0..<40, using: &random)
      let path = ["things/t\(place)", "things/old-\(place)", "r\(place)/index"].randomElement(using: &random) ?? ""
      let destination =
        ["things/t\(number)", "things/old-\(number)", "s\(number)/index"].randomElement(using: &random) ?? ""
      func at(_ text: String) -> PagePath { PagePath(text) ?? .home }
      return switch Int.random(in: 0..<4, using: &random) {
      case 0: AddressHistory.Entry(at("things/pin-\(number)"), of: object, .page)
      case 1: AddressHistory.Entry(at("things/gone-\(place)"), of: object, .gone(reason: "sold"))
      default: AddressHistory.Entry(at(path), of: nil, .moved(to: at(destination)))
      }
    }
    return AddressHistory(entries)
  }

  private func edit(_ source: SectionedArraySource<Thing>, _ step: Int, _ random: inout SeededGenerator) {
    let sections = source.numberOfSections
    let thing = Thing(title: "T\(step)", note: Bool.random(using: &random) ? "" : "N\(step)")
    guard sections > 0, Int.random(in: 0..<8, using: &random) > 0 else {
      source.insertSection(
        SectionState("S\(step)", items: [thing]), at: Int.random(in: 0...sections, using: &random))
      return
    }
    let section = Int.random(in: 0..<sections, using: &random)
    let count = source.numberOfItems(inSection: section)
    let item = Int.random(in: 0...count, using: &random)
    let path = ItemPath(section: section, item: item)
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where item < count: source.remove(at: path)
    case 1 where item < count:
      var changed = source.item(at: path)
      changed.note += "!"
      source.update(changed, at: path)
    case 2: source.renameSection(at: section, "R\(step)")
    case 3 where count > 0 && item < count:
      source.move(from: path, to: ItemPath(section: section, item: Int.random(in: 0..<count, using: &random)))
    default: source.insert(thing, at: path)
    }
  }

  @Test func originsOfCellsArePartOfThePlanKeysOfTheirPages() {
    let source = ArraySource((0..<9).map { Thing(title: "T\($0)", note: "N") }, name: "All")
    let plain = state(document(source, layout: layouts[0]))
    let other = state(document(source, layout: layouts[0], version: "2"))
    #expect(plain.count > 9 && plain.keys == other.keys)
    for (path, page) in plain {
      let showsCells = page.page.article != nil || page.page.sections.contains { !$0.cells.isEmpty }
      #expect(page.planKey != nil && (page.planKey != other[path]?.planKey) == showsCells)
    }
  }

  /// The content of a cell is unknown before its configurator has run, and so are the results of transforms of cells.
  @Test func undeclaredCellsAreRecognized() throws {
    let source = ArraySource((0..<3).map { Thing(title: "T\($0)", note: "N") }, name: "All")
    let cells = CellSource<Thing, DocumentCell>(source) { _ in "thing" }
    cells.register("thing") { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    let declared = CellSource<Thing, DocumentCell>(source) { _ in "thing" }
    declared.register("thing", following: Fingerprint("1")) { CellContent(title: $0.title) }
    func unknown(_ listing: any DataSource<DocumentCell>, _ articles: CellSource<Thing, DocumentCell>) -> [String] {
      Document(CatalogInfo(title: "Things"), listing: listing, articles: articles).plannedPages
        .filter { $0.planKey == nil }.map(\.path.address)
    }
    let articles = (0..<3).map { "things/t\($0)" }
    #expect(unknown(declared, declared) == [])
    #expect(unknown(cells, declared) == ["index", "all/index"])
    #expect(unknown(declared, cells) == articles)
    #expect(unknown(declared.applying(Mappings.Reverse<DocumentCell>(reversesSections: false)), declared) == [])
    #expect(unknown(declared.applying(.map { (cell: DocumentCell) in cell }), declared) == ["index", "all/index"])
    declared.cellOverride = { _, _ in nil }
    #expect(unknown(declared, declared) == ["index", "all/index"] + articles)
  }

  @Test func aFormerKeyRedirectsToTheObject() throws {
    let source = ArraySource([Thing(title: "T1", note: "x"), Thing(title: "was x"), Thing(title: "T2", note: "y")])
    let redirects = document(source, layout: layouts[0]).pages.filter { $0.kind == .redirect }
    // The own address of an object takes precedence.
    #expect(redirects.map { $0.path.file("html") } == ["things/was-y.html"])
    #expect(redirects[0].destination?.path.file("html") == "things/t2.html")
  }

  @Test func anotherIndexHasItsOwnPages() throws {
    let source = SectionedArraySource([
      SectionState("A", items: (0..<4).map { Thing(title: "T\($0)") }), SectionState("B", items: [Thing(title: "Z")]),
    ])
    let pages = Array(document(source, layout: layouts[0]).pages)
    let paths = pages.map { $0.path.file("html") }
    #expect(
      paths.filter { $0.hasPrefix("reversed/") } == [
        "reversed/index.html", "reversed/b/index.html", "reversed/a/index.html", "reversed/a/page-2.html",
      ])
    #expect(pages[0].indexes.map(\.title) == ["Reversed"])
    let section = try #require(pages.first { $0.path.file("html") == "reversed/a/index.html" })
    #expect(section.breadcrumbs.map(\.title) == ["Things", "Reversed"])
    // An object's page links to the main listing.
    #expect(pages.first { $0.title == "Z" }?.breadcrumbs.map(\.title) == ["Things", "B"])
  }
}
