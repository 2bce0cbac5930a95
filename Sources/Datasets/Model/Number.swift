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
    var text = text
    guard text.withUTF8(\.isNumber), let value = Double(text) else { return nil }
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
}

extension Number: Hashable {
  /// Whether two numbers have the same value, however they are written.
  public static func == (left: Number, right: Number) -> Bool { left.value == right.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
