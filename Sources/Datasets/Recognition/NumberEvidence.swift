/// What the values of a field have shown of numbers: how many are one, and in which forms they can be read.
struct NumberEvidence {
  /// How many values are a number in some form.
  private(set) var count = 0
  private var plainCount = 0
  private var pointCount = 0
  private var commaCount = 0
  private var hasComma = false
  private var hasSpaces = false
  /// Whether a number with spaces is no code: it has a fraction, or a shorter first group.
  private var hasSureSpaces = false
  /// Whether a number begins with a zero that says nothing, as codes do.
  private(set) var hasLeadingZeros = false
  /// The number of whole numbers as programs write them, and of those among them with four digits or more.
  private var wholeCount = 0
  private var ungroupedCount = 0
  /// The numbers of values with signs between groups of digits, in either form, and with a decimal comma.
  private var pointGroupCount = 0
  private var commaGroupCount = 0
  private var commaFractionCount = 0

  /// Notes a value that is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether it is a number.
  mutating func note(_ content: Bytes) -> Bool {
    let forms = content.numberForms
    if forms.isEmpty { return false }
    count += 1
    if forms.contains(.plain) { plainCount += 1 }
    if forms.contains(.point) { pointCount += 1 }
    if forms.contains(.comma) { commaCount += 1 }
    if forms.contains(.whole) { wholeCount += 1 }
    if forms.contains(.ungrouped) { ungroupedCount += 1 }
    if forms.contains(.pointGroups) { pointGroupCount += 1 }
    if forms.contains(.commaGroups) { commaGroupCount += 1 }
    if forms.contains(.hasComma) {
      hasComma = true
      if forms.contains(.comma) { commaFractionCount += 1 }
    }
    if forms.contains(.hasSpaces) {
      hasSpaces = true
      if !forms.contains(.mayBeCode) { hasSureSpaces = true }
    }
    if content.hasLeadingZeros { hasLeadingZeros = true }
    return true
  }

  /// How all values can be read as numbers; nil where they cannot.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isChosen: Bool) -> FieldReading? {
    guard count == total, isChosen || !hasLeadingZeros && (!hasSpaces || hasSureSpaces) else { return nil }
    return readings.first { $0.count == total }?.reading
  }

  /// How values can be read, and how many are numbers then.
  ///
  /// Signs that are a rare exception among numbers without them belong to none: `2,4` among whole numbers is two of them.
  private var readings: [(reading: FieldReading, count: Int)] {
    func isRare(_ count: Int, among others: Int) -> Bool { count > 0 && count * 10 < others }
    var readings: [(FieldReading, Int)] = [(.number, plainCount)]
    if !isRare(pointGroupCount, among: ungroupedCount) { readings.append((.decimalPointNumber, pointCount)) }
    if !isRare(commaGroupCount, among: ungroupedCount), !isRare(commaFractionCount, among: wholeCount) {
      readings.append((.decimalCommaNumber, commaCount))
    }
    return readings
  }

  /// What a person should look at.
  func doubt(of total: Int, isChosen: Bool) -> Doubt? {
    if let reading = reading(of: total, isChosen: isChosen) {
      return hasComma && reading == .decimalPointNumber && commaCount == total ? .groupsOrFractions : nil
    }
    guard isChosen || !hasLeadingZeros && (!hasSpaces || hasSureSpaces) else { return nil }
    if let most = readings.max(by: { $0.count < $1.count }), Doubt.isNearlyAll(most.count, of: total) {
      return .odd(most.reading)
    }
    return count == total || Doubt.isNearlyAll(count, of: total) ? .pointsAndCommas : nil
  }
}
