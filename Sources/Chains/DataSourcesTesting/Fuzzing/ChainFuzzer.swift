public import Changesets
public import DataSources

/// A property-based tester of a chain: it edits the leaves at random, and checks every link with the strictest oracle.
///
/// ```swift
/// @Test func ripeFruitsInOrder() throws {
///   try ChainFuzzer { leaves in
///     leaves[0].applying(.filter { $0.rank > 1 }).applying(.sort { $0.rank < $1.rank })
///   }.run(seeds: 0..<200)
/// }
/// ```
///
/// Each seed is a case of its own: leaves with samples, the chain over them, and edits of all kinds, also several in
/// one transaction. In some cases, all contents are removed and inserted again, then changed and changed back. After
/// each edit, these properties are checked at every link:
///
/// - The batch is exactly the true change, in normal form (see ``Oracle``).
/// - A transform shows the same as a new one over the same sources with its mapping computed again. Incremental updates
///   therefore equal a computation from scratch, whatever parameters were changed before, and a difference is
///   attributed to the link that causes it.
///
/// At the end, the laws of each mapping are checked (`DataSource.brokenLaw()`), and the conversions between the ends of
/// the chain (`DataSource.brokenConversion()`).
///
/// A failing case is shrunk to few, small edits, and thrown as a ``Failure``, whose description is Swift code to be
/// pasted into a test, where ``run(_:)`` reproduces the failure. A seed stands for the same case in every run.
///
/// The closure is called anew for every case. It should not use state outside of it, such as a counter, which would
/// be another one when a case is repeated and shrunk.
///
/// Parameters are changed by actions of the chain:
///
/// ```swift
/// let fuzzer = ChainFuzzer { leaves in
///   let ripe = leaves[0].applying(.filter { $0.rank > 1 })
///   return ChainFuzzer.Chain(ripe, actions: [
///     "threshold": { value in ripe.configure { $0.predicate = { sample, _ in sample.rank > value } } }
///   ])
/// }
/// ```
///
/// A link that shows an item where its source has none may trap when it is read. Use ``willRun`` to find the seed of
/// that case.
public struct ChainFuzzer {
  /// The number of leaves.
  public let leaves: Int
  /// The number of random edits of a case, in addition to those that fill the leaves, remove all contents, and undo
  /// edits.
  public var edits = 20
  /// The checks that are made of every link.
  public var demands: Oracle.Demands = .strict
  /// The values that are passed to actions.
  public var values = 0..<6
  /// Returns a closure that reads a source whose items have no identity of their own, as it depends on their positions.
  /// Returns nil for all other sources.
  ///
  /// For these, items that are `Identifiable` are identified by their `id`, and others by their value.
  public var reading: ((_ source: any DataSource) -> (() -> [SectionState<String?, LabeledItem>])?)?
  /// Called with each seed before its case is run.
  public var willRun: ((_ seed: UInt64) -> Void)?

  let chain: ([SectionedArraySource<SampleItem>]) -> Chain

  /// A chain to be tested, with its actions.
  public struct Chain {
    /// The last link.
    public var source: any DataSource
    /// The actions of the chain, by name. The argument is one of ``ChainFuzzer/values``.
    public var actions: [(name: String, action: (_ value: Int) -> Void)]

    /// Creates a chain to be tested.
    ///
    /// - Parameters:
    ///   - source: The last link. Only the links that it stands on are checked.
    ///   - actions: Changes of the chain, such as of parameters or sources. An action has to have the same effect
    ///     whenever it is performed with the same value.
    public init(_ source: any DataSource, actions: KeyValuePairs<String, (_ value: Int) -> Void> = [:]) {
      self.source = source
      self.actions = actions.map { (name: $0.key, action: $0.value) }
    }
  }

  /// Creates a fuzzer of a chain with actions.
  ///
  /// - Parameters:
  ///   - leaves: The number of leaves that the chain stands on.
  ///   - chain: Creates the chain over leaves. It is called again for every case, and for every candidate of shrinking.
  public init(leaves: Int = 1, _ chain: @escaping (_ leaves: [SectionedArraySource<SampleItem>]) -> Chain) {
    self.leaves = max(1, leaves)
    self.chain = chain
  }

  /// Creates a fuzzer of a chain.
  ///
  /// - Parameters:
  ///   - leaves: The number of leaves that the chain stands on.
  ///   - chain: Creates the chain over leaves. It is called again for every case, and for every candidate of shrinking.
  public init(leaves: Int = 1, _ chain: @escaping (_ leaves: [SectionedArraySource<SampleItem>]) -> any DataSource) {
    self.init(leaves: leaves) { Chain(chain($0)) }
  }

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
  public var literal: String { "try fuzzer.run([\n\(edits.map { "  \($0),\n" }.joined())])" }
}

/// An item to test chains with: it has an identity, a rank that it may share with others, and a version that changes by
/// updates.
public struct SampleItem: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity of the sample.
  public let id: Int
  /// A value to filter, sort and group by, one of ``ranks``.
  public var rank: Int
  /// The number of updates.
  public var version: Int

  /// All possible ranks.
  public static let ranks = 0..<5

  /// Creates a sample.
  public init(id: Int, rank: Int, version: Int = 0) {
    self.id = id
    self.rank = rank
    self.version = version
  }

  /// `id/rankversion`, as in `12/3v0`.
  public var description: String { "\(id)/\(rank)v\(version)" }
}
