import Foundation

/// A computation that is divided into numbered pieces, which are done in any order. Background threads take one piece
/// after the other, and so does the thread that waits for the result, instead of sleeping.
///
/// The `Sendable` conformance is unchecked: all mutable state is protected by `condition`, and a piece, which crosses
/// threads, is `Sendable`.
final class SharedWork<Piece: Sendable>: @unchecked Sendable {
  private let make: @Sendable (Int) -> Piece
  private let condition = NSCondition()
  private var pieces: [Piece?]
  /// The number of the next piece that no thread has taken.
  private var next = 0
  private var done = 0

  /// Starts the computation.
  ///
  /// - Parameter make: Computes a piece, on any thread.
  init(pieces count: Int, threads: Int, make: @escaping @Sendable (Int) -> Piece) {
    self.make = make
    pieces = Array(repeating: nil, count: count)
    for _ in 0..<min(threads, count) { Thread { [self] in work() }.start() }
  }

  /// Waits for all pieces, and returns them by number.
  ///
  /// - Complexity: The remaining work, and O(*n*) in the number of pieces.
  func wait() -> [Piece] {
    work()
    condition.lock()
    defer { condition.unlock() }
    while done < pieces.count { condition.wait() }
    return pieces.compactMap(\.self)
  }

  private func work() {
    while let number = take() {
      let piece = make(number)
      condition.withLock {
        pieces[number] = piece
        done += 1
        if done == pieces.count { condition.broadcast() }
      }
    }
  }

  private func take() -> Int? {
    condition.withLock {
      guard next < pieces.count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
