import JSONValues

/// The content of a TOML text: tables, arrays and values.
///
/// All nodes are in one array. Each refers to its first and last child and to its next sibling by index, so that a
/// table can be extended at any time without being copied, regardless of its size and position.
///
///     [a]             root ─▶ a ─────▶ c         ─▶ next sibling
///     b = 1                   ├─▶ b ─▶ d         ├─▶ first child
///     [c]
///     [a.d]           extends a, although c follows it
struct TOMLTree {
  enum Kind: UInt8 {
    case string
    /// A number in the notation of JSON: decimal and without underscores. It may have a plus sign.
    case number
    case yes, no, date
    /// An array in brackets, which cannot be extended.
    case array
    /// An array of tables, which a header extends by one.
    case tables
    case table
  }

  /// The way in which a table was created, which decides what may be added to it.
  enum Origin: UInt8 {
    /// By a header.
    case header
    /// By the header of a table within it.
    case implicit
    /// By dots in a key.
    case dotted
    /// In braces. It cannot be extended.
    case inline
  }

  /// The range of the characters of a value: in the text, or in the decoded characters if the text has them in another
  /// form.
  struct Characters {
    var start = 0
    var end = 0
    var areDecoded = false
  }

  struct Node {
    let kind: Kind
    fileprivate(set) var origin: Origin
    /// The number of the name; `nil` for the root and for elements of arrays.
    let name: Int?
    /// The offset in the text at which the node begins.
    let offset: Int
    fileprivate(set) var characters = Characters()
    fileprivate(set) var firstChild: Int?
    fileprivate(set) var lastChild: Int?
    fileprivate(set) var nextSibling: Int?
    fileprivate var count = 0
  }

  private struct Entry: Hashable {
    let table: Int
    let name: Int
  }

  static let root = 0

  /// Tables with more entries than this are searched by hash, others linearly.
  private static let smallCount = 8

  private(set) var nodes = [Node(kind: .table, origin: .header, name: nil, offset: 0)]
  private(set) var names = TOMLNames()
  /// The entries of the tables that are not small.
  private var index: [Entry: Int] = [:]
  /// The characters that the text has in another form.
  private(set) var decoded: [UInt8] = []

  /// Returns the entry of a table with a name, or `nil` if there is none.
  ///
  /// - Complexity: O(1) on average.
  func entry(of table: Int, named name: Int) -> Int? {
    if nodes[table].count > TOMLTree.smallCount { return index[Entry(table: table, name: name)] }
    return children(of: table).first { nodes[$0].name == name }
  }

  /// Returns the elements of an array, or the entries of a table, in their order.
  func children(of parent: Int) -> some Sequence<Int> {
    sequence(state: nodes[parent].firstChild) { next -> Int? in
      guard let child = next else { return nil }
      next = nodes[child].nextSibling
      return child
    }
  }

  /// Adds an element to an array, or an entry to a table that has none of this name.
  ///
  /// - Complexity: O(1) on average, amortised.
  mutating func add(
    _ kind: Kind, _ origin: Origin = .inline, named name: Int? = nil, to parent: Int, offset: Int,
    characters: Characters = Characters()
  ) -> Int {
    let node = nodes.count
    nodes.append(Node(kind: kind, origin: origin, name: name, offset: offset, characters: characters))
    if let last = nodes[parent].lastChild {
      nodes[last].nextSibling = node
    } else {
      nodes[parent].firstChild = node
    }
    nodes[parent].lastChild = node
    nodes[parent].count += 1
    if name != nil, nodes[parent].count > TOMLTree.smallCount {
      // When the table outgrows the linear search, all its entries are indexed; from then on, each new one.
      for entry in nodes[parent].count == TOMLTree.smallCount + 1 ? Array(children(of: parent)) : [node] {
        if let name = nodes[entry].name { index[Entry(table: parent, name: name)] = entry }
      }
    }
    return node
  }

  mutating func addHeader(to table: Int) { nodes[table].origin = .header }

  mutating func number(ofName name: Bytes) -> Int { names.number(of: name) }

  /// Stores characters that the text has in another form.
  mutating func keep(_ characters: some Sequence<UInt8>) -> Characters {
    let start = decoded.count
    decoded.append(contentsOf: characters)
    return Characters(start: start, end: decoded.count, areDecoded: true)
  }

  /// Calls a closure with the characters of a value.
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

/// The different names in a TOML text. Each has a number.
struct TOMLNames {
  private var names: [String] = []
  /// The bytes of all names, and the range of each in them.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var numbers: [ExactName: Int] = [:]
  /// For each name, the name that followed it last. As rows have similar entries, most names are found with one
  /// comparison.
  private var followers: [Int?] = []
  private var last: Int?

  subscript(number: Int) -> String { names[number] }

  /// Returns the number of a name, and adds the name if needed.
  mutating func number(of name: Bytes) -> Int {
    if let last, let expected = followers[last], isNamed(expected, name) {
      self.last = expected
      return expected
    }
    let text = name.text
    let number = numbers[ExactName(text)] ?? add(text)
    if let last { followers[last] = number }
    last = number
    return number
  }

  private mutating func add(_ name: String) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    ranges.append(start..<bytes.count)
    followers.append(nil)
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
