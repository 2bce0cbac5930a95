/// The tables of a SQLite database.
package struct DatabaseTables {
  /// The names of all that rows can be read from: tables, views, and the tables that SQLite keeps for itself behind virtual ones.
  package private(set) var all: [String] = []
  /// The names of the tables that people have made, without those in which programs note how they have changed others, and without link tables.
  /// Views and virtual tables count only where there are no others: they mostly show the rows of tables in another way.
  package var shown: [String] { tables.isEmpty ? others : tables }
  /// The name of the only one of these tables; nil where there are several, or none.
  package var only: String? { shown.count == 1 ? shown[0] : nil }
  private var tables: [String] = []
  private var others: [String] = []

  /// Where programs note which changes they have made to the other tables.
  private static let migrations: Set = [
    "alembic_version", "schema_migrations", "ar_internal_metadata", "django_migrations", "flyway_schema_history",
    "grdb_migrations", "__efmigrationshistory", "_prisma_migrations", "knex_migrations", "knex_migrations_lock",
  ]

  /// Lists the tables of a database.
  ///
  /// - Parameter path: The path of the database.
  /// - Returns: Nil if it cannot be read; whoever reads the tables finds out why.
  package static func inDatabase(at path: String) -> DatabaseTables? {
    guard !DataFile.isFolder(path) else { return nil }
    return try? DatabaseTables(SQLiteDatabase(path: path, patience: DatasetReader.patience))
  }

  /// Lists the tables of a database, in the order of their names.
  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    // What FTS and R*Tree keep behind a virtual table has its name and one of these endings.
    let endings = [
      "data", "idx", "content", "docsize", "config", "segments", "segdir", "stat", "node", "parent", "rowid",
    ]
    let hidden = endings.map { "v.name || '_\($0)'" }.joined(separator: ", ")
    let query = """
      SELECT m.name, CASE
        WHEN m.type = 'view' OR m.sql LIKE 'CREATE VIRTUAL %' THEN 'other'
        WHEN EXISTS (
          SELECT 1 FROM sqlite_master AS v WHERE v.sql LIKE 'CREATE VIRTUAL %' AND m.name IN (\(hidden))
        ) THEN 'hidden'
        ELSE 'table' END
      FROM sqlite_master AS m
      WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name
      """
    guard let statement = try database.firstStatement(of: query).statement else { return }
    while try statement.step() {
      guard case .text(let bytes) = statement.value(inColumn: 0) else { continue }
      let name = bytes.text
      all.append(name)
      guard case .text(let kind) = statement.value(inColumn: 1) else { continue }
      switch kind.text {
      case "table": if !Self.migrations.contains(name.lowercased()) { tables.append(name) }
      case "other": others.append(name)
      default: break
      }
    }
    let names = Set(tables.map { $0.lowercased() })
    let links = try LinkTable.all(database).filter { $0.isBetween(names) }
    tables.removeAll { table in links.contains { $0.name == table } }
  }
}
