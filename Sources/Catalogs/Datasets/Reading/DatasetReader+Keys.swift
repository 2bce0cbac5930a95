import Diagnostics

extension DatasetReader {
  /// Names of fields whose values usually identify rows, in order of preference.
  static let identifiers = ["id", "_id", "key", "slug", "code"]
  /// Names of fields whose values usually are names, in order of preference.
  static let names = ["name", "title", "label"]

  /// Chooses the origin of the keys, and the keys of rows whose own key is missing or belongs to another row.
  ///
  /// The candidates, in order: the fields that a person chose; those that a description names; the primary key of a
  /// database table; the field that rows which continue others repeat; a field with the usual name of a key; a unique
  /// field that is named like an identifier; a field with the usual name of a name, a first and a last name, or the
  /// names of the rows' files; any unique field; the row numbers.
  ///
  /// A field with a usual name is chosen if most rows have unique values in it: if a single row could change the
  /// choice, it would also change the address of every record.
  mutating func keys(_ rows: DatasetRows, file: String?) -> RowKeys {
    if let key = options.key {
      let fields = key.fields.compactMap { field($0, rows.schema, file) }
      return chosenKeys(fields.isEmpty ? .rowNumber : FileRows.Key(fields: fields), rows)
    }
    if let key = describedKey(rows, file: file) { return RowKeys(key: key) }
    if let (key, survey) = primaryKey(rows) { return inferredKeys(key, rows, survey) }
    if let name = continuedField, let (key, survey) = surveyed(name.lowercased(), rows) {
      return inferredKeys(key, rows, survey)
    }
    if let (key, survey) = usualKey(rows) ?? uniqueIdentifier(rows) { return inferredKeys(key, rows, survey) }
    let name = usualName(rows)
    // The number behind a repeated name depends on the rows before it. If very many names have one, a unique field
    // keeps addresses more stable.
    if let (key, survey) = name,
      survey.exceptions.count < 20 || survey.exceptions.count * 10 <= rows.count || uniqueField(rows) == nil
    {
      return inferredKeys(key, rows, survey)
    }
    if let field = uniqueField(rows) { return RowKeys(key: .field(field)) }
    if rows.count > 0 {
      warn(
        "datasets/row-number-keys", "no field has a different value in every row; row numbers are the keys",
        at: .init(file: file),
        hint:
          "Choose a field, or several that identify rows together, with --key NAME, or row numbers with --key @row."
      )
    }
    return chosenKeys(.rowNumber, rows)
  }

  /// Returns the field with the path of each row's own file, or `nil` if rows have no files of their own.
  func filePathField(_ schema: Schema) -> Int? { pathField.flatMap(schema.index(of:)) }

  /// Returns the index of a field that the options name, or reports that it does not exist.
  mutating func field(_ name: String, _ schema: Schema, _ file: String?) -> Int? {
    if let index = schema.index(of: name) { return index }
    reportUnknownField(name, fields: schema.fields.map(\.name), file: file)
    return nil
  }

  // MARK: - Inferred keys

  private typealias SurveyedKey = (key: FileRows.Key, survey: KeySurvey)

  /// Returns the key that a description names, if it identifies all rows. Otherwise a warning says that it does not.
  private mutating func describedKey(_ rows: DatasetRows, file: String?) -> FileRows.Key? {
    guard let table = options.description, !table.key.isEmpty, rows.count > 0 else { return nil }
    let fields = table.key.compactMap { table.field(ofColumn: $0, in: rows.schema) }.compactMap {
      rows.schema.index(of: $0.name)
    }
    // Columns that do not exist are reported with all others.
    guard fields.count == table.key.count else { return nil }
    let key = FileRows.Key(fields: fields)
    guard let survey = KeySurvey(rows.with(key: key)), let exception = survey.exceptions.first else {
      isKeyDescribed = true
      return key
    }
    warn(
      "description/key",
      "\(message(of: exception, rows, key)), so that the key is another one than \(table.source) says: \(Dataset.Key.text(ofFields: table.key))",
      at: location(ofRow: exception.row, in: rows, field: fields.first.map { rows.schema.fields[$0].name }),
      hint: "Mend the data or the description, or choose a key with --key NAME, or with `key:` in catalog.yml.")
    return nil
  }

  /// Returns the primary key that a database declares. Several columns identify rows only in combination.
  private func primaryKey(_ rows: DatasetRows) -> SurveyedKey? {
    let fields = primaryKey.compactMap(rows.schema.index)
    guard !fields.isEmpty, fields.count == primaryKey.count else { return nil }
    let key = FileRows.Key(fields: fields)
    return KeySurvey(rows.with(key: key)).map { (key, $0) }
  }

  /// Returns a field with the usual name of a key that has a value in at least nine of ten rows.
  private func usualKey(_ rows: DatasetRows) -> SurveyedKey? {
    Self.identifiers.lazy.compactMap { name -> SurveyedKey? in
      guard let found = surveyed(name, rows), found.survey.missingCount * 10 <= rows.count else { return nil }
      return found
    }.first
  }

  /// Returns the first field that is named like an identifier, if its values are unique: `object_id`, `objectID`.
  private func uniqueIdentifier(_ rows: DatasetRows) -> SurveyedKey? {
    guard filePathField(rows.schema) == nil,
      let field = rows.schema.fields.firstIndex(where: { $0.name.isNameOfIdentifier }),
      let survey = KeySurvey(rows.with(key: .field(field)), limit: 0)
    else { return nil }
    return (.field(field), survey)
  }

  /// Returns a field with the usual name of a name, a first and a last name, or the names of the rows' files.
  private func usualName(_ rows: DatasetRows) -> SurveyedKey? {
    if let path = filePathField(rows.schema) {
      // The file name identifies a page. Its title may not be unique.
      let key = FileRows.Key.fileName(pathField: path)
      return KeySurvey(rows.with(key: key)).map { (key, $0) }
    }
    if let name = Self.names.lazy.compactMap({ surveyed($0, rows) }).first { return name }
    guard let person = personName(rows, arePersons: true) else { return nil }
    let key = FileRows.Key(fields: person)
    return KeySurvey(rows.with(key: key), limit: rows.count / 2).map { (key, $0) }
  }

  /// Returns the field of a name, ignoring case, if at least half of the rows have a unique value in it.
  private func surveyed(_ name: String, _ rows: DatasetRows) -> SurveyedKey? {
    guard let field = rows.schema.fields.firstIndex(where: { $0.name.lowercased() == name }),
      let survey = KeySurvey(rows.with(key: .field(field)), limit: rows.count / 2)
    else { return nil }
    return (.field(field), survey)
  }

  /// Returns keys that were inferred. Rows without a unique key get another one, which is reported in a single warning.
  private mutating func inferredKeys(_ key: FileRows.Key, _ rows: DatasetRows, _ survey: KeySurvey) -> RowKeys {
    let others = survey.otherKeys()
    guard let first = survey.exceptions.first, let other = others.first else { return RowKeys(key: key) }
    let name = key.fields.first.map { rows.schema.fields[$0].name }
    let rest = others.count - 1
    let hint = uniqueField(rows).map {
      let name = rows.schema.fields[$0].name
      return
        "“\(name)” has a different value in every row: choose it with --key \(name.asArgument), or with `key:` in catalog.yml."
    }
    warn(
      "datasets/numbered-keys",
      message(of: first, rows, key)
        + ": the key of this row is \(other.key.excerpt(besides: keyText(of: first, rows, key)))"
        + (rest > 0 ? "; \(rest == 1 ? "1 more row gets a key" : "\(rest) more rows get keys") with numbers" : ""),
      at: location(ofRow: first.row, in: rows, field: name),
      hint: hint ?? "Choose another field with --key NAME, or number the rows with --key @row.")
    return RowKeys(key: key, others: others)
  }

  // MARK: - Chosen keys

  /// Returns keys that a person chose. Each row without a unique key is a problem.
  private mutating func chosenKeys(_ key: FileRows.Key, _ rows: DatasetRows) -> RowKeys {
    // The row numbers of a single file are unique.
    if key == .rowNumber, !areSeveral { return RowKeys(key: key) }
    guard let survey = KeySurvey(rows.with(key: key)), !survey.exceptions.isEmpty else { return RowKeys(key: key) }
    let others = options.problems == .warn ? survey.otherKeys() : []
    let alternative = uniqueField(rows).map { rows.schema.fields[$0].name }
    let field = key.fields.first.map { rows.schema.fields[$0].name }
    for (index, exception) in survey.exceptions.enumerated() {
      let isMissing = exception.first == nil
      let kind: Dataset.Problem.Kind = isMissing ? .missingKey : .repeatedKey
      if skipsProblem(kind) { continue }
      problem(
        kind, isMissing ? "datasets/missing-key" : "datasets/duplicate-key",
        message(of: exception, rows, key), at: location(ofRow: exception.row, in: rows, field: field),
        decision: others.isEmpty
          ? "" : "the key of this row is \(others[index].key.excerpt(besides: keyText(of: exception, rows, key)))",
        hint: keyHint(isMissing ? "Fill in the field" : "Give each row a unique key", alternative))
    }
    return RowKeys(key: key, others: others)
  }

  private func message(of exception: KeySurvey.Exception, _ rows: DatasetRows, _ key: FileRows.Key) -> String {
    guard let first = exception.first else { return "the row has no key" }
    let text = keyText(of: exception, rows, key)
    let other = location(ofRow: first, in: rows, field: nil)
    let own = location(ofRow: exception.row, in: rows, field: nil)
    let parts = [other.row.map { "row \($0)" }, other.file == own.file ? nil : other.file].compactMap(\.self)
    return "\(text.excerpt) is already the key of \(parts.joined(separator: " of "))"
  }

  private func keyText(of exception: KeySurvey.Exception, _ rows: DatasetRows, _ key: FileRows.Key) -> String {
    let place = rows.place(of: exception.row)
    return rows.with(key: key).files[place.file].key(ofRow: place.row)
  }

  /// Returns the hint on how to correct keys: edit the data, or choose another key.
  private func keyHint(_ remedy: String, _ alternative: String?) -> String {
    guard let alternative else { return "\(remedy), or number the rows: choose it with --key @row." }
    return
      "\(remedy), or use “\(alternative)”, which is different in every row: choose it with --key \(alternative.asArgument)."
  }

  // MARK: - Unique fields

  /// Returns the most suitable key among the fields with a different value in every row: one of several identifiers
  /// (`id.viaf`); otherwise a short text, a date, a number that counts or identifies something, or an address or prose,
  /// in this order. Measurements are excluded, as they differ only by coincidence.
  private func uniqueField(_ rows: DatasetRows) -> Int? {
    guard rows.count > 0 else { return rows.schema.fields.isEmpty ? nil : 0 }
    let fields = rows.schema.fields.indices.prefix(Self.searchedFieldCount)
    let ranks = fields.map(rows.rankAsKey)
    // The search ends with the first field that is suitable, as `isUnique` may read every row.
    return (0...5).lazy.compactMap { rank in
      fields.first { ranks[$0] == rank && isUnique($0, rows) && rows.mayBeKey($0) }
    }.first
  }

  /// The number of fields that are considered as keys or titles. These usually come first, and with thousands of fields
  /// the time would grow with the square of their number.
  static let searchedFieldCount = 500

  private func isUnique(_ field: Int, _ rows: DatasetRows) -> Bool {
    // A fast path: most fields have a repeated value within the first rows, so the large table is rarely needed.
    isUnique(field, rows, limit: 1000) && (rows.count <= 1000 || isUnique(field, rows, limit: rows.count))
  }

  private func isUnique(_ field: Int, _ rows: DatasetRows, limit: Int) -> Bool {
    let count = min(limit, rows.count)
    var table = KeyTable(count: count)
    return (0..<count).allSatisfy { row in
      rows.withKeyText(field, ofRow: row) { bytes in
        !bytes.isEmpty
          && table.insert(bytes, row: row, where: { rows.withKeyText(field, ofRow: $0) { $0.isSameText(as: bytes) } })
            == nil
      }
    }
  }
}

extension DatasetRows {
  /// Returns how suitable the values of a field are as keys, from 0 for the most suitable, or `nil` if they are not.
  /// Texts are judged by the first rows.
  fileprivate func rankAsKey(_ field: Int) -> Int? {
    let first = 0..<Swift.min(100, count)
    switch schema.fields[field].type {
    case .text where schema.fields[field].name.hasPrefix("id."): return 0
    case .text:
      let isLong = first.contains { row in withKeyText(field, ofRow: row) { $0.count > 64 } }
      if isLong { return 4 }
      if Label(schema.fields[field].name).isOfVersions { return 1 }
      // A text without letters is treated as a number: a place in an order, or a code.
      return first.contains { row in withKeyText(field, ofRow: row) { $0.contains(where: \.isInWord) } } ? 1 : 3
    // A time series has its dates in the first columns. In other columns, dates differ only by coincidence.
    case .date: return field < 2 ? 2 : 5
    case .number: return 3
    case .url, .image, .markdown: return 4
    case .list, .object, .records: return nil
    default: return 5
    }
  }

  private static let numbers: Set<String> = [
    "code", "ean", "fips", "gtin", "id", "isbn", "no", "nr", "num", "number", "rank", "year",
  ]

  /// Whether a unique field is suitable as a key. Numbers are if their name says so, or if they are integers that
  /// increase from row to row.
  fileprivate func mayBeKey(_ field: Int) -> Bool {
    guard schema.fields[field].type == .number else { return true }
    let label = Label(schema.fields[field].name)
    if let word = label.words.last, label.isOfRowNames || Self.numbers.contains(word) || word.hasSuffix("id") {
      return true
    }
    var previous = Int.min
    return (0..<count).allSatisfy { row in
      guard let number = Int(withKeyText(field, ofRow: row) { $0.text }), number > previous else { return false }
      previous = number
      return true
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, or part of a character that may be a letter.
  var isInWord: Bool { self >= 0x80 || isLetterOrDigit && !isDigit }
}

extension String {
  /// Whether the name is that of an identifier: `object_id`, `objectID`, “Object Id”, “Item Nr.”. One behind a dot is
  /// that of something else, to which the row refers: `parent.id`.
  fileprivate var isNameOfIdentifier: Bool {
    if lowercased().hasSuffix("_id") { return utf8.count > 3 }
    let words = Label(self).words
    return words.count > 1 && ["id", "nr"].contains(words[words.count - 1]) && !lowercased().hasSuffix(".id")
  }

  fileprivate var asArgument: String { contains(" ") ? "\"\(self)\"" : self }
}
