import Datasets
import Diagnostics

/// The values between bounds, any of which may be left out.
///
/// Numbers are compared by value, and words without regard to case and Latin diacritics. A date lies in a range if all days do that it
/// may mean, and a bound is all of its own days: all days of 2024 lie in a range to `2024`, and none above it. A value that cannot be
/// compared with a bound, such as a missing one, lies in no range.
struct ValueRange: Sendable {
  /// What values are compared with.
  enum Bound: String, CaseIterable, Sendable {
    /// The smallest value.
    case from
    /// The largest value.
    case to
    /// What values have to be larger than.
    case above
    /// What values have to be smaller than.
    case below
  }

  /// The bounds: at least one.
  var bounds: [(bound: Bound, value: CatalogConfiguration.Name)]

  /// Makes a range.
  ///
  /// - Parameter bounds: At least one bound.
  init(_ bounds: [(bound: Bound, value: CatalogConfiguration.Name)]) { self.bounds = bounds }

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
  /// Whether all days that a date may mean are on the right side of a bound.
  fileprivate func admits(_ date: WrittenDate, _ bound: String) -> Bool {
    guard let limit = WrittenDate(bound) else { return false }
    // Within a day, times decide, as far as the bound says.
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
  // A date that is open on a side is beyond every day there, and no date is beyond a bound that is.

  fileprivate func isSince(_ day: Day?) -> Bool { day.map { day in earliest.map { $0 >= day } ?? false } ?? true }

  fileprivate func isUntil(_ day: Day?) -> Bool { day.map { day in latest.map { $0 <= day } ?? false } ?? true }

  fileprivate func isAfter(_ day: Day?) -> Bool { day.map { day in earliest.map { $0 > day } ?? false } ?? false }

  fileprivate func isBefore(_ day: Day?) -> Bool { day.map { day in latest.map { $0 < day } ?? false } ?? false }
}

extension ValueRange {
  /// A mapping with any of `from`, `to`, `above` and `below`.
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
  /// On which side of a bound the value lies: below (-1), on it (0) or above (1); nothing where the two cannot be compared.
  fileprivate func side(of bound: String) -> Int? {
    switch self {
    case .number(let number): Number(bound).map { Self.side(number, $0) }
    case .text, .markdown, .url, .image: Self.side(text.sortKey, bound.sortKey)
    default: nil
    }
  }

  private static func side<T: Comparable>(_ value: T, _ bound: T) -> Int {
    value < bound ? -1 : bound < value ? 1 : 0
  }
}
