/// The type of a field's values. It decides how they are read, sorted and shown.
public enum FieldType: String, CaseIterable, Sendable {
  /// Plain text, shown as written.
  case text
  /// Text with markup: CommonMark, or HTML that is read as such.
  case markdown
  /// Decimal numbers.
  case number
  /// True or false.
  case boolean
  /// Dates as people write them; see ``WrittenDate``.
  case date
  /// Web addresses.
  case url
  /// Web addresses or relative paths of images.
  case image
  /// Several values in order.
  case list
  /// Named values whose names differ from row to row: a translation for each language, a number for each year.
  case object
  /// Records: those that the values refer to, or those related to a record.
  case records
}

/// How the values of a field are read: the type, and the notation if values could have several meanings.
///
/// The raw value is the name by which a person chooses the reading: `number`, `decimal-comma number`.
public enum FieldReading: String, CaseIterable, Sendable {
  case text
  case markdown
  /// Texts with HTML, shown with their markup as far as it is safe.
  case html
  /// Texts with HTML, shown without their markup.
  case htmlText = "html text"
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
    // A type has the name of its plain reading.
    self = FieldReading(rawValue: type.rawValue) ?? .text
  }

  /// The type of the values.
  public var type: FieldType {
    switch self {
    case .text, .htmlText: .text
    case .markdown, .html: .markdown
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

  /// Whether values of files can be read so. Records come from joins.
  package var isOfFiles: Bool { type != .records }

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

// MARK: - What messages and readers know of each type

extension FieldReading {
  /// Whether placeholders such as `NA` are missing values in fields of this reading. If all others are numbers, for
  /// example, they cannot mean anything else. Among texts they can: `NA` is Namibia.
  var hasPlaceholders: Bool {
    switch self {
    case .number, .decimalPointNumber, .decimalCommaNumber, .boolean, .date, .dayFirstDate, .monthFirstDate, .url,
      .image:
      true
    case .text, .markdown, .html, .htmlText, .list, .object, .records, .reference, .referrers, .linked: false
    }
  }

  /// Whether a value that is a key is the text that the file has, whether or not markup is recognized in it.
  ///
  /// That of the others is written anew: a yes for a true, a decimal point for a comma.
  var hasKeysAsWritten: Bool {
    switch self {
    case .text, .markdown, .html, .htmlText, .number, .date, .dayFirstDate, .monthFirstDate, .url, .image: true
    case .boolean, .list, .object, .records, .reference, .referrers, .linked, .decimalPointNumber, .decimalCommaNumber:
      false
    }
  }

  /// The noun for several values of the type.
  var plural: String {
    switch type {
    case .number: "numbers"
    case .date: "dates"
    case .boolean: "yes or no"
    case .url: "web addresses"
    case .image: "pictures"
    case .text, .markdown: "texts"
    case .list: "lists"
    case .object: "objects"
    case .records: "records"
    }
  }

  /// The noun for what an odd value of a field is not. The order of days and months does not matter here.
  var oddity: String { type == .date ? "a date" : requirement.noun }

  /// The noun for a value of the type, and a hint on its notation.
  var requirement: (noun: String, form: String) {
    switch self {
    case .number: ("a number", "Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6.")
    case .decimalPointNumber: ("a number with a decimal point", "Write digits as in 12, -3.5 or 1,234.5.")
    case .decimalCommaNumber: ("a number with a decimal comma", "Write digits as in 12, -3,5 or 1.234,5.")
    case .boolean: ("a boolean", "Write true or false, yes or no, or 1 or 0.")
    case .date:
      ("a date", "Write a date that exists as 2024-02-29, 29 February 2024, 2024, c. 1850, 44 BC or 19th century.")
    case .dayFirstDate: ("a date with the day first", "Write a date that exists as 29/2/2024 or 2024-02-29.")
    case .monthFirstDate: ("a date with the month first", "Write a date that exists as 2/29/2024 or 2024-02-29.")
    case .url: ("a web address", "Begin it with http:// or https://, and leave no spaces in it.")
    case .image:
      (
        "a picture",
        "Write a web address, or a relative path that ends in .png, .jpg, .jpeg, .gif, .webp, .svg or .avif."
      )
    case .records, .reference, .referrers, .linked:
      ("records of another data set", "Attach them with a join or a reference; choose another type here.")
    case .object: ("an object", "Write JSON: {\"height\": 4}.")
    case .text, .markdown, .html, .htmlText, .list: ("a \(rawValue)", "Any value will do.")
    }
  }
}
