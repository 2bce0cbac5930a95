import CEvent
import Foundation
import Synchronization

/// A thread that waits for events of sockets and timers. What belongs to it is used on this thread only: callbacks of
/// events are called there, and others hand it work with `perform(_:)`.
///
/// Without events, the thread sleeps.
final class EventLoop: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isStarted = false
    /// The thread, when it runs.
    var thread: pthread_t?
    var hasEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// The loop of libevent, which has no locks. It is used by the thread that creates this object until `start()`, then
  /// by the loop's thread, which has a reference to this object, and in the end by the deinitializer: by one at a time.
  nonisolated(unsafe) let base: OpaquePointer
  /// A descriptor that is readable when there is work.
  private let bell: Int32
  private let state = Mutex(State())

  /// Creates a loop; `nil` if the system lacks descriptors or memory for it.
  init?() {
    let bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0, let base = event_base_new() else {
      if bell >= 0 { close(bell) }
      return nil
    }
    self.base = base
    self.bell = bell
  }

  deinit {
    event_base_free(base)
    close(bell)
  }

  /// Starts the thread. A loop is started once.
  ///
  /// - Parameter owner: What callbacks of events refer to, which the thread keeps until the loop ends.
  func start(keeping owner: some AnyObject & Sendable) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    precondition(isFirst, "A loop is started once.")
    let thread = Thread { [self] in withExtendedLifetime(owner) { run() } }
    thread.name = "pomona-http"
    thread.start()
  }

  private func run() {
    state.withLock { $0.thread = pthread_self() }
    // A client that goes away while it is written to is an error of that write, not a signal for the process. The
    // signal would be sent to this thread.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)

    // The event is freed below, while this object is alive: so the pointer to it is valid in the callback.
    let ringing = event_new(
      base, bell, Int16(EV_READ | EV_PERSIST),
      { _, _, loop in Unmanaged<EventLoop>.object(at: loop)?.performWork() },
      Unmanaged.passUnretained(self).toOpaque())
    event_add(ringing, nil)
    event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
    event_free(ringing)

    let (rest, waiters) = state.withLock { state in
      state.hasEnded = true
      return (state.work, state.waiters)
    }
    for work in rest { work() }
    for waiter in waiters { waiter.resume() }
  }

  private func performWork() {
    var count: UInt64 = 0
    read(bell, &count, MemoryLayout.size(ofValue: count))
    let work = state.withLock { state in
      defer { state.work = [] }
      return state.work
    }
    for work in work { work() }
  }

  /// Performs work on the loop's thread, in the order of the calls.
  ///
  /// - Returns: Whether the work will be performed: not after the end of the loop.
  @discardableResult
  func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isAccepted, isFirst) = state.withLock { state in
      if state.hasEnded { return (false, false) }
      state.work.append(work)
      return (true, state.work.count == 1)
    }
    if isFirst {
      var one: UInt64 = 1
      write(bell, &one, MemoryLayout.size(ofValue: one))
    }
    return isAccepted
  }

  /// Ends the loop when all that is due has been done. Call this on the loop's thread.
  ///
  /// It is not ended at once: libevent closes sockets after the event in which they are freed.
  func end() {
    assertIsCurrent()
    event_base_loopexit(base, nil)
  }

  /// Waits for the end of the loop.
  func ended() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiters.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// Checks in debug builds that the code runs on the loop's thread, or that the loop does not run yet.
  func assertIsCurrent() { assert(state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? true }) }
}

extension Unmanaged {
  /// Returns the object of a callback, which has to be alive.
  static func object(at pointer: UnsafeMutableRawPointer?) -> Instance? {
    pointer.map { fromOpaque($0).takeUnretainedValue() }
  }
}

/// A timer on a loop, which is set for one time at a time. It is used on the loop's thread only.
final class LoopTimer {
  private let loop: EventLoop
  private let action: () -> Void
  private var event: OpaquePointer?

  /// Creates a timer, which is not set.
  ///
  /// - Parameter action: What happens each time. It should not have a strong reference to the owner of the timer.
  init(on loop: EventLoop, action: @escaping () -> Void) {
    self.loop = loop
    self.action = action
    // The deinitializer frees the event: so the pointer to this object is valid in the callback.
    event = event_new(
      loop.base, -1, 0, { _, _, timer in Unmanaged<LoopTimer>.object(at: timer)?.action() },
      Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    // The owner releases the timer on the loop's thread, see `cancel()`.
    cancel()
  }

  /// Sets the timer, instead of the time for which it is set.
  func set(_ duration: Duration) {
    loop.assertIsCurrent()
    var time = timeval(duration)
    if let event { event_add(event, &time) }
  }

  func unset() { if let event { event_del(event) } }

  /// Frees the event. The timer cannot be set again.
  func cancel() {
    if let event { event_free(event) }
    event = nil
  }
}

extension timeval {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
