public import Changesets

/// An event in the update of a source or another observable object.
///
/// Events come in pairs that are never nested: ``willUpdate``, and then one of the others. Only an observer that is
/// cancelled in between misses the second one. During the first event, the observed object shows the state before the
/// update, and during the second the state after it. Observers never see an intermediate state.
///
/// ```swift
/// fruits.link.addObserver(page) { page, event in
///   switch event {
///   case .willUpdate: page.beginUpdates()
///   case .didUpdate(let batch, _): page.endUpdates(batch)
///   case .didNotUpdate: page.endUpdates(UpdateBatch())
///   }
/// }
/// ```
public enum UpdateEvent: Hashable, Sendable {
  /// An update may follow. The observed object still shows the state before it.
  case willUpdate
  /// An update was made, by a batch that is not empty. The observed object shows the state after it. A reload is not
  /// animated.
  case didUpdate(UpdateBatch, animated: UpdateAnimations)
  /// The announced update did not change this object. Before a change, it is not known which sources it will reach.
  case didNotUpdate
}

extension UpdateEvent: CustomStringConvertible {
  /// A description of the event: `will update`, `did update: delete (0, 1)`, `did not update`.
  public var description: String {
    switch self {
    case .willUpdate: "will update"
    case .didUpdate(let batch, _): "did update: \(batch)"
    case .didNotUpdate: "did not update"
    }
  }
}

/// A list of observers.
///
/// ```swift
/// observers.add(page) { page, event in page.show(event) }
/// observers.notify(.willUpdate)
/// ```
///
/// An observer is removed when its owner, which is referenced weakly, is deallocated. The owner is passed to the
/// handler, which need not reference it. Observers are notified in the order in which they were added. While they are
/// being notified, observers can be added and cancelled: new ones are notified from the next event on, and cancelled
/// ones are not notified any more.
///
/// An event that a handler sends is delivered immediately, so that later observers receive it before the present one.
/// Queue events if that matters.
///
/// The list belongs to the isolation domain of the observed object.
package final class Observers<Event> {
  private struct Entry {
    let registration: ObserverToken.Registration
    let handler: (Event) -> Void
  }

  private var entries: [Entry] = []

  /// Creates an empty list.
  package init() {}

  /// Whether the list has no observers. It is `false` while observers that were removed have not been released.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to. The observer is removed when it is deallocated.
  ///   - handler: Called for every event. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier.
  /// - Complexity: O(*n*), *n* being the number of observers.
  @discardableResult
  package func add<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: Event) -> Void
  ) -> ObserverToken {
    removeInactive()
    let registration = ObserverToken.Registration(of: owner)
    // Assigned instead of changed in place, so that the compiler can prove that no two accesses overlap, and omits the
    // dynamic exclusivity checks.
    var entries = entries
    entries.append(
      Entry(registration: registration) { [weak owner] event in
        if let owner { handler(owner, event) }
      })
    self.entries = entries
    return ObserverToken(registration)
  }

  /// Notifies all observers.
  ///
  /// - Complexity: O(*n*), *n* being the number of observers.
  package func notify(_ event: Event) { snapshot()(event) }

  /// Returns a closure that notifies the present observers, for several events that belong together. Observers that are
  /// added in between receive none of them, and those that are cancelled receive no more.
  ///
  /// - Complexity: O(*n*), *n* being the number of observers.
  func snapshot() -> (Event) -> Void {
    removeInactive()
    return { [entries] event in
      // The handler finds out whether its owner still exists.
      for observer in entries where !observer.registration.isCancelled { observer.handler(event) }
    }
  }

  private func removeInactive() {
    let inactive = entries.filter { !$0.registration.isActive }
    guard !inactive.isEmpty else { return }
    entries = entries.filter { entry in !inactive.contains { $0.registration === entry.registration } }
    // The handlers are released after the list was changed, because that may run code that accesses it.
    withExtendedLifetime(inactive) {}
  }
}

/// The registration of one observer, which cancels it.
///
/// An observer is notified until it is cancelled or its owner is deallocated, even after its token was released. A
/// token that ``DataSource/addObserver(_:_:)`` returned references the source, and so keeps it alive.
///
/// - Warning: Releasing such a token does not cancel the observer, but may release the source, which then notifies
///   nobody. If the observer is no longer called although its owner exists, the token was not stored.
public final class ObserverToken {
  /// The state of an observer. Lists of observers reference it instead of the token, because otherwise a source would
  /// reference itself through the token.
  fileprivate final class Registration {
    var isCancelled = false
    private weak var owner: AnyObject?

    init(of owner: AnyObject) { self.owner = owner }

    var isActive: Bool { !isCancelled && owner != nil }
  }

  private let registration: Registration
  /// The source, which the token keeps alive.
  private var source: AnyObject?

  fileprivate init(_ registration: Registration) { self.registration = registration }

  /// Whether the observer is notified.
  package var isActive: Bool { registration.isActive }

  /// Keeps a source alive until the observation is cancelled or the token released.
  func retain(_ source: AnyObject) { self.source = source }

  /// Ends the observation, and releases the source. The handler is released when observers are next notified or added.
  public func cancel() {
    registration.isCancelled = true
    source = nil
  }
}
