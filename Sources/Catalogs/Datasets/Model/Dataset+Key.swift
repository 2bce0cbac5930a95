extension Dataset {
  /// The origin of the keys of rows.
  ///
  /// ```swift
  /// let books = Dataset.Options(key: "isbn")
  /// let columns = Dataset.Options(key: ["table", "column"])  // columns of several tables may be called alike
  /// let numbered = Dataset.Options(key: .rowNumbers)
  /// ```
  public enum Key: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// The values of some fields, whose combination differs in every row; never empty.
    case fields([String])
    /// The numbers of the rows.
    case rowNumbers

    /// The name that stands for row numbers in the place of a field.
    package static let nameOfRowNumbers = "@row"
    /// The separator between the values of several fields.
    package static let separator = ","

    /// Creates a key of fields.
    ///
    /// - Parameter names: The names of the fields, or `@row` alone for the row numbers.
    /// - Returns: `nil` if there are no names.
    public init?(_ names: [String]) {
      if names.isEmpty { return nil }
      self = names == [Self.nameOfRowNumbers] ? .rowNumbers : .fields(names)
    }

    /// Creates a key of one field, or of the row numbers if the name is `@row`.
    public init(stringLiteral name: String) {
      self = name == Self.nameOfRowNumbers ? .rowNumbers : .fields([name])
    }

    /// Creates a key of several fields, at least one.
    /// The program ends if the array is empty. For an array that is not written in the program, use ``init(_:)``.
    public init(arrayLiteral names: String...) {
      precondition(!names.isEmpty, "A key has one field at least.")
      self = .fields(names)
    }

    /// Returns the names of the fields that form keys or titles, for display: `table, column`; or `@row` if there are
    /// none.
    package static func text(ofFields names: [String]) -> String {
      names.isEmpty ? nameOfRowNumbers : names.joined(separator: ", ")
    }

    /// The names of the fields; empty for row numbers.
    package var fields: [String] { if case .fields(let names) = self { names } else { [] } }
  }
}
