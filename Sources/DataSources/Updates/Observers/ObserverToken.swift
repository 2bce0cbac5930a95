import Synchronization

/// The registration of one observer, to cancel it with.
///
/// A token may be thrown away: an observer stays until it is cancelled or its owner is gone.
public final class ObserverToken: Sendable {
  private let isCancelled = Atomic(false)
  // Safe from any thread: written once, here, and afterwards only loaded, which the runtime makes atomic. A load holds the owner
  // for a moment, and may be what lets it go in the end: so it is never done under a lock, or while a list is being changed.
  private nonisolated(unsafe) weak var owner: AnyObject?

  package init(owner: AnyObject) {
    self.owner = owner
  }

  /// Whether the observer is told of what happens.
  public var isActive: Bool { !isCancelled.load(ordering: .acquiring) && owner != nil }

  /// Ends the observation. What the observer holds is let go when others are next told or added.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }
}
