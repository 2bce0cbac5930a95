import Datasets
import Diagnostics

/// A range of values between bounds, each of which is optional.
///
/// Numbers are compared by value, and texts without regard to case and Latin diacritics. A date may stand for several
/// days, such as a month. It lies in a range if all of its days do. A bound includes all of its days: all days of 2024
/// lie in a range to `2024`, and no day of 2024 lies above `2024`. A value that cannot be compared with a bound, such
/// as a missing one, is outside of the range.
package struct ValueRange: Sendable {
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

  /// Whether a value lies in the range.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func contains(_ value: Value) -> Bool { bounds.allSatisfy { bound, limit in bound.admits(value, limit.text) } }
}

extension ValueRange.Bound {
  /// Whether a value satisfies a bound. One that cannot be compared with it does not.
  fileprivate func admits(_ value: Value, _ bound: String) -> Bool {
    switch value {
    case .date(let date): WrittenDate(bound).map { admits(date, $0) } ?? false
    case .number(let number): Value.Number(bound).map { isSatisfied(number, $0) } ?? false
    case .text, .markdown, .url, .image: isSatisfied(value.text.sortKey, bound.sortKey)
    default: false
    }
  }

  /// Whether all days of a date satisfy a bound.
  private func admits(_ date: WrittenDate, _ limit: WrittenDate) -> Bool {
    // On the same day the times are compared, with the precision of the bound.
    if date.earliest == limit.earliest, let time = date.time, let limit = limit.time {
      return isSatisfied(time.prefix(limit.count), limit)
    }
    let days: (own: WrittenDate.Day?, bound: WrittenDate.Day?) =
      switch self {
      case .from: (date.earliest, limit.earliest)
      case .to: (date.latest, limit.latest)
      case .above: (date.earliest, limit.latest)
      case .below: (date.latest, limit.earliest)
      }
    // A date without a first or last day extends beyond every day on that side, and no date lies beyond a bound without
    // one.
    guard let bound = days.bound else { return self == .from || self == .to }
    return days.own.map { isSatisfied($0, bound) } ?? false
  }

  private func isSatisfied<T: Comparable>(_ value: T, _ limit: T) -> Bool {
    switch self {
    case .from: value >= limit
    case .to: value <= limit
    case .above: value > limit
    case .below: value < limit
    }
  }
}

extension ValueRange {
  init?(_ node: YAMLNode) {
    let keys = Bound.allCases.map(\.rawValue)
    bounds = node.mapping(keys).compactMap { key, value in
      Bound(rawValue: key.text).flatMap { bound in value.name.map { (bound, $0) } }
    }
    if bounds.isEmpty, node.isSpeltWell {
      node.report("chain/range", "the range has no bound", hint: "Write one of \(keys.joined(separator: ", ")).")
    }
    if bounds.isEmpty { return nil }
  }
}
