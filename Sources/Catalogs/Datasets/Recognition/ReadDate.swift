/// Which of the numbers comes first in a date such as `4/12/1985`.
enum DayOrder {
  case dayFirst, monthFirst
}

/// The meaning of the bytes of a date.
struct ReadDate {
  /// How likely it is that the text is a date at all.
  enum Certainty: Comparable {
    /// A number that is unlikely to be a year: `44`, `-0043`.
    case low
    /// A number that may be a year, but also an amount or a code: `1850`, `1849-51`.
    case fair
    /// A date that cannot be anything else, such as `12 April 1985`.
    case unmistakable
  }

  /// What a numeric date shows about the order of days and months.
  enum OrderEvidence {
    case none, dayFirst, monthFirst
    /// The date exists in both orders, and is a different day in each.
    case either
  }

  var start: WrittenDate.Day
  var end: WrittenDate.Day
  var precision: WrittenDate.Precision
  var isApproximate = false
  var isUncertain = false
  var certainty = Certainty.unmistakable
  var orderEvidence = OrderEvidence.none
  /// Whether an era is written: `44 BC`.
  var hasEra = false
  /// Whether the year has two digits, so that its century is unknown.
  var hasShortYear = false
  /// Whether the date has eight digits without separators, so that it may also be a number: `20240229`.
  var isDigits = false
}

extension Bytes {
  /// Returns the date, or `nil` if the bytes are not a date, or if they are ambiguous without an order of days and
  /// months.
  func date(_ order: DayOrder?) -> ReadDate? {
    guard let date = dateInSomeOrder(order), date.orderEvidence != .either, !date.hasShortYear else { return nil }
    return date
  }

  /// Returns the date. If it exists in both orders of days and months, and none is given, the day is taken to come
  /// first.
  func dateInSomeOrder(_ order: DayOrder? = nil) -> ReadDate? {
    // Fast paths: most dates are years, or written in ISO 8601; most texts have no digit, or are too long.
    if count == 4, let year = number(0, 4) { return DateSide(.year(year, digits: 4, unknown: 0)).date }
    if let day = isoDay {
      if count == 10 { return ReadDate(start: day, end: day, precision: .day) }
      if isTime(from: 10) { return ReadDate(start: day, end: day, precision: .time) }
    }
    if count == 8, let year = number(0, 4), let month = number(4, 2), let day = number(6, 2) {
      return digits(year, month, day)
    }
    guard count <= 60, contains(where: \.isDigit) else { return nil }
    var reader = DateReader(self, order)
    return reader.date()
  }

  /// Returns a date of eight digits. An unknown month or day is zero.
  private func digits(_ year: Int, _ month: Int, _ day: Int) -> ReadDate? {
    guard 1000..<2200 ~= year else { return nil }
    let unit: DateSide.Unit =
      switch (month, day) {
      case (0, 0): .year(year, digits: 4, unknown: 0)
      case (_, 0): .month(year, month)
      default: .day(year, month, day)
      }
    var date = DateSide(unit, .fair).date
    date?.isDigits = true
    return date
  }
}

extension WrittenDate.Day {
  init?(existing year: Int, _ month: Int, _ day: Int) {
    guard 1...12 ~= month, day >= 1, day <= Self.dayCount(year: year, month: month) else { return nil }
    self.init(year, month, day)
  }

  /// Returns the number of days of a month in the Gregorian calendar.
  static func dayCount(year: Int, month: Int) -> Int {
    let isLeapYear = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    return switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  init(endOf month: Int, _ year: Int) { self.init(year, month, Self.dayCount(year: year, month: month)) }

  var previous: Self {
    if day > 1 { return Self(year, month, day - 1) }
    return month > 1 ? Self(endOf: month - 1, year) : Self(year - 1, 12, 31)
  }

  var next: Self {
    if day < Self.dayCount(year: year, month: month) { return Self(year, month, day + 1) }
    return month < 12 ? Self(year, month + 1, 1) : Self(year + 1, 1, 1)
  }
}
