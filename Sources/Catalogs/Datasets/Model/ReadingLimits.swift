/// The limits of an input, so that endless or damaged input ends with an error instead of exhausting the memory.
public struct ReadingLimits: Hashable, Sendable {
  /// The quantity that is limited.
  package enum Kind: String, CaseIterable, Sendable {
    /// The number of bytes of a file after decompression, or of the result of a database query.
    case size
    /// The number of rows of a data set.
    case rows
    /// The number of bytes of a value.
    case value
    /// The duration of a database query, in seconds.
    case seconds
  }

  /// The number of bytes of a file after decompression, or of the result of a database query.
  public var size: Int
  /// The number of rows of a data set.
  public var rows: Int
  /// The number of bytes of a value.
  public var value: Int
  /// The duration of a database query, in seconds.
  public var seconds: Int

  /// Creates limits. The default values are generous.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of a file after decompression, or of the result of a database query.
  ///   - rows: The number of rows of a data set.
  ///   - value: The number of bytes of a value.
  ///   - seconds: The duration of a database query, in seconds.
  public init(size: Int = 2_000_000_000, rows: Int = 10_000_000, value: Int = 16_000_000, seconds: Int = 60) {
    self.size = size
    self.rows = rows
    self.value = value
    self.seconds = seconds
  }

  /// The value of a limit.
  package subscript(kind: Kind) -> Int {
    get { self[keyPath: kind.path] }
    set { self[keyPath: kind.path] = newValue }
  }
}

extension ReadingLimits.Kind {
  private static let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]

  fileprivate var path: WritableKeyPath<ReadingLimits, Int> {
    switch self {
    case .size: \.size
    case .rows: \.rows
    case .value: \.value
    case .seconds: \.seconds
    }
  }

  private var isInBytes: Bool { self == .size || self == .value }

  /// The notation of an amount, for messages.
  package var form: String { isInBytes ? "a whole number of bytes, kB, MB or GB, such as 4 GB" : "a whole number" }

  /// Parses an amount: `4 GB`, `500000`.
  package func amount(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Int(digits) else { return nil }
    if unit.isEmpty { return number }
    guard isInBytes, let factor = Self.units.first(where: { $0.0.lowercased() == unit.lowercased() })?.1 else {
      return nil
    }
    let (amount, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : amount
  }

  /// Returns an amount for display.
  func text(_ amount: Int) -> String {
    switch self {
    case .rows: return "\(amount) \(amount == 1 ? "row" : "rows")"
    case .seconds: return "\(amount) \(amount == 1 ? "second" : "seconds")"
    case .size, .value:
      let unit = Self.units.first { amount > 0 && amount.isMultiple(of: $0.1) }
      return unit.map { "\(amount / $0.1) \($0.0)" } ?? "\(amount) bytes"
    }
  }
}
