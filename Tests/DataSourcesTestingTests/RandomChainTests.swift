import DataSources
import DataSourcesTesting
import Foundation
import Testing

/// Chains of all transforms, in any order, also with several ways from a leaf to a link.
///
/// `POMONA_FUZZ_CASES=1000000 swift test --filter RandomChainTests` tries more.
@Suite struct RandomChainTests {
  private static let cases = ProcessInfo.processInfo.environment["POMONA_FUZZ_CASES"].flatMap(Int.init) ?? 10_000
  private static let casesOfAChain = 4
  private static let shares = 8

  @Test(arguments: 0..<shares) func chains(_ share: Int) throws {
    run(share, Self.cases) { RandomChain(seed: $0).fuzzer }
  }

  /// Chains with links whose items are made, and so may change without a word from their sources: nothing that is shown changes in
  /// silence.
  @Test(arguments: 0..<shares) func chainsOfWhatIsMade(_ share: Int) throws {
    run(share, Self.cases / 4) { seed in
      var fuzzer = RandomChain(seed: seed, kinds: LinkKind.all + LinkKind.making + LinkKind.making).fuzzer
      fuzzer.reading = { ($0 as? Transform<Mappings.Fold<Sample, IntegerSum>>).map { fold in { fold.labelled } } }
      fuzzer.demands = [.neededReloads, .sameFromScratch, .laws]
      return fuzzer
    }
  }

  private func run(_ share: Int, _ cases: Int, _ fuzzer: (UInt64) -> ChainFuzzer) {
    for seed in stride(from: share, to: cases / Self.casesOfAChain, by: Self.shares) {
      do {
        try fuzzer(UInt64(seed)).run(seeds: 0..<UInt64(Self.casesOfAChain))
      } catch {
        Issue.record("Chain \(seed): \(error)")
        return
      }
    }
  }
}
