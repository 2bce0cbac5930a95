/// A named column of a data set.
public struct Field: Hashable, Sendable {
  /// The name, as the data set writes it.
  public var name: String
  /// What its values are.
  public var type: FieldType

  /// Makes a field.
  package init(name: String, type: FieldType) {
    self.name = name
    self.type = type
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
  /// ISO 8601 calendar dates, with or without a time.
  case date
  /// Web addresses.
  case url
  /// Web addresses or relative paths of pictures.
  case image
  /// Several texts in an order.
  case list
  /// Records of another data set, which a join puts there.
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
