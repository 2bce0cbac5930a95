public import Changesets
public import DataSources

/// A checker that compares every batch of a source with the actual change.
///
/// An oracle receives each batch before the observers do. It knows the state before the batch, reads the state after
/// it, and checks whether the batch leads from one to the other. If not, it passes a ``Finding`` to a handler, which
/// names the link. If every link of a chain has an oracle (`DataSource.watchAll(demands:heals:handler:)`), the finding
/// names the link that caused the problem, and not one downstream of it.
///
/// ```swift
/// let oracle = Oracle(found, id: \.sku, content: \.self) { finding in log.warning("\(finding)") }
/// ```
///
/// Oracles work in tests and in a running program. An oracle can heal what it finds: it then replaces the batch by the
/// true change, so that the chain continues to work. An oracle begins with the state at its creation, and is active as
/// long as it is retained. Several can be added to one link; each receives the batch as earlier ones have left it.
///
/// - Complexity: O(*n* log *n*) for each batch, *n* being the number of items.
public final class Oracle {
  /// The checks beyond correctness.
  public var demands: Demands
  /// Whether a batch with a problem is replaced by the true change.
  public var heals: Bool

  let handler: (Finding) -> Void
  let read: () -> SourceState
  let describe: (Any) -> String
  let source: any DataSource
  /// The state as of the last batch, or nil if the source could not be read.
  var state: SourceState?
  private var token: ObserverToken?

  /// Creates an oracle of a source whose items are identified and compared by closures or key paths.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: The checks beyond correctness.
  ///   - heals: Whether a batch with a problem is replaced by the true change.
  ///   - id: Returns the identity of an item. If two items of a state have the same, fewer checks of batches are
  ///     possible.
  ///   - content: Returns the content of an item. A change of it requires an update.
  ///   - describe: Returns the description of an item in findings.
  ///   - sectionID: Returns the identity of a section, given its name. If a section is updated and gets another
  ///     identity, the update is trusted.
  ///   - handler: Called with each finding.
  public convenience init<Source: DataSource, ID: Hashable, Content: Hashable>(
    _ source: Source, demands: Demands = .correct, heals: Bool = false,
    id: @escaping (Source.Item) -> ID, content: @escaping (Source.Item) -> Content,
    describe: @escaping (Source.Item) -> String = { "\($0)" },
    sectionID: @escaping (_ name: String?) -> String? = { $0 },
    handler: @escaping (Finding) -> Void
  ) {
    let reader = ItemReader<Source.Item>(
      digest: { ItemDigest(id: id($0), content: content($0), item: $0) }, describe: describe, sectionID: sectionID)
    self.init(source, reader, demands: demands, heals: heals, handler: handler)
  }

  /// Creates an oracle of a source with any items.
  ///
  /// Items that are `Identifiable` are identified by their `id`, other `Hashable` items by their value, other objects
  /// by their reference, and all others by their description.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: The checks beyond correctness.
  ///   - heals: Whether a batch with a problem is replaced by the true change.
  ///   - handler: Called with each finding.
  public convenience init<Source: DataSource>(
    _ source: Source, demands: Demands = .correct, heals: Bool = false,
    handler: @escaping (Finding) -> Void
  ) { self.init(source, ItemReader(), demands: demands, heals: heals, handler: handler) }

  /// Creates an oracle of a source whose items have no identity of their own: a closure derives it from their
  /// positions.
  ///
  /// ```swift
  /// // A separator is the one behind its item.
  /// let oracle = Oracle(list, reading: { list.sections.map(label) }) { finding in log.warning("\(finding)") }
  /// ```
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: The checks beyond correctness.
  ///   - heals: Whether a batch with a problem is replaced by the true change.
  ///   - state: Reads the source.
  ///   - handler: Called with each finding.
  public convenience init(
    _ source: any DataSource, demands: Demands = .correct, heals: Bool = false,
    reading state: @escaping () -> [SectionState<String?, LabeledItem>], handler: @escaping (Finding) -> Void
  ) {
    self.init(
      source, demands: demands, heals: heals, read: { SourceState(state()) }, describe: { "\($0)" },
      handler: handler)
  }

  convenience init<Source: DataSource>(
    _ source: Source, _ reader: ItemReader<Source.Item>, demands: Demands, heals: Bool,
    handler: @escaping (Finding) -> Void
  ) {
    self.init(
      source, demands: demands, heals: heals, read: { SourceState(of: source, reader) },
      describe: reader.describe, handler: handler)
  }

  private init(
    _ source: any DataSource, demands: Demands, heals: Bool, read: @escaping () -> SourceState,
    describe: @escaping (Any) -> String, handler: @escaping (Finding) -> Void
  ) {
    self.demands = demands
    self.heals = heals
    self.handler = handler
    self.read = read
    self.describe = describe
    self.source = source
    state = source.danglingItem() == nil ? read() : nil
    token = source.link.inspect(for: self) { oracle, batch in oracle.inspect(batch) }
  }

  /// Ends the checks.
  public func cancel() { token?.cancel() }

  /// Reads the source outside of an update, and reports a change that came without a batch.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items, if there is such a change; otherwise O(*n*).
  public func check() {
    let before = state
    readSource(UpdateBatch())
    guard let before, let after = state, before != after else { return }
    let check = BatchCheck(before: before, after: after, source: source)
    report(Problem(.silentChange, "The source changed without a batch."), UpdateBatch(), check)
  }

  /// Compares a batch with the change of the state.
  ///
  /// - Returns: The batch, or its replacement if the oracle heals.
  func inspect(_ batch: UpdateBatch) -> UpdateBatch {
    let before = state
    readSource(batch)
    guard let before, let after = state else { return heals ? .reload : batch }
    let check = BatchCheck(before: before, after: after, source: source)
    guard let problem = check.problem(with: batch, demands) else { return batch }
    report(problem, batch, check)
    return heals ? check.expectedBatch(trusting: batch) : batch
  }

  /// Reads the present state, and reports problems of the source itself.
  private func readSource(_ batch: UpdateBatch) {
    let rebuildable = demands.contains(.sameFromScratch) ? source as? any RebuildableSource : nil
    var problem = rebuildable?.differenceFromScratch(comparingItems: demands.contains(.laws))
    // A source that equals one from scratch has no dangling items.
    let dangling = rebuildable != nil && problem == nil ? nil : source.danglingItem()
    problem = problem ?? dangling
    let before = state
    state = dangling == nil ? read() : nil
    if problem == nil, demands.contains(.laws) { problem = source.lawProblem() }
    if let problem { report(problem, batch, before: before) }
  }

  private func report(_ problem: Problem, _ batch: UpdateBatch, _ check: BatchCheck) {
    report(problem, batch, expected: check.expectedBatch(trusting: batch), before: check.before)
  }

  private func report(
    _ problem: Problem, _ batch: UpdateBatch, expected: UpdateBatch? = nil, before: SourceState?
  ) {
    func text(_ state: SourceState?) -> String { state?.text(describe) ?? "not to be read" }
    handler(
      Finding(
        kind: problem.kind, link: source.link.name, height: source.link.height, message: problem.message, batch: batch,
        expected: expected,
        before: text(before), after: text(state)))
  }
}

extension DataSource {
  /// Adds an oracle to this source, and to each source that it stands on, up to the leaves.
  ///
  /// ```swift
  /// let oracles = catalog.watchAll(heals: true) { finding in log.warning("\(finding)") }
  /// ```
  ///
  /// The sources are those at the time of the call: sources that are added to the chain later get no oracle.
  ///
  /// - Parameters:
  ///   - demands: The checks beyond correctness.
  ///   - heals: Whether a batch with a problem is replaced by the true change.
  ///   - handler: Called with each finding.
  /// - Returns: The oracles, those of the leaves first. They are active as long as they are retained.
  /// - Complexity: O(*l* · *n*), *l* being the number of links and *n* the number of items.
  public func watchAll(
    demands: Oracle.Demands = .correct, heals: Bool = false, handler: @escaping (Finding) -> Void
  ) -> [Oracle] {
    chainFromTheLeaves.map { source in
      func oracle(_ source: some DataSource) -> Oracle {
        Oracle(source, demands: demands, heals: heals, handler: handler)
      }
      return oracle(source)
    }
  }

  /// This source and all sources that it stands on, sorted by height.
  var chainFromTheLeaves: [any DataSource] { chain.sorted { $0.link.height < $1.link.height } }
}

extension Oracle {
  /// The checks of an oracle beyond correctness, of batches and of the transforms that they come from.
  public struct Demands: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No item or section is deleted and inserted, or moved, that could have stayed: the batch is the difference of the
    /// states by identity. Not checked if an identity occurs twice in a state.
    public static let fewestEdits = Demands(rawValue: 1 << 0)
    /// Updates only concern items and sections whose content changed, or that the link's source updated.
    public static let neededUpdates = Demands(rawValue: 1 << 1)
    /// A link is only reloaded if a link that it stands on is.
    public static let neededReloads = Demands(rawValue: 1 << 2)
    /// After every change, a transform shows the same as a new one over the same sources, with its mapping computed
    /// again.
    public static let sameFromScratch = Demands(rawValue: 1 << 3)
    /// The laws of a transform's mapping hold: see `DataSource.brokenLaw()`.
    public static let laws = Demands(rawValue: 1 << 4)

    /// No checks beyond correctness: the batch is valid, leads from the state before to the state after, and lacks no
    /// update.
    public static let correct: Demands = []
    /// All checks.
    public static let strict: Demands = [
      .fewestEdits, .neededUpdates, .neededReloads, .sameFromScratch, .laws,
    ]
  }
}

/// An item without an identity of its own, labelled with one that follows from its position.
public struct LabeledItem: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity among all items of a state.
  public let id: String
  /// The content of the item. A change of it requires an update.
  public let content: String

  /// Creates a labelled item.
  public init(id: String, content: String) {
    self.id = id
    self.content = content
  }

  /// `id: content`.
  public var description: String { "\(id): \(content)" }
}
