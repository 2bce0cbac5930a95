import Diagnostics

/// The fields that were met so far, in the order in which they were first met.
struct FieldList {
  /// More fields than any table has that people made.
  static let limit = 10_000

  private(set) var names: [String] = []
  private var indices: [ExactName: Int] = [:]
  var columns: [Column] = []
  private var types: [String: FieldReading]
  /// Fields that turned out to be none: their names are data.
  private var removed: Set<Int> = []
  private let separators: [String: String]
  private let toleratesOddValues: Bool

  /// - Parameters:
  ///   - types: The types that were chosen, by name.
  ///   - separators: What stands between the elements of lists that are one text, by name.
  ///   - toleratesOddValues: Whether a few values may be of another type than all others of their field.
  init(types: [String: FieldReading], separators: [String: String], toleratesOddValues: Bool) {
    self.types = types
    self.separators = separators
    self.toleratesOddValues = toleratesOddValues
  }

  /// What is known of a field before it has values.
  private func column(_ name: String) -> Column {
    Column(name: name, chosen: types[name], separator: separators[name], toleratesOddValues: toleratesOddValues)
  }

  /// The columns that nobody named, by their fields: one without values is none.
  private(set) var unnamed: [Int: UnnamedColumn] = [:]

  /// A column without a name.
  struct UnnamedColumn {
    /// Its place among the others, counted from 1.
    let number: Int
    let location: Diagnostic.Location
  }

  /// The number of the field of a column without a name, which is called after its place: `column_3`; the first is most often an `index`.
  ///
  /// - Parameter taken: The names of other columns, to which the one of this is added.
  mutating func index(of column: UnnamedColumn, besides taken: inout Set<ExactName>) -> Int {
    let names = (column.number == 1 ? ["index"] : []) + ["column_\(column.number)"]
    var number = 2
    let name =
      names.first { taken.insert(ExactName($0)).inserted } ?? names[0].numbered(from: &number, besides: &taken)
    let field = index(of: name)
    if !columns[field].hasValues { unnamed[field] = column }
    return field
  }

  /// Chooses a type that was left open, of a field that is yet to come.
  mutating func setType(_ type: FieldReading, ofFieldNamed name: String) {
    if types[name] == nil { types[name] = type }
  }

  /// The number of a field by its exact name, which is a new one where the name is new.
  mutating func index(of name: String) -> Int {
    if let index = indices[ExactName(name)] { return index }
    indices[ExactName(name)] = names.count
    names.append(name)
    columns.append(column(name))
    return names.count - 1
  }

  /// Gives a field another name.
  mutating func rename(_ field: Int, to name: String) {
    indices[ExactName(names[field])] = nil
    names[field] = name
    indices[ExactName(name)] = field
  }

  /// Has another field, of which nothing is known yet, stand in the place of one that is none.
  mutating func reuse(_ field: Int, as name: String) {
    rename(field, to: name)
    columns[field] = column(name)
  }

  /// Removes fields from the schema.
  mutating func remove(_ fields: [Int]) { removed.formUnion(fields) }

  /// Whether the type of some field was chosen to be an object.
  var hasChosenObjects: Bool { types.values.contains(.object) }

  func isChosenObject(_ name: String) -> Bool { types[name] == .object }

  /// The fields that the schema has. A `null` where other rows have an object makes none, nor does a column without names and values.
  var kept: [Int] {
    let objects = namesOfObjects
    return names.indices.filter { index in
      !removed.contains(index)
        && (columns[index].hasValues || unnamed[index] == nil && !objects.contains(ExactName(names[index])))
    }
  }

  /// The names that stand before a dot in others.
  private var namesOfObjects: Set<ExactName> {
    names.reduce(into: []) { objects, name in
      for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") {
        objects.insert(ExactName(String(name[..<dot])))
      }
    }
  }
}
