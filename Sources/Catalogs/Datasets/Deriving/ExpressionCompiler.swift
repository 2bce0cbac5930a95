import Diagnostics

/// Checks the expressions of derived fields separately, so that each error is reported at its place.
struct ExpressionCompiler {
  private let derived: [DerivedField]
  private let database: SQLiteDatabase
  /// The fields that expressions can read, by their names in lower case. An entry has several if SQL considers their
  /// names equal.
  private var fields: [String: [String]] = [:]
  /// The columns of a table with all of these fields, without any expressions.
  private var columns: [String] = []
  private let names: [String]
  /// The error of SQLite for several values in parentheses.
  private static let severalExpressions = "row value misused"
  /// The beginning of the error for a function that cannot be used.
  private static let unsuitableFunction = "unsuitable function: "
  /// The functions that can take quadratic time or unlimited memory.
  private static let costly: Set = ["json_patch", "json_pretty"]
  /// The functions whose results depend on chance or time. SQLite rejects them.
  private static let chance: Set = ["random", "randomblob", "current_date", "current_time", "current_timestamp"]
  /// The functions that cannot be used, except those of ``chance``.
  private var unsuitable: Set<String> = []
  private var findings: [Diagnostic] = []

  init(_ derived: [DerivedField], over schema: Schema, in database: SQLiteDatabase) {
    self.derived = derived
    self.database = database
    names = schema.fields.map(\.name) + derived.map(\.name)
    // A table cannot have thousands of columns, so fields that no expression mentions are left out.
    let texts = derived.map { Array($0.expression.sqlFolded.utf8) }
    for field in schema.fields {
      let name = field.name.sqlFolded
      // Within double quotes, SQL doubles those of a name.
      let mention = Array(name.replacing("\"", with: "\"\"").utf8)
      guard !mention.isEmpty, !mention.contains(0), texts.contains(where: { $0.contains(mention) }) else { continue }
      if fields[name] == nil { columns.append(field.name) }
      fields[name, default: []].append(field.name)
    }
    noteDuplicates(among: schema)
  }

  private mutating func noteDuplicates(among schema: Schema) {
    let own = Dictionary(schema.fields.map { ($0.name.sqlFolded, $0.name) }, uniquingKeysWith: { first, _ in first })
    var seen: [String: String] = [:]
    for field in derived {
      let name = field.name.sqlFolded
      if let other = own[name] ?? seen[name] {
        findings.append(
          Diagnostic(
            code: "derive/duplicate-field",
            other == field.name
              ? "there is already a field “\(other)”"
              : "there is already a field “\(other)”, and SQL does not distinguish upper and lower case",
            at: field.location, hint: "Give the derived field another name."))
      } else if name.isEmpty || name.utf8.contains(0) {
        findings.append(
          Diagnostic(
            code: "derive/name", "a derived field cannot be called \(field.name.excerpt)", at: field.location,
            hint: "Give it a name of letters."))
      } else {
        columns.append(field.name)
        fields[name] = [field.name]
      }
      seen[name] = field.name
    }
  }

  /// - Returns: For each expression, the names of the fields that it reads.
  /// - Throws: All errors in the expressions.
  mutating func check() throws(DiagnosticsError) -> [Set<String>] {
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    var reads: [Set<String>] = []
    do throws(SQLiteError) {
      unsuitable = try database.impureFunctions().subtracting(Self.chance).union(Self.costly)
      // Without a row identifier, which SQLite would read under several names.
      try database.execute("CREATE TABLE fields (\(table(with: nil))) WITHOUT ROWID")
    } catch {
      throw DiagnosticsError(finding(ofTable: error))
    }
    for index in derived.indices {
      do throws(SQLiteError) {
        reads.append(try check(derived[index], table: "field \(index)".sqlName))
      } catch {
        findings.append(finding(of: error, in: derived[index]))
      }
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    return reads
  }

  /// Returns the column definitions of a table in which one column is an expression.
  private func table(with derived: DerivedField?) -> String {
    let others = columns.map { $0 == derived?.name ? derived?.definition ?? "" : $0.sqlName }
    return (["\(ExpressionRow.place.sqlName) INTEGER PRIMARY KEY"] + others).joined(separator: ", ")
  }

  /// - Returns: The names of the columns that it reads.
  private mutating func check(_ field: DerivedField, table: String) throws(SQLiteError) -> Set<String> {
    // The expression is compiled both as the only column of a selection and as a column of a table: text that closes
    // the parenthesis and opens another one fails in one of the two. The line break ends a comment.
    let read = try database.firstStatement(of: "SELECT (\(field.expression)\n) FROM fields", reading: "fields")
    guard read.isAlone, read.statement?.columnNames.count == 1 else { throw SQLiteError(Self.severalExpressions) }
    for name in read.columns.sorted() { noteDoubts(about: name, in: field) }
    if let name = read.functions.intersection(unsuitable).min() { throw SQLiteError(Self.unsuitableFunction + name) }
    try database.execute("CREATE TABLE \(table) (\(self.table(with: field)))")
    let all = try database.statement("SELECT * FROM \(table)")
    guard all.columnNames == [ExpressionRow.place] + columns else { throw SQLiteError("near \")\": syntax error") }
    // SQLite reports the use of the current time only when the expression is evaluated.
    do throws(SQLiteError) {
      try database.execute("INSERT INTO \(table) DEFAULT VALUES")
    } catch {
      // Any other error is due to this row, which has no values. It may not occur in rows that have some.
      if error.isNondeterministic { throw error }
    }
    return read.columns
  }

  private mutating func noteDoubts(about column: String, in field: DerivedField) {
    let fields = fields[column.sqlFolded] ?? []
    if fields.isEmpty {
      findings.append(unknownField(column, in: field))
    } else if fields.count > 1 {
      findings.append(
        Diagnostic(
          code: "derive/ambiguous-field",
          "\(fields.map { "“\($0)”" }.joined(separator: " and ")) are the same name in SQL, which does not distinguish upper and lower case",
          at: field.location, hint: "Give one of them another name in the data."))
    }
  }
}

// MARK: - Messages

extension ExpressionCompiler {
  private func unknownField(_ name: String, in field: DerivedField) -> Diagnostic {
    Diagnostic(
      code: "derive/unknown-field", "there is no field “\(name)”", at: field.location,
      hint: quotingHint(for: names.contains(name) ? name : name.closest(in: names)) ?? name.suggestion(from: names))
  }

  /// Returns a hint to quote the name of a field that is not a plain SQL identifier, or `nil` if it is one.
  private func quotingHint(for name: String?) -> String? {
    guard let name else { return nil }
    let isPlain =
      name.utf8.first?.isDigit == false
      && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit || $0 >= 0x80 }
    return isPlain ? nil : "Write it in double quotes: \(name.sqlName)."
  }

  /// Returns an error of SQLite about an expression as a message for the user.
  private func finding(of error: SQLiteError, in field: DerivedField) -> Diagnostic {
    let message = error.message
    if let cycle = cycle(error) { return cycle }
    func found(_ text: String, hint: String?) -> Diagnostic {
      Diagnostic(code: "derive/expression", text, at: field.location, hint: hint)
    }
    if let name = message.rest(after: "no such column: ") {
      // A field is not found if the text has ended the statement before the table is named.
      let isField = names.contains { $0.sqlFolded == name.sqlFolded } && quotingHint(for: name) == nil
      return isField ? finding(of: SQLiteError(Self.severalExpressions), in: field) : unknownField(name, in: field)
    }
    if let name = message.rest(after: Self.unsuitableFunction) {
      return found(
        Self.costly.contains(name)
          ? "\(name)() cannot be used, as it may take without end"
          : "the result of \(name)() does not follow from the row",
        hint: "There are other functions: https://sqlite.org/lang_corefunc.html.")
    }
    if let name = message.rest(after: "no such function: ") {
      return found(
        "there is no function “\(name)”", hint: "There are those of SQLite: https://sqlite.org/lang_corefunc.html.")
    }
    if error.isNondeterministic {
      return found(
        "the values would differ in every build: \(message)",
        hint:
          "Remove functions whose results depend on chance or on the current time, such as random() and date('now').")
    }
    if error.code == SQLiteError.notAllowed || message.hasPrefix("subqueries") || message.hasPrefix("misuse of") {
      return found(
        "the expression reads more than its own row: \(message)",
        hint: "It can use the fields of the row, operators, and functions of single values.")
    }
    if let rest = message.rest(after: "near \""), rest.hasSuffix("\": syntax error") {
      let word = String(rest.dropLast("\": syntax error".count))
      // The word is what follows the expression.
      if [")", "FROM"].contains(word), !field.expression.sqlFolded.contains(word.sqlFolded) {
        return found("the expression ends too early", hint: "Check that all brackets are closed.")
      }
      let isField = names.contains { $0.sqlFolded == word.sqlFolded }
      return found(
        "there is a syntax error near “\(word)”",
        hint: isField ? "If the field is meant, write it in double quotes: \(word.sqlName)." : nil)
    }
    if message == Self.severalExpressions {
      return found(
        "the text is not a single expression", hint: "Write an expression with one value, such as width * height.")
    }
    if let token = message.rest(after: "unrecognized token: \""), let first = token.first {
      return "'\"`[".contains(first)
        ? found(
          "a quote is not closed: \(first)",
          hint: "Write texts in single quotes; fields may be written in double quotes.")
        : found("there is a syntax error near “\(first)”", hint: nil)
    }
    return found("the expression cannot be used: \(message)", hint: nil)
  }

  /// Returns an error of SQLite about the table with all expressions, each of which is valid alone, as a message for
  /// the user.
  func finding(ofTable error: SQLiteError) -> Diagnostic {
    cycle(error)
      ?? Diagnostic(
        code: "derive/expression", "the expressions cannot be used: \(error.message)", at: derived[0].location)
  }

  private func cycle(_ error: SQLiteError) -> Diagnostic? {
    guard let rest = error.message.rest(after: "generated column loop on \"") else { return nil }
    let field = derived.first { rest == "\($0.name)\"" } ?? derived[0]
    return Diagnostic(
      code: "derive/cycle", "“\(field.name)” follows from itself", at: field.location,
      hint: "Rewrite one of the derived fields so that it depends only on fields of the data.")
  }
}

extension SQLiteError {
  /// Whether a value would depend on time or chance, and not only on the row.
  fileprivate var isNondeterministic: Bool { message.hasPrefix("non-deterministic") }
}

extension String {
  /// Returns the text after a prefix, or `nil` if it does not have the prefix.
  fileprivate func rest(after beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
