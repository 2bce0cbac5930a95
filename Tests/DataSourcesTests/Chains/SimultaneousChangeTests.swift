import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// What changes together in one epoch: what one step takes away and the next one brings back was there all the time.
@Suite struct SimultaneousChangeTests {
  private func place(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

  @Test func anItemThatAnUpdateHidesAndAnotherPredicateShows() throws {
    try ChainFuzzer { leaves in
      let chain = leaves[0].applying(PredicateFilter { $0.rank == 0 })
      return ChainFuzzer.Chain(
        chain, actions: ["rank": { rank in chain.configure { $0.predicate = { sample, _ in sample.rank == rank } } }])
    }.run([
      .insertSection("S0", [Sample(id: 0, rank: 0)], at: 0),
      .transaction([.update(at: place(0, 0), rank: 1), .change("rank", 1)]),
    ])
  }

  @Test func aGroupThatGoesAndComesBackWithOtherKeys() throws {
    try ChainFuzzer { leaves in
      let chain = leaves[0].applying(Group { "\($0.rank)" })
      return ChainFuzzer.Chain(
        chain, actions: ["turn": { turn in chain.configure { $0.key = { "\(($0.rank + turn) % 3)" } } }])
    }.run([
      .insertSection("S0", [Sample(id: 0, rank: 0)], at: 0),
      .insertSection("S1", [Sample(id: 1, rank: 2)], at: 1),
      .transaction([.change("turn", 0), .removeSection(at: 0), .change("turn", 1)]),
    ])
  }
}
