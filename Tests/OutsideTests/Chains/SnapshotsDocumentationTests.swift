import Changesets
import DataSources
import Snapshots
import Synchronization
import Testing

/// Runs the examples of the articles Snapshots.md and DiffableSources.md. `DocumentationTests` of the architecture
/// checks that they are here as text.
@Suite struct SnapshotsDocumentationTests {
  /// Records the batches that it is passed.
  private final class Page {
    var token: ObserverToken?
    let shown = Mutex<[UpdateBatch]>([])

    func show(_ batch: UpdateBatch) { shown.withLock { $0.append(batch) } }
  }

  private let page = Page()

  @Test func examplesOfTheLandingPage() throws {
    let fruits = DiffableDataSource<String, Int>()
    let large = fruits.applying(.filter { $0 > 1 })

    var snapshot = fruits.snapshot()
    try snapshot.appendSections(["Pome fruits", "Citrus fruits"])
    try snapshot.appendItems([1, 2, 3], toSection: "Pome fruits")
    fruits.apply(snapshot)
    #expect(large.items == [2, 3])
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
        UpdateBatch(items: Edits(moves: [PlacePair(path(2), path(0))], updates: [PlacePair(path(1), path(2))])),
      ])
  }

  @Test func trees() throws {
    let basket = DiffableDataSource<String, String>()
    var tree = SectionSnapshot<String>()
    try tree.append(["Pome fruit", "Stone fruit"])
    try tree.append(["Apple", "Pear"], to: "Pome fruit")
    try tree.expand(["Pome fruit"])
    try basket.apply(tree, to: "Fruits")
    #expect(basket.items == ["Pome fruit", "Apple", "Pear", "Stone fruit"])
    try basket.collapse("Pome fruit", in: "Fruits")
    #expect(basket.items == ["Pome fruit", "Stone fruit"])

    basket.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, descendants in
      guard parent == "Stone fruit", descendants.items.isEmpty else { return descendants }
      var loaded = SectionSnapshot<String>()
      try loaded.append(["Cherry", "Plum"])
      return loaded
    }
    try basket.expand("Stone fruit", in: "Fruits")
    #expect(basket.items == ["Pome fruit", "Stone fruit", "Cherry", "Plum"])
  }

  @Test func moves() throws {
    let fruits = DiffableDataSource(try Snapshot(sections: [("Fruits", [1, 2, 3])]))
    var order: [Int] = []
    fruits.reorderingHandlers.canReorderItem = { item in item != 1 }
    fruits.reorderingHandlers.didReorder = { transaction in order = transaction.finalSnapshot.itemIdentifiers }
    try fruits.reorder(from: ItemPath(0, 2), to: ItemPath(0, 0))
    #expect(order == [3, 1, 2])
  }

  @Test func models() throws {
    let kittens = Modifier(["Tom", "Tigger"])
    let chain = kittens.applying(.filter { $0 != "Garfield" })
    try kittens.modify(insert: { names in
      names += ["Felix", "Garfield"]
      return [ItemPath(0, 2), ItemPath(0, 3)]
    })
    #expect(chain.items == ["Tom", "Tigger", "Felix"])

    #expect(throws: UpdateError.self) {
      try kittens.modify(delete: { names in
        names.removeFirst()
        return [ItemPath(0, 3)]
      })
    }
    #expect(kittens.model == ["Tom", "Tigger", "Felix", "Garfield"])
  }

  @Test func sessionsOfAModifier() throws {
    let kittens = Modifier(["Tom", "Tigger", "Felix", "Garfield"])
    try kittens.modify(move: { names in
      names.insert(names.remove(at: 2), at: 0)
      return [PlacePair(ItemPath(0, 2), ItemPath(0, 0))]
    })
    #expect(kittens.model == ["Felix", "Tom", "Tigger", "Garfield"])
    try kittens.modify(batch: { names in
      names.append("Minka")
      return UpdateBatch(items: Edits(inserts: [ItemPath(0, 4)]))
    })
    try kittens.modifyWithoutAnimation { names in names.sort() }
    #expect(kittens.model == ["Felix", "Garfield", "Minka", "Tigger", "Tom"])
  }
}
