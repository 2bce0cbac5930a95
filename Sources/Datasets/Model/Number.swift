/// A finite decimal number that remembers how it was written: compared by value, shown as written.
public struct Number: Sendable {
  /// The number. Never infinite, never not-a-number.
  public let value: Double
  /// The number as it was written, such as `2.50`.
  public let text: String

  /// Reads a number: digits with an optional sign before, and an optional fraction and exponent after them.
  ///
  /// - Parameter text: The number as written, without white space around it.
  /// - Returns: `nil` when the text is anything else, or too large for a `Double`.
  public init?(_ text: String) {
    guard Number.isDecimal(text.utf8), let value = Double(text), value.isFinite else { return nil }
    self.value = value
    self.text = text
  }

  /// Makes a number from a result, written as short as it can be: `3`, `2.5`.
  ///
  /// - Parameter value: The number.
  /// - Returns: `nil` when the value is infinite or not a number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
    self.text = Int64(exactly: value).map(String.init) ?? value.description
  }

  /// Whether digits follow a leading zero, as they do in postal codes and part numbers rather than in quantities.
  var hasLeadingZeros: Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.prefix(2)
    return digits.count == 2 && digits.first == UInt8(ascii: "0") && digits.allSatisfy(\.isDigit)
  }

  /// The grammar `[+-]? digits (. digits)? ([eE] [+-]? digits)?`: narrower than that of `Double`, which reads `nan` and `0x1p3`.
  private static func isDecimal(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func skip(_ isWanted: (UInt8) -> Bool) -> Bool {
      guard let byte = rest.first, isWanted(byte) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Bool {
      let count = rest.count
      rest = rest.drop(while: \.isDigit)
      return rest.count < count
    }
    let isSign: (UInt8) -> Bool = { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    _ = skip(isSign)
    guard skipDigits() else { return false }
    if skip({ $0 == UInt8(ascii: ".") }) {
      guard skipDigits() else { return false }
    }
    if skip({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      _ = skip(isSign)
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }
}

extension Number: Hashable {
  /// Whether two numbers have the same value, however they are written.
  public static func == (left: Number, right: Number) -> Bool { left.value == right.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
