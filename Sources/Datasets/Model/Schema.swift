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
