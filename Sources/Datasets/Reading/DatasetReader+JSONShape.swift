import Diagnostics

/// Where the rows of a JSON text are.
enum JSONShape {
  /// An array of objects, by its first byte.
  case rows(Int)
  /// An array for each field, by its name and first byte.
  case columns([(name: String, offset: Int)])
}

extension DatasetReader {
  /// Finds the rows: in the text itself, or in the member that the options name, or in the only one that has any.
  ///
  /// - Parameter start: Stands before the text, which has no mistakes if it is no array.
  mutating func shape(_ start: JSONScanner, _ source: SourceText) throws(JSONScanner.Failure) -> JSONShape? {
    var scanner = start
    if let path = options.path {
      for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
        let members = try members(scanner)
        guard let member = members.first(where: { ExactName($0.name) == ExactName(name) }) else {
          report(
            "json/no-member", "there is no member “\(name)” in the way “\(path)”", in: source, offset: scanner.position,
            hint: name.suggestion(from: members.map(\.name)))
          return nil
        }
        scanner.position = member.offset
      }
    }
    if scanner.current == UInt8(ascii: "[") { return .rows(scanner.position) }
    let members = try members(scanner)
    let arrays = members.filter { scanner.bytes[$0.offset] == UInt8(ascii: "[") }
    let tables = arrays.filter { scanner.isArrayOfObjects(at: $0.offset) }
    if tables.count == 1 { return .rows(tables[0].offset) }
    if tables.count > 1 {
      report(
        "json/several-arrays", "there are several arrays of objects", in: source, offset: scanner.position,
        hint: choosePath(tables.map(\.name)))
      return nil
    }
    if !members.isEmpty, arrays.count == members.count { return .columns(members) }
    let offset = scanner.position
    let noun = try scanner.value().noun(in: scanner.bytes)
    report(
      "json/not-an-array", "an array of objects is expected, \(noun) found", in: source, offset: offset,
      hint: expectedShape)
    return nil
  }

  /// The members of the object that begins here; none where there is none.
  private func members(_ start: JSONScanner) throws(JSONScanner.Failure) -> [(name: String, offset: Int)] {
    var members: [(name: String, offset: Int)] = [], names: Set<ExactName> = []
    guard start.current == UInt8(ascii: "{") else { return [] }
    var scanner = start
    try scanner.enter()
    var isFirst = true
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let offset = scanner.position
      let name = try scanner.name().text(in: scanner.bytes)
      guard names.insert(ExactName(name)).inserted else {
        throw JSONScanner.Failure(message: "the object has the name \(name.excerpt) twice", offset: offset)
      }
      members.append((name, scanner.position))
      _ = try scanner.value()
    }
    return members
  }

  /// Reads arrays that have the values of a field each.
  mutating func readColumns(_ columns: [(name: String, offset: Int)], _ bytes: Bytes, _ source: SourceText) {
    var rows = PackedRows(source)
    var values: [[RawField]] = []
    for (name, offset) in columns {
      var column: [RawField] = []
      var scanner = JSONScanner(bytes, from: offset)
      // It was read before without a failure.
      try? scanner.forEachElement { column.append($0) }
      if name.isBlank { report("json/unnamed-field", "a field has no name", in: source, offset: offset) }
      if let first = values.first, first.count != column.count {
        report(
          "json/column-length", "\(column.count) values found, \(first.count) in the field “\(columns[0].name)”",
          in: source, offset: offset, field: name,
          hint: "Give each array a value for each row; null where there is none.")
      }
      values.append(column)
    }
    guard errors.errors.isEmpty else { return }
    for row in 0..<(values.first?.count ?? 0) {
      guard begin(&rows, number: row + 1) else { return }
      for (column, (name, _)) in zip(values, columns) {
        let value = column[row]
        if value.kind == .object {
          report(
            "json/nested-object", "an object stands in the array of a field", in: source, row: row + 1,
            offset: value.start, field: name, hint: "Write the rows as objects, if they have objects in them.")
        } else {
          reportNestedLists(value, in: bytes, row: row + 1, field: name, source)
          let list = value.kind == .list ? value.elements(in: bytes) : []
          let text = value.kind == .list ? [] : value.unescaped(in: bytes)
          add(name, value.kind, text, list: list, to: &rows)
        }
      }
    }
    files.append(rows.finished())
  }
}

extension JSONScanner {
  /// Whether the first element of an array is an object.
  fileprivate func isArrayOfObjects(at offset: Int) -> Bool {
    var scanner = self
    scanner.position = offset + 1
    scanner.skipSpace()
    return scanner.current == UInt8(ascii: "{")
  }

  /// Makes sure that the text ends here.
  mutating func finish() throws(Failure) {
    skipSpace()
    guard current == nil else { throw unexpected("the end of the text") }
  }
}
