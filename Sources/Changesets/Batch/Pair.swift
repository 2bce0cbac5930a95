/// The place of one thing before an update, and its place after it.
///
/// Moves and updates are pairs: what moved or changed is found at ``before`` in the state before the update (the *before
/// space*) and at ``after`` in the state after it (the *after space*).
public struct Pair<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The place in the state before.
  public var before: Place
  /// The place in the state after.
  public var after: Place

  /// Creates a pair of two places.
  @inlinable public init(_ before: Place, _ after: Place) {
    self.before = before
    self.after = after
  }

  /// The same pair, seen from the state after.
  @inlinable public var inverted: Pair { Pair(after, before) }
}

extension Pair: Comparable {
  /// Pairs are ordered by the place before, then by the place after.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.before, lhs.after) < (rhs.before, rhs.after)
  }
}

extension Pair: CustomStringConvertible {
  /// `before→after`.
  public var description: String { "\(before)→\(after)" }
}
