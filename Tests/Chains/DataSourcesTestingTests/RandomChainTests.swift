import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Chains of all transforms, in any order, also with several routes from a leaf to a link.
@Suite struct RandomChainTests {
  private static let casesOfAChain = UInt64(4)
  private static let shares = 8

  @Test(arguments: 0..<shares) func chains(_ share: Int) throws {
    run(share, Seeds.fixed(28, fresh: 28)) { RandomChain(seed: $0).fuzzer }
  }

  /// Chains with links that create items, which may therefore change without an update of their sources: every visible
  /// change is reported.
  @Test(arguments: 0..<shares) func chainsWithCreatedItems(_ share: Int) throws {
    run(share, Seeds.fixed(10, fresh: 10)) { seed in
      var fuzzer = RandomChain(seed: seed, kinds: LinkKind.all + LinkKind.making + LinkKind.making).fuzzer
      fuzzer.reading = { ($0 as? Transform<Mappings.Fold<SampleItem, IntegerSum>>).map { fold in { fold.labelled } } }
      fuzzer.demands = [.neededReloads, .sameFromScratch, .laws]
      return fuzzer
    }
  }

  private func run(_ share: Int, _ seeds: [UInt64], _ fuzzer: (UInt64) -> ChainFuzzer) {
    for seed in stride(from: share, to: seeds.count, by: Self.shares).map({ seeds[$0] }) {
      do {
        try fuzzer(seed).run(seeds: 0..<Self.casesOfAChain)
      } catch {
        Issue.record("Chain \(seed): \(error)")
        return
      }
    }
  }
}
