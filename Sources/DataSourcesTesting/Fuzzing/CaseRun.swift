import Changesets
import DataSources

/// One run of a case: leaves, the chain over them, and oracles at all its links.
final class CaseRun {
  private let fuzzer: ChainFuzzer
  private var leaves: SampleLeaves
  private var chain: ChainFuzzer.Chain?
  private var oracles: [Oracle] = []
  /// The edits that were made.
  private(set) var edits: [ChainFuzzer.Edit] = []
  /// What was found first.
  private(set) var finding: Finding?

  init(_ fuzzer: ChainFuzzer) {
    self.fuzzer = fuzzer
    leaves = SampleLeaves(fuzzer.leaves)
  }

  /// What is in the leaves.
  var contents: SampleContents { leaves.contents }

  /// The names of the chain's own actions.
  var actions: [String] { chain?.actions.map(\.name) ?? [] }

  /// Makes the chain, unless it is there.
  func makeChain() {
    guard chain == nil else { return }
    let chain = fuzzer.chain(leaves.sources)
    self.chain = chain
    leaves.actions = Dictionary(chain.actions.map { ($0.name, $0.action) }) { first, _ in first }
    // The laws are looked at in the end: what breaks them stays broken, as a rule.
    oracles = chain.source.chainFromTheLeaves.map { oracle($0, fuzzer.demands.subtracting(.laws)) }
  }

  /// Makes an edit.
  ///
  /// - Returns: The edit that leads back; nothing where there is none.
  @discardableResult
  func perform(_ edit: ChainFuzzer.Edit) -> ChainFuzzer.Edit? {
    edits.append(edit)
    if edit == .makeChain { makeChain() }
    return leaves.apply(edit)
  }

  /// Looks at what can be seen of the last state alone.
  func finish() {
    for oracle in oracles where finding == nil {
      oracle.demands = fuzzer.demands
      oracle.check()
    }
    guard finding == nil, fuzzer.demands.contains(.laws), let source = chain?.source else { return }
    finding = source.brokenConversion().map { Finding(brokenLaw: $0, of: source.link) }
  }

  /// Lies are healed, so that no other link trips over them before they are known.
  private func oracle(_ source: any DataSource, _ demands: Oracle.Demands) -> Oracle {
    let handler: (Finding) -> Void = { [unowned self] in finding = finding ?? $0 }
    func oracle<Source: DataSource>(_ source: Source) -> Oracle {
      let reader = ItemReader<Source.Item> { $0?.withoutPrime }
      return Oracle(source, reader, demands: demands, heals: true, handler: handler)
    }
    if let read = fuzzer.reading?(source) {
      return Oracle(source, demands: demands, heals: true, reading: read, handler: handler)
    }
    if let samples = source as? any DataSource<Sample> {
      return Oracle(samples, .samples, demands: demands, heals: true, handler: handler)
    }
    return oracle(source)
  }
}

extension ItemReader<Sample> {
  /// Reads samples, faster than any hashable item.
  fileprivate static var samples: ItemReader {
    ItemReader(
      digest: { ItemDigest(id: $0.id, content: $0.version &* 1024 &+ $0.rank, item: $0) },
      describe: \.description, sectionID: { $0?.withoutPrime })
  }
}
