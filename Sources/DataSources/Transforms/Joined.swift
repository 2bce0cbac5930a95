/// An item with all items that go with it.
public struct Joined<Left, Right> {
  /// The item.
  public let left: Left
  /// What goes with it, in the order of its source.
  public let right: [Right]

  /// Makes an item with what goes with it.
  public init(_ left: Left, _ right: [Right]) {
    self.left = left
    self.right = right
  }
}

extension Joined: Sendable where Left: Sendable, Right: Sendable {}
extension Joined: Equatable where Left: Equatable, Right: Equatable {}
extension Joined: Hashable where Left: Hashable, Right: Hashable {}

/// One of two: what sources of different items provide where they are the sources of one transform.
public enum Either<Left, Right> {
  /// An item of the first kind.
  case left(Left)
  /// An item of the second kind.
  case right(Right)
}

extension Either: Sendable where Left: Sendable, Right: Sendable {}
extension Either: Equatable where Left: Equatable, Right: Equatable {}
extension Either: Hashable where Left: Hashable, Right: Hashable {}
