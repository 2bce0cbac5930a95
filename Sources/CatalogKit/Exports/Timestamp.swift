import Datasets

/// A moment as RFC 3339 writes it, which is earlier or later than another one whatever the time zones are that they are written in.
struct Timestamp {
  /// The date, the time and the time zone.
  let text: String
  /// The whole minutes since a day long ago.
  private let minutes: Int
  /// Two digits, and a fraction if there is one: in the order of their letters.
  private let seconds: String

  /// The moment of a date: a day begins at midnight, and what does not say its time zone is in UTC. Nothing for any other value.
  init?(_ value: Value) {
    guard case .date(let date) = value else { return nil }
    // The form is `YYYY-MM-DD`, then `Thh:mm`, `:ss`, a fraction, and `Z` or an offset, each of which may be missing.
    let parts = date.utf8.split(separator: UInt8(ascii: "T")).map { Substring($0) }
    guard let day = parts.first else { return nil }
    let time = parts.count > 1 ? parts[1].utf8 : "00:00".utf8[...]
    let zone = time.firstIndex { "Z+-".utf8.contains($0) } ?? time.endIndex
    let clock = time[..<zone]
    let offset = zone == time.endIndex ? "Z" : Substring(time[zone...])
    seconds = clock.count == 5 ? "00" : String(Substring(clock.dropFirst(6)))
    text = "\(day)T\(Substring(clock.prefix(5))):\(seconds)\(offset)"
    let shift = Self.minutes(offset.utf8.dropFirst()) * (offset.utf8.first == UInt8(ascii: "-") ? -1 : 1)
    minutes = Self.days(day.utf8) * 1440 + Self.minutes(clock) - shift
  }

  /// The minutes of `hh:mm`; 0 for nothing.
  private static func minutes(_ text: Substring.UTF8View.SubSequence) -> Int {
    let numbers = text.prefix(5).split(separator: UInt8(ascii: ":")).map { Int(Substring($0)) ?? 0 }
    return numbers.count == 2 ? numbers[0] * 60 + numbers[1] : 0
  }

  /// The days of `YYYY-MM-DD`, counted in years that begin in March, so that a leap day is the last of its year.
  private static func days(_ text: Substring.UTF8View) -> Int {
    let numbers = text.split(separator: UInt8(ascii: "-")).map { Int(Substring($0)) ?? 0 }
    guard numbers.count == 3 else { return 0 }
    let (month, year) = ((numbers[1] + 9) % 12, numbers[0] - (numbers[1] < 3 ? 1 : 0))
    return 365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + numbers[2]
  }
}

extension Timestamp: Comparable {
  static func == (first: Timestamp, second: Timestamp) -> Bool {
    first.minutes == second.minutes && first.seconds == second.seconds
  }

  static func < (first: Timestamp, second: Timestamp) -> Bool {
    first.minutes == second.minutes ? first.seconds < second.seconds : first.minutes < second.minutes
  }
}
