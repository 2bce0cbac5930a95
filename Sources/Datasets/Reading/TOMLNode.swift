/// A TOML value and where it begins.
struct TOMLNode {
  enum Value {
    case string(String)
    /// A number as JSON has it: without underscores, with ten as its base.
    case number(String)
    case boolean(Bool)
    /// A date, a time, or both.
    case date(String)
    /// An array, and whether headers made it, so that it may still grow.
    case array([TOMLNode], isOfTables: Bool)
    case table(TOMLTable)
  }

  var value: Value
  var offset: Int

  /// What a person calls a value like this.
  var noun: String {
    switch value {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

/// The entries of a table in the order in which they were written.
struct TOMLTable {
  /// How a table came to be, which decides what may be added to it.
  enum Origin {
    /// By a header.
    case header
    /// On the way to a header.
    case implicit
    /// By dots in a key.
    case dotted
    /// In braces: nothing may be added.
    case inline
  }

  var origin: Origin
  private(set) var entries: [(name: String, node: TOMLNode)] = []
  private var indices: [String: Int] = [:]

  init(_ origin: Origin) { self.origin = origin }

  /// The value of a key, which is added at the end if it is new. It never goes away.
  subscript(name: String) -> TOMLNode? {
    get { indices[name].map { entries[$0].node } }
    set {
      guard let newValue else { return }
      if let index = indices[name] {
        entries[index].node = newValue
      } else {
        indices[name] = entries.count
        entries.append((name, newValue))
      }
    }
  }
}
