/// The written form of a date, or of one end of a range of dates.
struct DateSide {
  enum Unit {
    case day(Int, Int, Int)
    case month(Int, Int)
    /// A year, and a season as numbered in EDTF, from 21.
    case season(Int, Int)
    /// A year with its number of digits, of which the last ones may be unknown.
    case year(Int, digits: Int, unknown: Int)
    case decade(Int)
    /// A century or a millennium, by its number.
    case period(Int, years: Int)
    /// A day in years whose last digits are unknown.
    case dayOfSomeYear(Int, unknown: Int, Int, Int)
    /// `2nd`: the other end of the range determines the unit.
    case ordinal(Int)
  }

  var unit: Unit
  var isApproximate = false
  var isUncertain = false
  /// A third of the period: early, mid or late (0, 1 or 2).
  var part: Int?
  /// Whether the era is before the year 1; `nil` if no era is written.
  var isBefore: Bool?
  var certainty = ReadDate.Certainty.low
  var orderEvidence = ReadDate.OrderEvidence.none
  /// Whether the year has two digits, so that its century is unknown.
  let hasShortYear: Bool

  init(_ unit: Unit, _ certainty: ReadDate.Certainty? = nil, hasShortYear: Bool = false) {
    self.unit = unit
    self.hasShortYear = hasShortYear
    self.certainty = .unmistakable
    if case .year(let year, let digits, let unknown) = unit {
      let mayBeYear = unknown > 0 || digits > 4 || digits > 2 && 0..<2200 ~= year
      self.certainty = mayBeYear ? .fair : .low
    }
    if let certainty { self.certainty = certainty }
  }

  /// Whether the date consists only of one or two digits.
  var isShortNumber: Bool {
    if case .year(_, digits: ..<3, unknown: 0) = unit { isBefore == nil } else { false }
  }

  /// Whether the date is a decade of at most two digits, whose century is unknown: `90s`.
  var isShortDecade: Bool {
    if case .decade(..<100) = unit { isBefore == nil } else { false }
  }

  /// Whether the date consists only of four digits that usually are a year.
  var isLikelyYear: Bool {
    if case .year(1000..<2200, digits: 4, unknown: 0) = unit { isBefore == nil } else { false }
  }

  /// Adopts the parts that only the end of a range has: `2nd–1st century BC`.
  mutating func inherit(from end: DateSide) {
    switch (unit, end.unit) {
    case (.ordinal(let number), .period(_, let years)): unit = .period(number, years: years)
    // `12–14 April 1985`
    case (.year(let number, digits: ..<3, unknown: 0), .day(let year, let month, _)): unit = .day(year, month, number)
    default: break
    }
    isBefore = isBefore ?? end.isBefore
  }

  /// The days that are covered, or `nil` if the date does not exist.
  var date: ReadDate? {
    guard let (start, end, precision) = days else { return nil }
    var date = ReadDate(start: start, end: end, precision: precision)
    if let part, !shorten(&date, to: part) { return nil }
    date.isApproximate = isApproximate
    date.isUncertain = isUncertain
    date.hasEra = isBefore != nil
    date.certainty = isBefore == nil ? certainty : .unmistakable
    date.orderEvidence = orderEvidence
    date.hasShortYear = hasShortYear
    return date
  }

  private typealias Days = (start: WrittenDate.Day, end: WrittenDate.Day, precision: WrittenDate.Precision)

  private var days: Days? {
    switch unit {
    case .day(let written, let month, let day):
      guard let year = year(written), let day = WrittenDate.Day(existing: year, month, day) else { return nil }
      return (day, day, .day)
    case .month(let written, let month):
      guard let year = year(written), 1...12 ~= month else { return nil }
      return (.init(year, month, 1), .init(endOf: month, year), .month)
    case .season(let written, let season):
      guard let year = year(written), 21...24 ~= season else { return nil }
      // Seasons are numbered from 21. The first one, spring, begins in March.
      let first = 3 * (season - 20)
      // Winter ends in the next year.
      let end = season == 24 ? WrittenDate.Day(endOf: 2, year + 1) : .init(endOf: first + 2, year)
      return (.init(year, first, 1), end, .season)
    case .year(let written, _, let unknown): return years(written, unknown: unknown)
    case .decade(let written): return years(written, count: 10, .decade)
    case .period(let number, let count):
      guard number > 0, number <= 1_000_000 else { return nil }
      return years((number - 1) * count, count: count, count == 100 ? .century : .millennium)
    case .dayOfSomeYear(let written, let unknown, let month, let day):
      // In some year, 29 February exists, as in 2000.
      guard isBefore == nil, let years = years(written, unknown: unknown), 1...12 ~= month,
        1...WrittenDate.Day.dayCount(year: 2000, month: month) ~= day
      else { return nil }
      return (.init(years.start.year, month, day), .init(years.end.year, month, day), years.precision)
    case .ordinal: return nil
    }
  }

  /// Returns the astronomical year; `nil` if an era is written and the year is not positive.
  private func year(_ written: Int) -> Int? {
    guard let isBefore else { return written }
    guard written > 0 else { return nil }
    return isBefore ? 1 - written : written
  }

  private func years(_ written: Int, unknown: Int) -> Days? {
    switch unknown {
    case 0:
      guard let year = year(written) else { return nil }
      return (.init(year, 1, 1), .init(year, 12, 31), .year)
    case 1: return years(written, count: 10, .decade)
    case 2: return years(written, count: 100, .century)
    default: return years(written, count: 1000, .millennium)
    }
  }

  /// Returns the years with the same first digits. Years before the year 1 are counted backwards.
  private func years(_ first: Int, count: Int, _ precision: WrittenDate.Precision) -> Days {
    if isBefore == true {
      // There is no year 0.
      return (.init(1 - (first + count - 1), 1, 1), .init(1 - max(first, 1), 12, 31), precision)
    }
    return (.init(max(first, 1), 1, 1), .init(first + count - 1, 12, 31), precision)
  }

  /// Reduces a date to a third of the years of a decade or a longer period, or of the months of a year.
  private func shorten(_ date: inout ReadDate, to part: Int) -> Bool {
    let (start, end) = (date.start, date.end)
    // Rounded up, so that the thirds of ten years begin after 0, 4 and 7 of them.
    func third(_ number: Int, of count: Int) -> Int { (number * count + 2) / 3 }
    switch date.precision {
    case .year:
      date.start = .init(start.year, 1 + third(part, of: 12), 1)
      date.end = .init(endOf: third(part + 1, of: 12), end.year)
    case .decade, .century, .millennium:
      let count = end.year - start.year + 1
      date.start = .init(start.year + third(part, of: count), 1, 1)
      date.end = .init(start.year + third(part + 1, of: count) - 1, 12, 31)
    case .season, .month, .day, .time: return false
    }
    return true
  }
}
