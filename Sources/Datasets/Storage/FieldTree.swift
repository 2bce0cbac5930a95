import JSONValues

/// The names that the objects of a JSON text have, also those within each other, and which field each is.
///
/// ```
/// {"name": "Apple", "size": {"width": 7}, "growers": [{"name": "Jo", "year": 1990}]}
///
/// root ─┬─ name      field 0
///       ├─ size ───── width      field 1, “size.width”
///       └─ growers   field 2 ─── (elements) ─┬─ name
///                                            └─ year
/// ```
///
/// The names are kept in the order in which they usually come, so that most often one comparison finds a node: first the expected child is looked
/// at, and all of them only if it is another one.
struct FieldTree: Sendable {
  struct Node: Sendable {
    fileprivate var nameStart: Int
    fileprivate var nameEnd: Int
    /// Whether the name has no characters that JSON may write with escapes, and none beyond ASCII.
    fileprivate var isPlain = false
    fileprivate var firstChild = -1
    fileprivate var lastChild = -1
    fileprivate var nextSibling = -1
    fileprivate var childCount = 0
    /// The number of objects that were met here, and that of all their members.
    fileprivate var objectCount = 0
    fileprivate var memberCount = 0
    /// The field, or -1.
    var field = -1
    /// The object that had the name last, by its first byte.
    var lastObject = -1
    /// Whether the names of the objects here are data and no fields: dates, codes, languages. Such an object is one value.
    fileprivate(set) var isDictionary = false
    /// What the values of the name are, as far as members of elements are told apart.
    var hasList = false
    let parent: Int
  }

  static let root = 0
  /// Objects with no more different names than this are never dictionaries.
  private static let recordSize = 64

  private var names: [UInt8] = []
  private(set) var nodes = [Node(nameStart: 0, nameEnd: 0, parent: -1)]
  /// Whether the members of `properties` stand beside it, as in the features of GeoJSON.
  var unwrapsProperties = false

  /// The node of the member that most often comes after another one.
  ///
  /// - Parameter previous: The member before it in this object, or -1.
  @inline(__always)
  func expectedChild(of parent: Int, after previous: Int) -> Int? {
    let expected = previous < 0 ? nodes[parent].firstChild : nodes[previous].nextSibling
    return expected < 0 ? nil : expected
  }

  /// Gives a closure the name of a node, if it may stand in a text as it is.
  ///
  /// - Returns: What the closure returns; `false` if there is no such name.
  @inline(__always)
  func withPlainName(of node: Int, _ body: (Bytes) -> Bool) -> Bool {
    guard nodes[node].isPlain else { return false }
    let (start, end) = (nodes[node].nameStart, nodes[node].nameEnd)
    return names.withUnsafeBufferPointer { body($0.part(start, end)) }
  }

  /// Finds the member of an object: first among those that come after another one, as some are left out more often than they change places.
  ///
  /// - Parameter previous: The member before it in this object, or -1.
  /// - Complexity: O(*n*) for *n* members.
  func child(of parent: Int, named name: Bytes, after previous: Int) -> Int? {
    let later = expectedChild(of: parent, after: previous).flatMap { children(from: $0).first { isNamed($0, name) } }
    return later ?? (previous < 0 ? nil : children(of: parent).first { isNamed($0, name) })
  }

  private func children(of parent: Int) -> some Sequence<Int> { children(from: nodes[parent].firstChild) }

  private func children(from child: Int) -> some Sequence<Int> {
    sequence(state: child) { child -> Int? in
      guard child >= 0 else { return nil }
      defer { child = nodes[child].nextSibling }
      return child
    }
  }

  private func isNamed(_ node: Int, _ name: Bytes) -> Bool {
    let (start, end) = (nodes[node].nameStart, nodes[node].nameEnd)
    guard end - start == name.count else { return false }
    return names.withUnsafeBufferPointer { $0.part(start, end).hasSameBytes(as: name) }
  }

  mutating func add(_ name: Bytes, to parent: Int) -> Int {
    let node = nodes.count
    nodes.append(
      Node(
        nameStart: names.count, nameEnd: names.count + name.count, isPlain: !name.isEmpty && name.allSatisfy(\.isPlain),
        parent: parent))
    names.append(contentsOf: name)
    if nodes[parent].lastChild < 0 {
      nodes[parent].firstChild = node
    } else {
      nodes[nodes[parent].lastChild].nextSibling = node
    }
    nodes[parent].lastChild = node
    nodes[parent].childCount += 1
    return node
  }

  /// The node of what the lists at a node have as elements. It is a member without a name, which no object has.
  mutating func elements(of node: Int) -> Int {
    let noName = Bytes(start: nil, count: 0)
    return child(of: node, named: noName, after: -1) ?? add(noName, to: node)
  }

  private func isElements(_ node: Int) -> Bool { nodes[node].nameStart == nodes[node].nameEnd }

  private func name(of node: Int) -> String {
    String(decoding: names[nodes[node].nameStart..<nodes[node].nameEnd], as: UTF8.self)
  }

  /// The names on the way to a node, joined by dots.
  func path(of node: Int) -> String {
    let parent = nodes[node].parent
    return isOutermost(parent) ? name(of: node) : "\(path(of: parent)).\(name(of: node))"
  }

  private func isOutermost(_ parent: Int) -> Bool {
    parent <= FieldTree.root
      || unwrapsProperties && nodes[parent].parent == FieldTree.root && name(of: parent) == "properties"
  }

  mutating func setField(_ field: Int, of node: Int) { nodes[node].field = field }

  mutating func setLastObject(_ object: Int, of node: Int) { nodes[node].lastObject = object }

  mutating func setHasList(_ node: Int) { nodes[node].hasList = true }

  /// Gives the fields other numbers.
  mutating func renumber(_ number: (Int) -> Int) {
    for node in nodes.indices where nodes[node].field >= 0 { nodes[node].field = number(nodes[node].field) }
  }
}

extension FieldTree {
  /// Notes that an object was met, and decides whether the objects here are dictionaries: if they have many different names, of which each has
  /// few.
  ///
  /// - Parameter count: The number of its members.
  /// - Returns: Whether they have become dictionaries by this object.
  mutating func noteObject(at node: Int, count: Int) -> Bool {
    nodes[node].objectCount += 1
    nodes[node].memberCount += count
    let state = nodes[node]
    guard state.childCount > Self.recordSize, !state.isDictionary, node != FieldTree.root,
      state.childCount * state.objectCount > 4 * state.memberCount
    else { return false }
    setIsDictionary(node)
    return true
  }

  /// Takes the objects at a node as values.
  mutating func setIsDictionary(_ node: Int) { nodes[node].isDictionary = true }

  /// Takes the fields away from the nodes within a node.
  ///
  /// - Returns: The fields, in their order.
  mutating func removeFields(within node: Int) -> [Int] {
    Array(children(of: node)).flatMap { child -> [Int] in
      defer { nodes[child].field = -1 }
      return (nodes[child].field >= 0 ? [nodes[child].field] : []) + removeFields(within: child)
    }
  }

  /// For each field that has any, what is known of the objects in its values.
  var members: [Int: [Field]] {
    var members: [Int: [Field]] = [:]
    for node in nodes.indices where nodes[node].field >= 0 && !nodes[node].isDictionary {
      let found = elementMembers(of: node)
      if !found.isEmpty { members[nodes[node].field] = found }
    }
    return members
  }

  /// The members of the objects in the lists at a node, of those in the lists that are their elements, too.
  private func elementMembers(of node: Int) -> [Field] {
    guard let elements = children(of: node).first(where: isElements), !nodes[elements].isDictionary else { return [] }
    return memberFields(of: elements).merging(elementMembers(of: elements))
  }

  private func memberFields(of node: Int) -> [Field] {
    children(of: node).filter { !isElements($0) }.map { child in
      let isDictionary = nodes[child].isDictionary
      let members = isDictionary ? [] : memberFields(of: child).merging(elementMembers(of: child))
      let type: FieldType = nodes[child].hasList ? .list : members.isEmpty && !isDictionary ? .text : .object
      return Field(name: name(of: child), type: type, members: members)
    }
  }
}

extension UInt8 {
  /// Whether the byte is a character of ASCII that a string of JSON may have without an escape.
  fileprivate var isPlain: Bool { self >= .space && self < 0x7F && self != .quote && self != .backslash }
}

extension [Field] {
  /// The fields of both, those of the same name as one.
  func merging(_ others: [Field]) -> [Field] {
    var fields = self
    for other in others {
      guard let index = fields.firstIndex(where: { ExactName($0.name) == ExactName(other.name) }) else {
        fields.append(other)
        continue
      }
      fields[index].members = fields[index].members.merging(other.members)
      if other.type != .text { fields[index].reading = other.reading }
    }
    return fields
  }
}
