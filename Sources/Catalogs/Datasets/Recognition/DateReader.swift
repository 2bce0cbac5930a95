/// Parses a date as people write it, from the first byte to the last: a single date, or two with a separator between
/// them.
///
/// It accepts the Extended Date/Time Format (Library of Congress, levels 0 and 1; now part of ISO 8601-2), and the
/// forms of English prose and of tables. Parts that one end of a range omits are completed from the other:
/// `2nd–1st century BC`.
///
/// It is a recursive-descent parser with backtracking: where a form does not match, the scanner is reset to its
/// beginning, and the next form is tried.
///
///     date  =  bound side | "../" side | side | side time | side sign ".." | side sign | side sign side
///     side  =  words* unit signs*      words: c., early, born …     signs: ? ~ % BC
///     unit  =  1850 | 1850s | 1850-05-12 | 12 April 1985 | April 1985 | 19th century | …
struct DateReader {
  var scanner: DateScanner

  init(_ bytes: Bytes, _ order: DayOrder?) { scanner = DateScanner(bytes, order) }

  mutating func date() -> ReadDate? {
    if scanner.take("../") || scanner.take("/") { return side().flatMap { openBeginning($0, \.end) } }
    let start = scanner.position
    if let bound = scanner.bound() {
      guard let side = side() else { return nil }
      return switch bound {
      case .before: openBeginning(side, \.start.previous)
      case .after: openEnd(side, \.end.next)
      case .since: openEnd(side, \.start)
      default: openBeginning(side, \.end)
      }
    }
    scanner.position = start
    guard var left = side() else { return nil }
    let end = scanner.position
    if case .day = left.unit, scanner.skipTime(), scanner.isAtEnd { return left.date }
    scanner.position = end
    scanner.skipSpaces()
    if scanner.isAtEnd { return left.date }
    guard let sign = scanner.rangeSign() else { return nil }
    scanner.skipSpaces()
    // The end is open for a living person or a work in progress: `1930–`, `1985-04-12/..`.
    if sign == .slash, scanner.take("..") { return openEnd(left, \.start) }
    if sign != .word, scanner.isAtEnd {
      return openEnd(left, \.start, certainty: sign == .slash ? .unmistakable : .fair)
    }
    // Two digits alone are no date, so the end of `1849–51` is tried before a whole one.
    if let right = abbreviatedYear(after: left) { return range(left, right, isShort: sign != .dash) }
    guard let right = side(), scanner.isAtEnd else { return nil }
    left.inherit(from: right)
    return range(left, right, isShort: false)
  }

  /// Reads the end of `1849–51`, which has only the digits that differ.
  private mutating func abbreviatedYear(after left: DateSide) -> DateSide? {
    guard case .year(let first, digits: 4, unknown: 0) = left.unit, first > 0 else { return nil }
    let start = scanner.position
    if let digits = scanner.digits(), digits.count == 2, scanner.isAtEnd {
      let year = first / 100 * 100 + digits.value
      if year > first { return DateSide(.year(year, digits: 4, unknown: 0)) }
    }
    scanner.position = start
    return nil
  }

  private func range(_ left: DateSide, _ right: DateSide, isShort: Bool) -> ReadDate? {
    guard !left.isShortNumber, !right.isShortNumber, let first = left.date, let last = right.date,
      first.start <= last.start, first.end <= last.end,
      let order = Self.combined(first.orderEvidence, last.orderEvidence)
    else { return nil }
    var date = first
    date.end = last.end
    date.precision = min(first.precision, last.precision)
    date.isApproximate = first.isApproximate || last.isApproximate
    date.isUncertain = first.isUncertain || last.isUncertain
    date.hasEra = first.hasEra || last.hasEra
    date.certainty = max(first.certainty, last.certainty)
    date.hasShortYear = first.hasShortYear || last.hasShortYear
    date.orderEvidence = order
    // The two numbers have four digits, may be years, and are in ascending order.
    if left.isLikelyYear, right.isLikelyYear, !isShort { date.certainty = .unmistakable }
    return date
  }

  private static func combined(
    _ left: ReadDate.OrderEvidence, _ right: ReadDate.OrderEvidence
  ) -> ReadDate.OrderEvidence? {
    if left == .none || left == right { return right }
    if right == .none { return left }
    // One end determines the order for both. The other end was read with the day first, and is correct only in this
    // case.
    return left == .dayFirst && right == .either || left == .either && right == .dayFirst ? .dayFirst : nil
  }

  /// Returns a date with an open end, if its beginning ends the text.
  private func openEnd(
    _ side: DateSide, _ start: KeyPath<ReadDate, WrittenDate.Day>, certainty: ReadDate.Certainty = .unmistakable
  ) -> ReadDate? {
    guard scanner.isAtEnd, !side.isShortNumber, var date = side.date else { return nil }
    date.start = date[keyPath: start]
    date.end = .distantFuture
    if side.isLikelyYear { date.certainty = max(date.certainty, certainty) }
    return date
  }

  /// Returns a date with an open beginning, if its end ends the text.
  private func openBeginning(_ side: DateSide, _ end: KeyPath<ReadDate, WrittenDate.Day>) -> ReadDate? {
    guard scanner.isAtEnd, !side.isShortNumber, var date = side.date else { return nil }
    date.end = date[keyPath: end]
    date.start = .distantPast
    if side.isLikelyYear { date.certainty = .unmistakable }
    return date
  }
}
