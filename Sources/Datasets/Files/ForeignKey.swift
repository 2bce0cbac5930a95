/// What a table of a SQLite database says of a column: that its values are those of another table.
package struct ForeignKey: Hashable, Sendable {
  /// The column.
  package let field: String
  /// The other table.
  package let table: String
  /// The column of the other table.
  package let otherField: String

  /// Lists the foreign keys of a table that are of one column.
  ///
  /// - Parameters:
  ///   - table: The name of the table; nil for the only one of the database.
  ///   - path: The path of the database.
  /// - Returns: None if the database cannot be read; whoever reads the rows finds out why.
  package static func all(ofTable table: String?, inDatabase path: String) -> [ForeignKey] {
    guard !DataFile.isFolder(path),
      let database = try? SQLiteDatabase(path: path, patience: DatasetReader.patience),
      let keys = try? keys(ofTable: table, database)
    else { return [] }
    return keys
  }

  private static func keys(ofTable table: String?, _ database: SQLiteDatabase) throws(SQLiteError) -> [ForeignKey] {
    var name = table
    if name == nil {
      let shown = try DatabaseTables(database).shown
      name = shown.count == 1 ? shown[0] : nil
    }
    guard let name else { return [] }
    // A key that names no column is to the other table's primary key. Those of several columns have several rows here.
    let quoted = "'" + name.replacing("'", with: "''") + "'"
    let query = """
      SELECT k."from", k."table", coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = 1))
      FROM pragma_foreign_key_list(\(quoted)) AS k
      WHERE (SELECT count(*) FROM pragma_foreign_key_list(\(quoted)) AS o WHERE o.id = k.id) = 1
      ORDER BY k.id DESC
      """
    var found: [ForeignKey] = []
    guard let statement = try database.firstStatement(of: query).statement else { return [] }
    while try statement.step() {
      let texts = (0..<3).compactMap { column -> String? in
        if case .text(let bytes) = statement.value(inColumn: column) { bytes.text } else { nil }
      }
      if texts.count == 3 { found.append(ForeignKey(field: texts[0], table: texts[1], otherField: texts[2])) }
    }
    return found
  }
}
