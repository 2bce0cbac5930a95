import Changesets
import DataSources

/// One run of a case: its leaves, the chain over them, and an oracle at every link.
final class CaseRun {
  private let fuzzer: ChainFuzzer
  private var leaves: SampleLeaves
  private var chain: ChainFuzzer.Chain?
  private var oracles: [Oracle] = []
  private(set) var edits: [ChainFuzzer.Edit] = []
  /// The first finding, or nil if there is none so far.
  private(set) var finding: Finding?

  init(_ fuzzer: ChainFuzzer) {
    self.fuzzer = fuzzer
    leaves = SampleLeaves(fuzzer.leaves)
  }

  var contents: SampleContents { leaves.contents }

  /// The names of the chain's own actions.
  var actions: [String] { chain?.actions.map(\.name) ?? [] }

  /// Creates the chain, unless it exists already.
  func makeChain() {
    guard chain == nil else { return }
    let chain = fuzzer.chain(leaves.sources)
    self.chain = chain
    leaves.actions = Dictionary(chain.actions.map { ($0.name, $0.action) }) { first, _ in first }
    // The laws are only checked at the end, as a broken law usually stays broken.
    oracles = chain.source.chainFromTheLeaves.map { oracle($0, fuzzer.demands.subtracting(.laws)) }
  }

  /// Makes an edit.
  ///
  /// - Returns: The inverse edit, or nil if there is none.
  @discardableResult
  func perform(_ edit: ChainFuzzer.Edit) -> ChainFuzzer.Edit? {
    edits.append(edit)
    if edit == .makeChain { makeChain() }
    return leaves.apply(edit)
  }

  /// Makes the checks that only need the final state.
  func finish() {
    for oracle in oracles where finding == nil {
      oracle.demands = fuzzer.demands
      oracle.check()
    }
    guard finding == nil, fuzzer.demands.contains(.laws), let source = chain?.source else { return }
    finding = source.brokenConversion().map { Finding(brokenLaw: $0, of: source.link) }
  }

  /// Returns an oracle that heals wrong batches, so that they cause no errors at other links before they are found.
  private func oracle(_ source: any DataSource, _ demands: Oracle.Demands) -> Oracle {
    // Unowned, because the run owns its oracles. Only the first finding counts: later ones may follow from it.
    let handler: (Finding) -> Void = { [unowned self] in finding = finding ?? $0 }
    func oracle<Source: DataSource>(_ source: Source) -> Oracle {
      let reader = ItemReader<Source.Item> { $0?.withoutPrime }
      return Oracle(source, reader, demands: demands, heals: true, handler: handler)
    }
    if let read = fuzzer.reading?(source) {
      return Oracle(source, demands: demands, heals: true, reading: read, handler: handler)
    }
    if let samples = source as? any DataSource<SampleItem> {
      return Oracle(samples, .samples, demands: demands, heals: true, handler: handler)
    }
    return oracle(source)
  }
}

extension ItemReader<SampleItem> {
  /// Reads samples, faster than the reader of any hashable item.
  fileprivate static var samples: ItemReader {
    ItemReader(
      digest: { ItemDigest(id: $0.id, content: $0.version &* 1024 &+ $0.rank, item: $0) },
      describe: \.description, sectionID: { $0?.withoutPrime })
  }
}
