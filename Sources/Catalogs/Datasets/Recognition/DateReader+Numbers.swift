extension DateReader {
  /// Reads a date that begins with a number, or with a sign and a number.
  mutating func number() -> DateSide? {
    if scanner.take("Y") {
      let isNegative = scanner.take("-")
      guard let year = scanner.digits(), year.count > 4 else { return nil }
      return DateSide(.year(isNegative ? -year.value : year.value, digits: year.count, unknown: 0))
    }
    let isNegative = scanner.byte(1).isDigit && scanner.take("-")
    guard let first = scanner.digits() else { return nil }
    let unknown = scanner.unknownDigits()
    if first.count + unknown == 4 {
      if unknown == 0, !isNegative, let side = yearFirst(first.value) { return side }
      return fourDigits(first.value, unknown: unknown, isNegative: isNegative)
    }
    guard unknown == 0, first.count < 4 else { return nil }
    if isNegative { return DateSide(.year(-first.value, digits: first.count, unknown: 0)) }
    // Forms with more parts come first. What matches none of them is a decade, or a number alone.
    if let side = yearLast(first) { return side }
    let start = scanner.position
    if first.count <= 2, let side = ordinal(first.value) ?? dayAndMonth(first.value) { return side }
    scanner.position = start
    return decade(first) ?? DateSide(.year(first.value, digits: first.count, unknown: 0))
  }

  /// Reads the rest of a date that begins as in ISO 8601: `1850-05-12`, `1850-05`, `2001-21`, `156X-12-25`.
  private mutating func fourDigits(_ digits: Int, unknown: Int, isNegative: Bool) -> DateSide? {
    let scale = [1, 10, 100, 1000][unknown]
    let year = isNegative ? -digits : digits * scale
    if unknown > 0, isNegative || digits == 0 { return nil }
    let whole = DateSide(.year(year, digits: isNegative ? 5 : 4, unknown: unknown), isNegative ? .low : nil)
    let isSure: ReadDate.Certainty = unknown == 0 && 1000..<2200 ~= year ? .unmistakable : .fair
    let end = scanner.position
    guard scanner.byte() == UInt8(ascii: "-"), let month = twoDigits() else {
      return unknown == 0 && !isNegative ? decade((digits, 4)) ?? whole : whole
    }
    guard scanner.byte() == UInt8(ascii: "-") else {
      switch month {
      case 0: return DateSide(.year(year, digits: 4, unknown: unknown), .fair)
      case 1...12 where unknown == 0: return DateSide(.month(year, month), isSure)
      case 21...24 where unknown == 0: return DateSide(.season(year, month), .fair)
      default:
        // These digits may be the end of a range: `1849-51`.
        scanner.position = end
        return whole
      }
    }
    guard let day = twoDigits(), !scanner.isAtDigit else { return nil }
    switch (month, day) {
    case (0, 0): return DateSide(.year(year, digits: 4, unknown: unknown), .fair)
    case (1..., 0): return unknown == 0 ? DateSide(.month(year, month), .fair) : nil
    case (1..., _):
      return DateSide(unknown == 0 ? .day(year, month, day) : .dayOfSomeYear(year, unknown: unknown, month, day))
    default: return nil
    }
  }

  /// Reads an optional dash and either two digits other than `00`, or `XX`, for which 0 is returned.
  private mutating func twoDigits() -> Int? {
    let start = scanner.position
    _ = scanner.take("-")
    if let digits = scanner.digits(), digits.count == 2, digits.value > 0 { return digits.value }
    scanner.position = start
    _ = scanner.take("-")
    if scanner.unknownDigits() == 2 { return 0 }
    scanner.position = start
    return nil
  }

  /// Reads the rest of `1850s`.
  private mutating func decade(_ year: (value: Int, count: Int)) -> DateSide? {
    let start = scanner.position
    _ = scanner.take("'")
    guard year.value.isMultiple(of: 10), scanner.take("s"), !scanner.byte().isLetter else {
      scanner.position = start
      return nil
    }
    return DateSide(.decade(year.value), year.count == 4 && 1000..<2200 ~= year.value ? .unmistakable : .fair)
  }

  /// Reads the rest of `2024/12/31` and `2024-1-1`.
  private mutating func yearFirst(_ year: Int) -> DateSide? {
    let start = scanner.position
    if let (month, day) = twoNumbers(), !scanner.isAtDigit, month.count <= 2, day.count <= 2 {
      return DateSide(.day(year, month.value, day.value))
    }
    scanner.position = start
    return nil
  }

  /// Reads the rest of `12.04.1985` and `4/12/1985`.
  private mutating func yearLast(_ first: (value: Int, count: Int)) -> DateSide? {
    let start = scanner.position
    let sign = scanner.byte()
    guard first.count <= 2, let (second, year) = twoNumbers(), second.count <= 2, year.count == 4 || year.count == 2
    else {
      scanner.position = start
      return nil
    }
    let isShort = year.count == 2
    func side(_ month: Int, _ day: Int) -> DateSide {
      // With a year of two digits, the numbers may be something else.
      DateSide(.day(isShort ? 2000 + year.value : year.value, month, day), isShort ? .fair : nil, hasShortYear: isShort)
    }
    let (dayFirst, monthFirst) = (side(second.value, first.value), side(first.value, second.value))
    // With points, the month never comes first in any country.
    if sign == UInt8(ascii: ".") { return dayFirst }
    if let order = scanner.order { return order == .dayFirst ? dayFirst : monthFirst }
    var side = dayFirst.date == nil ? monthFirst : dayFirst
    side.orderEvidence =
      switch (dayFirst.date != nil, monthFirst.date != nil) {
      case (true, true): first.value == second.value ? .none : .either
      case (true, false): .dayFirst
      default: .monthFirst
      }
    return side
  }

  /// Reads two numbers with the same separator before each.
  private mutating func twoNumbers() -> ((value: Int, count: Int), (value: Int, count: Int))? {
    let sign = scanner.byte()
    guard sign == UInt8(ascii: "/") || sign == UInt8(ascii: ".") || sign == UInt8(ascii: "-") else { return nil }
    scanner.position += 1
    guard let first = scanner.digits(), scanner.byte() == sign else { return nil }
    scanner.position += 1
    return scanner.digits().map { (first, $0) }
  }

  /// Reads the rest of `19th century`, or of `12th April 1985`.
  private mutating func ordinal(_ number: Int) -> DateSide? {
    guard takeOrdinalSuffix() else { return nil }
    let end = scanner.position
    scanner.skipSpacesAndSigns()
    if scanner.byte().isLetter, let word = scanner.word() {
      switch word {
      case .period(let years):
        _ = scanner.take(".")
        return DateSide(.period(number, years: years))
      case .approximate:
        _ = scanner.take(".")
        return DateSide(.period(number, years: 100))
      default: break
      }
    }
    scanner.position = end
    return dayAndMonth(number) ?? DateSide(.ordinal(number))
  }

  /// Reads the rest of `12 April 1985`.
  private mutating func dayAndMonth(_ day: Int) -> DateSide? {
    let start = scanner.position
    scanner.skipSpacesAndSigns()
    var word = scanner.byte().isLetter ? scanner.word() : nil
    if case .of? = word {
      scanner.skipSpaces()
      word = scanner.byte().isLetter ? scanner.word() : nil
    }
    // `19. Jahrhundert`
    if case .period(let years)? = word {
      _ = scanner.take(".")
      return DateSide(.period(day, years: years))
    }
    if case .month(let month)? = word {
      scanner.skipSpacesAndSigns()
      if let year = writtenYear() { return DateSide(.day(year, month, day)) }
      if let year = shortYear() { return DateSide(.day(year, month, day), hasShortYear: true) }
    }
    scanner.position = start
    return nil
  }
}
