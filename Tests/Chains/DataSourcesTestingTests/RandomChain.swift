import DataSources
import DataSourcesTesting
import TestKit

/// A chain of random links, drawn from a seed.
struct RandomChain: CustomStringConvertible {
  let leaves: Int
  private let links: [Plan]

  private struct Plan {
    let kind: LinkKind
    let number: Int
    /// The indices of its sources: first the leaves, then the links in order.
    let sources: [(index: Int, tag: Int?)]
  }

  /// Draws a chain. The first source of each link is the one before it; its other sources may be any, also the same
  /// again.
  init(seed: UInt64, kinds: [LinkKind] = LinkKind.all) {
    var random = SeededGenerator(seed: seed)
    let leaves = Int.random(in: 1...3, using: &random)
    var links: [Plan] = []
    var tags = 0
    for depth in 0..<Int.random(in: 1...6, using: &random) {
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let sources = (0..<kind.sources).map { position -> (index: Int, tag: Int?) in
        let last = leaves + depth - 1
        if position == 0 { return (depth == 0 ? 0 : last, nil) }
        defer { tags += 1 }
        return (Int.random(in: 0...last, using: &random), tags)
      }
      links.append(Plan(kind: kind, number: Int.random(in: 0..<60, using: &random), sources: sources))
    }
    self.leaves = leaves
    self.links = links
  }

  /// A fuzzer of the chain.
  var fuzzer: ChainFuzzer {
    var fuzzer = ChainFuzzer(leaves: leaves) { [links] leaves in
      var sources: [LinkKind.Source] = leaves
      var actions: [LinkKind.Action] = []
      for (index, link) in links.enumerated() {
        let below = link.sources.map { place -> LinkKind.Source in
          place.tag.map { Transform(of: [sources[place.index]], by: Tagged($0)) } ?? sources[place.index]
        }
        let made = link.kind.make(below, link.number)
        actions += made.actions.map { ("\(index): \($0.name)", $0.action) }
        sources.append(made.source)
      }
      var chain = ChainFuzzer.Chain(sources[sources.count - 1])
      chain.actions = actions
      return chain
    }
    // More chains find more than longer cases do.
    fuzzer.edits = 6
    return fuzzer
  }

  var description: String {
    links.enumerated().map { index, link in
      let sources = link.sources.map { $0.index < leaves ? "leaf \($0.index)" : "link \($0.index - leaves)" }
      return "\(index): \(link.kind.name)(\(link.number)) of \(sources.joined(separator: " and "))"
    }.joined(separator: ", ")
  }
}
