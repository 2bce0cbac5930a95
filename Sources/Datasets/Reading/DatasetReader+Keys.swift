import Diagnostics

extension DatasetReader {
  /// Names of fields that say that their values tell rows apart, from the surest on.
  static let identifiers = ["id", "_id", "key", "slug", "code"]
  /// Names of fields that call rows by a name, from the surest on.
  static let names = ["name", "title", "label"]

  /// Chooses where the keys come from, and what rows are known by that have no key of their own there.
  ///
  /// A field with a usual name is taken at its word if most rows have values of their own in it: a choice that a single row could turn over
  /// would change the address of every record.
  mutating func keys(_ rows: DatasetRows, file: String?) -> RowKeys {
    if let key = options.key {
      let fields = key.fields.compactMap { field($0, rows.schema, file) }
      return chosenKeys(fields.isEmpty ? .rowNumber : FileRows.Key(fields: fields), rows)
    }
    if let (key, survey) = primaryKey(rows) { return inferredKeys(key, rows, survey) }
    if let (key, survey) = usualKey(rows) ?? uniqueIdentifier(rows) { return inferredKeys(key, rows, survey) }
    let name = usualName(rows)
    // A number behind a name follows from the rows before it: where a great many have one, another field keeps addresses better.
    if let (key, survey) = name,
      survey.exceptions.count < 20 || survey.exceptions.count * 10 <= rows.count || uniqueField(rows) == nil
    {
      return inferredKeys(key, rows, survey)
    }
    if let field = uniqueField(rows) { return RowKeys(key: .field(field)) }
    if rows.count > 0 {
      warnings.append(
        Diagnostic(
          .warning, code: "datasets/row-number-keys",
          "no field has a different value in every row; row numbers are the keys",
          at: .init(file: file),
          hint:
            "Choose a field, or several that identify rows together, with --key NAME, or row numbers with --key @row."
        ))
    }
    return chosenKeys(.rowNumber, rows)
  }

  /// The field with the path of each row's own file, where each has one.
  func filePathField(_ schema: Schema) -> Int? { pathField.flatMap(schema.index(of:)) }

  /// Finds a field that the options name, or reports that there is none.
  mutating func field(_ name: String, _ schema: Schema, _ file: String?) -> Int? {
    if let index = schema.index(of: name) { return index }
    reportUnknownField(name, fields: schema.fields.map(\.name), file: file)
    return nil
  }
}

// MARK: - What is found out

extension DatasetReader {
  private typealias SurveyedKey = (key: FileRows.Key, survey: KeySurvey)

  /// The primary key of several columns that a database names, which has none of them tell rows apart by itself.
  private func primaryKey(_ rows: DatasetRows) -> SurveyedKey? {
    let fields = primaryKey.compactMap(rows.schema.index)
    guard !fields.isEmpty, fields.count == primaryKey.count else { return nil }
    let key = FileRows.Key(fields: fields)
    return KeySurvey(rows.settled(key: key)).map { (key, $0) }
  }

  /// A field that is named as keys are, and has a value in nearly every row.
  private func usualKey(_ rows: DatasetRows) -> SurveyedKey? {
    Self.identifiers.lazy.compactMap { name -> SurveyedKey? in
      guard let found = surveyed(name, rows), found.survey.missingCount * 10 <= rows.count else { return nil }
      return found
    }.first
  }

  /// The first field that is named as the identifier of something, if it is different in every row: `object_id`, `objectID`.
  private func uniqueIdentifier(_ rows: DatasetRows) -> SurveyedKey? {
    guard filePathField(rows.schema) == nil,
      let field = rows.schema.fields.firstIndex(where: { $0.name.isNameOfIdentifier }),
      let survey = KeySurvey(rows.settled(key: .field(field)), limit: 0)
    else { return nil }
    return (.field(field), survey)
  }

  /// A field that is named as names are, or the names of files.
  private func usualName(_ rows: DatasetRows) -> SurveyedKey? {
    if let path = filePathField(rows.schema) {
      // The name of a page's file tells it apart; its title need not.
      let key = FileRows.Key.fileName(pathField: path)
      return KeySurvey(rows.settled(key: key)).map { (key, $0) }
    }
    return Self.names.lazy.compactMap { surveyed($0, rows) }.first
  }

  /// A field of a name in any case, if half of the rows at least have a value of their own in it.
  private func surveyed(_ name: String, _ rows: DatasetRows) -> SurveyedKey? {
    guard let field = rows.schema.fields.firstIndex(where: { $0.name.lowercased() == name }),
      let survey = KeySurvey(rows.settled(key: .field(field)), limit: rows.count / 2)
    else { return nil }
    return (.field(field), survey)
  }

  /// The keys of a field that was found out: rows that have none of their own there are known by another one, and counted.
  private mutating func inferredKeys(_ key: FileRows.Key, _ rows: DatasetRows, _ survey: KeySurvey) -> RowKeys {
    let others = survey.otherKeys()
    guard let first = survey.exceptions.first, let other = others.first else { return RowKeys(key: key) }
    let place = rows.place(of: first.row)
    let name = key.fields.first.map { rows.schema.fields[$0].name }
    let rest = others.count - 1
    let hint = uniqueField(rows).map {
      let name = rows.schema.fields[$0].name
      return
        "“\(name)” has a different value in every row: choose it with --key \(name.asArgument), or with `key:` in catalog.yml."
    }
    warnings.append(
      Diagnostic(
        .warning, code: "datasets/numbered-keys",
        message(of: first, rows, key)
          + ": the key of this row is \(other.key.excerpt)"
          + (rest > 0 ? "; \(rest == 1 ? "1 more row gets a key" : "\(rest) more rows get keys") with numbers" : ""),
        at: files[place.file].location(ofRow: place.row, field: name),
        hint: hint ?? "Choose another field with --key NAME, or number the rows with --key @row."))
    return RowKeys(key: key, others: others)
  }
}

// MARK: - What is chosen

extension DatasetReader {
  /// The keys of a field that was chosen: rows that have none of their own there are problems.
  private mutating func chosenKeys(_ key: FileRows.Key, _ rows: DatasetRows) -> RowKeys {
    // The row numbers of one file are all different.
    if key == .rowNumber, !areSeveral { return RowKeys(key: key) }
    guard let survey = KeySurvey(rows.settled(key: key)), !survey.exceptions.isEmpty else { return RowKeys(key: key) }
    let others = options.problems == .warn ? survey.otherKeys() : []
    let alternative = uniqueField(rows).map { rows.schema.fields[$0].name }
    let field = key.fields.first.map { rows.schema.fields[$0].name }
    for (index, exception) in survey.exceptions.enumerated() {
      let place = rows.place(of: exception.row)
      let isMissing = exception.first == nil
      let kind: Dataset.Problem.Kind = isMissing ? .missingKey : .repeatedKey
      if skipsProblem(kind) { continue }
      problem(
        kind, isMissing ? "datasets/missing-key" : "datasets/duplicate-key",
        message(of: exception, rows, key), at: files[place.file].location(ofRow: place.row, field: field),
        decision: others.isEmpty ? "" : "the key of this row is \(others[index].key.excerpt)",
        hint: keyHint(isMissing ? "Fill in the field" : "Give each row a unique key", alternative))
    }
    return RowKeys(key: key, others: others)
  }

  /// Says that a row has no key, or one that another row has.
  private func message(of exception: KeySurvey.Exception, _ rows: DatasetRows, _ key: FileRows.Key) -> String {
    guard let first = exception.first.map(rows.place) else { return "the row has no key" }
    let place = rows.place(of: exception.row)
    let text = rows.settled(key: key).files[place.file].key(ofRow: place.row)
    let other = files[first.file].location(ofRow: first.row, field: nil)
    let own = files[place.file].location(ofRow: place.row, field: nil)
    let parts = [other.row.map { "row \($0)" }, other.file == own.file ? nil : other.file].compactMap(\.self)
    return "\(text.excerpt) is already the key of \(parts.joined(separator: " of "))"
  }

  /// Says what to do about keys: mend them, or take other ones.
  private func keyHint(_ remedy: String, _ alternative: String?) -> String {
    guard let alternative else { return "\(remedy), or number the rows: choose it with --key @row." }
    return
      "\(remedy), or use “\(alternative)”, which is different in every row: choose it with --key \(alternative.asArgument)."
  }
}

// MARK: - Fields that are different in every row

extension DatasetReader {
  /// The field that people would rather know rows by among those that have a value in every row, and a different one in each: one of several
  /// identifiers (`id.viaf`), else a short text, else a date, else a number that counts or names something, else an address or prose. What is
  /// measured is different by accident.
  private func uniqueField(_ rows: DatasetRows) -> Int? {
    guard rows.count > 0 else { return rows.schema.fields.isEmpty ? nil : 0 }
    let fields = rows.schema.fields.indices.prefix(Self.searchedFieldCount)
    let ranks = fields.map(rows.rankAsKey)
    return (0...5).lazy.compactMap { rank in
      fields.first { ranks[$0] == rank && isUnique($0, rows) && rows.mayBeKey($0) }
    }.first
  }

  /// The number of fields among which a key or a title is looked for: it stands before what it names. Of thousands of fields to look at each takes
  /// time that grows with the square of them.
  static let searchedFieldCount = 500

  private func isUnique(_ field: Int, _ rows: DatasetRows) -> Bool {
    // Most fields have some value twice among the first rows: room is made for more only then.
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
  /// How readily people would know rows by values of a field, from 0 on; nil for never. Of texts the first ones are looked at.
  fileprivate func rankAsKey(_ field: Int) -> Int? {
    let first = 0..<Swift.min(100, count)
    switch schema.fields[field].type {
    case .text where schema.fields[field].name.hasPrefix("id."): return 0
    case .text:
      let isLong = first.contains { row in withKeyText(field, ofRow: row) { $0.count > 64 } }
      if isLong { return 4 }
      // What has no letters is a number in its way: a place, or a code.
      return first.contains { row in withKeyText(field, ofRow: row) { $0.contains(where: \.isInWord) } } ? 1 : 3
    // A series has its dates at the beginning; elsewhere they are different by accident.
    case .date: return field < 2 ? 2 : 5
    case .number: return 3
    case .url, .image, .markdown: return 4
    case .boolean: return 5
    case .list, .object, .records: return nil
    }
  }
}

extension DatasetRows {
  private static let numbers: Set<String> = [
    "code", "ean", "fips", "gtin", "id", "isbn", "no", "nr", "num", "number", "rank", "year",
  ]

  /// Whether a field that is different in every row may tell them apart. Numbers do where they are called so, or where they are whole and
  /// count up from row to row.
  fileprivate func mayBeKey(_ field: Int) -> Bool {
    guard schema.fields[field].type == .number else { return true }
    if let word = Label(schema.fields[field].name).words.last, Self.numbers.contains(word) || word.hasSuffix("id") {
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
  /// Whether the byte is an ASCII letter, or part of a character that may be one.
  var isInWord: Bool { self >= 0x80 || isLetterOrDigit && !isDigit }
}

extension String {
  /// Whether a field of the name has identifiers of something: `object_id`, `objectID`, `objectId`.
  fileprivate var isNameOfIdentifier: Bool {
    if lowercased().hasSuffix("_id") { return utf8.count > 3 }
    guard hasSuffix("ID") || hasSuffix("Id"), let last = dropLast(2).last else { return false }
    return last.isLowercase || last.isNumber
  }

  /// The text as an argument in a shell.
  fileprivate var asArgument: String { contains(" ") ? "\"\(self)\"" : self }
}
