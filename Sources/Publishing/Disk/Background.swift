import Foundation

/// A value that is made on a thread of its own.
///
/// Checked by hand: the value is touched under the lock only, and a value that crosses the threads is `Sendable`.
final class Background<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value?

  /// Begins to make a value.
  init(_ make: @escaping @Sendable () -> Value) {
    Thread { [self] in
      let value = make()
      condition.withLock {
        self.value = value
        condition.broadcast()
      }
    }.start()
  }

  /// The value, as soon as it is there.
  func wait() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value { return value }
      condition.wait()
    }
  }
}
