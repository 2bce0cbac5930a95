import JSONValues

/// The names of the members of a table's JSON objects, also of nested ones, and the field of each.
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
/// Each node lists its children in the order in which they usually occur. Reading a member therefore takes one
/// comparison in the common case: the expected child, which follows the one that was read before, is compared first,
/// and the other children only if it differs.
///
/// Nodes are kept in one array and refer to each other by index: a node has its first child, and a child its next
/// sibling. The bytes of all names are kept in another array. The tree therefore needs no allocation for each node.
struct FieldTree: Sendable {
  struct Node: Sendable {
    fileprivate var nameStart: Int
    fileprivate var nameEnd: Int
    /// Whether the name is not empty and consists of ASCII characters that need no escape in JSON.
    fileprivate var isPlain = false
    fileprivate var firstChild: Int?
    fileprivate var lastChild: Int?
    fileprivate var nextSibling: Int?
    fileprivate var childCount = 0
    /// The number of objects that were read here, and the number of all their members.
    fileprivate var objectCount = 0
    fileprivate var memberCount = 0
    /// The number of the field; `nil` if the name is not that of a field.
    var field: Int?
    /// The last object that had the name, identified by the position of its first byte.
    /// A name that occurs twice in an object is found by it, without a set of names for each object.
    var lastObject: Int?
    /// Whether the names in the objects here are data, such as dates, codes or languages, and not fields. Each of these
    /// objects is one value.
    fileprivate(set) var isDictionary = false
    /// Whether a value of the name is a list, which decides the type of members of elements.
    var hasList = false
    /// `nil` for the root.
    let parent: Int?
  }

  static let root = 0
  /// Objects with at most this number of different names are never dictionaries.
  private static let recordSize = 64

  private var names: [UInt8] = []
  private(set) var nodes = [Node(nameStart: 0, nameEnd: 0, parent: nil)]
  /// Whether the members of `properties` are treated as members of the root, as in the features of GeoJSON.
  var unwrapsProperties = false

  /// Returns the node of the member that usually follows another one.
  ///
  /// - Parameter previous: The member before it in this object; `nil` for the first.
  @inline(__always)
  func expectedChild(of parent: Int, after previous: Int?) -> Int? {
    if let previous { nodes[previous].nextSibling } else { nodes[parent].firstChild }
  }

  /// Calls a closure with the name of a node, if JSON may write the name without escapes.
  ///
  /// - Returns: The result of the closure, or `false` if the name may be escaped.
  @inline(__always)
  func withPlainName(of node: Int, _ body: (Bytes) -> Bool) -> Bool {
    guard nodes[node].isPlain else { return false }
    let (start, end) = (nodes[node].nameStart, nodes[node].nameEnd)
    return names.withUnsafeBufferPointer { body($0.part(start, end)) }
  }

  /// Finds a member of an object by its name. The members after the previous one are searched first: members are left
  /// out more often than reordered.
  ///
  /// - Parameter previous: The member before it in this object; `nil` for the first.
  /// - Complexity: O(*n*) in the number of members, for names of bounded length.
  func child(of parent: Int, named name: Bytes, after previous: Int?) -> Int? {
    let later = expectedChild(of: parent, after: previous).flatMap { children(from: $0).first { isNamed($0, name) } }
    // Without a previous member, all children have been searched.
    return later ?? (previous == nil ? nil : children(of: parent).first { isNamed($0, name) })
  }

  private func children(of parent: Int) -> some Sequence<Int> { children(from: nodes[parent].firstChild) }

  private func children(from child: Int?) -> some Sequence<Int> {
    sequence(state: child) { next -> Int? in
      guard let child = next else { return nil }
      next = nodes[child].nextSibling
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
    if let last = nodes[parent].lastChild {
      nodes[last].nextSibling = node
    } else {
      nodes[parent].firstChild = node
    }
    nodes[parent].lastChild = node
    nodes[parent].childCount += 1
    return node
  }

  /// Returns the node of the elements of the lists at a node, and adds it if needed. It has an empty name, by which it
  /// is found.
  mutating func elements(of node: Int) -> Int {
    let noName = Bytes(start: nil, count: 0)
    return child(of: node, named: noName, after: nil) ?? add(noName, to: node)
  }

  private func isElements(_ node: Int) -> Bool { nodes[node].nameStart == nodes[node].nameEnd }

  private func name(of node: Int) -> String {
    String(decoding: names[nodes[node].nameStart..<nodes[node].nameEnd], as: UTF8.self)
  }

  /// Returns the names on the path to a node, joined by dots.
  func path(of node: Int) -> String {
    guard let parent = nodes[node].parent, !isOutermost(parent) else { return name(of: node) }
    return "\(path(of: parent)).\(name(of: node))"
  }

  /// The number of bytes of the names on the path to a node.
  func pathLength(of node: Int) -> Int {
    sequence(first: node) { nodes[$0].parent }.reduce(0) { $0 + nodes[$1].nameEnd - nodes[$1].nameStart }
  }

  private func isOutermost(_ parent: Int) -> Bool {
    parent == FieldTree.root
      || unwrapsProperties && nodes[parent].parent == FieldTree.root && name(of: parent) == "properties"
  }

  mutating func setField(_ field: Int, of node: Int) { nodes[node].field = field }

  mutating func setLastObject(_ object: Int, of node: Int) { nodes[node].lastObject = object }

  mutating func setHasList(_ node: Int) { nodes[node].hasList = true }

  /// Replaces the numbers of the fields; `nil` removes a field.
  mutating func renumber(_ number: (Int) -> Int?) {
    for node in nodes.indices { nodes[node].field = nodes[node].field.flatMap(number) }
  }

  /// Counts an object, and determines whether the objects here are dictionaries.
  ///
  /// They are if they have more than 64 different names, of which an object has fewer than a quarter on average.
  ///
  /// - Parameter count: The number of its members.
  /// - Returns: Whether this object turned them into dictionaries.
  mutating func noteObject(at node: Int, count: Int) -> Bool {
    nodes[node].objectCount += 1
    nodes[node].memberCount += count
    let state = nodes[node]
    // The objects at the root are the rows. Their names are fields, however many there are.
    guard state.childCount > Self.recordSize, !state.isDictionary, node != FieldTree.root,
      state.childCount * state.objectCount > 4 * state.memberCount
    else { return false }
    setIsDictionary(node)
    return true
  }

  /// Marks the objects at a node as values, and their names as data.
  mutating func setIsDictionary(_ node: Int) { nodes[node].isDictionary = true }

  /// Removes the fields of all nodes below a node.
  ///
  /// - Returns: The removed fields, in the order of the tree.
  mutating func removeFields(within node: Int) -> [Int] {
    // The array is needed: the lazy sequence holds the nodes, and the first change of one would copy them all.
    Array(children(of: node)).flatMap { child -> [Int] in
      defer { nodes[child].field = nil }
      return (nodes[child].field.map { [$0] } ?? []) + removeFields(within: child)
    }
  }

  /// The known members of the objects in the values of each field, for fields that have any.
  var members: [Int: [Field]] {
    var members: [Int: [Field]] = [:]
    for node in nodes.indices where !nodes[node].isDictionary {
      guard let field = nodes[node].field else { continue }
      let found = elementMembers(of: node)
      if !found.isEmpty { members[field] = found }
    }
    return members
  }

  /// Returns the members of the objects in the lists at a node, and in the lists that are elements of these.
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
  /// Whether the byte is an ASCII character that a JSON string may have without an escape.
  fileprivate var isPlain: Bool { self >= .space && self < 0x7F && self != .quote && self != .backslash }
}

extension [Field] {
  /// Returns the fields of both arrays. Fields of the same name become one.
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
