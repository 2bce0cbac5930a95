import Changesets
import DataSources
import Foundation
import Snapshots
import Synchronization
import Testing

/// The examples of docs/changes.md, run. That each of them stands here word for word is held by the tests of the architecture.
@Suite struct DocumentationTests {
  /// Keeps what it is shown.
  private final class Page {
    var token: ObserverToken?
    let shown = Mutex<[UpdateBatch]>([])

    func show(_ batch: UpdateBatch) { shown.withLock { $0.append(batch) } }
  }

  private let page = Page()

  @Test func aDiff() throws {
    let old = Array("ABCDEF"), new = Array("ACGDH")
    let edits = diff(from: old, to: new, id: \.self)
    #expect(edits == Edits(deletes: [1, 4, 5], inserts: [2, 4]))
  }

  @Test func calculations() throws {
    let path = { ItemPath(section: 0, item: $0) }
    let first = UpdateBatch(items: Edits(deletes: [path(0), path(1)], inserts: [path(0)]))
    let second = UpdateBatch(items: Edits(updates: [Pair(path(1), path(1))]))
    let both = first.composed(with: second)  // one after the other, as one
    let back = first.inverted()  // the way back
    let least = first.normalised()  // sorted, without redundancy, with the fewest moves
    try first.validate(before: [3], after: [2], link: "the filter")  // do the numbers add up?
    let after = try first.applied(to: [["a", "b", "c"]], counts: [2]) { _ in "d" }
    #expect(both.items.updates == [Pair(path(2), path(1))])
    #expect(back.items.inserts == [path(0), path(1)])
    #expect(least == first)
    #expect(after == [["d", "c"]])
    let error = #expect(throws: UpdateError.self) {
      try UpdateBatch().validate(before: [9], after: [1], link: "the filter")
    }
    let message = try Self.documentation.split(separator: "\n\n").first { $0.hasPrefix("    Invalid update") }
    #expect(message?.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: " ") == error.map { "\($0)" })
  }

  struct Fruit: Identifiable, Equatable {
    var id: String
    var price = 0
  }

  struct Shelf: Identifiable {
    var id: String
    var fruits: [Fruit]
  }

  func compare(_ old: [Shelf], _ new: [Shelf]) {
    let flat = diff(from: old[0].fruits, to: new[0].fruits)
    let byPrice = diff(from: old[0].fruits, to: new[0].fruits, id: \.id) { $0.price == $1.price }
    let sectioned = diff(from: old, to: new, items: \.fruits)
    #expect((flat.updates, byPrice.updates.count, sectioned.items.moves.count) == ([Pair(0, 0)], 1, 1))
  }

  @Test func waysToCompare() {
    compare(
      [Shelf(id: "a", fruits: [Fruit(id: "x"), Fruit(id: "y")]), Shelf(id: "b", fruits: [])],
      [Shelf(id: "a", fruits: [Fruit(id: "x", price: 2)]), Shelf(id: "b", fruits: [Fruit(id: "y")])])
  }

  @Test func snapshots() throws {
    let fruits = DiffableDataSource<String, Int>()
    let large = fruits.applying(.filter { $0 > 1 })
    page.token = fruits.addObserver(page) { page, event in
      if case .didUpdate(let batch, _) = event { page.show(batch) }
    }

    var snapshot = fruits.snapshot()
    try snapshot.appendSections(["Pome fruits", "Citrus fruits"])
    try snapshot.appendItems([1, 2, 3], toSection: "Pome fruits")
    fruits.apply(snapshot)
    try snapshot.moveItem(3, beforeItem: 1)
    try snapshot.reconfigureItems([2])
    fruits.apply(snapshot, animated: false)
    #expect(large.items == [3, 2])

    let path = { ItemPath(section: 0, item: $0) }
    #expect(
      page.shown.withLock(\.self) == [
        UpdateBatch(sections: Edits(inserts: [0, 1])),
        UpdateBatch(items: Edits(moves: [Pair(path(2), path(0))], updates: [Pair(path(1), path(2))])),
      ])
  }

  @Test func models() throws {
    let kittens = Modifier(["Tom", "Tigger"])
    let chain = kittens.applying(.filter { $0 != "Garfield" })
    try kittens.modify(insert: { names in
      names += ["Felix", "Garfield"]
      return [ItemPath(0, 2), ItemPath(0, 3)]
    })
    #expect(chain.items == ["Tom", "Tigger", "Felix"])
  }

  @Test func states() throws {
    let updater = DeltaUpdater<ClosureMatching<String, String>>(id: \.self, content: ==)
    let batch = updater.batch(
      from: [SectionState("Citrus", items: ["lemon", "lime"])], to: [SectionState("Citrus", items: ["lime"])])
    #expect(batch.items.deletes == [ItemPath(0, 0)])
  }

  // MARK: - The document

  private static var documentation: String {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(contentsOf: root.appending(path: "docs/changes.md"), encoding: .utf8)
    }
  }
}
