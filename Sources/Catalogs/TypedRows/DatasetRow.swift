public import DataSources
public import Datasets
public import Diagnostics
public import Fingerprints
public import Rendering

/// A row of a data set as a type of the program, with a property for each field. `pomona types` writes types that
/// conform to the protocol:
///
/// ```swift
/// let fruits = try Fruit.source(contentsOf: path)
/// let cells = CellSource<Fruit, DocumentCell>(fruits.applying(.sort(by: \.name)))
/// ```
public protocol DatasetRow: DocumentObject, Hashable, Identifiable where ID == String {
  /// The name of the data set.
  static var dataset: String { get }
  /// The options for reading the data set.
  static var options: Dataset.Options { get }
  /// The values of the fields, in the order of the properties.
  var fieldValues: [any FieldValue] { get }

  /// Creates a row from a record.
  ///
  /// - Throws: An error if a value is missing, or is of another type.
  init(_ record: Record) throws(DiagnosticsError)
}

extension DatasetRow {
  /// The identity of the row: the data set and the key.
  public var objectID: ObjectID { ObjectID(collection: Self.dataset, key: id) }

  /// The fingerprint of the key, the title and the values.
  public var fingerprint: Fingerprint? {
    var parts = Fingerprinter()
    parts.combine(id)
    parts.combine(title)
    for value in fieldValues { value.fieldValue.combine(into: &parts) }
    return parts.finish()
  }

  /// Reads a data file.
  ///
  /// - Parameter paths: One or more files or patterns: see `Dataset`.
  /// - Returns: The rows, in one section with the data set's title.
  /// - Throws: All errors in the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public static func source(contentsOf paths: String...) throws(DiagnosticsError) -> ArraySource<Self> {
    let dataset = try Dataset(contentsOf: paths, options: options)
    var rows: [Self] = []
    rows.reserveCapacity(dataset.records.count)
    var findings: [Diagnostic] = []
    for record in dataset.records where findings.count < options.diagnosticLimit {
      do throws(DiagnosticsError) {
        rows.append(try Self(record))
      } catch {
        findings += error.diagnostics
      }
    }
    guard findings.isEmpty else {
      for index in findings.indices where dataset.files.count == 1 { findings[index].location.file = dataset.files[0] }
      throw DiagnosticsError(findings)
    }
    return ArraySource(rows, name: dataset.title)
  }
}

/// Decodes the values of a record as the types of properties.
public struct RecordDecoder {
  private let record: Record
  private let values: [Value]

  /// Creates a decoder with the values of a record.
  ///
  /// - Complexity: O(*n*) in the size of the row.
  public init(_ record: Record) {
    self.record = record
    values = record.values
  }

  /// Returns the value of a field. A field that the record does not have counts as missing.
  ///
  /// - Throws: An error if the value is missing, or is of another type.
  public func decode<Decoded: FieldValue>(
    _ field: String, as type: Decoded.Type = Decoded.self
  ) throws(DiagnosticsError) -> Decoded {
    let value = record.schema.index(of: field).map { values[$0] } ?? .missing
    if let decoded = Decoded(fieldValue: value) { return decoded }
    throw DiagnosticsError(
      code: "types/mismatch", value.isMissing ? "there is not a value" : "“\(value.text)” is no \(Decoded.self)",
      at: .init(row: record.row, field: field),
      hint: "Mend the row, or write the types anew of the present data: `pomona types`.")
  }
}

/// A type of properties that fields can be decoded as: `String`, `Int`, `Double`, `Bool`, `[String]`, and optionals of
/// them.
public protocol FieldValue: Hashable, Sendable {
  /// Creates the property's value from that of a field; `nil` if the value is missing, or is of another type.
  init?(fieldValue: Value)
  /// The value as that of a field.
  var fieldValue: Value { get }
}

extension String: FieldValue {
  /// Creates the text of any value; `nil` if it is missing.
  public init?(fieldValue: Value) {
    if fieldValue.isMissing { return nil }
    self = fieldValue.text
  }

  /// The text as a value.
  public var fieldValue: Value { .text(self) }
}

extension Int: FieldValue {
  /// Creates the integer from a number that is written without a fraction or an exponent; `nil` for other values.
  public init?(fieldValue: Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self.init(number.text)
  }

  /// The integer as a value.
  public var fieldValue: Value { Value.Number(description).map(Value.number) ?? .missing }
}

extension Double: FieldValue {
  /// Creates the number; `nil` for other values.
  public init?(fieldValue: Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self = number.value
  }

  /// The number as a value; missing if it is infinite or not a number.
  public var fieldValue: Value { Value.Number(self).map(Value.number) ?? .missing }
}

extension Bool: FieldValue {
  /// Creates the Boolean value; `nil` for other values.
  public init?(fieldValue: Value) {
    guard case .boolean(let isTrue) = fieldValue else { return nil }
    self = isTrue
  }

  /// The Boolean value as a value of a field.
  public var fieldValue: Value { .boolean(self) }
}

extension [String]: FieldValue {
  /// Creates the texts of a list. A missing value is an empty array, and any other value an array of one text.
  public init?(fieldValue: Value) {
    self =
      switch fieldValue {
      case .missing: []
      case .list: fieldValue.elements?.map(\.text) ?? []
      case let value: [value.text]
      }
  }

  /// The list as a value; missing if it is empty.
  public var fieldValue: Value { isEmpty ? .missing : .list(map(Value.text)) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// Creates the wrapped value, or `nil` if the value is missing. The initializer fails if the value is of another
  /// type.
  public init?(fieldValue: Value) {
    if fieldValue.isMissing {
      self = .none
    } else if let wrapped = Wrapped(fieldValue: fieldValue) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// The wrapped value as that of a field; missing if it is `nil`.
  public var fieldValue: Value { self?.fieldValue ?? .missing }
}
