/// A table of a SQLite database that only states which rows of two other tables belong together.
///
/// Its rows are not entries of a catalog. Instead, one of the two tables has a field with the keys of the linked rows:
/// the table with more rows, as each of its rows is linked with fewer rows of the other one.
///
///     playlist_track          track                        playlist
///     playlist_id  track_id   id   title      playlist     id   name
///     1            7          7    Overture   [1, 3]       1    Morning
///     1            8          8    Finale     [1]          3    Evening
///     3            7          9    Encore     [3]
///     3            9
struct LinkTable {
  /// Columns of a link table that state nothing about the two rows, but when a program wrote the link. They are spelled
  /// without `_`.
  private static let timestamps: Set = [
    "lastupdate", "lastupdated", "created", "createdat", "createdon", "updated", "updatedat", "updatedon", "modified",
    "modifiedat", "modifiedon",
  ]

  let name: String
  /// The column that refers to the rows that get the field, with their table.
  let own: ForeignKey
  /// The column that refers to the rows that the field will refer to, with their table.
  let other: ForeignKey

  /// Returns the link tables of a database, in the order of their names.
  ///
  /// A table is a link table if it has two foreign keys of one column each and no other columns than a row number and
  /// timestamps; if it links two rows at most once; and if no table refers to its own rows.
  ///
  /// - Complexity: O(*n*²) in the number of tables at worst, as all are searched for references to each candidate; and
  ///   O(*m*) in the number of rows of the linked tables.
  static func all(_ database: SQLiteDatabase) throws(SQLiteError) -> [LinkTable] {
    var links: [LinkTable] = []
    for (table, columns) in try columnsOfTablesWithTwoKeys(database) {
      let keys = columns.compactMap(\.key)
      let others = columns.filter { $0.key == nil }
      let areOfPrograms = others.allSatisfy { column in
        column.isNumber || Self.timestamps.contains(column.name.lowercased().replacing("_", with: ""))
      }
      guard keys.count == 2, areOfPrograms, try keys.areUnique(in: table, database) else { continue }
      let isSecondLarger = try keys[1].numberOfRows(database) > keys[0].numberOfRows(database)
      links.append(LinkTable(name: table, own: keys[isSecondLarger ? 1 : 0], other: keys[isSecondLarger ? 0 : 1]))
    }
    return links
  }

  /// Whether both linked tables are among some tables, whose names are in lower case.
  func isBetween(_ tables: Set<String>) -> Bool {
    tables.contains(own.table.lowercased()) && tables.contains(other.table.lowercased())
  }

  /// A column: its foreign key, if any, and whether it numbers the rows.
  private typealias TableColumn = (name: String, key: ForeignKey?, isNumber: Bool)

  private static func columnsOfTablesWithTwoKeys(
    _ database: SQLiteDatabase
  ) throws(SQLiteError) -> [(table: String, columns: [TableColumn])] {
    // A column numbers the rows if it is an INTEGER and the whole primary key. Of the foreign keys, only those of one
    // column count; one that names no column refers to the primary key of its table. A table to which others refer has
    // rows of its own, and is no link table.
    let query = """
      SELECT m.name, c.name, c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT EXISTS (
          SELECT 1 FROM pragma_table_info(m.name) WHERE pk = 2
        ), k."table", coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = 1))
      FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
      LEFT JOIN pragma_foreign_key_list(m.name) AS k ON k."from" = c.name AND (
        SELECT count(*) FROM pragma_foreign_key_list(m.name) AS o WHERE o.id = k.id
      ) = 1
      WHERE m.type = 'table' AND (SELECT count(DISTINCT id) FROM pragma_foreign_key_list(m.name)) = 2
        AND NOT EXISTS (
          SELECT 1 FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS r
          WHERE t.type = 'table' AND lower(r."table") = lower(m.name)
        )
      ORDER BY m.name, c.cid
      """
    var tables: [(table: String, columns: [TableColumn])] = []
    guard let statement = try database.firstStatement(of: query).statement else { return [] }
    while try statement.step() {
      guard let table = statement.text(inColumn: 0), let column = statement.text(inColumn: 1) else { continue }
      if tables.last?.table != table { tables.append((table, [])) }
      var key: ForeignKey?
      if let other = statement.text(inColumn: 3), let field = statement.text(inColumn: 4) {
        key = ForeignKey(field: column, table: other, otherField: field)
      }
      tables[tables.count - 1].columns.append((column, key, statement.isTrue(inColumn: 2)))
    }
    return tables
  }
}

extension [ForeignKey] {
  /// Whether a table has no columns but the two of these keys, or a unique index on them, so that the same two rows are
  /// linked only once.
  fileprivate func areUnique(in table: String, _ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    let query = """
      SELECT (SELECT count(*) FROM pragma_table_info(\(table.sqlText))) = 2 OR EXISTS (
        SELECT 1 FROM pragma_index_list(\(table.sqlText)) AS i WHERE i."unique" AND i.partial = 0
          AND (SELECT count(*) FROM pragma_index_info(i.name)) = 2
          AND NOT EXISTS (
            SELECT 1 FROM pragma_index_info(i.name)
            WHERE name NOT IN (\(map(\.field.sqlText).joined(separator: ", ")))
          )
      )
      """
    guard let statement = try database.firstStatement(of: query).statement, try statement.step() else { return false }
    return statement.isTrue(inColumn: 0)
  }
}

extension ForeignKey {
  /// Returns the number of rows of the other table, or 0 if there is no such table.
  fileprivate func numberOfRows(_ database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    let names = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(table.sqlText) COLLATE NOCASE"
    guard try database.firstStatement(of: names).statement?.step() == true,
      let statement = try database.firstStatement(of: "SELECT count(*) FROM \(table.sqlName)").statement,
      try statement.step(), case .integer(let count) = statement.value(inColumn: 0)
    else { return 0 }
    return count
  }
}

// MARK: - Fields

extension LinkTable {
  typealias LinkedField = (key: ForeignKey, link: LinkTable)

  /// Returns the fields that a table has from link tables.
  ///
  /// A field has the name of the table that it refers to, if no column and no other link of the table has that name;
  /// otherwise that of its link table.
  ///
  /// - Parameters:
  ///   - table: The name of the table, in any case.
  ///   - tables: The names, in lower case, of the tables that are read. A link table between two of them becomes a
  ///     field, unless it is read itself.
  static func fields(
    ofTable table: String, linking tables: Set<String>, _ database: SQLiteDatabase
  ) throws(SQLiteError) -> [LinkedField] {
    let own = try all(database).filter {
      $0.isBetween(tables) && !tables.contains($0.name.lowercased()) && $0.own.table.lowercased() == table.lowercased()
    }
    if own.isEmpty { return [] }
    var taken = Set(
      try database.firstStatement(of: "SELECT * FROM \(table.sqlName)").statement?.columnNames.map { $0.lowercased() }
        ?? [])
    return own.map { link in
      let other = link.other.table
      let isClear =
        other.lowercased() != table.lowercased() && own.count { $0.other.table.lowercased() == other.lowercased() } == 1
      // One more number than there are names in use: one of them is free.
      let names =
        (isClear ? [other] : []) + [link.name] + (2...).lazy.prefix(taken.count + 1).map { "\(link.name)_\($0)" }
      let name = names.first { !taken.contains($0.lowercased()) } ?? link.name
      taken.insert(name.lowercased())
      let key = ForeignKey(field: name, table: other, otherField: link.other.otherField, linkTable: link.name)
      return (key, link)
    }
  }
}
