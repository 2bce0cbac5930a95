import DataSources
import Testing

/// The order and the lifetime of observers.
@Suite struct ObserverTests {
  /// Records its notifications.
  private final class Listener {
    var events: [Int] = []
  }

  @Test func objectsOfAnObserverMayUseTheObserversInDeinit() {
    /// Notifies and adds observers in `deinit`.
    final class Last {
      let observers: Observers<Int>
      init(_ observers: Observers<Int>) { self.observers = observers }
      deinit {
        observers.add(observers) { _, _ in }
        observers.notify(7)
      }
    }
    let observers = Observers<Int>()
    let listener = Listener()
    var owner: Listener? = Listener()
    if let owner {
      let last = Last(observers)
      observers.add(owner) { _, _ in withExtendedLifetime(last) {} }
    }
    observers.add(listener) { $0.events.append($1) }
    owner = nil
    observers.notify(1)
    #expect(Set(listener.events) == [1, 7])
  }

  @Test func observersAreNotifiedInTheOrderOfAdding() {
    let observers = Observers<Int>()
    let listener = Listener()
    for factor in 1...4 {
      observers.add(listener) { $0.events.append($1 * factor) }
    }
    observers.notify(10)
    #expect(listener.events == [10, 20, 30, 40])
  }

  @Test func anObserverIsReleasedWithItsOwner() {
    let observers = Observers<Int>()
    var events: [Int] = []
    var listener: Listener? = Listener()
    let token = listener.map { observers.add($0) { _, event in events.append(event) } }
    let ghost = Ghost(of: listener)
    observers.notify(1)
    #expect(token?.isActive == true)
    listener = nil
    #expect(ghost.object == nil, "an observer is not retained")
    #expect(token?.isActive == false)
    observers.notify(2)
    #expect(events == [1])
  }

  @Test func aRemovedObserverIsReleased() {
    let observers = Observers<Int>()
    let owner = Listener()
    var held: Listener? = Listener()
    let ghost = Ghost(of: held)
    let token = observers.add(owner) { [held] _, event in held?.events.append(event) }
    held = nil
    #expect(ghost.object != nil)
    token.cancel()
    observers.notify(1)
    #expect(ghost.object == nil)
  }

  @Test func aTokenCancelsItsObserverAlone() {
    let observers = Observers<Int>()
    let listener = Listener()
    let first = observers.add(listener) { $0.events.append($1) }
    observers.add(listener) { $0.events.append(-$1) }
    first.cancel()
    first.cancel()
    #expect(!first.isActive)
    observers.notify(1)
    #expect(listener.events == [-1])
  }

  @Test func observersAddedDuringAnEventAreNotifiedOfTheNext() {
    let observers = Observers<Int>()
    let (listener, late) = (Listener(), Listener())
    observers.add(listener) { listener, event in
      listener.events.append(event)
      if event == 1 { observers.add(late) { $0.events.append($1) } }
    }
    observers.notify(1)
    #expect(late.events.isEmpty)
    observers.notify(2)
    #expect(listener.events == [1, 2])
    #expect(late.events == [2])
  }

  @Test(arguments: [true, false]) func cancellingDuringAnEventIsSafe(cancelsItself: Bool) {
    let observers = Observers<Int>()
    let listener = Listener()
    var tokens: [ObserverToken] = []
    for index in 0..<3 {
      tokens.append(
        observers.add(listener) { listener, event in
          listener.events.append(index)
          if index == 1 { tokens[cancelsItself ? 1 : 2].cancel() }
        })
    }
    observers.notify(0)
    observers.notify(0)
    #expect(listener.events == (cancelsItself ? [0, 1, 2, 0, 2] : [0, 1, 0, 1]))
  }

  /// A weak reference.
  private final class Ghost {
    weak var object: Listener?
    init(of object: Listener?) { self.object = object }
  }
}
