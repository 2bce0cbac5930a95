public import DataSources
public import Datasets
public import Diagnostics
public import Fingerprints
public import Rendering

/// A row of a data set as a type of the program, with a property for each field. `pomona types` writes such types:
///
/// ```swift
/// let fruits = try Fruit.source(contentsOf: path)
/// let cells = CellSource<Fruit, DocumentCell>(fruits.applying(.sort(by: \.name)))
/// ```
public protocol DatasetRow: DocumentObject, Hashable, Identifiable where ID == String {
  /// The name of the data set.
  static var dataset: String { get }
  /// How the data set is read.
  static var options: Dataset.Options { get }
  /// The values of the fields, in their order.
  var fieldValues: [any FieldValue] { get }

  /// Creates a row from a record.
  ///
  /// - Throws: That a value is missing, or is of another type.
  init(_ record: Record) throws(DiagnosticsError)
}

extension DatasetRow {
  /// The data set and the key.
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
  /// - Parameter paths: The file, or several, or patterns: see ``Datasets/Dataset``.
  /// - Returns: The rows, in one section of the data set's title.
  /// - Throws: Everything that is wrong with the file, row by row, up to the limit of the options.
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

/// Reads the values of a record as the types of properties.
public struct RecordDecoder {
  private let record: Record
  private let values: [Value]

  /// Reads the values of a record.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  public init(_ record: Record) {
    self.record = record
    values = record.values
  }

  /// The value of a field. Where a record has no such field, it has no value.
  ///
  /// - Throws: That the value is missing, or is of another type.
  public func decode<Decoded: FieldValue>(
    _ field: String, as type: Decoded.Type = Decoded.self
  ) throws(DiagnosticsError) -> Decoded {
    let value = record.schema.index(of: field).map { values[$0] } ?? .missing
    if let decoded = Decoded(fieldValue: value) { return decoded }
    throw DiagnosticsError(
      Diagnostic(
        code: "types/mismatch", value.isMissing ? "there is not a value" : "“\(value.text)” is no \(Decoded.self)",
        at: .init(row: record.row, field: field),
        hint: "Mend the row, or write the types anew of the present data: `pomona types`."))
  }
}

/// The type of a property that a field is read into: `String`, `Int`, `Double`, `Bool`, `[String]`, and optionals of them.
public protocol FieldValue: Hashable, Sendable {
  /// Creates the property's value from that of a field; nil where it is missing, or of another type.
  init?(fieldValue: Value)
  /// The value of a field.
  var fieldValue: Value { get }
}

extension String: FieldValue {
  /// The text of any value.
  public init?(fieldValue: Value) {
    if fieldValue.isMissing { return nil }
    self = fieldValue.text
  }

  /// The text.
  public var fieldValue: Value { .text(self) }
}

extension Int: FieldValue {
  /// A number that is written without a fraction or an exponent.
  public init?(fieldValue: Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self.init(number.text)
  }

  /// The number.
  public var fieldValue: Value { Number(description).map(Value.number) ?? .missing }
}

extension Double: FieldValue {
  /// A number.
  public init?(fieldValue: Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self = number.value
  }

  /// The number, or none where it is infinite or not a number.
  public var fieldValue: Value { Number(self).map(Value.number) ?? .missing }
}

extension Bool: FieldValue {
  /// True or false.
  public init?(fieldValue: Value) {
    guard case .boolean(let isTrue) = fieldValue else { return nil }
    self = isTrue
  }

  /// True or false.
  public var fieldValue: Value { .boolean(self) }
}

extension [String]: FieldValue {
  /// The texts of a list; none where the value is missing, and one of any other value.
  public init?(fieldValue: Value) {
    self =
      switch fieldValue {
      case .missing: []
      case .list: fieldValue.elements?.map(\.text) ?? []
      case let value: [value.text]
      }
  }

  /// The list; missing where it is empty.
  public var fieldValue: Value { isEmpty ? .missing : .list(map(Value.text)) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// Nil where the value is missing.
  public init?(fieldValue: Value) {
    if fieldValue.isMissing {
      self = .none
    } else if let wrapped = Wrapped(fieldValue: fieldValue) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// The value; missing where it is nil.
  public var fieldValue: Value { self?.fieldValue ?? .missing }
}
