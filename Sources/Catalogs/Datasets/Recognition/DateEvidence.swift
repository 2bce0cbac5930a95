/// Counts the values of a field that are dates, and collects what they show about the order of days and months.
struct DateEvidence {
  /// The number of values that are a date in some order of days and months.
  private(set) var count = 0
  /// The number of values that would be dates if their year did not have two digits.
  private var shortYearCount = 0
  private var isUnmistakable = false
  private var hasEra = false
  /// Whether some numbers are unlikely to be years.
  private var hasUnlikely = false
  private var hasDayFirst = false
  private var hasMonthFirst = false
  private var hasEither = false
  /// The number of dates of eight digits without separators, and how many of these are exact days.
  private var digitsCount = 0
  private var dayOfDigitsCount = 0
  /// Whether the name of the field suggests dates.
  private let isNamed: Bool

  init(name: String) {
    isNamed = name.split { !$0.isLetter }.contains { word in
      Self.names.contains(String(word)) || word.hasSuffix("date") || word.hasSuffix("year")
    }
  }

  private static let names: Set<String> = [
    "dates", "dated", "dob", "years", "born", "birth", "died", "death", "founded", "built", "created", "made",
    "published", "period", "when",
  ]

  /// Adds a value, which is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether the value is a date.
  mutating func note(_ content: Bytes) -> Bool {
    guard let date = content.dateInSomeOrder() else { return false }
    if date.hasShortYear { shortYearCount += 1 } else { count += 1 }
    switch date.certainty {
    case .unmistakable: isUnmistakable = true
    case .fair: break
    case .low: hasUnlikely = true
    }
    if date.hasEra { hasEra = true }
    if date.isDigits {
      digitsCount += 1
      if date.precision == .day { dayOfDigitsCount += 1 }
    }
    switch date.orderEvidence {
    case .none: break
    case .dayFirst: hasDayFirst = true
    case .monthFirst: hasMonthFirst = true
    case .either: hasEither = true
    }
    return !date.hasShortYear
  }

  /// The number of values that are dates, or would be with a full year.
  var countWithShortYears: Int { count + shortYearCount }

  /// Whether all values are dates of eight digits, and not numbers: the name suggests it, or there are too many for a
  /// coincidence. At least nine of ten must be exact days, as years and months with zeros are round numbers.
  func areDigits(_ total: Int) -> Bool {
    digitsCount == total && dayOfDigitsCount * 10 >= total * 9 && (isNamed || total >= 5)
  }

  /// Returns the reading of a field of which all values are dates, or `nil` if there are others or the order of days
  /// and months is unknown.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isChosen: Bool) -> FieldReading? {
    guard count == total, isChosen || isConvincing, !(hasDayFirst && hasMonthFirst) else { return nil }
    if hasDayFirst { return .dayFirstDate }
    if hasMonthFirst { return .monthFirstDate }
    return hasEither ? nil : .date
  }

  /// Returns what a person should review, if nearly all values are dates, or all are and their meaning is unclear.
  func doubt(of total: Int, isChosen: Bool) -> Doubt? {
    if shortYearCount > 0, isConvincing,
      countWithShortYears == total || Doubt.isNearlyAll(countWithShortYears, of: total)
    {
      return .shortYears
    }
    let isNearlyAll = Doubt.isNearlyAll(count, of: total)
    guard count == total || isNearlyAll, isChosen || isConvincing, reading(of: total, isChosen: isChosen) == nil else {
      return nil
    }
    if hasDayFirst, hasMonthFirst { return .daysAndMonths }
    if hasEither, !hasDayFirst, !hasMonthFirst { return .dayOrMonth }
    return isNearlyAll ? .outlier(hasDayFirst ? .dayFirstDate : hasMonthFirst ? .monthFirstDate : .date) : nil
  }

  /// Whether the values are plausible as dates, and not only numbers or codes.
  private var isConvincing: Bool { isNamed || isUnmistakable && (!hasUnlikely || hasEra) }
}
