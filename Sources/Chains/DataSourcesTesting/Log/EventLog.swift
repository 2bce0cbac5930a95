public import Changesets
public import DataSources

/// A recorder of the events that a source sends to its observers, for the expectations of a test.
///
/// ```swift
/// let log = EventLog(found)
/// fruits.append(kiwi)
/// #expect(log.events.first == .willUpdate)
/// #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 3)]))])
/// ```
public final class EventLog<Item> {
  /// The events of the source, in order.
  public private(set) var events: [UpdateEvent] = []
  /// The state of the source after every update, if states are recorded.
  public private(set) var states: [[SectionState<String?, Item>]] = []

  private var token: ObserverToken?

  /// Creates a log, and begins to record.
  ///
  /// - Parameters:
  ///   - source: The source, which is not retained.
  ///   - keepsStates: Whether to record the state after each update.
  public init(_ source: any DataSource<Item>, keepsStates: Bool = false) {
    token = source.link.addObserver(self) { [weak source] log, event in
      log.events.append(event)
      if keepsStates, event != .willUpdate, let source { log.states.append(source.sections) }
    }
  }

  /// The batches, in order. An update without changes is an empty batch.
  public var batches: [UpdateBatch] {
    events.compactMap { event in
      switch event {
      case .willUpdate: nil
      case .didUpdate(let batch, _): batch
      case .didNotUpdate: UpdateBatch()
      }
    }
  }

  /// Removes all recorded events and states.
  public func removeAll() {
    events = []
    states = []
  }

  /// Ends the recording.
  public func cancel() { token?.cancel() }
}
