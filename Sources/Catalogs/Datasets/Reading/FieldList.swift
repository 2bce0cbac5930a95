import Diagnostics

/// The fields so far, in the order in which they first occurred.
struct FieldList {
  /// The maximum number of fields, which exceeds that of any table made by people.
  static let limit = 10_000
  /// The maximum number of bytes of a name, which exceeds that of the questions of a survey. Longer ones are data that
  /// was taken for names, and looking for words in them would take long.
  static let nameLimit = 16_000

  private(set) var names: [String] = []
  private var indices: [ExactName: Int] = [:]
  var columns: [Column] = []
  /// The chosen types, by field name.
  private var types: [String: FieldReading]
  /// The fields that were dropped, as their names turned out to be data.
  private var removed: Set<Int> = []
  /// The separators of list elements within a text, by field name.
  private let separators: [String: String]
  /// The fields whose values are no numbers, whatever they look like.
  private let texts: Set<String>
  /// Whether a few values may be of another type than all others of their field.
  private let toleratesOddValues: Bool
  /// The texts that stand for no value, by field name, and those of all other fields, if they are known.
  private let nones: [String: [String]]
  private let noneByDefault: [String]?

  init(
    types: [String: FieldReading], separators: [String: String], texts: Set<String> = [], toleratesOddValues: Bool,
    nones: [String: [String]] = [:], noneByDefault: [String]? = nil
  ) {
    self.nones = nones
    self.noneByDefault = noneByDefault
    self.types = types
    self.separators = separators
    self.texts = texts
    self.toleratesOddValues = toleratesOddValues
  }

  /// Returns the evidence for a field that has no values yet.
  private func column(_ name: String) -> Column {
    Column(
      name: name, chosen: types[name], separator: separators[name], toleratesOddValues: toleratesOddValues,
      isOfTexts: texts.contains(name), nones: nones[name] ?? noneByDefault)
  }

  /// The columns without a name, by their fields. A column that has no values either is not a field.
  private(set) var unnamed: [Int: UnnamedColumn] = [:]

  struct UnnamedColumn {
    /// The position among the columns, counted from 1.
    let number: Int
    let location: Diagnostic.Location
  }

  /// Returns the field of a column without a name, which is named after its position: `column_3`. The first column is
  /// named `index`, as it mostly is one.
  ///
  /// - Parameter taken: The names of the other columns. The new name is added to them.
  mutating func index(of column: UnnamedColumn, besides taken: inout Set<ExactName>) -> Int {
    let names = (column.number == 1 ? ["index"] : []) + ["column_\(column.number)"]
    var number = 2
    let name = names.first { taken.insert(ExactName($0)).inserted } ?? names[0].numbered(from: &number, besides: &taken)
    let field = index(of: name)
    if !columns[field].hasValues { unnamed[field] = column }
    return field
  }

  /// Sets the type of a field that does not exist yet, unless a type was chosen.
  mutating func setType(_ type: FieldReading, ofFieldNamed name: String) {
    if types[name] == nil { types[name] = type }
  }

  /// Returns the number of the field with exactly this name, and adds it if needed.
  mutating func index(of name: String) -> Int {
    if let index = indices[ExactName(name)] { return index }
    indices[ExactName(name)] = names.count
    names.append(name)
    columns.append(column(name))
    return names.count - 1
  }

  mutating func rename(_ field: Int, to name: String) {
    indices[ExactName(names[field])] = nil
    names[field] = name
    indices[ExactName(name)] = field
  }

  /// Replaces a field with another one that has no values yet.
  mutating func reuse(_ field: Int, as name: String) {
    rename(field, to: name)
    columns[field] = column(name)
  }

  mutating func remove(_ fields: [Int]) { removed.formUnion(fields) }

  /// Whether the type of some field was chosen to be an object.
  var hasChosenObjects: Bool { types.values.contains(.object) }

  func isChosenObject(_ name: String) -> Bool { types[name] == .object }

  /// The fields of the schema. A field that only is `null` where other rows have an object is left out, as is a column
  /// without a name and values.
  var kept: [Int] {
    let objects = namesOfObjects
    return names.indices.filter { index in
      !removed.contains(index)
        && (columns[index].hasValues || unnamed[index] == nil && !objects.contains(ExactName(names[index])))
    }
  }

  /// The names that are a prefix of other names, up to a dot.
  private var namesOfObjects: Set<ExactName> {
    names.reduce(into: []) { objects, name in
      for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") {
        objects.insert(ExactName(String(name[..<dot])))
      }
    }
  }
}
