extension Bytes {
  /// Whether this is an ISO 8601 calendar date that exists, `YYYY-MM-DD`, alone or with a time:
  /// `Thh:mm`, then `:ss` and a fraction if wanted, then `Z` or an offset such as `+02:00` if wanted.
  var isDate: Bool {
    guard
      count >= 10, let year = number(0, 4), self[4] == UInt8(ascii: "-"), let month = number(5, 2),
      self[7] == UInt8(ascii: "-"), let day = number(8, 2), (1...12).contains(month),
      (1...dayCount(year: year, month: month)).contains(day)
    else { return false }
    return count == 10 || isTime(from: 10)
  }

  /// A number of exactly so many digits.
  private func number(_ start: Int, _ length: Int) -> Int? {
    guard start + length <= count else { return nil }
    var number = 0
    for position in start..<start + length {
      guard self[position].isDigit else { return nil }
      number = number * 10 + Int(self[position] - UInt8(ascii: "0"))
    }
    return number
  }

  private func isTime(from start: Int) -> Bool {
    guard self[start] == UInt8(ascii: "T"), isHourAndMinute(start + 1) else { return false }
    var position = start + 6
    if byte(position) == UInt8(ascii: ":") {
      guard let second = number(position + 1, 2), second < 60 else { return false }
      position += 3
      if byte(position) == UInt8(ascii: ".") {
        position += 1
        guard byte(position).isDigit else { return false }
        while byte(position).isDigit { position += 1 }
      }
    }
    switch byte(position) {
    case 0: return position == count
    case UInt8(ascii: "Z"): return position + 1 == count
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return isHourAndMinute(position + 1) && position + 6 == count
    default: return false
    }
  }

  private func isHourAndMinute(_ start: Int) -> Bool {
    guard let hour = number(start, 2), byte(start + 2) == UInt8(ascii: ":"), let minute = number(start + 3, 2) else {
      return false
    }
    return hour < 24 && minute < 60
  }

  /// The byte at a position, or 0 at the end.
  private func byte(_ position: Int) -> UInt8 { position < count ? self[position] : 0 }
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
