/// How the values of a field are read: as a type, and in one of the forms that people write it in where the values may mean several.
///
/// Its raw value is the name by which a person chooses it: `number`, `decimal-comma number`.
public enum FieldReading: String, CaseIterable, Sendable {
  case text
  case markdown
  /// Numbers; where it is chosen, the values decide what points and commas mean.
  case number
  /// Numbers whose fraction follows a point: `1,234.5`.
  case decimalPointNumber = "decimal-point number"
  /// Numbers whose fraction follows a comma: `1.234,5`.
  case decimalCommaNumber = "decimal-comma number"
  case boolean
  /// Dates; where it is chosen, the values decide in which order days and months stand in `4/12/1985`.
  case date
  /// Dates in which the day stands before the month: `4/12/1985` is in December.
  case dayFirstDate = "day-first date"
  /// Dates in which the month stands before the day: `4/12/1985` is in April.
  case monthFirstDate = "month-first date"
  case url
  case image
  case list
  case object
  /// Not read: the records that a join finds.
  case records
  /// The keys of records, in whose place those stand.
  case reference
  /// Not read: the records that refer to a record.
  case referrers
  /// Not read: the records that the texts of a record link to.
  case linked

  /// Creates the reading of a type whose form is left open.
  package init(_ type: FieldType) {
    self =
      switch type {
      case .text: .text
      case .markdown: .markdown
      case .number: .number
      case .boolean: .boolean
      case .date: .date
      case .url: .url
      case .image: .image
      case .list: .list
      case .object: .object
      case .records: .records
      }
  }

  /// What the values are.
  public var type: FieldType {
    switch self {
    case .text: .text
    case .markdown: .markdown
    case .number, .decimalPointNumber, .decimalCommaNumber: .number
    case .boolean: .boolean
    case .date, .dayFirstDate, .monthFirstDate: .date
    case .url: .url
    case .image: .image
    case .list: .list
    case .object: .object
    case .records, .reference, .referrers, .linked: .records
    }
  }
}

extension FieldReading {
  /// Where the day stands in `4/12/1985`; nil where that is left open.
  var dayOrder: DayOrder? {
    switch self {
    case .dayFirstDate: .dayFirst
    case .monthFirstDate: .monthFirst
    default: nil
    }
  }

  /// What points and commas mean in a number; nil where that is left open, or there is no number.
  var numberForm: NumberForms? {
    switch self {
    case .number: .plain
    case .decimalPointNumber: .point
    case .decimalCommaNumber: .comma
    default: nil
    }
  }
}
