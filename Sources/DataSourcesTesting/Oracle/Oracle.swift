public import Changesets
public import DataSources

/// Holds every batch of a source to what really happened.
///
/// An oracle looks at each batch before anybody else does, knows the state before it, reads the state after it, and
/// compares: does the batch lead from the one to the other? What does not is handed to a handler as a ``Finding``,
/// which names the link. With an oracle at every link of a chain
/// (``DataSources/DataSource/watchAll(demands:heals:handler:)``) it is the link that lied which is named, and not one
/// that stands on it.
///
/// ```swift
/// let oracle = Oracle(found, id: \.sku, content: \.self) { finding in log.warning("\(finding)") }
/// ```
///
/// It works in tests and in a running program. It may heal what it finds: then it puts the true change in the place of
/// the batch, and the chain goes on. An oracle that comes late begins with the state that it finds. It watches as long
/// as somebody holds it. Several may watch one link; each sees what those before it made of a batch.
///
/// - Complexity: O(*n* log *n*) for each batch, *n* being the number of items.
public final class Oracle {
  /// What is asked beyond batches being right.
  public var demands: Demands
  /// Whether the true change is put in the place of a batch that is not what it should be.
  public var heals: Bool

  let handler: (Finding) -> Void
  let read: () -> SourceState
  let describe: (Any) -> String
  let source: any DataSource
  /// The state as of the last batch; nothing where the source could not be read.
  var state: SourceState?
  private var token: ObserverToken?

  /// Watches a source whose items are told apart and compared by closures or key paths.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: What is asked beyond batches being right.
  ///   - heals: Whether the true change is put in the place of a batch that is not what it should be.
  ///   - id: What tells an item apart. Where two items of a state have the same, less can be asked of batches.
  ///   - content: What is in an item: where it changes, there has to be an update.
  ///   - describe: Writes an item down for a finding.
  ///   - sectionID: What tells a section apart, given its name. Where a section becomes another one altogether, an
  ///     update of it is believed.
  ///   - handler: Is handed what is found.
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

  /// Watches a source of any items.
  ///
  /// Items that are `Identifiable` are told apart by their `id`, others that are `Hashable` by all that they are,
  /// objects by which they are, and all others by how they describe themselves.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: What is asked beyond batches being right.
  ///   - heals: Whether the true change is put in the place of a batch that is not what it should be.
  ///   - handler: Is handed what is found.
  public convenience init<Source: DataSource>(
    _ source: Source, demands: Demands = .correct, heals: Bool = false,
    handler: @escaping (Finding) -> Void
  ) {
    self.init(source, ItemReader(), demands: demands, heals: heals, handler: handler)
  }

  /// Watches a source whose items do not know who they are: that is reported by where they stand.
  ///
  /// ```swift
  /// // A separator is the one behind its item.
  /// let oracle = Oracle(list, reading: { list.sections.map(label) }) { finding in log.warning("\(finding)") }
  /// ```
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - demands: What is asked beyond batches being right.
  ///   - heals: Whether the true change is put in the place of a batch that is not what it should be.
  ///   - state: Reads the source.
  ///   - handler: Is handed what is found.
  public convenience init(
    _ source: any DataSource, demands: Demands = .correct, heals: Bool = false,
    reading state: @escaping () -> [SectionState<String?, Labelled>], handler: @escaping (Finding) -> Void
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

  /// Ends the watch.
  public func cancel() { token?.cancel() }
}
