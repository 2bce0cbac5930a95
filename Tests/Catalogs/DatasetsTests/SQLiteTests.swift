import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

@Suite struct SQLiteTests {
  private func withDatabase(_ sql: String, _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      let path = folder.path + "/fruits.sqlite"
      try SQLiteFile(path).execute(sql)
      try body(path)
    }
  }

  @Test func `the only table is read`() throws {
    let sql = """
      CREATE TABLE fruits (id INTEGER PRIMARY KEY, name TEXT, price REAL, picked TEXT, note TEXT);
      INSERT INTO fruits VALUES (1, 'Apple', 1.5, '2024-02-29', NULL), (2, 'Fig; "x"', 2, NULL, '<b>');
      """
    try withDatabase(sql) { path in
      let dataset = try Dataset(contentsOf: path)
      #expect(dataset.name == "fruits")
      #expect(dataset.fieldNames == ["id", "name", "price", "picked", "note"])
      #expect(dataset.types == [.number, .text, .number, .date, .text])
      #expect(dataset.texts == [["1", "Apple", "1.5", "2024-02-29", ""], ["2", "Fig; \"x\"", "2", "", "<b>"]])
      #expect(dataset.records.map(\.title) == ["Apple", "Fig; \"x\""])
    }
  }

  @Test func `tables of other programs' bookkeeping are skipped`() throws {
    let sql = """
      CREATE TABLE fruits (name TEXT); INSERT INTO fruits VALUES ('Fig'); CREATE TABLE alembic_version (version_num \
      TEXT);
      CREATE TABLE __EFMigrationsHistory (id TEXT); INSERT INTO alembic_version VALUES ('1');
      """
    try withDatabase(sql) { path in
      let tables = try [nil, "alembic_version"].map { try Dataset(contentsOf: path, options: .init(table: $0)).texts }
      #expect(tables == [[["Fig"]], [["1"]]])
    }
  }

  @Test func `a primary key of several columns is the key`() throws {
    let sql = """
      CREATE TABLE columns (name TEXT, type TEXT, "Table" TEXT, PRIMARY KEY ("table", name));
      INSERT INTO columns VALUES ('id', 'int', 'orders'), ('id', 'int', 'items'), ('price', 'real', 'items');
      """
    try withDatabase(sql) { path in
      let dataset = try Dataset(contentsOf: path)
      #expect(dataset.keyFields == ["Table", "name"])
      #expect(dataset.keys == ["orders,id", "items,id", "items,price"])
      #expect(dataset.records.map(\.title) == ["id", "id", "price"])
      #expect(dataset.warnings.isEmpty)
      #expect(try Dataset(contentsOf: path, options: .init(key: "@row")).keys == ["1", "2", "3"])
    }
  }

  @Test func `warnings name the table`() throws {
    try withDatabase("CREATE TABLE a (x); CREATE TABLE b (x); INSERT INTO a VALUES ('y'), ('y');") { path in
      let warnings = try Dataset(contentsOf: path, options: .init(table: "a", file: "f.db")).warnings
      #expect(warnings.map(\.location.description) == ["f.db, table “a”"])
    }
  }

  @Test func `texts with a separator are lists`() throws {
    let sql = "CREATE TABLE fruits (name TEXT, tags TEXT, code); INSERT INTO fruits VALUES ('Apple', 'red|sweet', 12);"
    try withDatabase(sql) { path in
      let dataset = try Dataset(contentsOf: path, options: .init(separators: ["tags": "|", "code": "1"]))
      #expect(dataset.records[0]["tags"] == .list([.text("red"), .text("sweet")]))
      // A number by the declaration of the database is one value.
      #expect(dataset.records[0]["code"] == .list([.text("12")]))
    }
  }

  @Test func `a table or a query`() throws {
    let sql = """
      CREATE TABLE fruits (name TEXT); CREATE TABLE nuts (name TEXT); INSERT INTO fruits VALUES ('Fig'), ('Apple');
      INSERT INTO nuts VALUES ('Hazelnut');
      """
    try withDatabase(sql) { path in
      let file = "fruits.sqlite"
      #expect(try Dataset(contentsOf: path, options: .init(table: "nuts")).keys == ["Hazelnut"])
      let query = "SELECT name, length(name) AS letters FROM fruits ORDER BY name"
      #expect(try Dataset(contentsOf: path, options: .init(query: query)).texts == [["Apple", "5"], ["Fig", "3"]])
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(file: file))) == """
          error: fruits.sqlite: the database has several tables.
            Choose one with --table NAME, or with `table: NAME` in catalog.yml, or pass a query: “fruits”, “nuts”.
          """)
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(table: "nut", file: file))) == """
          error: fruits.sqlite: there is no table “nut”.
            Did you mean “nuts”?
          """)
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(query: "SELECT nam FROM fruits", file: file)))
          == "error: fruits.sqlite: the query fails: no such column: nam.")
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(query: "SELECT 1 AS a, 2 AS a", file: file)))
          .contains("two columns are named “a”"))
      for query in ["DELETE FROM fruits", "DROP TABLE nuts", "INSERT INTO nuts VALUES ('x')"] {
        let text = message(of: try Dataset(contentsOf: path, options: .init(query: query)))
        #expect(text.hasPrefix("error: "), "\(query)")
      }
      #expect(try Dataset(contentsOf: path, options: .init(table: "fruits")).records.count == 2)
    }
  }

  @Test(arguments: [
    ("SELECT 1 AS id; DROP TABLE f", "the query has several statements"), ("SELECT 1 AS id; x", "several statements"),
    ("DROP TABLE f", "the query would change the database"), ("", "the query is empty"),
    (" -- x", "the query is empty"),
    ("BEGIN", "the query returns no columns"),
  ])
  func `a query is one statement that reads`(query: String, expected: String) throws {
    try withDatabase("CREATE TABLE f (id TEXT); INSERT INTO f VALUES ('a')") { path in
      let message = message(of: try Dataset(contentsOf: path, options: .init(query: query, file: "f.sqlite")))
      #expect(message.hasPrefix("error: f.sqlite: "))
      #expect(message.contains(expected))
      #expect(message.hasSuffix("\n  Pass one statement that only reads, such as SELECT name FROM fruits."))
      #expect(try Dataset(contentsOf: path).keys == ["a"])
      #expect(try Dataset(contentsOf: path, options: .init(query: "SELECT * FROM f; -- all ")).keys == ["a"])
    }
  }

  /// Locks a database until the connection that is returned commits or is released.
  private func lock(_ path: String) throws -> SQLiteFile {
    let writer = try SQLiteFile(path)
    try writer.execute("BEGIN EXCLUSIVE")
    return writer
  }

  @Test func `a lock of another program is reported`() throws {
    try withDatabase("CREATE TABLE f (id TEXT); INSERT INTO f VALUES ('a')") { path in
      let writer = try lock(path)
      // The wait is limited by the time limit of the query.
      let options = Dataset.Options(limits: .init(seconds: 0), file: "f.sqlite")
      #expect(
        message(of: try Dataset(contentsOf: path, options: options)) == """
          error: f.sqlite: another program has locked the database.
            Try again when it has finished writing, or read a copy of the file.
          """)
      try writer.execute("COMMIT")
    }
  }

  @Test func `a short lock is awaited`() throws {
    try withDatabase("CREATE TABLE f (id TEXT); INSERT INTO f VALUES ('a')") { path in
      let writer = try lock(path)
      let thread = Thread {
        for number in 0..<1000 { try? writer.execute("INSERT INTO f VALUES (\(number))") }
        try? writer.execute("COMMIT")
      }
      thread.start()
      #expect(try Dataset(contentsOf: path).records.count == 1001)
    }
  }

  @Test func `values that are no text are skipped, and reported`() throws {
    try withDatabase("CREATE TABLE f (id TEXT, data BLOB); INSERT INTO f VALUES ('a', x'00ff')") { path in
      let dataset = try Dataset(contentsOf: path, options: .init(file: "f.sqlite"))
      #expect(dataset.texts == [["a", ""]])
      #expect(
        dataset.warnings.map(\.description) == [
          "warning: f.sqlite, field “data”: the field contains bytes that are not text; they are omitted."
        ])
    }
    try withDatabase("CREATE TABLE f (id TEXT); INSERT INTO f VALUES ('a'), (CAST(x'ff41' AS TEXT))") { path in
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(file: "f.sqlite")))
          == "error: f.sqlite, row 2, field “id”: the text is not valid UTF-8.")
    }
  }

  @Test func `a file that is no database is an error`() throws {
    try withFolder { folder in
      let path = try folder.write("a.db", String(repeating: "no database", count: 100))
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(file: "a.db")))
          == "error: a.db: the database cannot be read: file is not a database.")
      #expect(message(of: try Dataset(contentsOf: folder.path + "/b.db")).contains("there is no such file"))
      let empty = try folder.write("c.db", "")
      #expect(message(of: try Dataset(contentsOf: empty)).contains("the database has no tables"))
    }
  }
}
