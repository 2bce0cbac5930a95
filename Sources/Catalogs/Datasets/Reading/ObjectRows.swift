import Diagnostics
import JSONValues

/// The rows of a file that are JSON objects, while they are read.
struct ObjectRows {
  let source: SourceText
  /// Whether the objects are not the file's own bytes; see ``WrittenRows``.
  let areWritten: Bool
  /// The extensions of RFC 8259 that are accepted.
  let extensions: JSONScanner.Extensions
  var tree = FieldTree()
  /// The field with the names of the objects, if these are members of an object.
  var nameField: Int?
  fileprivate var starts: RowStarts
  fileprivate var numbers = RowNumbers()
  fileprivate var places: [ReadFile.Place] = []
  /// The number of the current row.
  var number = 0
  /// The place of the current row in the file, if it does not follow from its bytes.
  var place: ReadFile.Place?

  init(_ source: SourceText, extensions: JSONScanner.Extensions) {
    self.source = source
    self.extensions = extensions
    areWritten = false
    starts = RowStarts(byteCount: source.bytes.count)
  }

  /// Creates the rows of a file whose own bytes are not read row by row.
  init(written source: SourceText) {
    self.source = source
    extensions = .untyped
    areWritten = true
    starts = RowStarts(byteCount: .max)
  }

  /// Returns a place in the current row, for messages.
  ///
  /// - Parameter offset: The offset in the text.
  func location(_ offset: Int, field: String? = nil) -> Diagnostic.Location {
    guard areWritten else { return source.location(row: number, offset: offset, field: field) }
    return place.map { $0.location(ofRow: number, in: source, field: field) }
      ?? .init(file: source.file, row: number, field: field)
  }

  mutating func append(rowAt offset: Int) {
    starts.append(offset)
    numbers.append(number)
    if let place { places.append(place) }
  }

  /// Returns the rows that were read.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the rows.
  ///   - end: An offset at or after the end of the last row.
  func finished(_ bytes: [UInt8], end: Int) -> ReadFile {
    var starts = starts
    starts.end = end
    return ReadFile(
      source: source, bytes: bytes, areWritten: areWritten, layout: .object(tree, nameField: nameField), starts: starts,
      numbers: numbers, places: places)
  }
}

// MARK: - Reading a row

extension DatasetReader {
  /// Reads a row: an object, preceded by its name if the rows are members of an object.
  mutating func readRow(_ scanner: inout JSONScanner, _ file: inout ObjectRows) throws(JSONError) {
    let offset = scanner.position
    rowMark += 1
    if let nameField = file.nameField {
      let name = RawField(try scanner.name())
      take(name, nameField, scanner.bytes, offset, file)
    }
    if scanner.isAt(UInt8(ascii: "{")) {
      try readMembers(&scanner, of: FieldTree.root, offset, &file)
      file.append(rowAt: offset)
    } else {
      let value = try scanner.field()
      if skipsProblem(.row) { return }
      let format = file.source.format
      problem(
        .row, file.source.code("not-an-object"),
        "\(format.objectNoun.withArticle) is expected, \(value.noun(in: scanner.bytes, format)) found",
        at: file.location(offset), decision: "it is left out", hint: format.expectedShape)
    }
  }

  /// Reads the members of an object. The members of nested objects are separate fields, with names that are joined by
  /// dots.
  private mutating func readMembers(
    _ scanner: inout JSONScanner, of parent: Int, _ row: Int, _ file: inout ObjectRows
  ) throws(JSONError) {
    let object = scanner.position
    try scanner.enter()
    var previous: Int?
    var count = 0
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: count == 0) {
      count += 1
      guard let node = try node(&scanner, of: parent, in: object, after: previous, isOfRow: true, &file) else {
        _ = try scanner.value()
        continue
      }
      previous = node
      let offset = scanner.position
      if scanner.isAt(UInt8(ascii: "{")), !isDictionary(node, &file) {
        try readMembers(&scanner, of: node, row, &file)
      } else {
        let value =
          scanner.isAt(UInt8(ascii: "["))
          ? try readList(&scanner, at: node, &file) : try scanner.field()
        take(value, field(at: node, &file), scanner.bytes, offset, file)
      }
    }
    scanner.leave()
    // The rows that were read before need no change: they are bytes, which are read again by the tree in its final
    // state.
    if file.tree.noteObject(at: parent, count: count) { keepWhole(parent, &file) }
  }

  /// Reads the name of a member, and returns its node, which is added if needed; or `nil` if the name is blank or
  /// occurred before in the object. The value must be read in each case.
  ///
  /// - Parameter isOfRow: Whether the members are fields, so that a blank name is a problem.
  @inline(__always)
  private mutating func node(
    _ scanner: inout JSONScanner, of parent: Int, in object: Int, after previous: Int?, isOfRow: Bool,
    _ file: inout ObjectRows
  ) throws(JSONError) -> Int? {
    if let node = file.tree.expectedChild(of: parent, after: previous), file.tree.nodes[node].lastObject != object,
      file.tree.withPlainName(of: node, { scanner.skipName($0) })
    {
      file.tree.setLastObject(object, of: node)
      return node
    }
    return try unexpectedNode(&scanner, of: parent, in: object, after: previous, isOfRow: isOfRow, &file)
  }

  private mutating func unexpectedNode(
    _ scanner: inout JSONScanner, of parent: Int, in object: Int, after previous: Int?, isOfRow: Bool,
    _ file: inout ObjectRows
  ) throws(JSONError) -> Int? {
    let offset = scanner.position
    let name = RawField(try scanner.name())
    if name.withContent(in: scanner.bytes, \.isBlank) {
      if isOfRow { reportUnnamed(offset, file) }
      return nil
    }
    // In what follows, `nil` means that the name is too long, and not that it is unknown.
    let node = name.withContent(in: scanner.bytes) { name -> Int? in
      if let node = file.tree.child(of: parent, named: name, after: previous) { return node }
      return file.tree.pathLength(of: parent) + name.count > FieldList.nameLimit ? nil : file.tree.add(name, to: parent)
    }
    guard let node else {
      reportLongName(
        name.text(in: scanner.bytes), at: file.location(offset),
        hint: "The names of the objects around it are part of the name of a field. Give them shorter names.")
      return nil
    }
    guard file.tree.nodes[node].lastObject != object else {
      let noun = file.source.format.objectNoun
      let message = "the \(noun) has the name \(name.text(in: scanner.bytes).excerpt) twice"
      guard options.problems == .warn else { throw JSONError(message, at: offset) }
      if !skipsProblem(.value) {
        problem(
          .value, file.source.code("duplicate-name"), message, at: file.location(offset),
          decision: "the first one counts")
      }
      return nil
    }
    guard file.tree.nodes.count <= FieldList.limit else {
      throw JSONError("there are more than \(FieldList.limit) names", at: offset)
    }
    file.tree.setLastObject(object, of: node)
    return node
  }

  /// Returns the field of a node, which is added for the first value there.
  @inline(__always)
  private mutating func field(at node: Int, _ file: inout ObjectRows) -> Int {
    file.tree.nodes[node].field ?? addField(at: node, &file)
  }

  private mutating func addField(at node: Int, _ file: inout ObjectRows) -> Int {
    let path = file.tree.path(of: node)
    // If a member has the name of the field with the names of the objects, that field is renamed.
    if let nameField = file.nameField, fields.index(of: path) == nameField { fields.rename(nameField, to: "_\(path)") }
    let field = fields.index(of: path)
    file.tree.setField(field, of: node)
    return field
  }

  /// Whether the objects at a node are one value each, because of their names or by choice.
  @inline(__always)
  private func isDictionary(_ node: Int, _ file: inout ObjectRows) -> Bool {
    if fields.hasChosenObjects, fields.isChosenObject(file.tree.path(of: node)) { file.tree.setIsDictionary(node) }
    return file.tree.nodes[node].isDictionary
  }

  /// Turns the objects at a node into one value each, also the objects that were read before. The fields of their
  /// members are removed.
  private mutating func keepWhole(_ node: Int, _ file: inout ObjectRows) {
    let members = file.tree.removeFields(within: node)
    // The new field takes the position of the first removed one.
    if file.tree.nodes[node].field == nil, let first = members.first {
      fields.reuse(first, as: file.tree.path(of: node))
      file.tree.setField(first, of: node)
      fields.remove(Array(members.dropFirst()))
    } else {
      fields.remove(members)
    }
    let field = field(at: node, &file)
    fields.columns[field].noteObjects()
  }

  /// Reads a list, and collects the names of the objects in it.
  private mutating func readList(
    _ scanner: inout JSONScanner, at node: Int, _ file: inout ObjectRows
  ) throws(JSONError) -> RawField {
    let start = scanner.position
    // A list without any value, such as `[[], null]`, is a missing value.
    var isEmpty = true, isFirst = true
    file.tree.setHasList(node)
    try scanner.enter()
    while try scanner.next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      if scanner.isAt(UInt8(ascii: "{")) {
        let elements = file.tree.elements(of: node)
        try readElement(&scanner, at: elements, &file)
        isEmpty = false
      } else if scanner.isAt(UInt8(ascii: "[")) {
        let elements = file.tree.elements(of: node)
        if try readList(&scanner, at: elements, &file).kind != .missing { isEmpty = false }
      } else if try scanner.field().kind != .missing {
        isEmpty = false
      }
    }
    scanner.leave()
    return RawField(kind: isEmpty ? .missing : .list, start: start, end: scanner.position)
  }

  /// Reads an object within a list, and collects its names.
  private mutating func readElement(
    _ scanner: inout JSONScanner, at parent: Int, _ file: inout ObjectRows
  ) throws(JSONError) {
    guard !file.tree.nodes[parent].isDictionary else {
      _ = try scanner.value()
      return
    }
    let object = scanner.position
    try scanner.enter()
    var previous: Int?
    var count = 0
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: count == 0) {
      count += 1
      guard let node = try node(&scanner, of: parent, in: object, after: previous, isOfRow: false, &file) else {
        _ = try scanner.value()
        continue
      }
      previous = node
      if scanner.isAt(UInt8(ascii: "{")) {
        try readElement(&scanner, at: node, &file)
      } else if scanner.isAt(UInt8(ascii: "[")) {
        _ = try readList(&scanner, at: node, &file)
      } else {
        _ = try scanner.field()
      }
    }
    scanner.leave()
    // Members of elements are not fields, so there are none to remove.
    _ = file.tree.noteObject(at: parent, count: count)
  }

  /// Adds the value of a field to its column.
  @inline(__always)
  private mutating func take(_ value: RawField, _ field: Int, _ bytes: Bytes, _ offset: Int, _ file: ObjectRows) {
    // Two nodes may have the same field: `{"a.b": 1, "a": {"b": 2}}`.
    guard fields.columns[field].lastRow != rowMark else { return reportTwice(field, offset, file) }
    fields.columns[field].lastRow = rowMark
    if value.end - value.start > options.limits.value {
      reportLongValue(at: file.location(offset, field: fields.names[field]))
    }
    if value.kind == .object { return fields.columns[field].noteObjects() }
    guard value.kind != .missing, fields.columns[field].noteValue(value) else { return }
    if value.withContent(in: bytes, { fields.columns[field].add($0, value.kind) }) { return }
    if skipsMisfit() { return }
    reportMisfit(value, in: bytes, field: field, at: file.location(offset, field: fields.names[field]))
  }

  private mutating func reportTwice(_ field: Int, _ offset: Int, _ file: ObjectRows) {
    if skipsProblem(.value) { return }
    problem(
      .value, file.source.code("duplicate-field"), "the row has the field twice",
      at: file.location(offset, field: fields.names[field]), decision: "the first one counts",
      hint: "A name with a dot in it means the same as an object within the object.")
  }

  private mutating func reportUnnamed(_ offset: Int, _ file: ObjectRows) {
    if skipsProblem(.value) { return }
    problem(
      .value, file.source.code("unnamed-field"), "a field has no name", at: file.location(offset),
      decision: "it is left out")
  }
}

extension RawField {
  func noun(in bytes: Bytes, _ format: DatasetFormat) -> String {
    switch kind {
    case .missing where bytes.has("[", at: start) && escaping == .none: format.listNoun.withArticle
    case .missing: bytes.has("null", at: start) ? "null" : "a string"
    case .yes, .no: "a boolean"
    case .number: "a number"
    case .string, .wanted: "a string"
    case .untyped: "a single value"
    case .list: format.listNoun.withArticle
    case .object: format.objectNoun.withArticle
    }
  }
}
