import JSONValues

/// How the bytes of a row are to be read.
enum RowLayout: Sendable {
  /// Delimited fields, quoted where needed. A column is the field with the number there, or none (-1).
  case delimited(by: UInt8, columns: [Int])
  /// A JSON object: of a JSON file, or as ``JSONRowWriter`` writes what another file has. Where the objects are members of an object, the field
  /// with the number is their name.
  case object(FieldTree, named: Int?)
}

extension RowLayout {
  /// Gives a closure the fields of a row, in the order in which they stand there, until it returns `false`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the table.
  ///   - row: The range of the row.
  ///   - body: Takes the number of a field and its value.
  @inline(__always)
  func forEachField(in bytes: Bytes, _ row: Range<Int>, _ body: (Int, RawField) -> Bool) {
    switch self {
    case .delimited(let delimiter, let columns):
      // A quote that never closes is looked for in its row alone.
      var scanner = DelimitedScanner(bytes.part(0, row.upperBound), from: row.lowerBound, delimiter: delimiter)
      for (index, field) in columns.enumerated() {
        // A row may have fewer fields than there are columns.
        if index > 0, !scanner.skipDelimiter() { return }
        var value = scanner.field(index)
        if field < 0 { continue }
        if value.isBlank(in: bytes) { value.kind = .missing }
        if !body(field, value) { return }
      }
    case .object(let tree, let named):
      // It was read before without a failure.
      var scanner = JSONScanner(again: bytes, from: row.lowerBound)
      if let named, let name = try? scanner.name(), !body(named, RawField(name)) { return }
      _ = try? scanner.forEachMember(tree, of: FieldTree.root, body)
    }
  }
}

extension JSONScanner {
  /// Gives a closure the fields of an object that was read before, until it returns `false`.
  ///
  /// - Returns: Whether it never did.
  fileprivate mutating func forEachMember(
    _ tree: FieldTree, of parent: Int, _ body: (Int, RawField) -> Bool
  ) throws(JSONError) -> Bool {
    try enter()
    var previous = -1, isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let node = try node(tree, of: parent, after: previous)
      if let node { previous = node }
      if isAt(UInt8(ascii: "{")), let node, !tree.nodes[node].isDictionary {
        guard try forEachMember(tree, of: node, body) else { return false }
      } else {
        let value = try fieldAgain()
        if let node, tree.nodes[node].field >= 0, !body(tree.nodes[node].field, value) { return false }
      }
    }
    leave()
    return true
  }

  /// Reads the name of a member, and finds its node.
  @inline(__always)
  private mutating func node(_ tree: FieldTree, of parent: Int, after previous: Int) throws(JSONError) -> Int? {
    if let node = tree.expectedChild(of: parent, after: previous), tree.withPlainName(of: node, { skipName($0) }) {
      return node
    }
    let name = RawField(try name())
    return name.withContent(in: bytes) { tree.child(of: parent, named: $0, after: previous) }
  }
}

extension RowLayout {
  /// For each field that has any, what is known of the objects in its values.
  var members: [Int: [Field]] { if case .object(let tree, _) = self { tree.members } else { [:] } }
}
