package import Fingerprints

/// A way in which numbers or dates are written: what a person chooses for a field, or for a value in a template, `{{born | long}}`.
package enum ValueFormat: Hashable, Fingerprintable, Sendable {
  /// What is written in a format.
  package enum Subject: String, CaseIterable, Sendable {
    case number, date
  }

  /// A number as the data has it.
  case plain
  /// A number as the language writes it, also where it looks like a year or an identifier.
  case grouped
  /// A number as the language writes it, rounded to a number of decimals.
  case decimals(Int)
  /// A part of one in hundredths: 0.25 is 25%.
  case percent
  /// A number of bytes in the largest unit of a thousand, a million and so on: 1500 is 1.5 kB.
  case bytes
  /// A date in words: 12 April 1985.
  case long
  /// The same with a short name of the month: 12 Apr 1985.
  case short
  /// A date as ISO 8601 has it: 1985-04-12.
  case iso
  /// The year of a date.
  case year

  /// More decimals than any number has that people read.
  package static let maximumDecimals = 20
  private static let words: [ValueFormat] = [.plain, .grouped, .percent, .bytes, .long, .short, .iso, .year]

  /// The format of a name, such as `long`, or of a number of decimals; nil where there is none.
  package init?(_ name: String) {
    if let decimals = Int(name), (0...Self.maximumDecimals).contains(decimals), name == String(decimals) {
      self = .decimals(decimals)
    } else if let format = Self.words.first(where: { $0.name == name }) {
      self = format
    } else {
      return nil
    }
  }

  /// The name.
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

  /// What is written in it.
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
  /// A name with the format that stands behind it in a template: `born | long`. It is itself the name of a value there.
  ///
  /// - Returns: Nil where there is no bar, or no format behind it.
  package static func parts(ofTemplateName name: String) -> (name: String, format: ValueFormat)? {
    guard let (field, word) = words(ofTemplateName: name) else { return nil }
    return ValueFormat(word).map { (field, $0) }
  }

  /// The name before the last bar, and what stands behind it; nil where there is none.
  static func words(ofTemplateName name: String) -> (name: String, format: String)? {
    guard let bar = name.lastIndex(of: "|") else { return nil }
    return (name[..<bar].trimmed, name[name.index(after: bar)...].trimmed)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}

// MARK: - For messages

extension ValueFormat {
  /// The formats of numbers, or of dates, in words.
  package static func list(of subject: Subject) -> String {
    switch subject {
    case .number: "plain, grouped, percent, bytes, or a number of decimals from 0 to \(maximumDecimals)"
    case .date: "long, short, iso or year"
    }
  }

  /// What to do about a name that is no format.
  package static func suggestion(for name: String) -> String {
    name.closest(in: words.map(\.name)).map { "Did you mean “\($0)”?" }
      ?? "For numbers there are \(list(of: .number)); for dates \(list(of: .date))."
  }
}
