import JSONValues

/// How the bytes of a row are read.
enum RowLayout: Sendable {
  /// Delimited fields, quoted where needed. `columns` has the number of the field in each column; `nil` if the column
  /// is no field.
  case delimited(by: UInt8, columns: [Int?])
  /// A JSON object of a JSON file, or one that ``JSONRowWriter`` wrote from another file. If the objects are members of
  /// an object, their names are the values of the field with the number `nameField`; `nil` if they are no field.
  case object(FieldTree, nameField: Int?)

  /// The known members of the objects in the values of each field, for fields that have any.
  var members: [Int: [Field]] { if case .object(let tree, _) = self { tree.members } else { [:] } }

  /// Calls a closure with the fields of a row, in the order of the file, until it returns `false`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the table.
  ///   - row: The range of the row in them.
  ///   - body: A closure that receives the number of a field and its value.
  @inline(__always)
  func forEachField(in bytes: Bytes, _ row: Range<Int>, _ body: (Int, RawField) -> Bool) {
    switch self {
    case .delimited(let delimiter, let columns):
      // The scanner ends with the row, so that an unclosed quote does not extend into the next one.
      var scanner = DelimitedScanner(bytes.part(0, row.upperBound), from: row.lowerBound, delimiter: delimiter)
      for (index, field) in columns.enumerated() {
        // A row may have fewer fields than there are columns.
        if index > 0, !scanner.skipDelimiter() { return }
        var value = scanner.field(index)
        guard let field else { continue }
        if value.isBlank(in: bytes) { value.kind = .missing }
        if !body(field, value) { return }
      }
    case .object(let tree, let nameField):
      // The object was read once without an error.
      var scanner = JSONScanner(again: bytes, from: row.lowerBound)
      // A row that is a member of an object begins with its name, also if the names are no field.
      if !scanner.isAt(UInt8(ascii: "{")), let name = try? scanner.name(), let nameField,
        !body(nameField, RawField(name))
      {
        return
      }
      _ = try? scanner.forEachMember(tree, of: FieldTree.root, body)
    }
  }
}

extension JSONScanner {
  /// Calls a closure with the fields of an object that was read before, until it returns `false`.
  ///
  /// - Returns: Whether the closure always returned `true`.
  fileprivate mutating func forEachMember(
    _ tree: FieldTree, of parent: Int, _ body: (Int, RawField) -> Bool
  ) throws(JSONError) -> Bool {
    try enter()
    var previous: Int?
    var isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let node = try node(tree, of: parent, after: previous)
      // A name that is not known leaves the place in the tree as it is: the next member still follows the last known
      // one.
      if let node { previous = node }
      if isAt(UInt8(ascii: "{")), let node, !tree.nodes[node].isDictionary {
        guard try forEachMember(tree, of: node, body) else { return false }
      } else {
        let value = try fieldAgain()
        if let node, let field = tree.nodes[node].field, !body(field, value) { return false }
      }
    }
    leave()
    return true
  }

  /// Reads the name of a member, and returns its node.
  @inline(__always)
  private mutating func node(_ tree: FieldTree, of parent: Int, after previous: Int?) throws(JSONError) -> Int? {
    if let node = tree.expectedChild(of: parent, after: previous), tree.withPlainName(of: node, { skipName($0) }) {
      return node
    }
    let name = RawField(try name())
    return name.withContent(in: bytes) { tree.child(of: parent, named: $0, after: previous) }
  }
}
