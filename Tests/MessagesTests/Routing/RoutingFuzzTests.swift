import Changesets
import DataSources
import Foundation
import Messages
import TestKit
import Testing

/// Messages in random chains, against a naive search by identity.
///
/// `POMONA_FUZZ_CASES=100000 swift test --filter RoutingFuzzTests` tries more.
@Suite struct RoutingFuzzTests {
  private static let chains = ProcessInfo.processInfo.environment["POMONA_FUZZ_CASES"].flatMap(Int.init) ?? 240
  private static let shares = 4

  @Test(arguments: 0..<shares) func everyMessageReachesItsOwner(_ share: Int) {
    var tally = Tally()
    for seed in stride(from: share, to: Self.chains, by: Self.shares) {
      var world = RoutingWorld(seed: UInt64(seed))
      for round in 0..<8 {
        if let failure = world.play(&tally) {
          Issue.record("seed \(seed), round \(round): \(failure)")
          return
        }
      }
    }
    // What would not happen would not be tested.
    #expect(tally.smallest > 20, "\(tally)")
  }
}

/// How often what happened.
struct Tally: CustomStringConvertible {
  private var counts: [String: Int] = [:]
  private static let kinds = [
    "item", "section", "items", "move", "result", "hidden", "wake", "split", "noHandler", "noReceiver", "across",
  ]

  mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }

  var smallest: Int { Self.kinds.map { counts[$0] ?? 0 }.min() ?? 0 }

  var description: String { Self.kinds.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ") }
}
