extension Value {
  /// A finite decimal number that keeps its notation. It is compared by its exact value, and shown as written.
  public struct Number: Sendable {
    /// The number. It is never infinite or NaN.
    public let value: Double
    /// The number as written, such as `2.50`. A missing zero before the decimal point is added: `.5` becomes `0.5`.
    public let text: String

    /// Creates a number by parsing digits with an optional sign, fraction and exponent, or a fraction alone.
    ///
    /// - Parameter text: The number as written, without white space around it.
    /// - Returns: `nil` if the text is anything else, or the number is too large for a `Double`.
    public init?(_ text: String) {
      var text = text
      guard text.withUTF8(\.isNumber), let value = Double(text) else { return nil }
      self.value = value
      if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")), text.utf8[..<point].last?.isDigit != true {
        text.insert("0", at: point)
      }
      self.text = text
    }

    /// Creates a number from a result, in its shortest notation: `3`, `2.5`.
    ///
    /// - Parameter value: The number.
    /// - Returns: `nil` if the value is infinite or NaN.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      self.value = value
      self.text = Int64(exactly: value).map(String.init) ?? value.description
    }
  }
}

extension Value.Number: Hashable, Comparable, CustomStringConvertible {
  /// Whether two numbers have the same exact value, regardless of how they are written.
  public static func == (left: Value.Number, right: Value.Number) -> Bool {
    left.value == right.value
      && (isExact(left.value) || left.text == right.text || ExactNumber(left) == ExactNumber(right))
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// Whether the first number is less than the second.
  public static func < (left: Value.Number, right: Value.Number) -> Bool {
    if left.value != right.value || isExact(left.value) { return left.value < right.value }
    return ExactNumber(left) < ExactNumber(right)
  }

  /// Whether every integer of this magnitude has a `Double` of its own. Larger numbers are compared by their digits, as
  /// identifiers are often that long.
  static func isExact(_ value: Double) -> Bool { value.magnitude < 0x1p53 }

  /// The number as written.
  public var description: String { text }
}

private struct ExactNumber: Comparable {
  private let isNegative: Bool
  /// The digits, without zeros at either end.
  private let digits: [UInt8]
  /// The number of digits before the decimal point.
  /// Zeros before the first digit other than 0 are subtracted: it is −1 for 0.05.
  private let magnitude: Int

  init(_ number: Value.Number) {
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
