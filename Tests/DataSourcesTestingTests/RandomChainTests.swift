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
    for seed in stride(from: share, to: Self.cases / Self.casesOfAChain, by: Self.shares) {
      let chain = RandomChain(seed: UInt64(seed))
      do {
        try chain.fuzzer.run(seeds: 0..<UInt64(Self.casesOfAChain))
      } catch {
        Issue.record("Chain \(seed), \(chain): \(error)")
        return
      }
    }
  }
}
