import Diagnostics

extension DatasetReader {
  /// Determines which texts are lists, for fields where this depends on all rows: few of the texts have a semicolon or
  /// a bar.
  ///
  /// - Returns: Whether any field is a list.
  mutating func findLists(in rows: DatasetRows, kept: [Int]) -> Bool {
    var found = false
    for (index, field) in kept.enumerated() where fields.columns[field].mayBeList {
      guard let separator = fields.columns[field].separator, rows.sharesElements(index, separator) else { continue }
      fields.columns[field].sharesElements = true
      found = true
    }
    return found
  }

  /// Warns about fields that may be read differently from what is meant. It is an error if a person chose the type, and
  /// the values cannot be read so.
  mutating func noteDoubts(in rows: DatasetRows, kept: [Int]) {
    notePlaceholders(in: rows, kept: kept)
    noteNones(in: rows, kept: kept)
    for (index, field) in kept.enumerated() {
      let column = fields.columns[field]
      let name = fields.names[field]
      let isChosen = column.chosen != nil
      // Values that do not fit at all have been reported.
      if isChosen, !typeMismatches.errors.isEmpty { continue }
      if column.hasOddValues { noteOddValues(in: rows, index, field, kept: kept) }
      let nones = column.notation.nones
      guard let doubt = column.doubt,
        let (row, text, _) = rows.firstValue(
          ofField: index, where: { !nones.contains($0) && doubt.isShown(by: $0, $1, isChosen: isChosen) })
      else { continue }
      let isError = isChosen && doubt != .groupsOrFractions
      let diagnostic = Diagnostic(
        isError ? .error : .warning, code: isError ? "datasets/type-mismatch" : "datasets/doubtful-type",
        doubt.message(text.excerpt, isChosen: isChosen), at: location(ofRow: row, in: rows, field: name),
        hint: doubt.hint { choice(of: $0, [name]) } + " for the data set in catalog.yml.")
      if isError { errors.append(diagnostic) } else { warnings.append(diagnostic) }
    }
  }

  /// Reports the values that are not of the type of their field, which was chosen or is that of nearly all others. They
  /// stay text.
  private mutating func noteOddValues(in rows: DatasetRows, _ index: Int, _ field: Int, kept: [Int]) {
    let column = fields.columns[field]
    let reading = column.reading
    let nones = column.notation.nones
    let isChosen = column.chosen != nil
    // Fields with the same reading share one hint, which is printed once.
    let alike = kept.filter { other in
      fields.columns[other].chosen == nil && fields.columns[other].hasOddValues
        && fields.columns[other].reading == reading
    }.map { fields.names[$0] }
    var start = 0
    while let (row, text, kind) = rows.firstValue(
      ofField: index, from: start,
      where: { !nones.contains($0) && Doubt.outlier(reading).isShown(by: $0, $1, isChosen: isChosen) })
    {
      start = row + 1
      if skipsProblem(.value) { continue }
      let location = location(ofRow: row, in: rows, field: fields.names[field])
      func note(_ message: String, _ code: Diagnostic.Code, _ hint: String) {
        problem(.value, code, "\(text.excerpt) is \(message)", at: location, decision: "it stays text", hint: hint)
      }
      if isChosen {
        note("not \(reading.requirement.noun)", "datasets/type-mismatch", reading.requirement.form)
      } else if reading.type == .number, kind == .string, Value.Number(text.trimmed) != nil {
        note(
          "a text in quotes and not \(reading.oddity), as nearly all values of the field are", "datasets/odd-value",
          """
          Write it without quotes; or have what is in quotes read, too, with \(choice(of: reading, alike)) for the data set in \
          catalog.yml.
          """)
      } else {
        note(
          "not \(reading.oddity), as nearly all values of the field are", "datasets/odd-value",
          """
          \(reading.requirement.form) Or say that the \(alike.count == 1 ? "field is" : "fields are") text, with \
          \(choice(of: .text, alike)) for the data set in catalog.yml.
          """)
      }
    }
  }

  /// Warns once about placeholders such as `NA` that are read as missing values, as all others are of a type.
  private mutating func notePlaceholders(in rows: DatasetRows, kept: [Int]) {
    let found = kept.enumerated().filter { fields.columns[$1].chosen == nil && fields.columns[$1].hasPlaceholders }
    guard let (index, field) = found.first, case let name = fields.names[field],
      let (row, text, _) = rows.firstValue(ofField: index, where: { $1.isCharacters && $0.isPlaceholder })
    else { return }
    let rest = found.count - 1
    warn(
      "datasets/placeholder",
      "\(text.excerpt) is read as no value, for the others are \(fields.columns[field].reading.plural)"
        + (rest == 0 ? "" : "; so are such values in \(rest.counted("more field"))"),
      at: location(ofRow: row, in: rows, field: name),
      hint: "To have it as text, write \(choice(of: .text, [name])) for the data set in catalog.yml.")
  }

  /// Warns once about texts that are taken for no value.
  private mutating func noteNones(in rows: DatasetRows, kept: [Int]) {
    let found = kept.enumerated().filter { !fields.columns[$1].foundNones.isEmpty }
    guard let (index, field) = found.first, case let nones = NoneTexts(fields.columns[field].foundNones),
      let (row, text, _) = rows.firstValue(ofField: index, where: { content, _ in nones.contains(content) })
    else { return }
    let others = found.dropFirst().map { place, field in
      "\(fields.columns[field].foundNones.map(\.excerpt).joined(separator: ", ")) in “\(fields.names[field])”"
    }
    warn(
      "datasets/none",
      "\(text.trimmed.excerpt) is taken for no value\(others.isEmpty ? "" : "; so is \(others.listed(limit: 5))")",
      at: location(ofRow: row, in: rows, field: fields.names[field]),
      hint: "Say what stands for no value with \(options.noneHint).")
  }

  func location(ofRow row: Int, in rows: DatasetRows, field: String?) -> Diagnostic.Location {
    let place = rows.place(of: row)
    return files[place.file].location(ofRow: place.row, field: field)
  }

  /// Returns the notation by which the configuration chooses the type of fields. Only the first few are named.
  private func choice(of reading: FieldReading, _ names: [String]) -> String {
    let choices = names.prefix(4).map { name in
      let key = name.utf8.allSatisfy(\.isLetterOrDigit) ? name : "\"\(name)\""
      return "\(key): \(reading.rawValue)"
    }
    return "`types: {\(choices.joined(separator: ", "))\(names.count > 4 ? ", …" : "")}`"
  }
}

extension DatasetRows {
  /// Whether at least half of the elements that occur together with others in a value also occur in another value. This
  /// suggests that the separators stand between names. A value that occurs several times counts once.
  fileprivate func sharesElements(_ field: Int, _ separator: String) -> Bool {
    // Two passes: an element counts if it occurs beside another one in any row, which may be the last.
    var elements: Set<String> = []
    forEachText(field) { text in
      let pieces = text.listPieces(between: separator)
      if pieces.count > 1 { elements.formUnion(pieces) }
    }
    // The first value that has an element, for each element.
    var values: [String: String] = [:]
    var shared: Set<String> = []
    forEachText(field) { text in
      for piece in text.listPieces(between: separator) where elements.contains(piece) && !shared.contains(piece) {
        let value = text.text
        if values.updateValue(value, forKey: piece).map({ $0 != value }) == true { shared.insert(piece) }
      }
    }
    return shared.count * 2 >= elements.count
  }

  private func forEachText(_ field: Int, _ body: (Bytes) -> Void) {
    for row in 0..<count { withKeyText(field, ofRow: row, body) }
  }

  /// Returns the first value that satisfies a condition, as written, with its row and what its file states about its
  /// type.
  ///
  /// - Parameters:
  ///   - start: The first row to check.
  ///   - isWanted: A closure that receives the content without white space at both ends, and what the file states about
  ///     its type.
  fileprivate func firstValue(
    ofField field: Int, from start: Int = 0, where isWanted: (Bytes, RawField.Kind) -> Bool
  ) -> (row: Int, text: String, kind: RawField.Kind)? {
    for row in start..<count {
      let place = place(of: row)
      let found = files[place.file].withField(field, ofRow: place.row) {
        bytes, raw -> (text: String, kind: RawField.Kind)? in
        if raw.kind == .missing || raw.kind.isCharacters && raw.isBlank(in: bytes) { return nil }
        let raw = files[place.file].notations[field].content(of: raw, in: bytes)
        let isFound = raw.withContent(in: bytes) { isWanted($0.trimmed, raw.kind) }
        return isFound ? (raw.text(in: bytes), raw.kind) : nil
      }
      if let found { return (row, found.text, found.kind) }
    }
    return nil
  }
}
