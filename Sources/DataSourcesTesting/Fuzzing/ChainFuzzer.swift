public import Changesets
public import DataSources

/// Tries a chain with random edits of its leaves, and holds every link of it to the strictest oracle.
///
/// ```swift
/// @Test func ripeFruitsInOrder() throws {
///   try ChainFuzzer { leaves in
///     leaves[0].applying(.filter { $0.rank > 1 }).applying(.sort { $0.rank < $1.rank })
///   }.run(seeds: 0..<200)
/// }
/// ```
///
/// Each seed is a case of its own: leaves with samples in them, the chain over them, and edits of all kinds, several at
/// a time too; or everything is removed, added back, changed, and changed back. After each, at every link:
///
/// - the batch is exactly the true change, in normal form (see ``Oracle``);
/// - a transform shows what a new one over the same sources would, if its mapping were read anew: so incremental is the
///   same as from scratch, whatever parameters were changed before, and it is the right link that is named where it is
///   not;
/// - the laws of the mapping hold (``DataSources/DataSource/brokenLaw()``), and in the end so do the conversions between the ends of the
///   chain (``DataSources/DataSource/brokenConversion()``).
///
/// What fails is shrunk to few, small edits, and thrown as a ``Failure`` that describes itself as Swift to be pasted
/// into a test, where ``run(_:)`` makes it fail again. The same seed is the same case in every run.
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
/// A link that shows an item where its source has none may trap when it is read. ``willRun`` tells then which case it
/// was.
public struct ChainFuzzer {
  /// How many leaves there are.
  public let leaves: Int
  /// How many random edits a case has, beside those that fill the leaves, remove everything, add it back and change it
  /// back.
  public var edits = 20
  /// What is asked of every link.
  public var demands: Oracle.Demands = .strict
  /// The values that actions are given.
  public var values = 0..<6
  /// Whether actions are done within transactions, too, together with edits and with each other.
  public var actsInTransactions = true
  /// Reads sources whose items do not know who they are, because that depends on where they stand; returns nothing for
  /// other ones.
  ///
  /// Without it, items that are `Identifiable` are told apart by their `id`, and others by what they are.
  public var reading: ((_ source: any DataSource) -> (() -> [SectionState<String?, Labelled>])?)?
  /// Whether what fails is shrunk.
  public var shrinks = true
  /// Is told of each seed before its case is run.
  public var willRun: ((_ seed: UInt64) -> Void)?

  let chain: ([SectionedArraySource<Sample>]) -> Chain

  /// A chain to be tried, and what can be done to it.
  public struct Chain {
    /// The last link.
    public var source: any DataSource
    /// What can be done to the chain, by name. The value is one of ``ChainFuzzer/values``.
    public var actions: [(name: String, action: (_ value: Int) -> Void)]

    /// Makes a chain to be tried.
    ///
    /// - Parameters:
    ///   - source: The last link. Links that it does not stand on are not watched.
    ///   - actions: What can be done to the chain: changes of parameters, other sources. The same value has to do the
    ///     same every time.
    public init(_ source: any DataSource, actions: KeyValuePairs<String, (_ value: Int) -> Void> = [:]) {
      self.source = source
      self.actions = actions.map { (name: $0.key, action: $0.value) }
    }
  }

  /// Makes a fuzzer of a chain with actions.
  ///
  /// - Parameters:
  ///   - leaves: How many leaves the chain stands on.
  ///   - chain: Makes the chain over leaves; for every case, and for every smaller case that is tried, a new one.
  public init(leaves: Int = 1, _ chain: @escaping (_ leaves: [SectionedArraySource<Sample>]) -> Chain) {
    self.leaves = max(1, leaves)
    self.chain = chain
  }

  /// Makes a fuzzer of a chain.
  ///
  /// - Parameters:
  ///   - leaves: How many leaves the chain stands on.
  ///   - chain: Makes the chain over leaves; for every case, and for every smaller case that is tried, a new one.
  public init(leaves: Int = 1, _ chain: @escaping (_ leaves: [SectionedArraySource<Sample>]) -> any DataSource) {
    self.init(leaves: leaves) { Chain(chain($0)) }
  }
}
