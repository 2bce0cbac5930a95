/// A reason why a field may be read differently from what a person expects.
enum Doubt: Equatable {
  /// Nearly all values can be read in this way, but not all.
  case outlier(FieldReading)
  /// Some numbers have a decimal comma, and others a decimal point.
  case pointsAndCommas
  /// The commas in numbers are read as separators of digit groups, but may be decimal commas.
  case groupsOrFractions
  /// Some dates have the day first, and others the month.
  case daysAndMonths
  /// The dates may have the day first, or the month.
  case dayOrMonth
  /// Years have two digits.
  case shortYears

  /// Whether nearly all values are alike: at least nine of ten, or all but one of at least three.
  static func isNearlyAll(_ count: Int, of total: Int) -> Bool {
    count < total && (total >= 10 && count * 10 >= total * 9 || total >= 3 && count == total - 1)
  }

  func isShown(by content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool {
    switch self {
    case .outlier(let reading):
      return !reading.describes(content, kind, isChosen: isChosen) && !(kind.isCharacters && content.isPlaceholder)
    case .pointsAndCommas:
      let forms = content.numberForms
      return forms.contains(.comma) && !forms.contains(.point)
    case .groupsOrFractions: return content.numberForms.contains(.hasComma)
    case .daysAndMonths: return content.dateInSomeOrder()?.orderEvidence == .monthFirst
    case .dayOrMonth: return content.dateInSomeOrder()?.orderEvidence == .either
    case .shortYears: return content.dateInSomeOrder()?.hasShortYear ?? false
    }
  }

  /// Returns the message about a value that is an example of the doubt.
  func message(_ value: String, isChosen: Bool) -> String {
    let consequence = isChosen ? "" : ": the field is text, and sorted by letters"
    return switch self {
    case .outlier(let reading): "\(value) is not \(reading.oddity), but nearly all other values are\(consequence)"
    case .pointsAndCommas: "\(value) has a decimal comma, and other values have a decimal point\(consequence)"
    case .groupsOrFractions: "the comma in \(value) is read as one between thousands, but may be a decimal comma"
    case .daysAndMonths: "\(value) has the month first, and other dates have the day first\(consequence)"
    case .dayOrMonth: "\(value) may begin with the day or the month, and no other value decides it\(consequence)"
    case .shortYears: "\(value) has a year of two digits, which may be of any century\(consequence)"
    }
  }

  /// Returns the hint on what to do, which ends where the type is chosen.
  ///
  /// - Parameter choice: Returns the notation by which the configuration chooses a type.
  func hint(_ choice: (FieldReading) -> String) -> String {
    switch self {
    case .outlier: "Correct the value, leave it empty, or declare the field as text with \(choice(.text))"
    case .pointsAndCommas: "Write all numbers in the same form, or declare the field as text with \(choice(.text))"
    case .groupsOrFractions: "Say what it is with \(choice(.decimalPointNumber)) or \(choice(.decimalCommaNumber))"
    case .daysAndMonths:
      "Write all dates in the same form, preferably 2024-02-29, or declare the field as text with \(choice(.text))"
    case .shortYears: "Write years with four digits, or declare the field as text with \(choice(.text))"
    case .dayOrMonth: "Say which with \(choice(.dayFirstDate)) or \(choice(.monthFirstDate))"
    }
  }
}
