extension DateReader {
  /// Reads a date, or one end of a range, with the words before and after it; `nil` if there is none.
  mutating func side() -> DateSide? {
    var words = Words()
    guard readWords(&words), var side = unit(after: words) else { return nil }
    side.isApproximate = words.isApproximate
    side.isUncertain = words.isUncertain
    side.part = words.part
    side.isBefore = words.isBefore
    if side.isLikelyYear, words.areClear { side.certainty = .unmistakable }
    readSigns(&side)
    // `c 1850` is a year, but `c 44` a code.
    if words.hasInitial, !side.isLikelyYear, side.isBefore == nil { return nil }
    // `c. 12` has no year, and `90s` no century.
    let isQualified = side.isApproximate || side.isUncertain || side.part != nil || words.areClear
    return side.isShortNumber && isQualified || side.isShortDecade ? nil : side
  }

  /// The words before a date.
  private struct Words {
    var isApproximate = false
    var isUncertain = false
    var part: Int?
    var isBefore: Bool?
    /// Whether `c` occurs without a point, as in codes.
    var hasInitial = false
    /// The month or season that begins the date.
    var beginning: DateWord?
    /// Whether a word occurs that is common before dates and rare before other numbers.
    var areClear = false
  }

  private mutating func readWords(_ words: inout Words) -> Bool {
    while true {
      scanner.skipSpaces()
      if scanner.take("~") {
        words.isApproximate = true
        continue
      }
      // `Y` begins a year of more than four digits.
      guard scanner.byte().isLetter, !(scanner.byte() == UInt8(ascii: "Y") && !scanner.byte(1).isLetter) else {
        return true
      }
      let start = scanner.position
      guard let word = scanner.word() else { return false }
      let isLetter = scanner.position - start == 1
      let hasPoint = scanner.take(".")
      switch word {
      case .approximate:
        words.isApproximate = true
        if !isLetter || hasPoint { words.areClear = true } else { words.hasInitial = true }
      case .uncertain:
        words.isUncertain = true
        words.areClear = true
      case .life:
        // Codes also begin with letters.
        if isLetter, !hasPoint { return false }
        words.areClear = true
      case .part(let part):
        words.part = part
        words.areClear = true
        _ = scanner.take("-")
      case .era(isBefore: false): words.isBefore = false
      case .month, .season:
        words.beginning = word
        return true
      default: return false
      }
    }
  }

  /// Reads `?`, `~`, `%` and an era after a date.
  private mutating func readSigns(_ side: inout DateSide) {
    while true {
      let start = scanner.position
      scanner.skipSpaces()
      if scanner.take("?") || scanner.take("(?)") {
        side.isUncertain = true
        if side.isLikelyYear { side.certainty = .unmistakable }
      } else if scanner.take("~") {
        side.isApproximate = true
      } else if scanner.take("%") {
        side.isUncertain = true
        side.isApproximate = true
      } else if side.isBefore == nil, scanner.byte().isLetter, case .era(let isBefore)? = scanner.word() {
        _ = scanner.take(".")
        side.isBefore = isBefore
      } else {
        scanner.position = start
        return
      }
    }
  }

  private mutating func unit(after words: Words) -> DateSide? {
    guard let beginning = words.beginning else { return number() }
    scanner.skipSpacesAndSigns()
    switch beginning {
    case .month(let month): return dayAndYear(ofMonth: month)
    case .season(let season): return writtenYear().map { DateSide(.season($0, season)) }
    default: return nil
    }
  }

  // MARK: - Dates that begin with a word

  /// Reads the rest of `April 12, 1985` or `April 1985`.
  private mutating func dayAndYear(ofMonth month: Int) -> DateSide? {
    let start = scanner.position
    if let day = scanner.digits(), day.count <= 2 {
      let hasSuffix = takeOrdinalSuffix()
      let hasSpace = scanner.skipSpacesAndSigns()
      if hasSpace, let year = writtenYear() { return DateSide(.day(year, month, day.value)) }
      if hasSuffix { return nil }
    }
    scanner.position = start
    if let year = writtenYear() { return DateSide(.month(year, month)) }
    return shortYear().map { DateSide(.month($0, month), hasShortYear: true) }
  }

  /// Reads a year of four digits, or of fewer digits with an era.
  mutating func writtenYear() -> Int? {
    let start = scanner.position
    if scanner.byte().isLetter, case .of? = scanner.word() { scanner.skipSpaces() }
    guard let year = scanner.digits(), year.count <= 4 else {
      scanner.position = start
      return nil
    }
    if year.count == 4 { return year.value }
    let end = scanner.position
    scanner.skipSpaces()
    guard scanner.byte().isLetter, case .era? = scanner.word() else {
      scanner.position = start
      return nil
    }
    scanner.position = end
    return year.value
  }

  /// Reads a year of two digits, whose century is unknown, at the end of the text.
  mutating func shortYear() -> Int? {
    let start = scanner.position
    if let year = scanner.digits(), year.count == 2, scanner.isAtEnd { return 2000 + year.value }
    scanner.position = start
    return nil
  }

  mutating func takeOrdinalSuffix() -> Bool {
    let start = scanner.position
    if scanner.byte().isLetter, case .ordinalSuffix? = scanner.word() { return true }
    scanner.position = start
    return false
  }
}

extension DateScanner {
  /// Skips white space and the punctuation between the parts of a date in words.
  @discardableResult
  mutating func skipSpacesAndSigns() -> Bool {
    let start = position
    while skipSpaces() || take(".") || take(",") || isAtHyphenInside && take("-") {}
    return position > start
  }

  private var isAtHyphenInside: Bool { byte() == UInt8(ascii: "-") && position > 0 }
}
