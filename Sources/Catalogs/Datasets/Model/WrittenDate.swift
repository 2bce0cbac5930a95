/// A date as people write it, with the days that it may cover: `1850`, `c. 1850`, `12 April 1985`, `1849–51`, `44 BC`,
/// `19th century`, or a date in ISO 8601 or EDTF (levels 0 and 1).
///
/// Dates are shown as written. They are sorted by their first day, then by their last day; a date with an open
/// beginning, such as `before 1850`, by its last day.
public struct WrittenDate: Hashable, ExpressibleByStringLiteral, Sendable {
  /// A day in the proleptic Gregorian calendar.
  public struct Day: Hashable, Comparable, Sendable {
    /// The year, month and day in the bits of one number, which is ordered as the days are.
    let rank: Int

    init(rank: Int) { self.rank = rank }

    // Nine bits below the year: four of the month above five of the day.
    init(_ year: Int, _ month: Int, _ day: Int) { rank = year * 512 + month * 32 + day }

    /// The astronomical year: 0 is 1 BC, and -43 is 44 BC.
    public var year: Int { rank >> 9 }
    /// The month, from 1.
    public var month: Int { rank >> 5 & 15 }
    /// The day of the month, from 1.
    public var day: Int { rank & 31 }

    // Years of up to 18 digits leave room for the months and days.
    static let distantPast = Day(rank: .min)
    static let distantFuture = Day(rank: .max)

    /// Whether the first day is before the second.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  }

  /// How much of a date is known, from the least to the most precise.
  public enum Precision: Int, Comparable, Sendable {
    case millennium, century, decade, year, season, month, day
    /// A day and a time.
    case time

    /// Whether the first precision is lower.
    public static func < (left: Precision, right: Precision) -> Bool { left.rawValue < right.rawValue }
  }

  /// The date as written.
  public let text: String
  /// How much of the date is known; for a range, of its less precise end.
  public let precision: Precision
  /// Whether the date is marked as approximate: `c. 1850`, `1850~`.
  public let isApproximate: Bool
  /// Whether the date is marked as uncertain: `1850?`.
  public let isUncertain: Bool

  private let start: Day
  private let end: Day

  init(text: String, _ date: ReadDate) {
    self.text = text
    precision = date.precision
    isApproximate = date.isApproximate
    isUncertain = date.isUncertain
    start = date.start
    end = date.end
  }

  /// Creates a date by parsing a text.
  ///
  /// - Parameter text: The date, without white space around it.
  /// - Returns: `nil` if the text is not a date, or is ambiguous such as `4/12/1985`, which may be in April or in
  ///   December.
  public init?(_ text: String) {
    var copy = text
    guard let date = copy.withUTF8({ $0.date(nil) }) else { return nil }
    self.init(text: text, date)
  }

  /// The first day that the date may cover, or `nil` if its beginning is open: `before 1850`, `../1985`.
  public var earliest: Day? { start == .distantPast ? nil : start }

  /// The last day that the date may cover, or `nil` if its end is open: `after 1850`, `1985/..`.
  public var latest: Day? { end == .distantFuture ? nil : end }

  /// Creates a date from a literal, which must be a date.
  /// The program ends if it is none. For any other text, use ``init(_:)``.
  public init(stringLiteral text: String) {
    guard let date = WrittenDate(text) else { preconditionFailure("“\(text)” is no date") }
    self = date
  }

  /// The days by which dates are sorted, before their texts: the first and the last one.
  var order: (start: Day, end: Day) { (start == .distantPast ? end : start, end) }

  /// The position of the date on an axis of years: a date of 1850 is between 1850 and 1851.
  var yearNumber: Double { Double(order.start.rank) / 512 }

  /// The time and its zone, as written: `18:30:00Z`; `nil` for dates without a time.
  package var time: Substring? { precision == .time ? Substring(text.utf8.dropFirst(11)) : nil }

  /// The first day of the day, month or year that the date is, and which of these it is; `nil` for ranges, dates that
  /// are approximate or uncertain, and all other dates.
  package var calendarDate: (start: Day, precision: Precision)? {
    guard !isApproximate, !isUncertain, let first = earliest, let last = latest else { return nil }
    switch precision {
    case .day, .time: return first == last ? (first, .day) : nil
    case .month: return first.day == 1 && last == Day(endOf: first.month, first.year) ? (first, .month) : nil
    case .year: return first == Day(first.year, 1, 1) && last == Day(first.year, 12, 31) ? (first, .year) : nil
    case .millennium, .century, .decade, .season: return nil
    }
  }

  /// The year of a date that is within a single year, written as a date: `1985`, `44 BC`; `nil` if it may be in
  /// several, or is approximate or uncertain.
  package var calendarYear: String? {
    guard !isApproximate, !isUncertain, let first = earliest, first.year == latest?.year else { return nil }
    return period(.year)
  }

  // MARK: - Periods

  /// A period of time by which dates are grouped.
  package enum Period: String, CaseIterable, Sendable {
    case month, year, decade, century

    fileprivate var precision: Precision {
      switch self {
      case .month: .month
      case .year: .year
      case .decade: .decade
      case .century: .century
      }
    }
  }

  /// Returns the period in which the date begins, written as a date: `1985-04`, `1985`, `1980s`, `20th century`; `nil`
  /// if that is not known.
  package func period(_ period: Period) -> String? {
    guard precision >= period.precision, let earliest else { return nil }
    let year = earliest.year
    let yearOfEra = year > 0 ? year : 1 - year
    let era = year > 0 ? "" : " BC"
    switch period {
    case .month:
      let month = "-\(earliest.month < 10 ? "0" : "")\(earliest.month)"
      let digits = String(yearOfEra - (year > 0 ? 0 : 1))
      return (year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + month
    case .year: return "\(yearOfEra)\(era)"
    case .decade: return "\(yearOfEra / 10 * 10)s\(1..<100 ~= year ? " AD" : era)"
    case .century:
      let number = yearOfEra / 100 + 1
      let suffix =
        switch (number % 100, number % 10) {
        case (11...13, _): "th"
        case (_, 1): "st"
        case (_, 2): "nd"
        case (_, 3): "rd"
        default: "th"
        }
      return "\(number)\(suffix) century\(era)"
    }
  }
}
