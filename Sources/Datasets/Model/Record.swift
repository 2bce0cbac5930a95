/// One entry of a data set: a value for each field of its schema.
///
/// A record refers to the bytes of its file, and reads a value of them when it is asked for it.
public struct Record: Identifiable, Sendable {
  /// What tells a record from all others: the name of its data set, and its key there.
  public struct ID: Hashable, Sendable {
    /// The name of the data set.
    public var dataset: String
    /// The key, which no other record of the data set has. Canonically equivalent texts are the same key.
    public var key: String

    /// Makes an identity.
    package init(dataset: String, key: String) {
      self.dataset = dataset
      self.key = key
    }
  }

  let table: RecordTable
  let index: Int

  init(_ table: RecordTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - title: What a person calls the record; the key unless given.
  ///   - row: Where the record was read.
  ///   - schema: The fields.
  ///   - values: Exactly one value for each field of the schema, in its order.
  package init(id: ID, title: String? = nil, row: Int, schema: Schema, values: [Value]) {
    precondition(values.count == schema.fields.count, "a record needs one value for each field of its schema")
    let made = MadeRecord(key: id.key, title: title ?? id.key, row: row, values: values)
    self.init(RecordTable(dataset: id.dataset, schema: schema, content: .made(made)), 0)
  }

  /// The fields.
  public var schema: Schema { table.schema }

  /// The name of the record's data set.
  package var dataset: String { table.dataset }

  /// The identity.
  ///
  /// - Complexity: O(*n*) in the bytes of the row up to its key.
  public var id: ID { ID(dataset: table.dataset, key: key) }

  private var key: String {
    switch table.content {
    case .rows(let rows): rows.key(ofRow: index)
    case .made(let record): record.key
    case .joined(let record, _): record.key
    }
  }

  /// What a person calls the record: the text of its title field, or the key where that is empty.
  ///
  /// - Complexity: O(*n*) in the bytes of the row up to its title and key.
  public var title: String {
    switch table.content {
    case .rows(let rows): rows.title(ofRow: index)
    case .made(let record): record.title
    case .joined(let record, _): record.title
    }
  }

  /// Where the record was read, for messages: the row that a spreadsheet shows, or the number of an item.
  public var row: Int {
    switch table.content {
    case .rows(let rows): rows.numbers[index]
    case .made(let record): record.row
    case .joined(let record, _): record.row
    }
  }
}

// MARK: - Values

extension Record {
  /// A value for each field, in the order of the schema.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  package var values: [Value] { values(at: Array(schema.fields.indices)) }

  /// The values of some fields, read in one pass.
  ///
  /// - Parameter fields: Positions of fields in the schema.
  /// - Complexity: O(*n*) in the bytes of the row.
  package func values(at fields: [Int]) -> [Value] {
    switch table.content {
    case .rows(let rows): rows.values(at: fields, ofRow: index)
    case .made(let record): fields.map { record.values[$0] }
    case .joined(let record, let others):
      record.values(at: fields, followedBy: others)
    }
  }

  /// The values of fields, one of which is not the record's own and has the records that go with it.
  private func values(at fields: [Int], followedBy others: [Record]) -> [Value] {
    let count = schema.fields.count
    guard fields.contains(count) else { return values(at: fields) }
    var own = values(at: fields.filter { $0 != count }).makeIterator()
    return fields.map { $0 == count ? Value(joined: others) : own.next() ?? .missing }
  }

  /// The value of a field.
  ///
  /// - Parameter field: The position of a field in the schema.
  /// - Complexity: O(*n*) in the bytes of the row up to the field.
  public func value(at field: Int) -> Value {
    precondition(schema.fields.indices.contains(field), "there is no field \(field)")
    switch table.content {
    case .rows(let rows): return rows.value(at: field, ofRow: index)
    case .made(let record): return record.values[field]
    case .joined(let record, let others):
      if field < record.schema.fields.count { return record.value(at: field) }
      return Value(joined: others)
    }
  }

  /// The value of a field, or `nil` when the schema has no such field.
  ///
  /// - Parameter field: The exact name of the field.
  /// - Complexity: O(*n*) in the bytes of the row up to the field.
  public subscript(_ field: String) -> Value? { schema.index(of: field).map(value(at:)) }
}

extension Value {
  /// The records that go with a record; missing where there are none.
  fileprivate init(joined records: [Record]) { self = records.isEmpty ? .missing : .records(records) }
}
