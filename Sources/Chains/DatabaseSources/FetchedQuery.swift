public import Changesets
import DataSources
public import GRDB

/// The query of a ``FetchedResults``: the rows to fetch, the columns that identify a row, and the column that the
/// sections are made of.
///
/// ```swift
/// let byName = FetchedQuery(Fruit.order(Column("name")))                 // identified by the primary key
/// let byFamily = FetchedQuery(Fruit.order(Column("family"), Column("name")), section: "family")
/// let inSQL = FetchedQuery<Fruit>(sql: "SELECT * FROM fruit ORDER BY name", key: ["sku"])
/// ```
///
/// The key columns and the section column have to be among the selected columns. Requests that fetch associated rows by
/// queries of their own (`including(all:)`) are not supported.
///
/// The combined values of the key columns have to be unique among the rows: those of rows with equal keys are
/// mistaken for each other.
public struct FetchedQuery<Item: FetchableRecord & Sendable>: Sendable {
  /// The columns that identify a row, or nil for the primary key of the table.
  let key: [String]?
  /// The column whose values are the names of the sections, or nil for a single section without a name.
  let section: String?
  /// The table whose primary key identifies the rows, if `key` is nil.
  private let table: String?
  private let prepare: @Sendable (Database) throws -> PreparedRequest
  /// Returns the database region that the rows come from.
  let region: @Sendable (Database) throws -> DatabaseRegion

  private init(_ request: some FetchRequest<Item>, key: [String]?, table: String?, section: String?) {
    self.key = key
    self.table = table
    self.section = section
    prepare = { try request.makePreparedRequest($0, forSingleResult: false) }
    region = { try request.databaseRegion($0) }
  }

  /// Creates a query of a request whose rows are identified by some columns.
  ///
  /// - Parameters:
  ///   - request: The rows to fetch, in order.
  ///   - key: The columns whose combined values are unique.
  ///   - section: The column whose values are the names of the sections. Sections are in the order of their first rows.
  ///     Rows with the value NULL are in a section without a name.
  public init(_ request: some FetchRequest<Item>, key: [String], section: String? = nil) {
    self.init(request, key: key, table: nil, section: section)
  }

  /// Creates a query of a request whose rows are identified by the primary key of their table.
  ///
  /// - Parameters:
  ///   - request: The rows to fetch, in order.
  ///   - section: The column whose values are the names of the sections. Sections are in the order of their first rows.
  ///     Rows with the value NULL are in a section without a name.
  public init(_ request: some FetchRequest<Item>, section: String? = nil) where Item: TableRecord {
    self.init(request, key: nil, table: Item.databaseTableName, section: section)
  }

  /// Creates a query from SQL.
  ///
  /// - Parameters:
  ///   - sql: A statement that selects rows, in order.
  ///   - arguments: The values of the statement's parameters.
  ///   - key: The columns whose combined values are unique.
  ///   - section: The column whose values are the names of the sections. Sections are in the order of their first rows.
  ///     Rows with the value NULL are in a section without a name.
  public init(sql: String, arguments: StatementArguments = StatementArguments(), key: [String], section: String? = nil)
  {
    self.init(SQLRequest<Item>(sql: sql, arguments: arguments), key: key, table: nil, section: section)
  }

  // MARK: - Fetching

  /// Fetches the current rows, section by section.
  ///
  /// - Throws: Errors of the database; `UpdateError` if a column is missing.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  func fetch(_ db: Database) throws -> [SectionState<String?, FetchedRow<Item>>] {
    let request = try prepare(db)
    let names = try key ?? table.map { try db.primaryKey($0).columns } ?? []
    var columns: Columns?
    // A row adapter changes the names of columns: they are then taken from the first row.
    if request.adapter == nil { columns = try Columns(key: names, section: section, in: request.statement.columnNames) }
    // Without a section column there is one section, even if there are no rows.
    var sections: [SectionState<String?, FetchedRow<Item>>] = section == nil ? [SectionState(nil, items: [])] : []
    var places: [String?: Int] = [:]
    let rows = try Row.fetchCursor(request.statement, adapter: request.adapter)
    while let row = try rows.next() {
      let found = try columns ?? Columns(key: names, section: section, in: Array(row.columnNames))
      columns = found
      let item = FetchedRow(key: RowKey(row, found.key), item: try Item(row: row))
      guard let column = found.section else {
        sections[0].items.append(item)
        continue
      }
      let name = (row[column] as DatabaseValue).text
      // Most rows follow one of the same section. The rows of a section need not be adjacent, though.
      if sections.last?.value == name, let last = sections.indices.last {
        sections[last].items.append(item)
      } else if let place = places[name] {
        sections[place].items.append(item)
      } else {
        places[name] = sections.count
        sections.append(SectionState(name, items: [item]))
      }
    }
    return sections
  }

  /// The indexes of the key and section columns in a row.
  private struct Columns {
    let key: [Int]
    let section: Int?

    init(key: [String], section: String?, in names: [String]) throws {
      self.key = try key.map { try names.place(ofColumn: $0, for: "identify the rows") }
      self.section = try section.map { try names.place(ofColumn: $0, for: "make sections of") }
    }
  }
}

extension [String] {
  /// Returns the index of a column, ignoring case.
  fileprivate func place(ofColumn name: String, for purpose: String) throws -> Int {
    if let place = firstIndex(where: { $0.lowercased() == name.lowercased() }) { return place }
    let names = map { "“\($0)”" }.joined(separator: ", ")
    throw UpdateError(
      .noColumn, "The query selects no column “\(name)” to \(purpose). It has \(names). Select it, or name another one."
    )
  }
}

extension UpdateError.Code {
  /// A query does not select a column that is needed.
  public static let noColumn = Self(rawValue: "database/no-column")
}

extension DatabaseValue {
  /// The value as the name of a section.
  fileprivate var text: String? {
    switch storage {
    case .null: nil
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }
}

/// A fetched row: its key, and the record that was decoded from it.
struct FetchedRow<Item: Sendable>: Sendable {
  let key: RowKey
  let item: Item
}

/// The identity of a row among all rows of a query.
enum RowKey: Hashable, Sendable {
  // Most keys consist of one column, and need no array.
  case value(DatabaseValue)
  case values([DatabaseValue])

  /// Creates a key from the values of some columns.
  init(_ row: Row, _ columns: [Int]) {
    self = columns.count == 1 ? .value(row[columns[0]]) : .values(columns.map { row[$0] })
  }
}
