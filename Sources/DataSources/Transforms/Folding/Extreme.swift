import OrderedTrees

/// The smallest or the largest of the contributions.
///
/// It remembers all of them in order. Those that are equal are taken for the same: which one of them is shown is not said. Floating-point
/// numbers are in their total order, so that negative zero is smaller than positive zero; as long as one of the contributions
/// is not a number, neither is the extreme.
public struct Extreme<Contribution: Comparable>: Aggregate {
  private let isLargest: Bool
  private let precedes: (Contribution, Contribution) -> Bool
  /// Whether a contribution stands for all as soon as it is there.
  private let prevails: (Contribution) -> Bool
  private var contributions = ChunkedArray<Contribution>()

  /// Makes the extreme of nothing.
  ///
  /// - Parameter isLargest: Whether it is the largest; else it is the smallest.
  public init(isLargest: Bool) {
    self.isLargest = isLargest
    precedes = { $0 < $1 }
    prevails = { _ in false }
  }

  /// Makes the extreme of no numbers.
  ///
  /// - Parameter isLargest: Whether it is the largest; else it is the smallest.
  public init(isLargest: Bool) where Contribution: FloatingPoint {
    self.isLargest = isLargest
    precedes = { !$1.isTotallyOrdered(belowOrEqualTo: $0) }
    prevails = \.isNaN
  }

  /// Takes one in.
  ///
  /// - Complexity: O(log² *n*), *n* being the number of contributions.
  public mutating func add(_ contribution: Contribution) {
    contributions.insert(contribution, at: place(of: contribution))
  }

  /// Takes several in.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of contributions, where there are none before.
  public mutating func add(contentsOf contributions: [Contribution]) {
    if self.contributions.count == 0 {
      self.contributions = ChunkedArray(contributions.sorted(by: precedes))
    } else {
      for contribution in contributions { add(contribution) }
    }
  }

  /// Takes one out.
  ///
  /// - Complexity: O(log² *n*), *n* being the number of contributions.
  public mutating func remove(_ contribution: Contribution) {
    contributions.remove(at: place(of: contribution))
  }

  /// The smallest or the largest; nil if there are no contributions.
  ///
  /// - Complexity: O(log *n*), *n* being the number of contributions.
  public var value: Contribution? {
    guard contributions.count > 0 else { return nil }
    // In the total order, what is not a number comes first or last.
    let (first, last) = (contributions[0], contributions[contributions.count - 1])
    if prevails(first) { return first }
    return isLargest || prevails(last) ? last : first
  }

  /// Whether neither comes before the other.
  public func isSame(_ old: Contribution?, _ new: Contribution?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return !precedes(old, new) && !precedes(new, old)
  }

  /// How many come before.
  private func place(of contribution: Contribution) -> Int {
    var (low, high) = (0, contributions.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(contributions[middle], contribution) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
