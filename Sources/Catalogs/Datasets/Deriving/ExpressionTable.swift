import Diagnostics

/// The expressions of derived fields, compiled once and then evaluated row by row.
///
/// They are generated columns of tables in an in-memory database. Each table has a single row:
///
///     │ width │ height │ area = width * height │
///
/// SQLite therefore rejects everything that does not depend on the row alone (`random()`, the current time, other rows,
/// fields that depend on themselves), and determines the order in which fields that depend on others are evaluated.
///
/// It is a class so that mappings can evaluate expressions in nonmutating methods. Like a mapping, it stays in one
/// isolation domain.
final class ExpressionTable {
  let fields: [DerivedField]
  /// The fields of the file that the expressions read. Each is a parameter of the statements that fill a row.
  private let readFields: [String]
  /// A row with all expressions.
  private let whole: ExpressionRow
  /// For each expression, a row that has only the expressions that it depends on: if one fails, the others still have
  /// values.
  private let parts: [ExpressionRow]
  /// The indices of the fields that are read, in the schema of the last record.
  private var places: (schema: Schema, fields: [Int], parameters: [Int])?
  private let limits: ReadingLimits

  /// - Parameters:
  ///   - fields: The derived fields, at least one.
  ///   - schema: The fields of the file.
  ///   - limits: The limits, of which that of a value is applied to results.
  /// - Throws: All errors in the expressions.
  init(_ fields: [DerivedField], over schema: Schema, limits: ReadingLimits) throws(DiagnosticsError) {
    let database: SQLiteDatabase
    do throws(SQLiteError) {
      database = try SQLiteDatabase(inMemoryWithValuesUpTo: limits.value)
    } catch {
      throw DiagnosticsError(
        code: "derive/database", "SQLite cannot be started: \(error.message)", at: fields[0].location)
    }
    var compiler = ExpressionCompiler(fields, over: schema, in: database)
    let reads = try compiler.check()
    self.fields = fields
    self.limits = limits
    readFields = schema.fields.map(\.name).filter { name in reads.contains { $0.contains(name) } }
    do throws(SQLiteError) {
      whole = try ExpressionRow(fields, of: fields, reading: readFields, table: "row", in: database)
      var parts: [ExpressionRow] = []
      for (index, field) in fields.enumerated() {
        let used = Self.fields(behind: index, of: fields, reads)
        parts.append(try ExpressionRow([field], of: used, reading: readFields, table: "row \(index)", in: database))
      }
      self.parts = parts
    } catch {
      throw DiagnosticsError(compiler.finding(ofTable: error))
    }
  }

  private static func fields(behind index: Int, of fields: [DerivedField], _ reads: [Set<String>]) -> [DerivedField] {
    var found: Set<Int> = []
    var next = [index]
    while let index = next.popLast() {
      guard found.insert(index).inserted else { continue }
      next += fields.indices.filter { reads[index].contains(fields[$0].name) }
    }
    return found.sorted().map { fields[$0] }
  }
}

// MARK: - Evaluating

extension ExpressionTable {
  /// - Complexity: O(*n*) in the number of bytes of the row up to the last field that is read, plus the time of the
  ///   expressions.
  func values(for record: Record) -> DerivedValues {
    let (places, parameters) = places(in: record.schema)
    let read = Array(zip(parameters, record.values(at: places)))
    var result = DerivedValues()
    do throws(SQLiteError) {
      try whole.evaluate(read) { fields[$0].value(of: $1, at: $0, into: &result) }
    } catch {
      // An expression that fails makes SQLite discard the whole row, and no value was added yet. Now each one is
      // evaluated without those that it does not depend on.
      for field in fields.indices {
        do throws(SQLiteError) {
          try parts[field].evaluate(read) { fields[field].value(of: $1, at: field, into: &result) }
        } catch {
          result.values.append(.missing)
          result.failures.append(failure(error, ofField: field))
        }
      }
    }
    return result
  }

  private func failure(_ error: SQLiteError, ofField field: Int) -> DerivedValues.Failure {
    var failure = DerivedValues.Failure(field: field, message: error.message, decision: "there is not a value")
    if error.code == SQLiteError.tooLong {
      let excess = limits.excess(.value, at: .init())
      (failure.message, failure.hint) = (excess.message, excess.hint)
    } else if error.message == "LIKE or GLOB pattern too complex" {
      failure.message = "the pattern of LIKE or GLOB has more than \(SQLiteDatabase.patternLimit) bytes"
      failure.hint = "Search for a long text with instr(…, …) > 0."
    }
    return failure
  }

  /// Returns the indices of the fields that are read. A field that is not in the schema is missing.
  private func places(in schema: Schema) -> (fields: [Int], parameters: [Int]) {
    if let places, places.schema == schema { return (places.fields, places.parameters) }
    // A field that the new schema lacks must not keep its value from the last record.
    for row in [whole] + parts { row.clear() }
    let found = readFields.enumerated().compactMap { index, name in schema.index(of: name).map { ($0, index + 1) } }
    places = (schema, found.map(\.0), found.map(\.1))
    return (found.map(\.0), found.map(\.1))
  }
}

/// A row of a table in which some columns are expressions.
final class ExpressionRow {
  /// The name of the column by which the row is selected. It is the name of no field.
  static let place = "\u{1}"

  private let filling: SQLiteStatement
  private let selection: SQLiteStatement
  private let count: Int

  /// - Parameters:
  ///   - selected: The fields whose values are requested.
  ///   - fields: These fields, and those that they depend on.
  ///   - readFields: The fields that the row is filled with.
  init(
    _ selected: [DerivedField], of fields: [DerivedField], reading readFields: [String], table: String,
    in database: SQLiteDatabase
  ) throws(SQLiteError) {
    count = selected.count
    let table = table.sqlName, place = Self.place.sqlName
    // A stored column is computed once, even if others depend on it.
    let columns =
      ["\(place) INTEGER PRIMARY KEY"] + readFields.map(\.sqlName) + fields.map { "\($0.definition) STORED" }
    try database.execute("CREATE TABLE \(table) (\(columns.joined(separator: ", ")))")
    let filled = ([place] + readFields.map(\.sqlName)).joined(separator: ", ")
    let parameters = (["1"] + readFields.indices.map { "?\($0 + 1)" }).joined(separator: ", ")
    filling = try database.statement("REPLACE INTO \(table) (\(filled)) VALUES (\(parameters))")
    let names = selected.map(\.name.sqlName).joined(separator: ", ")
    selection = try database.statement("SELECT \(names) FROM \(table) WHERE \(place) = 1")
  }

  /// Fills the row, and calls a closure with the results.
  ///
  /// - Parameter values: The numbers of parameters, counted from 1, and the values that are bound to them.
  func evaluate(
    _ values: [(parameter: Int, value: Value)], _ take: (_ field: Int, SQLiteStatement.Value) -> Void
  ) throws(SQLiteError) {
    for (parameter, value) in values { try value.bind(to: parameter, of: filling) }
    try filling.run()
    defer { selection.reset() }
    _ = try selection.step()
    for field in 0..<count { take(field, selection.value(inColumn: field)) }
  }

  /// Clears all parameters, so that all fields are missing.
  func clear() { filling.clearBindings() }
}

extension DerivedField {
  /// The definition of the field as a generated column. The line break ends a comment.
  var definition: String { "\(name.sqlName) AS (\(expression)\n)" }
}

extension String {
  /// The text in lower case, as SQL compares names: only ASCII letters are folded.
  var sqlFolded: String {
    String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
