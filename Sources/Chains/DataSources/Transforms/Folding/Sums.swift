/// The number of contributions.
public struct ItemCount: Aggregate {
  public private(set) var value = 0

  /// Creates a count of 0.
  public init() {}

  public mutating func add(_ contribution: Void) { value += 1 }

  /// Adds the number of contributions.
  public mutating func add(contentsOf contributions: [Void]) { value += contributions.count }

  public mutating func remove(_ contribution: Void) { value -= 1 }
}

/// A sum of integers.
///
/// The sum has twice the width of the numbers, so that it does not overflow.
public struct IntegerSum: Aggregate {
  public private(set) var value: Int128 = 0

  /// Creates a sum of 0.
  public init() {}

  public mutating func add(_ contribution: Int) { value += Int128(contribution) }

  public mutating func remove(_ contribution: Int) { value -= Int128(contribution) }
}

/// A sum of floating-point numbers: the exact sum, rounded once.
///
/// The order of the numbers makes no difference, and `[1e308, 1e308, -1e308]` is `1e308`. An empty sum, and one that is
/// exactly zero, is positive zero. Infinities and NaNs count as in any addition, as long as they are not removed.
public struct FloatingPointSum: Aggregate {
  private var sum = ExactSum()

  /// Creates a sum of 0.
  public init() {}

  public mutating func add(_ contribution: Double) { sum.add(contribution) }

  public mutating func remove(_ contribution: Double) { sum.remove(contribution) }

  /// The sum, rounded to nearest.
  public var value: Double { sum.quotient(by: 1) }

  public func isSame(_ old: Double, _ new: Double) -> Bool { Double.isSame(old, new) }
}

/// The arithmetic mean of numbers: the exact mean, rounded once.
public struct Mean: Aggregate {
  private var sum = ExactSum()
  private var count: UInt64 = 0

  /// Creates a mean without numbers.
  public init() {}

  public mutating func add(_ contribution: Double) {
    sum.add(contribution)
    count += 1
  }

  public mutating func remove(_ contribution: Double) {
    sum.remove(contribution)
    count -= 1
  }

  /// The mean, rounded to nearest; `nil` if there are no numbers.
  public var value: Double? { count == 0 ? nil : sum.quotient(by: count) }

  public func isSame(_ old: Double?, _ new: Double?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return Double.isSame(old, new)
  }
}
