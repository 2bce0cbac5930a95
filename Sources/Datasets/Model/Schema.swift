/// A named column of a data set.
public struct Field: Hashable, Sendable {
  /// The name, as the data set writes it.
  public var name: String
  /// How its values are read.
  public var reading: FieldReading
  /// What its values are.
  public var type: FieldType { reading.type }
  /// What the objects in its values have: the members of a list's objects, and those of the objects in them; or the fields of the records there.
  public package(set) var members: [Field]

  /// Creates a field of a type whose form is left open.
  package init(name: String, type: FieldType, members: [Field] = []) {
    self.init(name: name, reading: FieldReading(type), members: members)
  }

  /// Creates a field.
  package init(name: String, reading: FieldReading, members: [Field] = []) {
    self.name = name
    self.reading = reading
    self.members = members
  }
}

/// The fields that all records of a data set have, in their order.
///
/// A schema is a reference to immutable storage, so that every record carries it for the cost of a pointer.
public struct Schema: Sendable {
  private final class Storage: Sendable {
    let fields: [Field]
    /// The fields by their exact names.
    let indices: [ExactName: Int]
    /// Of the names that are canonically equivalent the first; nothing more where all names are ASCII.
    let equivalents: [String: Int]

    init(_ fields: [Field]) {
      self.fields = fields
      self.indices = Dictionary(
        zip(fields.lazy.map { ExactName($0.name) }, fields.indices), uniquingKeysWith: { first, _ in first })
      self.equivalents = Dictionary(
        zip(fields.map(\.name), fields.indices).filter { name, _ in !name.utf8.allSatisfy { $0 < 0x80 } },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private let storage: Storage

  /// Makes a schema.
  ///
  /// - Parameter fields: The fields; of fields with the same name only the first is found by name.
  package init(_ fields: [Field]) { self.storage = Storage(fields) }

  /// The fields in their order.
  public var fields: [Field] { storage.fields }

  /// The position of a field.
  ///
  /// Where no field has exactly this name, one that has it in a canonically equivalent form is found: “é” as one character or as two.
  ///
  /// - Parameter name: The name of the field.
  /// - Complexity: O(1).
  public func index(of name: String) -> Int? { storage.indices[ExactName(name)] ?? storage.equivalents[name] }

  /// The way to a value: the position of a field, and the names within its value.
  package typealias Path = (field: Int, names: [String])

  /// The way that a name stands for: a field, or what the objects in its values have, as `contributors.name` for a field `contributors`.
  ///
  /// - Parameter name: The name of a field, with the names of members behind it, separated by dots.
  /// - Returns: `nil` where no field has that name, or no object in a field's values such a member.
  /// - Complexity: O(1) for the name of a field, otherwise O(*n*) in the number of dots and members.
  package func path(of name: String) -> Path? {
    if let field = index(of: name) { return (field, []) }
    var end = name.endIndex
    while let dot = name[..<end].lastIndex(of: ".") {
      if let field = index(of: String(name[..<dot])), fields[field].hasMembers {
        let rest = name[name.index(after: dot)...].split(separator: ".", omittingEmptySubsequences: false).map(
          String.init)
        return fields[field].names(ofMemberAt: rest[...]).map { (field, $0) }
      }
      end = dot
    }
    return nil
  }
}

extension Schema {
  /// The field that a name stands for, or the member of the objects in a field's values; nil where there is none, or where the names are data.
  package func field(named name: String) -> Field? {
    guard let path = path(of: name) else { return nil }
    return path.names.reduce(Optional(fields[path.field])) { field, name in
      field?.members.first { ExactName($0.name) == ExactName(name) }
    }
  }

  /// The names that ``path(of:)`` finds, but for those in objects whose names are data.
  package var names: [String] { fields.flatMap(\.names) }
}

extension Field {
  /// The name, and those of the members with it before them.
  fileprivate var names: [String] { [name] + members.flatMap(\.names).map { "\(name).\($0)" } }

  /// The names of the members at all levels, and those that lead from one level to another.
  package var namesOfMembers: [String] { members.flatMap { $0.names + $0.namesOfMembers } }

  /// Whether objects stand in the values.
  package var isNested: Bool { hasMembers && type != .records }

  /// Whether something is found by name in the values.
  var hasMembers: Bool { type == .object || !members.isEmpty }

  /// The names on the way to a member; `nil` where there is none. A name of a member may have dots itself.
  fileprivate func names(ofMemberAt path: ArraySlice<String>) -> [String]? {
    if path.isEmpty { return [] }
    // What a dictionary has differs from row to row.
    guard !members.isEmpty else { return type == .object ? Array(path) : nil }
    for count in 1...path.count {
      let name = path.prefix(count).joined(separator: ".")
      guard let member = members.first(where: { ExactName($0.name) == ExactName(name) }) else { continue }
      if let rest = member.names(ofMemberAt: path.dropFirst(count)) { return [name] + rest }
    }
    return nil
  }
}

extension Schema: Hashable {
  /// Whether two schemas have the same fields in the same order.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.storage === right.storage || left.fields == right.fields
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

/// What the values of a field are: it decides how they are read, sorted and shown.
public enum FieldType: String, CaseIterable, Sendable {
  /// Words, shown as they are written.
  case text
  /// Words with CommonMark markup.
  case markdown
  /// Decimal numbers.
  case number
  /// True or false.
  case boolean
  /// Dates as people write them; see ``WrittenDate``.
  case date
  /// Web addresses.
  case url
  /// Web addresses or relative paths of pictures.
  case image
  /// Several values in an order.
  case list
  /// Values with names that differ from row to row: a translation for each language, a number for each year.
  case object
  /// Records: those to which the values refer, or those that go with a record.
  case records
}

/// A name that only equals names of the same bytes.
///
/// Texts are equal to Swift where they are canonically equivalent: “é” as one character, and as a letter with an accent. JSON and TOML
/// tell such names apart, and so do data sets.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
