import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import TestKit
import Testing

/// The cost of an edit in the plan of a document: the same among a few objects and among very many.
@Suite struct LivePlanWorkTests {
  /// A catalog of things in sections, the same things by their tags, and in the order of their titles.
  ///
  /// The first thousand are the same in every catalog: they have their own sections, tags and neighbors in every order.
  /// All others share a fixed number of sections and tags.
  private final class Catalog {
    /// The cost of an edit.
    struct Cost: Equatable {
      /// The number of pages and objects that were visited.
      var work: Int
      /// The addresses of the pages that observers were notified of.
      var created: [String], updated: [String], deleted: [String]
    }

    static let sectionSize = 500

    let source: SectionedArraySource<Thing>
    let document: Document<Thing>
    private var pendingChanges = DocumentChanges()
    private var isReplanned = false

    init(count: Int) {
      func sections(_ name: String, _ range: Range<Int>, size: Int) -> [SectionState<String?, Thing>] {
        stride(from: range.lowerBound, to: range.upperBound, by: size).enumerated().map { index, start in
          let items = (start..<min(start + size, range.upperBound)).map { number in
            Thing(title: "\(name) \(number)", note: "\(name)-tag-\(number % 20)")
          }
          return SectionState("\(name) section \(index)", items: items)
        }
      }
      let (own, others) = (0..<2 * Self.sectionSize, 2 * Self.sectionSize..<count)
      source = SectionedArraySource(
        sections("a", own, size: Self.sectionSize) + sections("z", others, size: (others.count + 8) / 9))
      let cards = Self.cells(of: source, "card")
      let byTag = source.applying(
        .group(order: .sorted(by: <), nameOfRest: "none") { (thing: Thing) in
          thing.note.split(separator: " ").prefix(1).map(String.init)
        })
      let byTitle = source.applying(.flatten()).applying(.sort { $0.title < $1.title })
      let layout = PageLayout(pageSize: 40, previewSize: 4, pagination: .stable)
      document = Document(
        CatalogInfo(title: "Things"),
        collections: [
          DocumentCollection(
            Listing(cards, layout: layout), articles: Self.cells(of: source, "article"),
            indexes: [
              Listing(cards.cells(of: byTag), folder: "tags", title: "Tags", layout: layout),
              Listing(Self.cells(of: byTitle, "other"), folder: "titles", title: "Titles", layout: layout),
            ])
        ], history: Self.history(of: source))
      document.addObserver(self) { catalog, changes, objects in
        catalog.pendingChanges.append(changes)
        if case .all = objects { catalog.isReplanned = true }
      }
    }

    /// Each thing of the later sections had another address before.
    private static func history(of source: SectionedArraySource<Thing>) -> AddressHistory {
      AddressHistory(
        source.items.lazy.map(\.title).filter { $0.hasPrefix("z") }.compactMap { title in
          let name = title.replacing(" ", with: "-")
          guard let former = PagePath("old/\(name)"), let path = PagePath("things/\(name)") else { return nil }
          return AddressHistory.Entry(former, of: nil, .moved(to: path))
        })
    }

    private static func cells(
      of source: any DataSource<Thing>, _ kind: CellIdentifier
    ) -> CellSource<Thing, DocumentCell> {
      let cells = CellSource<Thing, DocumentCell>(source) { _ in kind }
      cells.register(kind, following: Fingerprint("")) { thing in
        CellContent(title: thing.title, body: [.paragraph([.text(thing.note)])])
      }
      return cells
    }

    /// Returns the cost of an edit.
    func cost(_ edit: (SectionedArraySource<Thing>) -> Void) -> Cost {
      let before = document.planWork
      pendingChanges = DocumentChanges()
      edit(source)
      // The plan was updated, and not created again.
      #expect(!isReplanned)
      return Cost(
        work: document.planWork - before, created: pendingChanges.created.map(\.address),
        updated: pendingChanges.updated.map(\.address),
        deleted: pendingChanges.deleted.map(\.address))
    }

    /// Changes a thing of the first section.
    func costOfChange(at item: Int, _ change: (inout Thing) -> Void) -> Cost {
      cost { source in
        let path = ItemPath(section: 0, item: item)
        var thing = source.item(at: path)
        change(&thing)
        source.update(thing, at: path)
      }
    }
  }

  /// The costs of edits, by their names.
  private func costs(among count: Int) -> [(edit: String, cost: Catalog.Cost)] {
    let catalog = Catalog(count: count)
    var costs: [(edit: String, cost: Catalog.Cost)] = []
    func note(_ edit: String, _ cost: Catalog.Cost) { costs.append((edit, cost)) }
    for item in [0, 7, 250, 490] {
      note("description of \(item)", catalog.costOfChange(at: item) { $0.note += " and more" })
      note("tag of \(item)", catalog.costOfChange(at: item) { $0.note = "a-tag-3" })
      note("title of \(item)", catalog.costOfChange(at: item) { $0.title = "a new \(item)" })
      let path = ItemPath(section: 0, item: item)
      note("insert at \(item)", catalog.cost { $0.insert(Thing(title: "a 1\(item)x", note: "a-tag-5"), at: path) })
      note("move to \(item)", catalog.cost { $0.move(from: path, to: ItemPath(section: 1, item: item)) })
      note("remove at \(item)", catalog.cost { $0.remove(at: path) })
    }
    let section = SectionState<String?, Thing>("a new", items: [Thing(title: "a y", note: "a-tag-1")])
    note("section comes", catalog.cost { $0.insertSection(section, at: 1) })
    note("section is renamed", catalog.cost { $0.renameSection(at: 1, "a newer") })
    note("section goes", catalog.cost { $0.removeSection(at: 1) })
    return costs
  }

  /// A plan of the very many takes a few seconds in a test, and they suffice to reveal a cost that grows with them.
  @Test func editsCostTheSameAmongFewAndVeryMany() {
    for (few, many) in zip(costs(among: 6000), costs(among: Self.veryMany)) {
      #expect(few.cost == many.cost, "\(few.edit)")
      #expect((1..<30).contains(few.cost.work), "\(few.edit): \(few.cost.work)")
      #expect(!few.cost.updated.isEmpty, "\(few.edit)")
    }
  }

  private static let veryMany = 36_000
}
