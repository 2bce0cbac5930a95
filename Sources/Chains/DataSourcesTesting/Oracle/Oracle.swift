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
  ) {
    self.init(source, ItemReader(), demands: demands, heals: heals, handler: handler)
  }

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
}
