import Changesets
import DataSources
import Messages
import TestKit
import Testing

/// Messages in random chains, against a naive search by identity.
@Suite struct RoutingFuzzTests {
  @Test func everyMessageReachesItsOwner() {
    var tally = Tally()
    let seeds = Seeds.fixed(32, fresh: 16)
    for seed in seeds {
      var world = RoutingWorld(seed: seed)
      for round in 0..<8 {
        if let failure = world.play(&tally) {
          Issue.record("seed \(seed), round \(round): \(failure)")
          return
        }
      }
    }
    // Every kind of outcome has to be tested often enough.
    #expect(tally.smallest > seeds.count / 4 || seeds.count < 16, "\(tally)")
  }
}

/// The number of messages of each kind and outcome.
struct Tally: CustomStringConvertible {
  private var counts: [String: Int] = [:]
  private static let kinds = [
    "item", "section", "items", "move", "result", "hidden", "wake", "split", "noHandler", "noReceiver", "across",
  ]

  mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }

  var smallest: Int { Self.kinds.map { counts[$0] ?? 0 }.min() ?? 0 }

  var description: String { Self.kinds.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ") }
}
