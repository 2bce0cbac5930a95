import JSONValues

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
  ) throws(JSONError) -> Bool {
    try enter()
    var previous = -1, isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let name = RawField(try name())
      let node = name.withContent(in: bytes) { tree.child(of: parent, named: $0, after: previous) }
      if let node { previous = node }
      if isAt(UInt8(ascii: "{")), let node {
        guard try forEachMember(tree, of: node, body) else { return false }
      } else {
        let value = try field()
        if let node, tree.nodes[node].field >= 0, value.kind != .object, !body(tree.nodes[node].field, value) {
          return false
        }
      }
    }
    leave()
    return true
  }
}

/// The names that the objects of a JSON text have, also those within each other, and which field each is.
///
/// The names are found in the order in which they usually come, so that most often one comparison is enough.
struct FieldTree: Sendable {
  struct Node: Sendable {
    fileprivate var nameStart: Int
    fileprivate var nameEnd: Int
    fileprivate var firstChild = -1
    fileprivate var lastChild = -1
    fileprivate var nextSibling = -1
    /// The field, or -1.
    var field = -1
    /// The object that had the name last, by its first byte.
    var lastObject = -1
    let parent: Int
  }

  static let root = 0

  private var names: [UInt8] = []
  private(set) var nodes = [Node(nameStart: 0, nameEnd: 0, parent: -1)]

  /// Finds the member of an object.
  ///
  /// - Parameter previous: The member before it in this object, or -1.
  /// - Complexity: O(1) where the members come in the order in which they were added, else O(*n*) for *n* members.
  @inline(__always)
  func child(of parent: Int, named name: Bytes, after previous: Int) -> Int? {
    let expected = previous < 0 ? nodes[parent].firstChild : nodes[previous].nextSibling
    if expected >= 0, isNamed(expected, name) { return expected }
    return search(parent, name)
  }

  private func search(_ parent: Int, _ name: Bytes) -> Int? {
    var child = nodes[parent].firstChild
    while child >= 0 {
      if isNamed(child, name) { return child }
      child = nodes[child].nextSibling
    }
    return nil
  }

  @inline(__always)
  private func isNamed(_ node: Int, _ name: Bytes) -> Bool {
    let (start, end) = (nodes[node].nameStart, nodes[node].nameEnd)
    guard end - start == name.count else { return false }
    return names.withUnsafeBufferPointer { $0.part(start, end).elementsEqual(name) }
  }

  mutating func add(_ name: Bytes, to parent: Int) -> Int {
    let node = nodes.count
    nodes.append(Node(nameStart: names.count, nameEnd: names.count + name.count, parent: parent))
    names.append(contentsOf: name)
    if nodes[parent].lastChild < 0 {
      nodes[parent].firstChild = node
    } else {
      nodes[nodes[parent].lastChild].nextSibling = node
    }
    nodes[parent].lastChild = node
    return node
  }

  /// The names on the way to a node, joined by dots.
  func path(of node: Int) -> String {
    let name = String(decoding: names[nodes[node].nameStart..<nodes[node].nameEnd], as: UTF8.self)
    let parent = nodes[node].parent
    return parent <= FieldTree.root ? name : "\(path(of: parent)).\(name)"
  }

  mutating func setField(_ field: Int, of node: Int) { nodes[node].field = field }

  mutating func setLastObject(_ object: Int, of node: Int) { nodes[node].lastObject = object }

  /// Gives the fields other numbers.
  mutating func renumber(_ number: (Int) -> Int) {
    for node in nodes.indices where nodes[node].field >= 0 { nodes[node].field = number(nodes[node].field) }
  }
}
