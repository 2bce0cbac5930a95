import CEvent
import Foundation

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
