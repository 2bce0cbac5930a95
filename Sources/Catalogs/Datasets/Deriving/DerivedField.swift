package import Diagnostics

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
