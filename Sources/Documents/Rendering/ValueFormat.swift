package import Fingerprints

/// A format of numbers or dates, which an author chooses for a field, or for a value in a template: `{{born | long}}`.
package enum ValueFormat: Hashable, Fingerprintable, Sendable {
  /// The kind of values that a format is for.
  package enum Subject: String, CaseIterable, Sendable {
    case number, date
  }

  /// A number in the form of the data.
  case plain
  /// A number as the language writes it, even if it looks like a year or an identifier.
  case grouped
  /// A number as the language writes it, rounded to a number of decimals.
  case decimals(Int)
  /// A fraction as a percentage: 0.25 is 25%.
  case percent
  /// A number of bytes in the largest decimal unit that fits: 1500 is 1.5 kB.
  case bytes
  /// A date in words: 12 April 1985.
  case long
  /// A date in words, with a short name of the month: 12 Apr 1985.
  case short
  /// A date in the form of ISO 8601: 1985-04-12.
  case iso
  /// The year of a date.
  case year

  /// The largest number of decimals that a format can have: more than any number for readers has.
  package static let maximumDecimals = 20
  private static let words: [ValueFormat] = [.plain, .grouped, .percent, .bytes, .long, .short, .iso, .year]

  /// Creates the format with a name, such as `long`, or with a number of decimals, such as `2`. Returns `nil` if there
  /// is none.
  package init?(_ name: String) {
    if let decimals = Int(name), (0...Self.maximumDecimals).contains(decimals), name == String(decimals) {
      self = .decimals(decimals)
    } else if let format = Self.words.first(where: { $0.name == name }) {
      self = format
    } else {
      return nil
    }
  }

  /// The name; for a number of decimals, the number.
  package var name: String {
    switch self {
    case .plain: "plain"
    case .grouped: "grouped"
    case .decimals(let count): String(count)
    case .percent: "percent"
    case .bytes: "bytes"
    case .long: "long"
    case .short: "short"
    case .iso: "iso"
    case .year: "year"
    }
  }

  /// The kind of values that the format is for.
  package var subject: Subject {
    switch self {
    case .plain, .grouped, .decimals, .percent, .bytes: .number
    case .long, .short, .iso, .year: .date
    }
  }

  package func combine(into parts: inout Fingerprinter) { parts.combine(name) }
}

// MARK: - In templates

extension ValueFormat {
  /// Splits a name in a template into the name of a field and the format after it: `born | long`. The whole is itself
  /// the name of a value in the template.
  ///
  /// - Returns: The name and the format, or `nil` if there is no bar, or no known format after it.
  package static func parts(ofTemplateName name: String) -> (name: String, format: ValueFormat)? {
    guard let (field, word) = words(ofTemplateName: name) else { return nil }
    return ValueFormat(word).map { (field, $0) }
  }

  /// Returns the texts before and after the last bar, without white space at their ends, or `nil` if there is no bar.
  static func words(ofTemplateName name: String) -> (name: String, format: String)? {
    guard let bar = name.lastIndex(of: "|") else { return nil }
    return (name[..<bar].trimmed, name[name.index(after: bar)...].trimmed)
  }
}

// MARK: - For messages

extension ValueFormat {
  /// Returns a list of the formats of numbers or of dates, for a message.
  package static func list(of subject: Subject) -> String {
    switch subject {
    case .number: "plain, grouped, percent, bytes, or a number of decimals from 0 to \(maximumDecimals)"
    case .date: "long, short, iso or year"
    }
  }

  /// Returns a hint for a name that is not the name of a format.
  package static func suggestion(for name: String) -> String {
    name.closest(in: words.map(\.name)).map { "Did you mean “\($0)”?" }
      ?? "For numbers there are \(list(of: .number)); for dates \(list(of: .date))."
  }
}
