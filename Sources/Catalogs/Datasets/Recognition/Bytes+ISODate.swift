extension Bytes {
  /// Whether these bytes are a valid ISO 8601 calendar date, `YYYY-MM-DD`, alone or with a time: `Thh:mm`, optionally
  /// `:ss` and a fraction, and optionally `Z` or an offset such as `+02:00`.
  var isISODate: Bool {
    isoDay != nil && (count == 10 || self[10] == UInt8(ascii: "T") && isTime(from: 10, allowsShortZone: false))
  }

  /// The day that the first ten bytes denote in ISO 8601, or `nil` if they do not, or if it does not exist.
  var isoDay: WrittenDate.Day? {
    guard count >= 10, self[4] == UInt8(ascii: "-"), self[7] == UInt8(ascii: "-"), let year = number(0, 4),
      let month = number(5, 2), let day = number(8, 2)
    else { return nil }
    return WrittenDate.Day(existing: year, month, day)
  }

  /// Returns the number of exactly `length` digits at a position, or `nil` if there are not that many.
  func number(_ start: Int, _ length: Int) -> Int? {
    guard start + length <= count else { return nil }
    var number = 0
    for position in start..<start + length {
      guard self[position].isDigit else { return nil }
      number = number * 10 + Int(self[position] - UInt8(ascii: "0"))
    }
    return number
  }

  /// Whether the bytes from a position are a time, optionally with a zone.
  ///
  /// - Parameter allowsShortZone: Whether zones may have the forms of databases: `+02`, `+0200`.
  func isTime(from start: Int, allowsShortZone: Bool = true) -> Bool {
    guard self[start] == UInt8(ascii: "T") || self[start] == .space, isHourAndMinute(start + 1) else { return false }
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
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      if isHourAndMinute(position + 1), position + 6 == count { return true }
      guard allowsShortZone, let hour = number(position + 1, 2), hour < 24 else { return false }
      return position + 3 == count || position + 5 == count && number(position + 3, 2).map { $0 < 60 } ?? false
    default: return false
    }
  }

  private func isHourAndMinute(_ start: Int) -> Bool {
    guard let hour = number(start, 2), byte(start + 2) == UInt8(ascii: ":"), let minute = number(start + 3, 2) else {
      return false
    }
    return hour < 24 && minute < 60
  }

  /// Returns the byte at a position, or 0 at the end.
  private func byte(_ position: Int) -> UInt8 { position < count ? self[position] : 0 }
}
