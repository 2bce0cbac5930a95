/// What a SQLite database says of a field of a table: that its values are those of another table.
package struct ForeignKey: Hashable, Sendable {
  /// The column, or the field from a link table.
  package let field: String
  /// The other table.
  package let table: String
  /// The column of the other table.
  package let otherField: String
  /// The table that says which rows go together, where the field is no column; nil for a column.
  package var linkTable: String?

  /// Lists the foreign keys of a table that are of one column, and those of the fields that it has from link tables.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - path: The path of the database.
  ///   - tables: The names in lower case of the tables that are read, of which link tables say what goes together.
  /// - Returns: None if the database cannot be read; whoever reads the rows finds out why.
  package static func all(
    ofTable table: String, inDatabase path: String, linking tables: Set<String>
  ) -> [ForeignKey] {
    guard !DataFile.isFolder(path),
      let database = try? SQLiteDatabase(path: path, patience: DatasetReader.patience),
      let keys = try? keys(ofTable: table, database, linking: tables)
    else { return [] }
    return keys
  }

  private static func keys(
    ofTable name: String, _ database: SQLiteDatabase, linking tables: Set<String>
  ) throws(SQLiteError) -> [ForeignKey] {
    let links = try LinkTable.fields(ofTable: name, linking: tables, database)
    // A key that names no column is to the other table's primary key. Those of several columns have several rows here.
    let quoted = name.sqlText
    let query = """
      SELECT k."from", k."table", coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = 1))
      FROM pragma_foreign_key_list(\(quoted)) AS k
      WHERE (SELECT count(*) FROM pragma_foreign_key_list(\(quoted)) AS o WHERE o.id = k.id) = 1
      ORDER BY k.id DESC
      """
    var found: [ForeignKey] = []
    guard let statement = try database.firstStatement(of: query).statement else { return [] }
    while try statement.step() {
      let texts = (0..<3).compactMap { statement.text(inColumn: $0) }
      if texts.count == 3 { found.append(ForeignKey(field: texts[0], table: texts[1], otherField: texts[2])) }
    }
    return found + links.map(\.key)
  }
}
