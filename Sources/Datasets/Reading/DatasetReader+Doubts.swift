import Diagnostics

extension DatasetReader {
  /// Decides which fields are lists of those that only all rows together can tell: texts of which few have a semicolon.
  ///
  /// - Returns: Whether any is.
  mutating func findLists(in rows: DatasetRows, kept: [Int]) -> Bool {
    var found = false
    for (index, field) in kept.enumerated() where fields.columns[field].mayBeList && rows.sharesElements(index) {
      fields.columns[field].sharesElements = true
      found = true
    }
    return found
  }

  /// Warns of fields that may not be read as they are meant. Where a person chose their type, and it cannot be read so, that is an error.
  mutating func noteDoubts(in rows: DatasetRows, kept: [Int]) {
    for (index, field) in kept.enumerated() {
      let (column, name) = (fields.columns[field], fields.names[field])
      let isChosen = column.chosen != nil
      // What does not fit at all has been reported.
      if isChosen, !typeMismatches.errors.isEmpty { continue }
      guard let doubt = column.doubt,
        let (row, text) = rows.firstValue(ofField: index, showing: doubt, isChosen: isChosen)
      else { continue }
      let place = rows.place(of: row)
      let key = name.utf8.allSatisfy(\.isLetterOrDigit) ? name : "\"\(name)\""
      let isError = isChosen && doubt != .groupsOrFractions
      let diagnostic = Diagnostic(
        isError ? .error : .warning, code: isError ? "datasets/type-mismatch" : "datasets/doubtful-type",
        doubt.message(text.excerpt, isChosen: isChosen),
        at: files[place.file].location(ofRow: place.row, field: name),
        hint: doubt.hint { "`types: {\(key): \($0.rawValue)}`" } + " for the data set in catalog.yml.")
      if isError { errors.append(diagnostic) } else { warnings.append(diagnostic) }
    }
  }
}

extension DatasetRows {
  /// Whether at least half of the elements that stand beside others in a value are also elements of another value: then the semicolons
  /// separate things that have names. A value that is written several times counts once.
  fileprivate func sharesElements(_ field: Int) -> Bool {
    var elements: Set<String> = []
    forEachText(field) { text in
      guard text.contains(UInt8(ascii: ";")) else { return }
      elements.formUnion(text.listPieces)
    }
    // For each element the first value that has it.
    var values: [String: String] = [:]
    var shared: Set<String> = []
    forEachText(field) { text in
      for piece in text.listPieces where elements.contains(piece) && !shared.contains(piece) {
        let value = text.text
        if values.updateValue(value, forKey: piece).map({ $0 != value }) == true { shared.insert(piece) }
      }
    }
    return shared.count * 2 >= elements.count
  }

  private func forEachText(_ field: Int, _ body: (Bytes) -> Void) {
    for row in 0..<count { withKeyText(field, ofRow: row, body) }
  }

  /// The first value that shows a doubt, and its row.
  fileprivate func firstValue(
    ofField field: Int, showing doubt: Doubt, isChosen: Bool
  ) -> (row: Int, text: String)? {
    for row in 0..<count {
      let place = place(of: row)
      let text = files[place.file].withField(field, ofRow: place.row) { bytes, raw -> String? in
        if raw.kind == .missing || raw.kind.isCharacters && raw.isBlank(in: bytes) { return nil }
        let isShown = raw.withContent(in: bytes) { doubt.isShown(by: $0.trimmed, raw.kind, isChosen: isChosen) }
        return isShown ? raw.text(in: bytes).trimmed : nil
      }
      if let text { return (row, text) }
    }
    return nil
  }
}
