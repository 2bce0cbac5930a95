import OrderedTrees
import PomonaSupport

/// The smallest or the largest of the contributions.
///
/// All contributions are stored in order. Equal ones are treated as the same: which of them is the value is
/// unspecified. Floating-point numbers are in their total order, so that negative zero is smaller than positive zero;
/// if any contribution is NaN, so is the extreme.
public struct Extremum<Contribution: Comparable>: Aggregate {
  private let isLargest: Bool
  private let precedes: (Contribution, Contribution) -> Bool
  /// Returns whether a contribution determines the value whenever it is present.
  private let isDominant: (Contribution) -> Bool
  private var contributions = ChunkedArray<Contribution>()

  /// Creates an aggregate without contributions.
  ///
  /// - Parameter isLargest: Whether it is the largest contribution, and not the smallest.
  public init(isLargest: Bool) {
    self.isLargest = isLargest
    precedes = { $0 < $1 }
    isDominant = { _ in false }
  }

  /// Creates an aggregate of floating-point numbers, without contributions.
  ///
  /// - Parameter isLargest: Whether it is the largest contribution, and not the smallest.
  public init(isLargest: Bool) where Contribution: FloatingPoint {
    self.isLargest = isLargest
    // `<` would find neither a place for NaNs nor the order of the two zeros.
    precedes = { !$1.isTotallyOrdered(belowOrEqualTo: $0) }
    isDominant = \.isNaN
  }

  /// - Complexity: O(log² *n*), *n* being the number of contributions.
  public mutating func add(_ contribution: Contribution) {
    contributions.insert(contribution, at: place(of: contribution))
  }

  /// - Complexity: O(*n* log *n*), *n* being the number of contributions, if there were none before; otherwise that of
  ///   adding them one by one.
  public mutating func add(contentsOf contributions: [Contribution]) {
    if self.contributions.count == 0 {
      self.contributions = ChunkedArray(contributions.sorted(by: precedes))
    } else {
      for contribution in contributions { add(contribution) }
    }
  }

  /// - Complexity: O(log² *n*), *n* being the number of contributions.
  public mutating func remove(_ contribution: Contribution) {
    contributions.remove(at: place(of: contribution))
  }

  /// The smallest or the largest contribution; `nil` if there are none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of contributions.
  public var value: Contribution? {
    guard contributions.count > 0 else { return nil }
    // In the total order, NaNs are first or last.
    let (first, last) = (contributions[0], contributions[contributions.count - 1])
    if isDominant(first) { return first }
    return isLargest || isDominant(last) ? last : first
  }

  /// Returns whether neither value is less than the other.
  public func isSame(_ old: Contribution?, _ new: Contribution?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return !precedes(old, new) && !precedes(new, old)
  }

  /// Returns the number of smaller contributions.
  private func place(of contribution: Contribution) -> Int {
    (0..<contributions.count).partitioningIndex { !precedes(contributions[$0], contribution) }
  }
}
