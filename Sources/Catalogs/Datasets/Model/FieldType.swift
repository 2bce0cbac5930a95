/// How the values of a field are read: the type, and the notation if values could have several meanings.
///
/// The raw value is the name by which a person chooses the reading: `number`, `decimal-comma number`.
public enum FieldReading: String, CaseIterable, Sendable {
  case text
  case markdown
  /// Numbers. If a person chose this reading, the values decide what points and commas mean.
  case number
  /// Numbers with a decimal point: `1,234.5`.
  case decimalPointNumber = "decimal-point number"
  /// Numbers with a decimal comma: `1.234,5`.
  case decimalCommaNumber = "decimal-comma number"
  case boolean
  /// Dates. If a person chose this reading, the values decide the order of days and months in `4/12/1985`.
  case date
  /// Dates with the day before the month: `4/12/1985` is in December.
  case dayFirstDate = "day-first date"
  /// Dates with the month before the day: `4/12/1985` is in April.
  case monthFirstDate = "month-first date"
  case url
  case image
  case list
  case object
  /// Not read from the file: the records that a join finds.
  case records
  /// The keys of records, which are replaced by these.
  case reference
  /// Not read from the file: the records that refer to a record.
  case referrers
  /// Not read from the file: the records that the texts of a record link to.
  case linked

  /// Creates the reading of a type, with an unspecified notation.
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

  /// The type of the values.
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
  /// The position of the day in `4/12/1985`, or `nil` if it is not specified.
  var dayOrder: DayOrder? {
    switch self {
    case .dayFirstDate: .dayFirst
    case .monthFirstDate: .monthFirst
    default: nil
    }
  }

  /// The meaning of points and commas in numbers, or `nil` for readings that are not numbers.
  var numberForm: NumberForms? {
    switch self {
    case .number: .plain
    case .decimalPointNumber: .point
    case .decimalCommaNumber: .comma
    default: nil
    }
  }
}
