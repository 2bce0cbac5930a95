extension String {
  /// Whether the text is an ISO 8601 calendar date that exists, `YYYY-MM-DD`, alone or with a time:
  /// `Thh:mm`, then `:ss` and a fraction if wanted, then `Z` or an offset such as `+02:00` if wanted.
  var isDate: Bool {
    var rest = utf8[...]
    guard
      let year = rest.takeNumber(4), rest.take("-"), let month = rest.takeNumber(2), rest.take("-"),
      let day = rest.takeNumber(2), (1...12).contains(month),
      (1...dayCount(year: year, month: month)).contains(day)
    else { return false }
    return rest.isEmpty || rest.takeTime() && rest.isEmpty
  }
}

/// How many days a month has in the Gregorian calendar.
private func dayCount(year: Int, month: Int) -> Int {
  let isLeapYear = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
  return switch month {
  case 2: isLeapYear ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

extension Substring.UTF8View {
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  /// Takes a number of exactly so many digits.
  fileprivate mutating func takeNumber(_ count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  fileprivate mutating func takeTime() -> Bool {
    guard take("T"), takeHourAndMinute() else { return false }
    if take(":") {
      guard let second = takeNumber(2), second < 60 else { return false }
      if take(".") {
        guard takeNumber(1) != nil else { return false }
        self = drop(while: \.isDigit)
      }
    }
    if take("Z") || isEmpty { return true }
    return (take("+") || take("-")) && takeHourAndMinute()
  }

  private mutating func takeHourAndMinute() -> Bool {
    guard let hour = takeNumber(2), take(":"), let minute = takeNumber(2) else { return false }
    return hour < 24 && minute < 60
  }
}
