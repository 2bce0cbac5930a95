/// One entry of a data set: a value for each field of its schema.
public struct Record: Identifiable, Sendable {
  /// What tells a record from all others: the name of its data set, and its key there.
  public struct ID: Hashable, Sendable {
    /// The name of the data set.
    public var dataset: String
    /// The key, which no other record of the data set has. Canonically equivalent texts are the same key.
    public var key: String

    /// Makes an identity.
    public init(dataset: String, key: String) {
      self.dataset = dataset
      self.key = key
    }
  }

  /// The identity.
  public let id: ID
  /// What a person calls the record: the text of its title field, or the key where that is empty.
  public let title: String
  /// Where the record was read, for messages: the row that a spreadsheet shows, or the number of a JSON item.
  public let row: Int
  /// The fields.
  public let schema: Schema
  /// A value for each field, in the order of the schema.
  public let values: [Value]

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - title: What a person calls the record; the key unless given.
  ///   - row: Where the record was read.
  ///   - schema: The fields.
  ///   - values: Exactly one value for each field of the schema, in its order.
  public init(id: ID, title: String? = nil, row: Int, schema: Schema, values: [Value]) {
    precondition(values.count == schema.fields.count, "a record needs one value for each field of its schema")
    self.id = id
    self.title = title ?? id.key
    self.row = row
    self.schema = schema
    self.values = values
  }

  /// The value of a field, or `nil` when the schema has no such field.
  ///
  /// - Complexity: O(1).
  public subscript(_ field: String) -> Value? { schema.index(of: field).map { values[$0] } }
}

extension Record: Hashable {
  /// Hashes the identity, which tells records apart well enough.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
