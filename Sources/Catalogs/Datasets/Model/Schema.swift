import JSONValues

/// A named column of a data set.
public struct Field: Hashable, Sendable {
  /// The name, as it is written in the data set.
  public var name: String
  /// How the values are read.
  public var reading: FieldReading
  /// The type of the values.
  public var type: FieldType { reading.type }
  /// The members of the objects in the values: those of a list's objects, and of the objects nested in these; or the
  /// fields of the records in the values.
  public package(set) var members: [Field]

  /// Creates a field of a type, with an unspecified notation.
  package init(name: String, type: FieldType, members: [Field] = []) {
    self.init(name: name, reading: FieldReading(type), members: members)
  }

  /// Creates a field.
  package init(name: String, reading: FieldReading, members: [Field] = []) {
    self.name = name
    self.reading = reading
    self.members = members
  }

  /// The name, and the names of all members with this name as their prefix.
  fileprivate var names: [String] { [name] + members.flatMap(\.names).map { "\(name).\($0)" } }

  /// The names of the members at all levels, including paths from one level to another.
  package var namesOfMembers: [String] { members.flatMap { $0.names + $0.namesOfMembers } }

  /// Whether the values contain objects.
  package var isNested: Bool { hasMembers && type != .records }

  /// Whether members can be found by name in the values.
  var hasMembers: Bool { type == .object || !members.isEmpty }

  /// Returns the names on the path to a member, or `nil` if there is none. The name of a member may contain dots.
  fileprivate func names(ofMemberAt path: ArraySlice<String>) -> [String]? {
    if path.isEmpty { return [] }
    // The members of a dictionary differ from row to row, so any name is valid.
    guard !members.isEmpty else { return type == .object ? Array(path) : nil }
    for count in 1...path.count {
      let name = path.prefix(count).joined(separator: ".")
      guard let member = members.first(where: { ExactName($0.name) == ExactName(name) }) else { continue }
      if let rest = member.names(ofMemberAt: path.dropFirst(count)) { return [name] + rest }
    }
    return nil
  }
}

/// The fields of all records of a data set, in order.
///
/// A schema is a reference to immutable storage, so that every record can have one at the cost of a pointer.
public struct Schema: Hashable, Sendable {
  private final class Storage: Sendable {
    let fields: [Field]
    let indices: [ExactName: Int]
    /// The index of the first of the names that are canonically equivalent. Names in ASCII are left out.
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

  /// Creates a schema.
  ///
  /// - Parameter fields: The fields. If several have the same name, only the first is found by name.
  package init(_ fields: [Field]) { self.storage = Storage(fields) }

  /// The fields in their order.
  public var fields: [Field] { storage.fields }

  /// Returns the index of a field, or `nil` if there is no field of this name.
  ///
  /// If no field has exactly this name, a field with a canonically equivalent name is returned: “é” as one character or
  /// as two.
  ///
  /// - Parameter name: The name of the field.
  /// - Complexity: O(1).
  public func index(of name: String) -> Int? { storage.indices[ExactName(name)] ?? storage.equivalents[name] }

  /// The path to a value: the index of a field, and the names of members within its value.
  package typealias Path = (field: Int, names: [String])

  /// Returns the path for a name: a field, or a member of the objects in its values, such as `contributors.name` for a
  /// field `contributors`.
  ///
  /// - Parameter name: The name of a field, followed by the names of members, separated by dots.
  /// - Returns: `nil` if there is no such field, or no such member in the objects of its values.
  /// - Complexity: O(1) for the name of a field, otherwise O(*d* · *m*) in the numbers of dots and of members.
  package func path(of name: String) -> Path? {
    if let field = index(of: name) { return (field, []) }
    // The name of a field may itself have dots, so the longest beginning is tried first.
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

  /// Returns the field of a name, or the member of the objects in a field's values; `nil` if there is none, or if the
  /// names in the objects are data.
  package func field(named name: String) -> Field? {
    guard let path = path(of: name) else { return nil }
    return path.names.reduce(Optional(fields[path.field])) { field, name in
      field?.members.first { ExactName($0.name) == ExactName(name) }
    }
  }

  /// The names that ``path(of:)`` finds, without those in objects whose names are data.
  package var names: [String] { fields.flatMap(\.names) }

  /// Whether two schemas have the same fields in the same order.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.storage === right.storage || left.fields == right.fields
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

/// A name that equals only names of the same bytes.
///
/// Swift strings are equal if they are canonically equivalent: “é” as one character, and as a letter with an accent.
/// JSON and TOML distinguish such names, and so do data sets.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in right.withUTF8 { right in left.hasSameBytes(as: right) } }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
