import Foundation

/// Work in numbered pieces that are done in any order: threads in the background take one after the other, and whoever waits for all of them
/// takes pieces, too, instead of sleeping.
///
/// Checked by hand: what changes is touched under the lock only, and a piece, which crosses the threads, is `Sendable`.
final class SharedWork<Piece: Sendable>: @unchecked Sendable {
  private let make: @Sendable (Int) -> Piece
  private let condition = NSCondition()
  private var pieces: [Piece?]
  /// The number of the first piece that nobody has taken.
  private var next = 0
  private var done = 0

  /// Begins to work.
  ///
  /// - Parameters:
  ///   - count: The number of pieces.
  ///   - threads: How many threads work in the background.
  ///   - make: Makes a piece, on any thread.
  init(pieces count: Int, threads: Int, make: @escaping @Sendable (Int) -> Piece) {
    self.make = make
    pieces = Array(repeating: nil, count: count)
    for _ in 0..<min(threads, count) { Thread { [self] in work() }.start() }
  }

  /// All pieces, as soon as they are there.
  ///
  /// - Complexity: What is left to do, and O(*n*) in the number of pieces.
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
