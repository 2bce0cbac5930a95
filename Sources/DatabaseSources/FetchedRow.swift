import GRDB

/// A row as it is kept: what the user makes of it, and what tells it apart.
struct FetchedRow<Item: Sendable>: Sendable {
  let key: RowKey
  let item: Item
}

/// What tells a row apart from all others of a query.
enum RowKey: Hashable, Sendable {
  // Most keys are of one column, and need no list.
  case value(DatabaseValue)
  case values([DatabaseValue])

  /// The values of some columns.
  init(_ row: Row, _ columns: [Int]) {
    self = columns.count == 1 ? .value(row[columns[0]]) : .values(columns.map { row[$0] })
  }
}
