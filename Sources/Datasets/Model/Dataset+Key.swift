extension Dataset {
  /// Where the keys of rows come from.
  ///
  /// ```swift
  /// let books = Dataset.Options(key: "isbn")
  /// let columns = Dataset.Options(key: ["table", "column"])  // columns of several tables may be called alike
  /// let numbered = Dataset.Options(key: .rowNumbers)
  /// ```
  public enum Key: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// The values of some fields, which together are different in every row; never empty.
    case fields([String])
    /// The numbers of the rows.
    case rowNumbers

    /// What stands for the numbers of rows in the place of a field.
    package static let nameOfRowNumbers = "@row"
    /// What stands between the values of several fields.
    package static let separator = ","

    /// Creates a key of fields.
    ///
    /// - Parameter names: The names of the fields, or `@row` alone for the row numbers.
    /// - Returns: Nil if there are none.
    public init?(_ names: [String]) {
      if names.isEmpty { return nil }
      self = names == [Self.nameOfRowNumbers] ? .rowNumbers : .fields(names)
    }

    /// Creates a key of one field, or of the row numbers, which are called `@row`.
    public init(stringLiteral name: String) {
      self = name == Self.nameOfRowNumbers ? .rowNumbers : .fields([name])
    }

    /// Creates a key of several fields, one at least.
    public init(arrayLiteral names: String...) {
      precondition(!names.isEmpty, "A key has one field at least.")
      self = .fields(names)
    }

    /// Returns the names of the fields that keys or titles come from, as people read them: `table, column`; `@row` where there are none.
    package static func text(ofFields names: [String]) -> String {
      names.isEmpty ? nameOfRowNumbers : names.joined(separator: ", ")
    }

    /// The names of the fields; empty for row numbers.
    package var fields: [String] { if case .fields(let names) = self { names } else { [] } }
  }
}
