public import Changesets

/// An update of something with items, for those who observe it.
///
/// Events come in pairs, and no pair comes inside another: ``willUpdate`` and one of the others. Only an observer that is cancelled in between
/// misses the second. What is observed shows the state before in the first, and the state after in the second: an observer never sees
/// anything in between.
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
  /// An update may be about to happen; what is observed still shows the state before it.
  case willUpdate
  /// An update has happened, by a batch that is not empty; what is observed shows the state after it. A reload is not
  /// animated.
  case didUpdate(UpdateBatch, animated: UpdateAnimations)
  /// What was announced came to nothing here: before a change it is not known which of the sources it will reach.
  case didNotUpdate
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
package final class Observers<Event> {
  private struct Entry {
    let registration: ObserverToken.Registration
    let handler: (Event) -> Void
  }

  private var entries: [Entry] = []

  /// Creates an empty list.
  package init() {}

  /// Whether there are no observers, or only such as were removed and not yet released.
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
    // Assigned, not changed in place: the compiler then proves that no two accesses conflict, instead of checking every read.
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

  /// Returns a closure that notifies those who observe now, for several events that belong together. Observers that are added in between get
  /// none of them, and those that are cancelled get no more.
  ///
  /// - Complexity: O(*n*), *n* being the number of observers.
  func snapshot() -> (Event) -> Void {
    removeInactive()
    return { [entries] event in
      for observer in entries where observer.registration.isActive { observer.handler(event) }
    }
  }

  private func removeInactive() {
    let inactive = entries.filter { !$0.registration.isActive }
    guard !inactive.isEmpty else { return }
    entries = entries.filter { entry in !inactive.contains { $0.registration === entry.registration } }
    // Released only when the list is not being changed any more: to release a handler may run code that comes back here.
    withExtendedLifetime(inactive) {}
  }
}

/// The registration of one observer, which cancels it.
///
/// An observer stays until it is cancelled or its owner is deallocated, also when its token was released. A token that
/// ``DataSource/addObserver(_:_:)`` returned references the source, so that it is not deallocated as long as somebody holds the token.
public final class ObserverToken {
  /// Whether an observer is notified: all that the list of observers references, or a source would reference itself by a token.
  fileprivate final class Registration {
    var isCancelled = false
    private weak var owner: AnyObject?

    init(of owner: AnyObject) { self.owner = owner }

    var isActive: Bool { !isCancelled && owner != nil }
  }

  private let registration: Registration
  /// The source, which the token keeps from being deallocated.
  private var source: AnyObject?

  fileprivate init(_ registration: Registration) { self.registration = registration }

  /// Whether the observer is notified.
  package var isActive: Bool { registration.isActive }

  /// Keeps a source from being deallocated until the observation is cancelled or the token released.
  func retain(_ source: AnyObject) { self.source = source }

  /// Ends the observation, and releases the source. The handler is released when others are next notified or added.
  public func cancel() {
    registration.isCancelled = true
    source = nil
  }
}
