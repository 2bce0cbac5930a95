public import Changesets
public import DataSources

/// Writes down what a source tells its observers, to be looked at by a test.
///
/// ```swift
/// let log = EventLog(found)
/// fruits.append(kiwi)
/// #expect(log.events.first == .willUpdate)
/// #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 3)]))])
/// ```
public final class EventLog<Item> {
  /// What the source told, in order.
  public private(set) var events: [UpdateEvent] = []
  /// The state of the source after every update, where states are kept.
  public private(set) var states: [[SectionState<String?, Item>]] = []

  private var token: ObserverToken?

  /// Begins to write down.
  ///
  /// - Parameters:
  ///   - source: The source, which is not held.
  ///   - keepsStates: Whether the state after each update is kept.
  public init(_ source: any DataSource<Item>, keepsStates: Bool = false) {
    token = source.link.addObserver(self) { [weak source] log, event in
      log.events.append(event)
      if keepsStates, event != .willUpdate, let source { log.states.append(source.sections) }
    }
  }

  /// The batches, in order: an empty one for each update that came to nothing.
  public var batches: [UpdateBatch] {
    events.compactMap { event in
      switch event {
      case .willUpdate: nil
      case .didUpdate(let batch, _): batch
      case .didNotUpdate: UpdateBatch()
      }
    }
  }

  /// Forgets what was written down.
  public func removeAll() {
    events = []
    states = []
  }

  /// Ends the writing.
  public func cancel() { token?.cancel() }
}
