/// Those whom a thing tells of what happens to it.
///
/// ```swift
/// observers.add(page) { page, event in page.show(event) }
/// observers.tell(.willUpdate)
/// ```
///
/// An observer lives as long as its owner, which is held weakly. The owner is handed to the handler, so that the handler need
/// not hold it. Observers are told in the order that they were added. All may happen while they are being told: an observer
/// that is added hears of the next event first, one that is cancelled hears nothing more.
///
/// An event that is told from within a handler goes out at once, so that observers further down the list hear of it before the
/// present one. Whoever tells has to queue events where that matters.
///
/// Observers live in the isolation domain of what they observe.
public final class Observers<Event> {
  // Unchecked for speed: changed by calls that run no code of others (see ``ObserverList``), and read as a whole.
  @exclusivity(unchecked) private var list = ObserverList<(Event) -> Void>()

  /// Makes an empty list.
  public init() {}

  /// Whether nobody ever observed, or all have gone and been let go.
  var isEmpty: Bool { list.entries.isEmpty }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - owner: Whom the observer belongs to; when the owner is gone, so is the observer.
  ///   - handler: What is told. It should not hold the owner.
  /// - Returns: What cancels the observer before its owner is gone.
  /// - Complexity: O(*n*), *n* being the number of observers.
  @discardableResult
  public func add<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: Event) -> Void
  ) -> ObserverToken {
    dropInactive()
    let token = ObserverToken(owner: owner)
    list.add(token) { [weak owner] event in
      if let owner { handler(owner, event) }
    }
    return token
  }

  /// Tells everyone who observes now.
  ///
  /// - Parameter event: What happened.
  /// - Complexity: O(*n*), *n* being the number of observers.
  public func tell(_ event: Event) {
    present()(event)
  }

  /// Those who observe now, to be told of several events that belong together: who is added in between hears of none of them.
  ///
  /// - Returns: What tells them; one that is cancelled hears nothing more.
  /// - Complexity: O(*n*), *n* being the number of observers.
  public func present() -> (Event) -> Void {
    dropInactive()
    return { [entries = list.entries] event in
      for observer in entries where observer.token.isActive {
        observer.handler(event)
      }
    }
  }

  private func dropInactive() {
    let gone = list.entries.inactive()
    // Held until the list is not being changed any more: to let go of a handler may run code that comes back here.
    let removed = gone.isEmpty ? [] : list.remove(gone)
    withExtendedLifetime(removed) {}
  }
}
