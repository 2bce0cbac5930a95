extension ChainFuzzer {
  /// A case that failed.
  public struct Failure: Error, Hashable, Sendable {
    /// The case's seed; nothing where edits were given.
    public var seed: UInt64?
    /// How many edits there were before it failed.
    public var length: Int
    /// The edits that fail, shrunk.
    public var edits: [Edit]
    /// What is found when these edits are made.
    public var finding: Finding
  }

  /// Runs a case for each seed, up to the first one that fails.
  ///
  /// - Parameter seeds: The seeds.
  /// - Throws: The case that fails.
  /// - Complexity: O(`edits` · *l*) batches for each seed, *l* being the number of links. Cases are small: some ten
  ///   samples a leaf.
  public func run(seeds: Range<UInt64>) throws(Failure) {
    for seed in seeds {
      willRun?(seed)
      try run(seed: seed)
    }
  }

  /// Makes edits, one after the other, such as a ``Failure`` describes.
  ///
  /// - Parameter edits: The edits. Those that cannot be made are left out.
  /// - Throws: What fails.
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

  /// What is found by making edits, and how many of them were made.
  func result(of edits: [Edit]) -> (finding: Finding, length: Int)? {
    let run = CaseRun(self)
    if !edits.contains(.makeChain) { run.makeChain() }
    for edit in edits where run.finding == nil { run.perform(edit) }
    run.finish()
    return run.finding.map { ($0, run.edits.count) }
  }

  private func failure(_ edits: [Edit], _ finding: Finding, seed: UInt64?) -> Failure {
    var shrinker = Shrinker(leaves: leaves) { [self] edits in result(of: edits)?.finding }
    let shrunk = shrinks ? shrinker.shrink(edits, finding) : (edits, finding)
    return Failure(seed: seed, length: edits.count, edits: shrunk.0, finding: shrunk.1)
  }
}

extension ChainFuzzer.Failure: CustomStringConvertible {
  /// What is wrong, and the edits as Swift.
  public var description: String {
    let origin = seed.map { "Seed \($0), shrunk from \(length) to \(edits.count) edits: " } ?? ""
    return "\(origin)\(finding)\nTo see it again:\n\(literal)"
  }

  /// The edits as Swift, to be pasted into a test behind a fuzzer of the same chain.
  public var literal: String {
    "try fuzzer.run([\n\(edits.map { "  \($0),\n" }.joined())])"
  }
}
