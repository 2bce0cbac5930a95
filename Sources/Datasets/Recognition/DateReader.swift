/// Reads a date as people write it, from its first byte to its last: one date, or two with a sign between them.
///
/// The forms are those of the Extended Date/Time Format (Library of Congress, levels 0 and 1; in ISO 8601-2), and those of English prose
/// and of tables. What one part leaves out, the other may say: `2nd–1st century BC`.
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
    // A person who lives, a work in progress: `1930–`, `1985-04-12/..`.
    if sign == .slash, scanner.take("..") { return openEnd(left, \.start) }
    if sign != .word, scanner.isAtEnd {
      return openEnd(left, \.start, certainty: sign == .slash ? .unmistakable : .fair)
    }
    if let right = abbreviatedYear(after: left) { return range(left, right, isShort: sign != .dash) }
    guard let right = side(), scanner.isAtEnd else { return nil }
    left.inherit(from: right)
    return range(left, right, isShort: false)
  }

  /// The end of `1849–51`, which has only the digits that are others.
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
    // Two numbers of four digits that may be years, the larger one last.
    if left.isLikelyYear, right.isLikelyYear, !isShort { date.certainty = .unmistakable }
    return date
  }

  private static func combined(
    _ left: ReadDate.OrderEvidence, _ right: ReadDate.OrderEvidence
  ) -> ReadDate.OrderEvidence? {
    if left == .none || left == right { return right }
    if right == .none { return left }
    // One of them tells for both; the other was read with the day first, and is right only then.
    return left == .dayFirst && right == .either || left == .either && right == .dayFirst ? .dayFirst : nil
  }

  /// A date whose end is open; its beginning is at the end of the text.
  private func openEnd(
    _ side: DateSide, _ start: KeyPath<ReadDate, WrittenDate.Day>, certainty: ReadDate.Certainty = .unmistakable
  ) -> ReadDate? {
    guard scanner.isAtEnd, !side.isShortNumber, var date = side.date else { return nil }
    date.start = date[keyPath: start]
    date.end = .distantFuture
    if side.isLikelyYear { date.certainty = max(date.certainty, certainty) }
    return date
  }

  /// A date whose beginning is open; its end is at the end of the text.
  private func openBeginning(_ side: DateSide, _ end: KeyPath<ReadDate, WrittenDate.Day>) -> ReadDate? {
    guard scanner.isAtEnd, !side.isShortNumber, var date = side.date else { return nil }
    date.end = date[keyPath: end]
    date.start = .distantPast
    if side.isLikelyYear { date.certainty = .unmistakable }
    return date
  }
}
