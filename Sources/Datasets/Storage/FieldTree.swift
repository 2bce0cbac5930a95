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
