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
    if forms.contains(.hasComma) { hasComma = true }
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
    return plainCount == total
      ? .number : pointCount == total ? .decimalPointNumber : commaCount == total ? .decimalCommaNumber : nil
  }

  /// What a person should look at.
  func doubt(of total: Int, isChosen: Bool) -> Doubt? {
    if let reading = reading(of: total, isChosen: isChosen) {
      return hasComma && reading == .decimalPointNumber && commaCount == total ? .groupsOrFractions : nil
    }
    if isChosen { return .pointsAndCommas }
    guard !hasLeadingZeros, !hasSpaces || hasSureSpaces else { return nil }
    let formCount = max(pointCount, commaCount)
    if Doubt.isNearlyAll(formCount, of: total) {
      return .odd(
        plainCount == formCount ? .number : pointCount == formCount ? .decimalPointNumber : .decimalCommaNumber)
    }
    return count == total || Doubt.isNearlyAll(count, of: total) ? .pointsAndCommas : nil
  }
}
