/// What values look like to a person, though they are written in a form that is not read, and so are texts.
enum Lookalike: CaseIterable {
  /// Numbers with commas: `1,50`, `1,000`, `1.000,50`.
  case number
  /// Dates that do not begin with the year, or have other signs than dashes: `31.12.2024`, `12/31/2024`, `2024/12/31`.
  case date

  /// The name of the type, with its article.
  var noun: String { self == .number ? "a number" : "a date" }

  /// How a value of the type would be written.
  var form: String { self == .number ? "1.50" : "2024-12-31" }

  /// Whether a value is written in one of the forms that are not read.
  func describes(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    switch self {
    case .number: kind == .untyped && content.isForeignNumber
    case .date: kind.isCharacters && content.isForeignDate
    }
  }

  /// The numbers of values that look like a type: those that are read as such, and those in a form that is not.
  struct Counts {
    private(set) var numbers = (read: 0, foreign: 0)
    private(set) var dates = (read: 0, foreign: 0)

    subscript(lookalike: Lookalike) -> (read: Int, foreign: Int) { lookalike == .number ? numbers : dates }

    /// Notes a value without white space at its ends.
    @inline(__always)
    mutating func note(_ content: Bytes, _ kind: RawField.Kind) {
      // Numbers and dates begin with a digit or a sign; most texts do not.
      guard let first = content.first, first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+"),
        content.count <= 40
      else { return }
      if Lookalike.number.describes(content, kind) {
        numbers.foreign += 1
      } else if Lookalike.date.describes(content, kind) {
        dates.foreign += 1
      } else if FieldType.number.describes(trimmed: content, kind, isChosen: false) {
        numbers.read += 1
      } else if FieldType.date.describes(trimmed: content, kind, isChosen: false) {
        dates.read += 1
      }
    }
  }
}

extension Bytes {
  /// Whether this is a number with a comma before its fraction, or between groups of three digits.
  var isForeignNumber: Bool {
    let start = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0
    let comma = UInt8(ascii: ","), dot = UInt8(ascii: ".")
    guard let firstSign = indices.first(where: { !self[$0].isDigit && $0 >= start }), firstSign > start,
      let lastSign = lastIndex(where: { !$0.isDigit }), lastSign < count - 1,
      self[firstSign] == comma || self[lastSign] == comma
    else { return false }
    let groups = part(start, count).split(omittingEmptySubsequences: false) { $0 == comma || $0 == dot }
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return false }
    if groups.count == 2 { return true }
    // Several signs part groups, all but perhaps the last by the same one.
    let areGroups = groups[0].count <= 3 && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    let separators = indices.filter { self[$0] == comma || self[$0] == dot }.map { self[$0] }
    let areAlike = separators.dropLast().allSatisfy { $0 == separators[0] }
    return areGroups && areAlike && (separators.last != separators.first || groups.last?.count == 3)
  }

  /// Whether this is a day, a month and a year of four digits, in any order and with dots, slashes or dashes between them, but not as
  /// ISO 8601 has it.
  var isForeignDate: Bool {
    guard (8...10).contains(count), let sign = first(where: { !$0.isDigit }),
      sign == UInt8(ascii: ".") || sign == UInt8(ascii: "/") || sign == UInt8(ascii: "-"), !isDate
    else { return false }
    let parts = split(separator: sign, omittingEmptySubsequences: false).map { Bytes(rebasing: $0) }
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isDigit) && !$0.isEmpty }) else { return false }
    let others = parts[0].count == 4 ? parts[1...] : parts[..<2]
    let year = parts[0].count == 4 ? parts[0] : parts[2]
    let numbers = others.map { $0.count <= 2 ? $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : 0 }
    return year.count == 4 && numbers.allSatisfy { 1...31 ~= $0 } && numbers.contains { $0 <= 12 }
  }
}
