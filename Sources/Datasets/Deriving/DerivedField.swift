package import Diagnostics

/// A field whose values follow from the others of its row, by an expression of SQL: `width * height`.
package struct DerivedField: Sendable {
  /// The name.
  package var name: String
  /// The expression, in which other fields stand by their names.
  package var expression: String
  /// How the results are read; found out from them unless given.
  package var reading: FieldReading?
  /// What stands between the elements of results that are read as lists; each is one element unless given.
  package var separator: String?
  /// Where the expression is written.
  package var location: Diagnostic.Location

  /// Describes a field.
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
  /// Why a field has not the value that it should have.
  struct Failure: Sendable {
    /// The position among the derived fields.
    var field: Int
    var message: String
    /// What was decided instead.
    var decision: String
    var hint: String?
  }

  /// A value for each field: a number or a text where it is found out from all of them what they are.
  var values: [Value] = []
  var failures: [Failure] = []
}
