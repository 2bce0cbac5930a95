public import Changesets
import Synchronization

/// An update of something with items, for those who observe it.
///
/// The two events come in pairs, and no pair comes inside another; only an observer that is cancelled in between misses the second. What is
/// observed shows the state before in the first, and the state after in the second: an observer never sees anything in between.
public enum UpdateEvent: Hashable, Sendable {
  /// An update is about to happen; what is observed still shows the state before it.
  case willUpdate
  /// An update has happened; what is observed shows the state after it.
  case didUpdate(UpdateBatch, animated: Bool)
}

/// The observers of something.
///
/// ```swift
/// observers.add(page) { page, event in page.show(event) }
/// observers.notify(.willUpdate)
/// ```
///
/// An observer is removed when its owner, which is referenced weakly, is deallocated. The handler gets the owner, so that it need not
/// reference it. Observers are notified in the order in which they were added. While they are being notified, others may be added, which are
/// notified from the next event on, or cancelled, which takes effect at once.
///
/// An event that is sent from within a handler is delivered at once, so that observers further down the list get it before the present one.
/// Queue events where that matters.
///
/// Observers belong to the isolation domain of what they observe.
public final class Observers<Event> {
  private var list = ObserverList<(Event) -> Void>()

  /// Creates an empty list.
  public init() {}

  /// Whether there are no observers, or only such as were removed and not yet released.
  var isEmpty: Bool { list.entries.isEmpty }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to. The observer is removed when it is deallocated.
  ///   - handler: Called for every event. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier.
  /// - Complexity: O(*n*), *n* being the number of observers.
  @discardableResult
  public func add<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: Event) -> Void
  ) -> ObserverToken {
    removeInactive()
    let token = ObserverToken(owner: owner)
    var list = list
    list.add(token) { [weak owner] event in
      if let owner { handler(owner, event) }
    }
    self.list = list
    return token
  }

  /// Notifies all observers.
  ///
  /// - Complexity: O(*n*), *n* being the number of observers.
  public func notify(_ event: Event) {
    snapshot()(event)
  }

  /// Returns a closure that notifies those who observe now, for several events that belong together. Observers that are added in between get
  /// none of them, and those that are cancelled get no more.
  ///
  /// - Complexity: O(*n*), *n* being the number of observers.
  public func snapshot() -> (Event) -> Void {
    removeInactive()
    return { [entries = list.entries] event in
      for observer in entries where observer.token.isActive {
        observer.handler(event)
      }
    }
  }

  private func removeInactive() {
    let inactive = list.entries.inactive()
    // Released only when the list is not being changed any more: to release a handler may run code that comes back here.
    if inactive.isEmpty { return }
    var list = list
    let removed = list.remove(inactive)
    self.list = list
    withExtendedLifetime(removed) {}
  }
}

/// The registration of one observer, which cancels it.
///
/// A token may be discarded: an observer stays until it is cancelled or its owner is deallocated.
public final class ObserverToken: Sendable {
  private let isCancelled = Atomic(false)
  // Safe from any thread: written once, here, and afterwards only loaded, which the runtime makes atomic. A load retains the owner
  // for a moment, and may be what releases it in the end: so it is never done under a lock, or while a list is being changed.
  private nonisolated(unsafe) weak var owner: AnyObject?

  package init(owner: AnyObject) {
    self.owner = owner
  }

  /// Whether the observer is notified.
  public var isActive: Bool { !isCancelled.load(ordering: .acquiring) && owner != nil }

  /// Ends the observation. The handler is released when others are next notified or added.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }
}

/// The handlers of observers, in the order in which they were added.
///
/// A value, so that it can be kept under a lock while observers are notified, and released, outside. Nothing here asks whether an
/// observer is active, or releases one: both may run code of others.
package struct ObserverList<Handler> {
  /// One observer.
  package struct Entry {
    package let token: ObserverToken
    package let handler: Handler
  }

  /// All observers; those whose token is not active were removed.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// Adds a handler.
  package mutating func add(_ token: ObserverToken, _ handler: Handler) {
    entries.append(Entry(token: token, handler: handler))
  }

  /// Removes observers.
  ///
  /// - Returns: What was removed, to be released by the caller.
  package mutating func remove(_ inactive: [Entry]) -> [Entry] {
    let tokens = Set(inactive.map { ObjectIdentifier($0.token) })
    let removed = entries.filter { tokens.contains(ObjectIdentifier($0.token)) }
    entries.removeAll { tokens.contains(ObjectIdentifier($0.token)) }
    return removed
  }
}

extension Array {
  /// Those observers that were removed.
  package func inactive<Handler>() -> [Element] where Element == ObserverList<Handler>.Entry {
    filter { !$0.token.isActive }
  }
}

extension ObserverList.Entry: Sendable where Handler: Sendable {}
extension ObserverList: Sendable where Handler: Sendable {}
