import Changesets
import DataSourcesTesting
import TestKit
import Testing

@testable import DataSources

/// Large removals are applied together, with the same result as single ones.
@Suite struct LargeRemovalTests {
  @Test func afterARemovalChainsShowTheSameAsChainsOfTheRest() {
    for seed in Seeds.fixed(2, fresh: 1) {
      var random = SeededGenerator(seed: seed)
      let source = SectionedArraySource(
        (0..<3).map { section in
          SectionState("\(section)", items: (0..<150).map { _ in Int.random(in: 0..<1_000, using: &random) })
        })
      let chains = Self.chains(of: source)
      var findings: [Finding] = []
      let oracles = chains.flatMap { $0.watchAll(demands: .strict) { findings.append($0) } }
      for part in [3, 2, 20] {
        source.transaction {
          for section in 0..<3 {
            for item in (0..<source.numberOfItems(inSection: section)).reversed()
            where Int.random(in: 0..<part, using: &random) > 0 {
              source.remove(at: ItemPath(section, item))
            }
          }
          // Items that are new, updated, or moved are edited in the lists that remain.
          source.insert(Int.random(in: 0..<1_000, using: &random), at: ItemPath(1, 0))
          source.insert(Int.random(in: 0..<1_000, using: &random), at: ItemPath(0, 0))
          source.update(Int.random(in: 0..<1_000, using: &random), at: ItemPath(0, 0))
          source.move(from: ItemPath(1, 0), to: ItemPath(2, 0))
        }
        for (chain, fresh) in zip(chains, Self.chains(of: source)) {
          #expect(chain.itemsBySection == fresh.itemsBySection, "seed \(seed), \(chain.link.name)")
        }
        source.transaction {
          for section in 0..<3 {
            source.append(
              contentsOf: (0..<60).map { _ in Int.random(in: 0..<1_000, using: &random) }, toSection: section)
          }
        }
      }
      source.transaction { for section in 0..<3 { source.removeAll(inSection: section) } }
      #expect(chains.allSatisfy { $0.items.isEmpty } && findings.isEmpty, "seed \(seed): \(findings)")
      withExtendedLifetime(oracles) {}
    }
  }

  /// A list that was long once would remain slow and large if it kept free places.
  @Test func aSortReleasesKeysOfDeletedItems() {
    let source = ArraySource(0..<1_000)
    let sorted = source.applying(.sort(by: { -$0 }))
    source.removeSubrange(100..<900)
    #expect(sorted.items == Array((Array(0..<100) + Array(900..<1_000)).reversed()))
    #expect(sorted.mapping.sections[0].keys.count == 200)
  }

  private static func chains(of source: SectionedArraySource<Int>) -> [any DataSource<Int>] {
    [
      source.applying(.filter { $0 % 3 > 0 }), source.applying(.sort(by: { $0 % 100 })),
      source.applying(.group(order: .sorted(by: <)) { $0 % 4 == 0 ? nil : "\($0 % 7)" }),
      source.applying(
        .group(
          order: .sorted(by: <), byEach: { number in (0..<number % 4).map { "\(number / 10 % (5 + $0))" } })),
      source.applying(.keep()),
      source.applying(.filter { $0 % 5 > 0 }).applying(.sort(by: { -$0 })).applying(.group { "\($0 % 9)" })
        .applying(.flatten()),
    ]
  }
}
