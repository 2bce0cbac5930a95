import Datasets
import Diagnostics

/// A range of values between bounds, each of which is optional.
///
/// Numbers are compared by value, and texts without regard to case and Latin diacritics. A date may stand for several
/// days, such as a month. It lies in a range if all of its days do. A bound includes all of its days: all days of 2024
/// lie in a range to `2024`, and no day of 2024 lies above `2024`. A value that cannot be compared with a bound, such
/// as a missing one, is outside of the range.
package struct ValueRange: Sendable {
  /// The kind of a bound.
  enum Bound: String, CaseIterable, Sendable {
    /// The smallest value in the range.
    case from
    /// The largest value in the range.
    case to
    /// An exclusive lower bound.
    case above
    /// An exclusive upper bound.
    case below
  }

  var bounds: [(bound: Bound, value: LocatedText)]

  /// Creates a range.
  ///
  /// - Parameter bounds: At least one bound.
  init(_ bounds: [(bound: Bound, value: LocatedText)]) { self.bounds = bounds }

  /// Whether a value lies in the range.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func contains(_ value: Value) -> Bool {
    bounds.allSatisfy { bound, limit in
      if case .date(let date) = value { return bound.admits(date, limit.text) }
      guard let side = value.side(of: limit.text) else { return false }
      return switch bound {
      case .from: side >= 0
      case .to: side <= 0
      case .above: side > 0
      case .below: side < 0
      }
    }
  }
}

extension ValueRange.Bound {
  /// Whether all days of a date satisfy a bound.
  fileprivate func admits(_ date: WrittenDate, _ bound: String) -> Bool {
    guard let limit = WrittenDate(bound) else { return false }
    // On the same day the times are compared, with the precision of the bound.
    if date.earliest == limit.earliest, let time = date.time, let limit = limit.time {
      let start = time.prefix(limit.count)
      return switch self {
      case .from: start >= limit
      case .to: start <= limit
      case .above: start > limit
      case .below: start < limit
      }
    }
    return switch self {
    case .from: date.isSince(limit.earliest)
    case .to: date.isUntil(limit.latest)
    case .above: date.isAfter(limit.latest)
    case .below: date.isBefore(limit.earliest)
    }
  }
}

extension WrittenDate {
  // A date without a first or last day extends beyond every day on that side, and no date lies beyond a bound without
  // one.

  fileprivate func isSince(_ day: Day?) -> Bool { day.map { day in earliest.map { $0 >= day } ?? false } ?? true }

  fileprivate func isUntil(_ day: Day?) -> Bool { day.map { day in latest.map { $0 <= day } ?? false } ?? true }

  fileprivate func isAfter(_ day: Day?) -> Bool { day.map { day in earliest.map { $0 > day } ?? false } ?? false }

  fileprivate func isBefore(_ day: Day?) -> Bool { day.map { day in latest.map { $0 < day } ?? false } ?? false }
}

extension ValueRange {
  /// Reads a mapping with any of `from`, `to`, `above` and `below`.
  init?(_ node: YAMLNode) {
    let keys = Bound.allCases.map(\.rawValue)
    self.init(
      node.mapping(keys).compactMap { key, value in
        Bound(rawValue: key.text).flatMap { bound in value.name.map { (bound, $0) } }
      })
    if bounds.isEmpty, node.isSpeltWell {
      node.report("chain/range", "the range has no bound", hint: "Write one of \(keys.joined(separator: ", ")).")
    }
    if bounds.isEmpty { return nil }
  }
}

extension Value {
  /// Returns the side of a bound on which the value lies: below (-1), at (0) or above (1); `nil` if the two cannot be
  /// compared.
  fileprivate func side(of bound: String) -> Int? {
    switch self {
    case .number(let number): Value.Number(bound).map { Self.side(number, $0) }
    case .text, .markdown, .url, .image: Self.side(text.sortKey, bound.sortKey)
    default: nil
    }
  }

  private static func side<T: Comparable>(_ value: T, _ bound: T) -> Int {
    value < bound ? -1 : bound < value ? 1 : 0
  }
}
