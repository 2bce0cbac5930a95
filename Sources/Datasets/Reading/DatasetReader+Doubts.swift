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

  /// Warns of fields that are text though nearly all of their values look like numbers or dates.
  mutating func warnOfLookalikes(in rows: DatasetRows, kept: [Int]) {
    for (index, field) in kept.enumerated() {
      guard let lookalike = fields.columns[field].lookalike,
        let (row, text) = rows.firstValue(ofField: index, like: lookalike)
      else { continue }
      let place = rows.place(of: row), name = fields.names[field]
      let key = name.utf8.allSatisfy(\.isLetterOrDigit) ? name : "\"\(name)\""
      warnings.append(
        Diagnostic(
          .warning, code: "datasets/doubtful-type",
          "\(text.excerpt) looks like \(lookalike.noun), but not as it is read: the field is text, and sorted by letters",
          at: files[place.file].location(ofRow: place.row, field: name),
          hint: """
            Write it as \(lookalike.form) is written; or say that it is text with `types: {\(key): text}` for the data set in \
            catalog.yml.
            """))
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

  /// The first value that looks like something, and its row.
  fileprivate func firstValue(ofField field: Int, like lookalike: Lookalike) -> (row: Int, text: String)? {
    for row in 0..<count {
      let place = place(of: row)
      let text = files[place.file].withField(field, ofRow: place.row) { bytes, raw in
        raw.withContent(in: bytes) { lookalike.describes($0.trimmed, raw.kind) ? $0.trimmed.text : nil }
      }
      if let text { return (row, text) }
    }
    return nil
  }
}
