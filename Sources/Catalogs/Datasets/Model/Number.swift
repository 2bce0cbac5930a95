extension Number: Hashable {
  /// Whether two numbers have the same exact value, regardless of how they are written.
  public static func == (left: Number, right: Number) -> Bool {
    left.value == right.value
      && (isExact(left.value) || left.text == right.text || ExactNumber(left) == ExactNumber(right))
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Number: Comparable {
  /// Whether the first number is less than the second.
  public static func < (left: Number, right: Number) -> Bool {
    if left.value != right.value || isExact(left.value) { return left.value < right.value }
    return ExactNumber(left) < ExactNumber(right)
  }

  /// Whether every integer of this magnitude has a `Double` of its own. Larger numbers are compared by their digits, as identifiers are
  /// often that long.
  static func isExact(_ value: Double) -> Bool { value.magnitude < 0x1p53 }
}

/// The exact value of a number.
private struct ExactNumber: Comparable {
  private let isNegative: Bool
  /// The digits, without zeros at either end.
  private let digits: [UInt8]
  /// The number of digits before the decimal point.
  private let magnitude: Int

  init(_ number: Number) {
    let parts = number.text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = parts[0].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let whole = mantissa.prefix(while: \.isDigit)
    let all = mantissa.filter(\.isDigit)
    let significant = all.drop { $0 == UInt8(ascii: "0") }
    let exponent = parts.count > 1 ? Int(Substring(parts[1])) ?? 0 : 0
    isNegative = number.value < 0
    magnitude = whole.count - (all.count - significant.count) + exponent
    digits = significant.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
  }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    return small.magnitude == large.magnitude
      ? small.digits.lexicographicallyPrecedes(large.digits) : small.magnitude < large.magnitude
  }
}
