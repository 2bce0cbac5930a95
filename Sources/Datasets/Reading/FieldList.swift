/// The fields that were met so far, in the order in which they were first met.
struct FieldList {
  /// More fields than any table has that people made.
  static let limit = 10_000

  private(set) var names: [String] = []
  private var indices: [ExactName: Int] = [:]
  var columns: [Column] = []
  private var types: [String: FieldType]

  /// - Parameter types: The types that were chosen, by name.
  init(types: [String: FieldType]) { self.types = types }

  /// Chooses a type that was left open, of a field that is yet to come.
  mutating func setType(_ type: FieldType, ofFieldNamed name: String) {
    if types[name] == nil { types[name] = type }
  }

  /// The number of a field by its exact name, which is a new one where the name is new.
  mutating func index(of name: String) -> Int {
    if let index = indices[ExactName(name)] { return index }
    indices[ExactName(name)] = names.count
    names.append(name)
    columns.append(Column(name: name, chosen: types[name]))
    return names.count - 1
  }

  /// The fields that the schema has. A `null` where other rows have an object makes none.
  var kept: [Int] {
    names.indices.filter { index in
      columns[index].hasValues || !names.contains { $0.utf8.starts(with: "\(names[index]).".utf8) }
    }
  }
}
