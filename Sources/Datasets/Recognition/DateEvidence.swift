/// What the values of a field have shown of dates: how many are one, and what they tell about the order of days and months.
struct DateEvidence {
  /// How many values are a date in some order of days and months.
  private(set) var count = 0
  /// How many have a year of two digits, and are none for that reason.
  private var shortYearCount = 0
  private var isUnmistakable = false
  private var hasEra = false
  /// Whether there are numbers that are hardly years.
  private var hasUnlikely = false
  private var hasDayFirst = false
  private var hasMonthFirst = false
  private var hasEither = false
  /// The number of dates of eight digits alone, and of those among them that are days.
  private var digitsCount = 0
  private var dayOfDigitsCount = 0
  /// Whether the name of the field says that it has dates.
  private let isNamed: Bool

  init(name: String) {
    isNamed = name.split { !$0.isLetter }.contains { word in
      Self.names.contains(String(word)) || word.hasSuffix("date") || word.hasSuffix("year")
    }
  }

  private static let names: Set<String> = [
    "dates", "dated", "dob", "years", "born", "birth", "died", "death", "founded", "built", "created", "made",
    "published",
    "period", "when",
  ]

  /// Notes a value that is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether it is a date.
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

  /// How many values are a date, or would be with a whole year.
  var countWithShortYears: Int { count + shortYearCount }

  /// Whether all values are dates of eight digits, and not numbers: the name says so, or there are more than are so by accident. Years and
  /// months alone would be round numbers.
  func areDigits(_ total: Int) -> Bool {
    digitsCount == total && dayOfDigitsCount * 10 >= total * 9 && (isNamed || total >= 5)
  }

  /// How all values can be read as dates; nil where they cannot.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isChosen: Bool) -> FieldReading? {
    guard count == total, isChosen || isConvincing, !(hasDayFirst && hasMonthFirst) else { return nil }
    if hasDayFirst { return .dayFirstDate }
    if hasMonthFirst { return .monthFirstDate }
    return hasEither ? nil : .date
  }

  /// What a person should look at.
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
    return isNearlyAll ? .odd(hasDayFirst ? .dayFirstDate : hasMonthFirst ? .monthFirstDate : .date) : nil
  }

  /// Whether a person would call what are dates so, and not numbers or codes.
  private var isConvincing: Bool { isNamed || isUnmistakable && (!hasUnlikely || hasEra) }
}
