import Datasets
import Rendering

/// The conventions of a catalog's language for numbers and dates.
struct LanguageStyle: Hashable, Sendable {
  let numbers: NumberStyle
  /// The order of day, month and year, and the language of the names of months.
  private let dates: DateOrder

  /// Creates the style of a language, or that of English if the language is not supported.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de` or `en-US`.
  init(language: String) {
    numbers = NumberStyle(language: language)
    dates = DateOrder(language: language)
  }

  /// Returns a number in a format, or in the language's own way if `format` is `nil`.
  func text(_ number: Number, as format: ValueFormat?) -> String { numbers.text(number.text, as: format) }

  /// Returns a date in a format, with no more precision than it has. A date without a format, or one that is no day, month or year, is
  /// returned as it is written.
  func text(_ date: WrittenDate, as format: ValueFormat?) -> String {
    switch format {
    case .long, .short: words(of: date, isShort: format == .short) ?? date.text
    case .iso: date.calendarDate.map(Self.digits) ?? date.text
    case .year: date.calendarYear ?? date.text
    default: date.text
    }
  }

  private func words(of date: WrittenDate, isShort: Bool) -> String? {
    // A year is written as it is.
    guard let (start, precision) = date.calendarDate, start.year > 0, precision != .year else { return nil }
    let months = MonthNames(language: dates.language)
    let month = (isShort ? months.short : months.full)[start.month - 1]
    return dates.text(month: month, day: precision == .day ? start.day : nil, year: start.year, isShort: isShort)
  }

  /// Returns a date in the form of ISO 8601 and EDTF: `1985-04-12`, `1985-04`, `1985`, `-0043`.
  private static func digits(of start: WrittenDate.Day, _ precision: WrittenDate.Precision) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number.magnitude)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let parts = [padded(start.month, 2), padded(start.day, 2)].prefix(
      precision == .day ? 2 : precision == .month ? 1 : 0)
    return (start.year < 0 ? "-" : "") + ([padded(start.year, 4)] + parts).joined(separator: "-")
  }
}

/// The order of day, month and year in a language.
private enum DateOrder: String {
  /// 12 April 1985
  case english = "en"
  /// April 12, 1985
  case american = "en-us"
  /// 12. April 1985
  case german = "de"
  /// 12 avril 1985, 1er avril 1985
  case french = "fr"
  /// 12 de abril de 1985
  case spanish = "es"
  /// 12 aprile 1985
  case italian = "it"
  /// 12 april 1985
  case dutch = "nl"

  init(language: String) {
    let tag = language.lowercased().replacing("_", with: "-")
    self = tag == Self.american.rawValue ? .american : Self(rawValue: String(tag.prefix { $0 != "-" })) ?? .english
  }

  /// The primary subtag of the language.
  var language: String { String(rawValue.prefix(2)) }

  func text(month: String, day: Int?, year: Int, isShort: Bool) -> String {
    let of = self == .spanish && !isShort ? " de " : " "
    guard let day else { return "\(month)\(of)\(year)" }
    return switch self {
    case .american: "\(month) \(day), \(year)"
    case .german: "\(day). \(month) \(year)"
    case .french: "\(day)\(day == 1 ? "er" : "") \(month) \(year)"
    case .english, .spanish, .italian, .dutch: "\(day)\(of)\(month)\(of)\(year)"
    }
  }
}
