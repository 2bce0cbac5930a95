/// Counts the values of a field that are numbers, and the notations in which they can be read.
struct NumberEvidence {
  /// The number of values that are a number in some notation.
  private(set) var count = 0
  private var plainCount = 0
  private var pointCount = 0
  private var commaCount = 0
  private var hasComma = false
  private var hasSpaces = false
  /// Whether a number with spaces cannot be a code: it has a fraction, or a shorter first group.
  private var hasSureSpaces = false
  /// Whether a number has leading zeros, as codes do.
  private(set) var hasLeadingZeros = false
  /// The number of integers without separators, and how many of these have at least four digits.
  private var wholeCount = 0
  private var ungroupedCount = 0
  /// The number of values with digit groups, in either notation, and the number of values with a decimal comma.
  private var pointGroupCount = 0
  private var commaGroupCount = 0
  private var commaFractionCount = 0

  /// Adds a value, which is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether the value is a number.
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

  /// Returns the reading of a field of which all values are numbers in one notation, or `nil` if there are others.
  ///
  /// - Parameter total: The number of values.
  func reading(of total: Int, isChosen: Bool) -> FieldReading? {
    guard count == total, isChosen || !hasLeadingZeros && (!hasSpaces || hasSureSpaces) else { return nil }
    return readings.first { $0.count == total }?.reading
  }

  /// The readings, and the number of values that are numbers in each.
  ///
  /// Separators that are a rare exception among numbers without them are not part of a number: `2,4` among integers is
  /// two numbers.
  private var readings: [(reading: FieldReading, count: Int)] {
    func isRare(_ count: Int, among others: Int) -> Bool { count > 0 && count * 10 < others }
    var readings: [(FieldReading, Int)] = [(.number, plainCount)]
    if !isRare(pointGroupCount, among: ungroupedCount) { readings.append((.decimalPointNumber, pointCount)) }
    if !isRare(commaGroupCount, among: ungroupedCount), !isRare(commaFractionCount, among: wholeCount) {
      readings.append((.decimalCommaNumber, commaCount))
    }
    return readings
  }

  /// Returns what a person should review, if nearly all values are numbers, or all are but their notation is unclear.
  func doubt(of total: Int, isChosen: Bool) -> Doubt? {
    if let reading = reading(of: total, isChosen: isChosen) {
      return hasComma && reading == .decimalPointNumber && commaCount == total ? .groupsOrFractions : nil
    }
    guard isChosen || !hasLeadingZeros && (!hasSpaces || hasSureSpaces) else { return nil }
    if let most = readings.max(by: { $0.count < $1.count }), Doubt.isNearlyAll(most.count, of: total) {
      return .outlier(most.reading)
    }
    return count == total || Doubt.isNearlyAll(count, of: total) ? .pointsAndCommas : nil
  }
}
