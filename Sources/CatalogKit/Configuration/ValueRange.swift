public import Datasets

/// The values between bounds, any of which may be left out.
///
/// Numbers are compared by value, and words without regard to case and Latin diacritics. Of dates as much is compared as a bound says:
/// all days of 2024 lie in a range to `2024`, and none above it. A value that cannot be compared with a bound, such as a missing one,
/// lies in no range.
public struct ValueRange: Sendable {
  /// What values are compared with.
  public enum Bound: String, CaseIterable, Sendable {
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
  public var bounds: [(bound: Bound, value: CatalogConfiguration.Name)]

  /// Makes a range.
  ///
  /// - Parameter bounds: At least one bound.
  public init(_ bounds: [(bound: Bound, value: CatalogConfiguration.Name)]) { self.bounds = bounds }

  /// Whether a value lies in the range.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  public func contains(_ value: Value) -> Bool {
    bounds.allSatisfy { bound, limit in
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

extension Value {
  /// On which side of a bound the value lies: below (-1), on it (0) or above (1); nothing where the two cannot be compared.
  fileprivate func side(of bound: String) -> Int? {
    switch self {
    case .number(let number): Number(bound).map { Self.side(number.value, $0.value) }
    case .date(let date): Self.side(String(date.unicodeScalars.prefix(bound.unicodeScalars.count)), bound)
    case .text, .markdown, .url, .image: Self.side(text.sortKey, bound.sortKey)
    default: nil
    }
  }

  private static func side<T: Comparable>(_ value: T, _ bound: T) -> Int {
    value < bound ? -1 : bound < value ? 1 : 0
  }
}
