import JSONValues

/// What a TOML text says: tables, arrays and values.
///
/// All of them are nodes of one array, which know the first and the last node in them and the next one beside them. So a table can grow
/// at any time without being copied, however large it is and wherever it stands.
struct TOMLTree {
  enum Kind: UInt8 {
    case string
    /// A number as JSON has it: without underscores, with ten as its base.
    case number
    case yes
    case no
    /// A date, a time, or both.
    case date
    /// An array in brackets, which is complete.
    case array
    /// An array of tables, to which a header adds one.
    case tables
    case table
  }

  /// How a table came to be, which decides what may be added to it.
  enum Origin: UInt8 {
    /// By a header.
    case header
    /// On the way to a header.
    case implicit
    /// By dots in a key.
    case dotted
    /// In braces: nothing may be added.
    case inline
  }

  /// Where the characters of a value are: in the text, or among those that are written in another way there.
  struct Characters {
    var start = 0
    var end = 0
    var areDecoded = false
  }

  struct Node {
    let kind: Kind
    fileprivate(set) var origin: Origin
    /// The number of its name; -1 for an element of an array.
    let name: Int
    /// The byte at which it begins in the text.
    let offset: Int
    fileprivate(set) var characters = Characters()
    fileprivate(set) var firstChild = -1
    fileprivate(set) var lastChild = -1
    fileprivate(set) var next = -1
    fileprivate var count = 0
  }

  private struct Entry: Hashable {
    let table: Int
    let name: Int
  }

  static let root = 0

  /// Tables with more entries than this are searched by hash.
  private static let smallCount = 8

  private(set) var nodes = [Node(kind: .table, origin: .header, name: -1, offset: 0)]
  private(set) var names = TOMLNames()
  /// The entries of the tables that are not small.
  private var index: [Entry: Int] = [:]
  /// The characters that are written in another way in the text.
  private(set) var decoded: [UInt8] = []

  /// Finds an entry of a table.
  ///
  /// - Complexity: O(1).
  func entry(of table: Int, named name: Int) -> Int? {
    if nodes[table].count > TOMLTree.smallCount { return index[Entry(table: table, name: name)] }
    var entry = nodes[table].firstChild
    while entry >= 0, nodes[entry].name != name { entry = nodes[entry].next }
    return entry < 0 ? nil : entry
  }

  /// The elements of an array, or the entries of a table, in their order.
  func children(of parent: Int) -> UnfoldSequence<Int, Int> {
    sequence(state: nodes[parent].firstChild) { child in
      guard child >= 0 else { return nil }
      defer { child = nodes[child].next }
      return child
    }
  }

  /// Adds an element of an array, or an entry of a table that has none of this name.
  ///
  /// - Complexity: O(1).
  mutating func add(
    _ kind: Kind, _ origin: Origin = .inline, named name: Int = -1, to parent: Int, offset: Int,
    characters: Characters = Characters()
  ) -> Int {
    let node = nodes.count
    nodes.append(Node(kind: kind, origin: origin, name: name, offset: offset, characters: characters))
    if nodes[parent].firstChild < 0 {
      nodes[parent].firstChild = node
    } else {
      nodes[nodes[parent].lastChild].next = node
    }
    nodes[parent].lastChild = node
    nodes[parent].count += 1
    if name >= 0, nodes[parent].count > TOMLTree.smallCount {
      if nodes[parent].count == TOMLTree.smallCount + 1 {
        var child = nodes[parent].firstChild
        while child >= 0 {
          index[Entry(table: parent, name: nodes[child].name)] = child
          child = nodes[child].next
        }
      } else {
        index[Entry(table: parent, name: name)] = node
      }
    }
    return node
  }

  /// Notes that a table has a header of its own.
  mutating func addHeader(to table: Int) { nodes[table].origin = .header }

  /// The number of a name.
  mutating func number(ofName name: Bytes) -> Int { names.number(of: name) }

  /// Keeps characters that are written in another way in the text.
  mutating func keep(_ characters: some Sequence<UInt8>) -> Characters {
    let start = decoded.count
    decoded.append(contentsOf: characters)
    return Characters(start: start, end: decoded.count, areDecoded: true)
  }

  /// Gives a closure the characters of a value.
  ///
  /// - Parameter bytes: The text.
  func withCharacters<Result>(of node: Int, in bytes: Bytes, _ body: (Bytes) -> Result) -> Result {
    withCharacters(nodes[node].characters, in: bytes, body)
  }

  func withCharacters<Result>(_ characters: Characters, in bytes: Bytes, _ body: (Bytes) -> Result) -> Result {
    guard characters.areDecoded else { return body(bytes.part(characters.start, characters.end)) }
    return decoded.withUnsafeBufferPointer { body($0.part(characters.start, characters.end)) }
  }
}

/// The names in a TOML text, each with a number: the same names have the same number.
struct TOMLNames {
  private var names: [String] = []
  /// The bytes of all names, and where in them each is.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var numbers: [ExactName: Int] = [:]
  /// For each name the one that came after it last. Rows are alike, so most names are found by one comparison.
  private var followers: [Int] = []
  private var last = -1

  subscript(number: Int) -> String { names[number] }

  /// The number of a name, which is a new one where the name is new.
  mutating func number(of name: Bytes) -> Int {
    if last >= 0, case let expected = followers[last], expected >= 0, isNamed(expected, name) {
      last = expected
      return expected
    }
    let text = name.text
    let number = numbers[ExactName(text)] ?? add(text)
    if last >= 0 { followers[last] = number }
    last = number
    return number
  }

  private mutating func add(_ name: String) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    ranges.append(start..<bytes.count)
    followers.append(-1)
    numbers[ExactName(name)] = names.count
    names.append(name)
    return names.count - 1
  }

  private func isNamed(_ number: Int, _ name: Bytes) -> Bool {
    let range = ranges[number]
    guard range.count == name.count else { return false }
    return bytes.withUnsafeBufferPointer { $0.part(range.lowerBound, range.upperBound).hasSameBytes(as: name) }
  }
}
