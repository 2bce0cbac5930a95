/// The tables of a SQLite database.
package struct DatabaseTables {
  /// The names of everything that has rows: tables, views, and the tables that SQLite keeps behind virtual ones (but
  /// not `sqlite_…`).
  package private(set) var all: [String] = []
  /// The names of the tables that people created, without link tables and the tables in which programs record their
  /// migrations. Views and virtual tables are included only if there are no other tables, as they mostly show the rows
  /// of tables in another way.
  package var userTables: [String] { tables.isEmpty ? others : tables }
  /// The name of the only table in ``userTables``, or `nil` if it has several or none.
  package var only: String? { userTables.count == 1 ? userTables[0] : nil }
  private var tables: [String] = []
  private var others: [String] = []

  /// The tables in which programs record the migrations of the others.
  private static let migrations: Set = [
    "alembic_version", "schema_migrations", "ar_internal_metadata", "django_migrations", "flyway_schema_history",
    "grdb_migrations", "__efmigrationshistory", "_prisma_migrations", "knex_migrations", "knex_migrations_lock",
  ]

  /// Returns the tables of a database.
  ///
  /// - Parameter path: The path of the database.
  /// - Returns: `nil` if the database cannot be read. Reading the rows reports the reason.
  package static func inDatabase(at path: String) -> DatabaseTables? {
    guard !DataFile.isFolder(path) else { return nil }
    return try? DatabaseTables(SQLiteDatabase(path: path, patience: DatasetReader.patience))
  }

  /// Reads the names of the tables of a database, in alphabetical order.
  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    // FTS and R*Tree name the tables behind a virtual table after it, with one of these suffixes.
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
