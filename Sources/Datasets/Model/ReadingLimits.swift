/// How much an input may have: what is endless or damaged ends with a message, and not with the machine's memory.
public struct ReadingLimits: Hashable, Sendable {
  /// What is limited.
  package enum Kind: String, CaseIterable, Sendable {
    /// The bytes of a file after unpacking, or of what a query of a database finds.
    case size
    /// The rows of a data set.
    case rows
    /// The bytes of a value.
    case value
    /// The seconds that a query of a database may take.
    case seconds
  }

  /// The bytes of a file after unpacking, or of what a query of a database finds.
  public var size: Int
  /// The rows of a data set.
  public var rows: Int
  /// The bytes of a value.
  public var value: Int
  /// The seconds that a query of a database may take.
  public var seconds: Int

  /// Creates limits; those that are left out are generous.
  ///
  /// - Parameters:
  ///   - size: The bytes of a file after unpacking, or of what a query of a database finds.
  ///   - rows: The rows of a data set.
  ///   - value: The bytes of a value.
  ///   - seconds: The seconds that a query of a database may take.
  public init(
    size: Int = 2_000_000_000, rows: Int = 10_000_000, value: Int = 16_000_000, seconds: Int = 60
  ) {
    (self.size, self.rows, self.value, self.seconds) = (size, rows, value, seconds)
  }

  /// The amount of a limit.
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

  /// How an amount is written, for messages.
  package var form: String {
    isInBytes ? "a whole number of bytes, kB, MB or GB, such as 4 GB" : "a whole number"
  }

  /// Reads an amount as people write it: `4 GB`, `500000`.
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

  /// Writes an amount as people read it.
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
