package import Diagnostics
import JSONValues

/// A field that is computed from the other fields of its row by an SQL expression: `width * height`.
package struct DerivedField: Sendable {
  /// The maximum number of bytes of a result. All results are kept in memory.
  static let resultLimit = 1_000_000

  /// The name of the field.
  package var name: String
  /// The expression, which refers to other fields by their names.
  package var expression: String
  /// How the results are read; inferred from them if `nil`.
  package var reading: FieldReading?
  /// The separator of list elements within a result; if `nil`, a result is a single element.
  package var separator: String?
  /// The place of the expression in its file, for messages.
  package var location: Diagnostic.Location

  /// Creates a description of a derived field.
  package init(
    name: String, expression: String, reading: FieldReading? = nil, separator: String? = nil,
    at location: Diagnostic.Location = .init()
  ) {
    self.name = name
    self.expression = expression
    self.reading = reading
    self.separator = separator
    self.location = location
  }
}

/// The values of the derived fields of a row.
struct DerivedValues: Sendable {
  /// The reason why a field does not have the expected value.
  struct Failure: Sendable {
    /// The index among the derived fields.
    var field: Int
    var message: String
    /// The value that was chosen instead.
    var decision: String
    var hint: String?
  }

  /// The value of each field. If its reading is inferred from the results of all rows, it is a number or a text until
  /// then.
  var values: [Value] = []
  var failures: [Failure] = []
}

extension Value {
  /// Binds the value to a parameter of a statement.
  ///
  /// Numbers and booleans are bound as numbers, a date of exactly one day in ISO 8601, lists and objects as JSON, and
  /// all others as text.
  func bind(to parameter: Int, of statement: SQLiteStatement) throws(SQLiteError) {
    switch self {
    case .missing: try statement.bindNull(to: parameter)
    case .boolean(let isTrue): try statement.bind(Int64(isTrue ? 1 : 0), to: parameter)
    case .number(let number):
      if let whole = Int64(number.text) {
        try statement.bind(whole, to: parameter)
      } else {
        try statement.bind(number.value, to: parameter)
      }
    case .date(let date): try statement.bind(date.isoDay ?? date.text, to: parameter)
    case .list, .object: try statement.bind(String(decoding: json.line, as: UTF8.self), to: parameter)
    default: try statement.bind(text, to: parameter)
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .missing: .null
    case .boolean(let isTrue): .boolean(isTrue)
    case .number(let number):
      (JSONNumber(literal: number.text) ?? JSONNumber(number.value)).map(JSONValue.number) ?? .string(number.text)
    case .list(let elements, _): .array(elements.map(\.json))
    case .object(let members): .object(members.reduce(into: JSONObject()) { $0[$1.name] = $1.value.json })
    default: .string(text)
    }
  }
}

extension WrittenDate {
  /// The day in ISO 8601, or `nil` unless the date is exactly one day and not qualified as approximate or uncertain.
  fileprivate var isoDay: String? {
    guard precision == .day, !isApproximate, !isUncertain, let day = earliest, day == latest,
      (0...9999).contains(day.year)
    else { return nil }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }
}

// MARK: - Results

extension DerivedField {
  /// Appends the value of a result, and the failure if it is not of the expected type.
  func value(of result: SQLiteStatement.Value, at field: Int, into values: inout DerivedValues) {
    let (value, failure) = value(of: result)
    values.values.append(value)
    guard var failure else { return }
    failure.field = field
    values.failures.append(failure)
  }

  /// Returns the value of a result, and the failure if it is not of the expected type.
  private func value(of result: SQLiteStatement.Value) -> (Value, DerivedValues.Failure?) {
    switch result {
    case .null: return (.missing, nil)
    case .blob:
      return failure(
        "the result consists of bytes that are not text",
        hint: "Convert them to text, for example with CAST(… AS TEXT) or hex(…).")
    case .integer(let integer):
      let text = String(integer)
      guard reading != nil else { return (Value.Number(text).map(Value.number) ?? .missing, nil) }
      // SQLite has no booleans. Its 0 and 1 are truth values only where these are expected.
      let isTruth = reading == .boolean && (0...1).contains(integer)
      return read(text, as: isTruth ? integer == 1 ? .yes : .no : .number)
    case .real(let double):
      guard let number = Value.Number(double) else { return failure("the result is infinite", hint: nil) }
      return reading == nil ? (.number(number), nil) : read(number.text, as: .number)
    case .text(let bytes):
      if bytes.count > Self.resultLimit {
        return failure(
          "the result has more than \(Self.resultLimit / 1_000_000) MB",
          hint: "Shorten it, for example with substr(…, 1, 1000).")
      }
      if bytes.firstInvalidByte() != nil { return failure("the result is not valid UTF-8", hint: nil) }
      if bytes.isEmpty { return (.missing, nil) }
      return reading == nil ? (.text(bytes.text), nil) : read(bytes.text, as: .untyped)
    }
  }

  private func failure(_ message: String, hint: String?) -> (Value, DerivedValues.Failure?) {
    (.missing, .init(field: 0, message: message, decision: "there is not a value", hint: hint))
  }

  /// Reads the text of a result like one of a file.
  private func read(_ text: String, as kind: RawField.Kind) -> (Value, DerivedValues.Failure?) {
    guard let reading else { return (.text(text), nil) }
    var text = text
    let value = text.withUTF8 { bytes in
      let raw = RawField(kind: kind == .untyped ? nestedKind(of: bytes) : kind, start: 0, end: bytes.count)
      return reading.value(of: raw, in: bytes, FieldNotation(isExplicit: true, separator: separator))
    }
    if let value { return (value, nil) }
    let (noun, form) = reading.requirement
    return (
      .text(text), .init(field: 0, message: "\(text.excerpt) is not \(noun)", decision: "it stays text", hint: form)
    )
  }

  /// Returns the kind of a text where a list or an object is expected, which may be written as JSON.
  private func nestedKind(of bytes: Bytes) -> RawField.Kind {
    guard reading == .list || reading == .object, let json = try? JSONValue(parsing: bytes.span) else {
      return .untyped
    }
    switch json {
    case .array: return .list
    case .object: return .object
    default: return .untyped
    }
  }
}
