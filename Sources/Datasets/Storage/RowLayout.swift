/// How the bytes of a row are to be read.
enum RowLayout: Sendable {
  /// Delimited fields, quoted where needed. A column is the field with the number there, or none (-1).
  case delimited(by: UInt8, columns: [Int])
  /// A JSON object.
  case object(FieldTree)
  /// What ``RowPacker`` writes of files whose bytes are not kept. A packed field is the field with the number there, or none (-1).
  case packed(columns: [Int])
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
      var scanner = DelimitedScanner(bytes, from: row.lowerBound, delimiter: delimiter)
      for (index, field) in columns.enumerated() {
        if index > 0 { scanner.position += 1 }
        var value = scanner.field(index)
        if field < 0 { continue }
        if value.isBlank(in: bytes) { value.kind = .missing }
        if !body(field, value) { return }
      }
    case .object(let tree):
      var scanner = JSONScanner(bytes, from: row.lowerBound)
      // It was read before without a failure.
      _ = try? scanner.forEachMember(tree, of: FieldTree.root, body)
    case .packed(let columns):
      var position = row.lowerBound
      while let value = PackedField(in: bytes, at: &position, before: row.upperBound) {
        let field = columns[value.field]
        if field >= 0, !body(field, value.raw) { return }
      }
    }
  }
}

extension JSONScanner {
  /// Gives a closure the fields of an object that was read before, until it returns `false`.
  ///
  /// - Returns: Whether it never did.
  fileprivate mutating func forEachMember(
    _ tree: FieldTree, of parent: Int, _ body: (Int, RawField) -> Bool
  ) throws(Failure) -> Bool {
    try enter()
    var previous = -1, isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let name = try name()
      let node = name.withContent(in: bytes) { tree.child(of: parent, named: $0, after: previous) }
      if let node { previous = node }
      if current == UInt8(ascii: "{"), let node {
        guard try forEachMember(tree, of: node, body) else { return false }
      } else {
        let value = try value()
        if let node, tree.nodes[node].field >= 0, value.kind != .object, !body(tree.nodes[node].field, value) {
          return false
        }
      }
    }
    leave()
    return true
  }
}
