/// A value that is computed from a number of contributions: their count, their sum, the smallest of them.
///
/// Contributions can be added and removed. The value depends only on which contributions it contains, and how often,
/// and never on the order in which they were added and removed. So after any number of updates, it equals the value
/// that is computed from scratch.
public protocol Aggregate<Contribution> {
  /// The type of an item's contribution.
  associatedtype Contribution
  /// The type of the result.
  associatedtype Value

  /// Adds a contribution.
  mutating func add(_ contribution: Contribution)

  /// Adds several contributions.
  mutating func add(contentsOf contributions: [Contribution])

  /// Removes a contribution that was added before.
  mutating func remove(_ contribution: Contribution)

  /// The result of all contributions.
  var value: Value { get }

  /// Returns whether two values are equal, so that no update is reported.
  func isSame(_ old: Value, _ new: Value) -> Bool
}

extension Aggregate {
  /// Adds the contributions one after the other.
  public mutating func add(contentsOf contributions: [Contribution]) {
    for contribution in contributions { add(contribution) }
  }
}

extension Aggregate where Value: Equatable {
  /// Returns whether the values are equal.
  public func isSame(_ old: Value, _ new: Value) -> Bool { old == new }
}

extension Double {
  /// Returns whether two numbers are indistinguishable: zeros are distinguished by sign, and all NaNs are the same.
  static func isSame(_ old: Double, _ new: Double) -> Bool {
    (old == new && old.sign == new.sign) || (old.isNaN && new.isNaN)
  }
}
