/// How many contributions there are.
public struct ItemCount: Aggregate {
  /// How many there are.
  public private(set) var value = 0

  /// Makes a count of 0.
  public init() {}

  /// Counts one more.
  public mutating func add(_ contribution: Void) { value += 1 }

  /// Counts as many more.
  public mutating func add(contentsOf contributions: [Void]) { value += contributions.count }

  /// Counts one less.
  public mutating func remove(_ contribution: Void) { value -= 1 }
}

/// A sum of integers.
///
/// It is twice as wide as what is added, so that no number of items makes it overflow.
public struct IntegerSum: Aggregate {
  /// The sum.
  public private(set) var value: Int128 = 0

  /// Makes a sum of 0.
  public init() {}

  /// Adds a number.
  public mutating func add(_ contribution: Int) { value += Int128(contribution) }

  /// Subtracts a number.
  public mutating func remove(_ contribution: Int) { value -= Int128(contribution) }
}

/// A sum of floating-point numbers: what the exact sum is when it is rounded once.
///
/// So the order of the numbers makes no difference, and `[1e308, 1e308, -1e308]` is `1e308`. A sum of nothing, and one that is exactly
/// zero, is positive zero. Infinities and what is not a number count as in any addition, for as long as they are in.
public struct FloatingPointSum: Aggregate {
  private var sum = ExactSum()

  /// Makes a sum of 0.
  public init() {}

  /// Adds a number.
  public mutating func add(_ contribution: Double) { sum.add(contribution) }

  /// Takes a number out.
  public mutating func remove(_ contribution: Double) { sum.remove(contribution) }

  /// The sum, rounded to nearest.
  public var value: Double { sum.quotient(by: 1) }

  /// Whether two sums cannot be told apart.
  public func isSame(_ old: Double, _ new: Double) -> Bool { Double.isSame(old, new) }
}

/// The arithmetic mean of numbers: what the exact mean is when it is rounded once.
public struct Mean: Aggregate {
  private var sum = ExactSum()
  private var count: UInt64 = 0

  /// Makes a mean of nothing.
  public init() {}

  /// Takes a number in.
  public mutating func add(_ contribution: Double) {
    sum.add(contribution)
    count += 1
  }

  /// Takes a number out.
  public mutating func remove(_ contribution: Double) {
    sum.remove(contribution)
    count -= 1
  }

  /// The mean, rounded to nearest; nil if there are no numbers.
  public var value: Double? { count == 0 ? nil : sum.quotient(by: count) }

  /// Whether two means cannot be told apart.
  public func isSame(_ old: Double?, _ new: Double?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return Double.isSame(old, new)
  }
}
