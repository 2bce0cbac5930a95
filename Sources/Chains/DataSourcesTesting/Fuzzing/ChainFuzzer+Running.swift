extension ChainFuzzer {
  /// A case that failed.
  public struct Failure: Error, Hashable, Sendable {
    /// The case's seed, or nil if the edits were given.
    public var seed: UInt64?
    /// The number of edits up to the failure, before shrinking.
    public var length: Int
    /// The edits that fail, after shrinking.
    public var edits: [Edit]
    /// The finding of these edits.
    public var finding: Finding
  }

  /// Runs a case for each seed, until one fails.
  ///
  /// - Parameter seeds: The seeds.
  /// - Throws: The first failure.
  /// - Complexity: O(`edits` · *l*) batches for each seed, *l* being the number of links. Cases are small: about ten
  ///   samples in each leaf.
  public func run(seeds: Range<UInt64>) throws(Failure) {
    for seed in seeds {
      willRun?(seed)
      try run(seed: seed)
    }
  }

  /// Makes edits one after the other, such as those of a ``Failure``.
  ///
  /// - Parameter edits: The edits. Those that cannot be made are skipped.
  /// - Throws: The failure, if there is one.
  public func run(_ edits: [Edit]) throws(Failure) {
    if let (finding, length) = result(of: edits) {
      throw failure(Array(edits.prefix(length)), finding, seed: nil)
    }
  }

  private func run(seed: UInt64) throws(Failure) {
    let run = CaseRun(self)
    var script = CaseScript(seed: seed, fuzzer: self)
    script.play(run)
    if let finding = run.finding { throw failure(run.edits, finding, seed: seed) }
  }

  /// Returns the finding of some edits and the number of edits made until then, or nil if there is no finding.
  func result(of edits: [Edit]) -> (finding: Finding, length: Int)? {
    let run = CaseRun(self)
    if !edits.contains(.makeChain) { run.makeChain() }
    for edit in edits where run.finding == nil { run.perform(edit) }
    run.finish()
    return run.finding.map { ($0, run.edits.count) }
  }

  private func failure(_ edits: [Edit], _ finding: Finding, seed: UInt64?) -> Failure {
    var shrinker = Shrinker(leaves: leaves) { [self] edits in result(of: edits)?.finding }
    let shrunk = shrinker.shrink(edits, finding)
    return Failure(seed: seed, length: edits.count, edits: shrunk.0, finding: shrunk.1)
  }
}

extension ChainFuzzer.Failure: CustomStringConvertible {
  /// The problem, and the edits as Swift code.
  public var description: String {
    let origin = seed.map { "Seed \($0), shrunk from \(length) to \(edits.count) edits: " } ?? ""
    return "\(origin)\(finding)\nTo see it again:\n\(literal)"
  }

  /// The edits as Swift code, to be pasted into a test after the declaration of a fuzzer of the same chain.
  public var literal: String {
    "try fuzzer.run([\n\(edits.map { "  \($0),\n" }.joined())])"
  }
}
