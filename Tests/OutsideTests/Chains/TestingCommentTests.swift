import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct TestingCommentTests {
  private struct Fruit: Hashable {
    var sku: Int
  }

  private final class Warnings {
    private(set) var texts: [String] = []
    func warning(_ text: String) { texts.append(text) }
  }

  @Test func ripeFruitsInOrder() throws {
    try ChainFuzzer { leaves in
      leaves[0].applying(.filter { $0.rank > 1 }).applying(.sort { $0.rank < $1.rank })
    }.run(seeds: 0..<200)
  }

  @Test func actions() throws {
    let fuzzer = ChainFuzzer { leaves in
      let ripe = leaves[0].applying(.filter { $0.rank > 1 })
      return ChainFuzzer.Chain(
        ripe,
        actions: [
          "threshold": { value in ripe.configure { $0.predicate = { sample, _ in sample.rank > value } } }
        ])
    }
    try fuzzer.run(seeds: 0..<20)
  }

  @Test func aLog() {
    let fruits = ArraySource(["apple", "fig", "lime"]), kiwi = "kiwi"
    let found = fruits.applying(.filter { $0.count > 2 })
    let log = EventLog(found)
    fruits.append(kiwi)
    #expect(log.events.first == .willUpdate)
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 3)]))])
  }

  @Test func oracles() {
    let log = Warnings(), fruits = ArraySource([Fruit(sku: 1)])
    let found = fruits.applying(.filter { $0.sku > 0 })
    do {
      let catalog = found
      let oracles = catalog.watchAll(heals: true) { finding in log.warning("\(finding)") }
      fruits.append(Fruit(sku: 2))
      #expect(oracles.count == 2)
    }
    do {
      let oracle = Oracle(found, id: \.sku, content: \.self) { finding in log.warning("\(finding)") }
      fruits.append(Fruit(sku: 3))
      #expect(oracle.heals == false)
    }
    let list = found
    let label = { (section: SectionState<String?, Fruit>) in
      SectionState(section.value, items: section.items.map { LabeledItem(id: "\($0.sku)", content: "") })
    }
    // A separator is the one behind its item.
    let oracle = Oracle(list, reading: { list.sections.map(label) }) { finding in log.warning("\(finding)") }
    fruits.append(Fruit(sku: 4))
    #expect(oracle.heals == false && log.texts == [])
  }
}
