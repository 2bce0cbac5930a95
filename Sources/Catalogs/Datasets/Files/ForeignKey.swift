/// A foreign key of a table, by the schema of its database or by a description of its file: its fields have the values
/// of fields of another table.
package struct ForeignKey: Hashable, Sendable {
  /// The columns, or the field that comes from a link table.
  package private(set) var fields: [String]
  /// The other table of the database, or the path of the other file.
  package let table: String
  /// The columns of the other table, in the order of ``fields``.
  package private(set) var otherFields: [String]
  /// The link table that the field comes from, or `nil` if the fields are columns.
  package var linkTable: String?

  /// Creates a key.
  package init(fields: [String], table: String, otherFields: [String]) {
    (self.fields, self.table, self.otherFields) = (fields, table, otherFields)
  }

  /// Creates a key of one field.
  init(field: String, table: String, otherField: String, linkTable: String? = nil) {
    fields = [field]
    self.table = table
    otherFields = [otherField]
    self.linkTable = linkTable
  }

  /// The only field of a key of one field.
  var field: String { fields[0] }
  /// The only column of the other table, in a key of one field.
  var otherField: String { otherFields[0] }

  /// Returns the foreign keys of a table, including those of the fields that it has from link tables.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - path: The path of the database.
  ///   - tables: The names, in lower case, of the tables that are read. Link tables between them become fields.
  /// - Returns: An empty array if the database cannot be read. Reading the rows reports the reason.
  package static func all(ofTable table: String, inDatabase path: String, linking tables: Set<String>) -> [ForeignKey] {
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
    // A key without columns refers to the primary key of the other table. A key of several columns has several rows
    // here.
    let query = """
      SELECT k."from", k."table",
        coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = k.seq + 1)), k.seq > 0
      FROM pragma_foreign_key_list(\(name.sqlText)) AS k
      ORDER BY k.id DESC, k.seq
      """
    var found: [ForeignKey] = []
    guard let statement = try database.firstStatement(of: query).statement else { return [] }
    while try statement.step() {
      let texts = (0..<3).compactMap { statement.text(inColumn: $0) }
      guard texts.count == 3 else { continue }
      if statement.isTrue(inColumn: 3), let last = found.indices.last {
        found[last].fields.append(texts[0])
        found[last].otherFields.append(texts[2])
      } else {
        found.append(ForeignKey(field: texts[0], table: texts[1], otherField: texts[2]))
      }
    }
    return found + links.map(\.key)
  }
}
