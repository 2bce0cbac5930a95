import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Changes in one epoch: an item that one step removes and the next one reinserts was there all the time.
@Suite struct SimultaneousChangeTests {
  @Test func anItemThatAnUpdateHidesAndAnotherPredicateShows() throws {
    try ChainFuzzer { leaves in
      let chain = leaves[0].applying(.filter { $0.rank == 0 })
      return ChainFuzzer.Chain(
        chain, actions: ["rank": { rank in chain.configure { $0.predicate = { sample, _ in sample.rank == rank } } }])
    }.run([
      .insertSection("S0", [SampleItem(id: 0, rank: 0)], at: 0),
      .transaction([.update(at: ItemPath(0, 0), rank: 1), .change("rank", 1)]),
    ])
  }

  @Test func aGroupRemovedAndReinsertedWithOtherKeys() throws {
    try ChainFuzzer { leaves in
      let chain = leaves[0].applying(.group { "\($0.rank)" })
      return ChainFuzzer.Chain(
        chain, actions: ["turn": { turn in chain.configure { $0.key = { "\(($0.rank + turn) % 3)" } } }])
    }.run([
      .insertSection("S0", [SampleItem(id: 0, rank: 0)], at: 0),
      .insertSection("S1", [SampleItem(id: 1, rank: 2)], at: 1),
      .transaction([.change("turn", 0), .removeSection(at: 0), .change("turn", 1)]),
    ])
  }

  /// The matches of an item change, which hides it, and other parameters of the join show it again: it survives, and is
  /// updated.
  @Test func anItemWithOtherMatchesAfterAnotherJoin() {
    typealias Row = (key: Int, name: String)
    let (left, right) = (ArraySource([1]), ArraySource<Row>([(1, "one")]))
    let joined = left.joined(with: right, on: \.self, equals: \.key, requiresMatch: true)
    let log = EventLog(joined)
    let update = UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))]))
    right.transaction {
      right.update((2, "two"), at: 0)
      joined.configure { $0.rightKeys = { [$0.key - 1] } }
    }
    #expect(joined.items.map { $0.right.map(\.name) } == [["two"]] && log.batches == [update])
    right.transaction {
      right.removeAll()
      joined.configure { $0.requiresMatch = false }
    }
    #expect(joined.items.map(\.right.count) == [0] && log.batches == [update, update])
  }

  /// A mapping of items and a number, by which they are hidden, too.
  private struct Labels: IncrementalMapping {
    typealias SourceItem = Int
    typealias Item = String

    var label: String
    private var filter = Mappings.Filter<Int> { _ in true }

    init(_ label: String) { self.label = label }

    var threshold: Int {
      get { 0 }
      set { filter.predicate = { item, _ in item >= newValue } }
    }

    var isLoaded: Bool { filter.isLoaded }
    mutating func refresh(from sources: [any DataSource<Int>]) { filter.refresh(from: sources) }
    mutating func apply(_ changes: SourceChanges<Int>) -> UpdateBatch { filter.apply(changes) }
    mutating func settle(over sources: [any DataSource<Int>]) -> UpdateBatch { filter.settle(over: sources) }
    var numberOfSections: Int { filter.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { filter.numberOfItems(inSection: section) }
    func sourcePath(for path: ItemPath) -> SourcePath? { filter.sourcePath(for: path) }
    func path(for sourcePath: SourcePath) -> ItemPath? { filter.path(for: sourcePath) }
    func sourceSection(for section: Int) -> SourceSection? { filter.sourceSection(for: section) }
    func section(for sourceSection: SourceSection) -> Int? { filter.section(for: sourceSection) }
    func item(at path: ItemPath, from sources: [any DataSource<Int>]) -> String {
      "\(label)\(filter.item(at: path, from: sources))"
    }
  }

  /// The first step hides an item, the second one shows it again with another property: neither reports an update.
  @Test func anItemOfChangedPropertiesIsReinserted() {
    let source = ArraySource([1])
    let labels = source.applying(Labels("a"))
    let log = EventLog(labels)
    labels.configure { $0.threshold = 1 }
    source.transaction {
      source.update(0, at: 0)
      labels.configure {
        $0.label = "b"
        $0.threshold = 0
      }
    }
    #expect(labels.items == ["b0"])
    #expect(log.batches.last == UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])))
  }

  @Test func aReloadedMapCreatesItsItemsAgain() {
    var unit = "g"
    let weights = ArraySource([1, 2]).applying(.map { "\($0) \(unit)" })
    let log = EventLog(weights)
    unit = "kg"
    weights.reload()
    #expect(weights.items == ["1 kg", "2 kg"])
    #expect(
      log.batches == [UpdateBatch(items: Edits(updates: [0, 1].map { PlacePair(ItemPath(0, $0), ItemPath(0, $0)) }))])
  }
}
