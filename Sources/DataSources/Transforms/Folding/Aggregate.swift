/// What a number of contributions come to: their count, their sum, the smallest of them.
///
/// Contributions can be taken out again. The value depends on which contributions are in, and how often, and never on the order in which
/// they came and went: so a value that was followed over any number of updates is the value that is computed from scratch.
public protocol Aggregate<Contribution> {
  /// What an item contributes.
  associatedtype Contribution
  /// What the contributions come to.
  associatedtype Value

  /// Takes a contribution in.
  mutating func add(_ contribution: Contribution)

  /// Takes contributions in.
  mutating func add(contentsOf contributions: [Contribution])

  /// Takes a contribution out that is in.
  mutating func remove(_ contribution: Contribution)

  /// What the contributions come to.
  var value: Value { get }

  /// Whether two values are the same, so that nobody needs to be told.
  func isSame(_ old: Value, _ new: Value) -> Bool
}

extension Aggregate {
  /// Takes them in one after the other.
  public mutating func add(contentsOf contributions: [Contribution]) {
    for contribution in contributions { add(contribution) }
  }
}

extension Aggregate where Value: Equatable {
  /// Whether the values are equal.
  public func isSame(_ old: Value, _ new: Value) -> Bool { old == new }
}

extension Double {
  /// Whether two numbers cannot be told apart: zeros have a sign, and all that are not a number are one.
  static func isSame(_ old: Double, _ new: Double) -> Bool {
    (old == new && old.sign == new.sign) || (old.isNaN && new.isNaN)
  }
}
