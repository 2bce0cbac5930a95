import Diagnostics
import JSONValues

extension DatasetReader {
  /// Reads a JSON text: an array of objects, each of which is a row; or an object that has such an array, or an array for each field.
  ///
  /// Objects within a row are flattened: the member `energy` of the member `nutrition` is the field `nutrition.energy`.
  mutating func readJSON(_ source: SourceText) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, from: source.start, firstInvalidByte: bytes.firstInvalidByte(from: source.start))
      let before = errors
      do throws(JSONError) {
        scanner.skipSpace()
        if scanner.current == nil {
          return report("json/empty", "the file is empty", in: source, hint: expectedShape)
        }
        // Rows that are the whole text are read in one pass.
        let isArray = scanner.current == UInt8(ascii: "[") && options.path == nil
        var whole = scanner
        if !isArray {
          _ = try whole.value()
          try whole.finish()
        }
        guard let shape = try shape(scanner, source) else { return }
        switch shape {
        case .rows(let offset):
          scanner.position = offset
          guard let file = try rows(&scanner, source) else { return }
          if isArray { try scanner.finish() }
          files.append(file)
        case .columns(let columns): readColumns(columns, bytes, source)
        }
      } catch {
        // What is said of the rows before would only hide it.
        errors = before
        report("json/syntax", error.message, in: source, offset: error.offset, hint: error.hint)
      }
    }
  }

  /// Reads a text with a JSON object on each line.
  mutating func readJSONLines(_ source: SourceText) {
    source.bytes.withUnsafeBufferPointer { bytes in
      let firstInvalidByte = bytes.firstInvalidByte(from: source.start)
      var file = ObjectRows(source, bytes)
      var start = source.start
      while start < bytes.count {
        let end = bytes.first(.lineFeed, .lineFeed, .lineFeed, from: start)
        var scanner = JSONScanner(bytes.part(0, end), from: start, firstInvalidByte: firstInvalidByte)
        scanner.skipSpace()
        start = end + 1
        guard scanner.current != nil else { continue }
        file.count += 1
        guard admitsRow(at: source.location(row: file.count, offset: scanner.position, field: nil)) else { return }
        do throws(JSONError) {
          try readItem(&scanner, &file)
          scanner.skipSpace()
          guard scanner.current == nil else { throw scanner.unexpected("the end of the line") }
        } catch {
          report("jsonl/syntax", error.message, in: source, row: file.count, offset: error.offset, hint: error.hint)
        }
      }
      files.append(file.finished(end: bytes.count))
    }
  }

  /// Reads the array of objects that begins here; `nil` if there are too many.
  private mutating func rows(
    _ scanner: inout JSONScanner, _ source: SourceText
  ) throws(JSONError) -> ReadFile? {
    var file = ObjectRows(source, scanner.bytes)
    try scanner.enter()
    var isFirst = true
    while try scanner.next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      file.count += 1
      guard admitsRow(at: source.location(row: file.count, offset: scanner.position, field: nil)) else { return nil }
      try readItem(&scanner, &file)
    }
    scanner.leave()
    return file.finished(end: scanner.position)
  }

  /// Reads a row.
  private mutating func readItem(
    _ scanner: inout JSONScanner, _ file: inout ObjectRows
  ) throws(JSONError) {
    let offset = scanner.position
    if scanner.current == UInt8(ascii: "{") {
      try readMembers(&scanner, of: FieldTree.root, offset, &file)
      file.starts.append(offset)
      file.numbers.append(file.count)
    } else {
      let value = try scanner.field()
      report(
        file.code("not-an-object"), "an object is expected, \(value.noun(in: scanner.bytes)) found", in: file.source,
        row: file.count, offset: offset,
        hint: file.source.format == .json
          ? expectedShape : "Write each row as {\"name\": \"Apple\"}, on a line of its own.")
    }
  }

  /// Reads the members of an object, those of the objects in it under dotted names.
  private mutating func readMembers(
    _ scanner: inout JSONScanner, of parent: Int, _ row: Int, _ file: inout ObjectRows
  ) throws(JSONError) {
    let bytes = scanner.bytes
    let object = scanner.position
    try scanner.enter()
    var previous = -1, isFirst = true
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let nameOffset = scanner.position
      let name = RawField(try scanner.name())
      let node = name.withContent(in: bytes) { name in
        file.tree.child(of: parent, named: name, after: previous) ?? file.tree.add(name, to: parent)
      }
      guard file.tree.nodes[node].lastObject != object else {
        throw JSONError(
          "the object has the name \(name.text(in: bytes).excerpt) twice", at: nameOffset)
      }
      guard file.tree.nodes.count <= FieldList.limit else {
        throw JSONError("there are more than \(FieldList.limit) names", at: nameOffset)
      }
      file.tree.setLastObject(object, of: node)
      previous = node
      let offset = scanner.position
      if name.withContent(in: bytes, \.isBlank) {
        _ = try scanner.value()
        report(
          file.code("unnamed-field"), "a field has no name", in: file.source, row: file.count, offset: offset)
      } else if scanner.isAt(UInt8(ascii: "{")) {
        try readMembers(&scanner, of: node, row, &file)
      } else {
        let entered = scanner.enteredCount
        let value = try scanner.field()
        if file.tree.nodes[node].field < 0 {
          file.tree.setField(fields.index(of: file.tree.path(of: node)), of: node)
        }
        take(value, file.tree.nodes[node].field, bytes, row: row, offset, file)
        if scanner.enteredCount > entered + 1 {
          let field = fields.names[file.tree.nodes[node].field]
          reportNestedLists(value, in: bytes, row: file.count, field: field, file.source)
        }
      }
    }
    scanner.leave()
  }

  /// Takes the value of a field.
  @inline(__always)
  private mutating func take(
    _ value: RawField, _ field: Int, _ bytes: Bytes, row: Int, _ offset: Int, _ file: ObjectRows
  ) {
    guard fields.columns[field].lastRow != rowsRead else {
      report(
        file.code("duplicate-field"), "the row has the field twice", in: file.source, row: file.count, offset: offset,
        field: fields.names[field], hint: "A name with a dot in it means the same as an object within the object.")
      return
    }
    fields.columns[field].lastRow = rowsRead
    if value.end - value.start > options.limits.value {
      reportLongValue(at: file.source.location(row: file.count, offset: offset, field: fields.names[field]))
    }
    guard value.kind != .missing, fields.columns[field].noteValue() else { return }
    if value.withContent(in: bytes, { fields.columns[field].look(at: $0, value.kind) }) { return }
    reportMisfit(
      value, in: bytes, field: field,
      at: file.source.location(row: file.count, offset: row, field: fields.names[field]))
  }

  /// Reports what no list may have.
  mutating func reportNestedLists(
    _ list: RawField, in bytes: Bytes, row: Int, field: String, _ source: SourceText
  ) {
    guard list.isNested(in: bytes) else { return }
    var scanner = JSONScanner(bytes, from: list.start)
    var nested: [RawField] = []
    // It was read before without a failure.
    try? scanner.forEachElement { if $0.isNested(in: bytes) { nested.append($0) } }
    for value in nested {
      report(
        .init(rawValue: "\(source.format.rawValue)/nested-list"), "\(value.noun(in: bytes)) stands in a list",
        in: source,
        row: row, offset: value.start, field: field, hint: "The elements of a list are strings, numbers or booleans.")
    }
  }

  var expectedShape: String { "Write the rows as [{\"name\": \"Apple\"}, {\"name\": \"Pear\"}]." }
}

/// The rows of a JSON text while they are read.
private struct ObjectRows {
  let source: SourceText
  var tree = FieldTree()
  var starts: RowStarts
  var numbers = RowNumbers()
  /// The number of the row that is read.
  var count = 0

  init(_ source: SourceText, _ bytes: Bytes) {
    self.source = source
    starts = RowStarts(byteCount: bytes.count)
  }

  func code(_ kind: String) -> Diagnostic.Code { .init(rawValue: "\(source.format.rawValue)/\(kind)") }

  func finished(end: Int) -> ReadFile {
    var starts = starts
    starts.end = end
    return ReadFile(source: source, bytes: source.bytes, layout: .object(tree), starts: starts, numbers: numbers)
  }
}

extension RawField {
  /// Whether this is an array or an object.
  func isNested(in bytes: Bytes) -> Bool {
    switch kind {
    case .object, .list: true
    // An array of nothing is missing, as null is; a text of white space has no bracket.
    case .missing: start < end && escaping == .none && bytes[start] == UInt8(ascii: "[")
    default: false
    }
  }

  /// What a person calls a value like this.
  func noun(in bytes: Bytes) -> String {
    switch kind {
    case .missing: isNested(in: bytes) ? "an array" : bytes.has("null", at: start) ? "null" : "a string"
    case .yes, .no: "a boolean"
    case .number: "a number"
    case .untyped, .string: "a string"
    case .list: "an array"
    case .object: "an object"
    }
  }
}

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
  mutating func shape(_ start: JSONScanner, _ source: SourceText) throws(JSONError) -> JSONShape? {
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
    let noun = try scanner.field().noun(in: scanner.bytes)
    report(
      "json/not-an-array", "an array of objects is expected, \(noun) found", in: source, offset: offset,
      hint: expectedShape)
    return nil
  }

  /// The members of the object that begins here; none where there is none.
  private func members(_ start: JSONScanner) throws(JSONError) -> [(name: String, offset: Int)] {
    var members: [(name: String, offset: Int)] = [], names: Set<ExactName> = []
    guard start.current == UInt8(ascii: "{") else { return [] }
    var scanner = start
    try scanner.enter()
    var isFirst = true
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let offset = scanner.position
      let name = RawField(try scanner.name()).text(in: scanner.bytes)
      guard names.insert(ExactName(name)).inserted else {
        throw JSONError("the object has the name \(name.excerpt) twice", at: offset)
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
}
