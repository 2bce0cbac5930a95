import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

@Suite struct LimitTests {
  /// Three rows in each format, the longest value of which has five bytes.
  private static let texts: [(DatasetFormat, String)] = [
    (.csv, "id,v\na,1\nb,\"23456\"\nc,7\n"), (.tsv, "id\tv\na\t1\nb\t23456\nc\t7\n"),
    (.json, #"[{"id":"a","v":1},{"id":"b","v":"23456"},{"id":"c","v":7}]"#),
    (.json, #"{"id":["a","b","c"],"v":[1,"23456",7]}"#),
    (.jsonLines, "{\"id\":\"a\",\"v\":1}\n{\"id\":\"b\",\"v\":23456}\n{\"id\":\"c\",\"v\":7}\n"),
    (.yaml, "- {id: a, v: 1}\n- {id: b, v: 23456}\n- {id: c, v: 7}\n"),
    (.toml, "[[f]]\nid = 'a'\nv = 1\n[[f]]\nid = 'b'\nv = 23456\n[[f]]\nid = 'c'\nv = 7\n"),
  ]

  @Test(arguments: texts)
  func `rows, values and bytes are limited`(format: DatasetFormat, text: String) throws {
    let size = text.utf8.count
    #expect(try read(format, text, .init(limits: .init(size: size, rows: 3, value: 5))).records.count == 3)
    let rows = message(of: try read(format, text, .init(limits: .init(rows: 2))))
    #expect(rows.hasPrefix("error: fruits.\(format.rawValue), row \(format == .csv || format == .tsv ? 4 : 3)"))
    #expect(
      rows.hasSuffix(
        """
        : there are more than 2 rows.
          If that is right, allow more with --limit rows=4, or with `limits: {rows: 4}` in catalog.yml.
        """))
    let value = message(of: try read(format, text, .init(limits: .init(value: 4))))
    #expect(value.contains("field “v”: a value has more than 4 bytes."))
    #expect(value.contains(format == .csv || format == .tsv ? "row 3" : "row 2"))
    try withFolder { folder in
      let path = try folder.write("f.\(format.rawValue)", text)
      #expect(try Dataset(contentsOf: path, options: .init(limits: .init(size: size))).records.count == 3)
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(limits: .init(size: size - 1), file: "f")))
          .hasPrefix("error: f: there is more than \(size - 1) bytes of data."))
    }
  }

  @Test func `YAML that expands or holds a long value ends early`() throws {
    let levels = "bcdefghi".map { level in
      let inner = String(UnicodeScalar(level.asciiValue! - 1))
      return "\(level): &\(level) [\((0..<9).map { _ in "*\(inner)" }.joined(separator: ", "))]\n"
    }
    let bomb = message(of: try read(.yaml, "a: &a [x, x, x, x, x, x, x, x, x]\n" + levels.joined()))
    #expect(bomb.hasPrefix("error: fruits.yaml, line "))
    #expect(bomb.contains("the aliases before this repeat more than 2 MB."))
    let long = String(repeating: "x", count: 1_000_001)
    let limits = Dataset.Options(limits: .init(value: 100))
    for value in [long, "\"\(long)\"", "|\n    \(long)"] {
      let text = message(of: try read(.yaml, "- id: 1\n- v: \(value)\n", limits))
      #expect(text.contains("a value has more than 100 bytes"), "\(text)")
      #expect(text.contains("line \(value.hasPrefix("|") ? 3 : 2)"), "\(text)")
    }
  }

  /// Texts in each format in which a field has a name, and the place of the name.
  private static let named: [(DatasetFormat, @Sendable (String) -> String, place: String)] = [
    (.csv, { "id,\($0),v\na,1,2\n" }, "fruits.csv, row 1"),
    (.tsv, { "id\t\"\($0)\"\na\t1\n" }, "fruits.tsv, row 1"),
    (.json, { #"[{"id":"a","\#($0)":1}]"# }, "fruits.json, row 1, line 1, column 12"),
    (.json, { #"{"id":["a","b"],"\#($0)":[1,2]}"# }, "fruits.json"),
    (.json, { #"[{"id":"a","v":[{"\#($0)":1}]}]"# }, "fruits.json, row 1, line 1, column 18"),
    (.jsonLines, { "{\"id\":\"a\"}\n{\"id\":\"b\",\"\($0)\":1}\n" }, "fruits.jsonl"),
    (.yaml, { "- id: a\n  ? \($0)\n  : 1\n" }, "fruits.yaml"),
    (.toml, { "[[f]]\nid = 'a'\n\($0) = 1\n" }, "fruits.toml"),
  ]

  @Test(arguments: named.indices)
  func `names of fields are limited`(index: Int) throws {
    let (format, text, place) = Self.named[index]
    for policy in [Dataset.ProblemPolicy.stop, .warn] {
      let options = Dataset.Options(key: "@row", problems: policy)
      #expect(throws: Never.self) { try read(format, text(String(repeating: "x", count: 15_990)), options) }
      let message = message(of: try read(format, text(String(repeating: "x", count: 16_001)), options))
      #expect(
        message.contains("the name “\(String(repeating: "x", count: 39))…” has more than 16 kB.\n  "), "\(message)")
      #expect(message.contains(place), "\(message)")
    }
  }

  @Test func `a file divided at the wrong places has a hint`() throws {
    let message = message(of: try read(csv: String(repeating: "a+b+", count: 500_000) + "\n1\n"))
    #expect(message.hasPrefix("error: fruits.csv, row 1: the name “a+b+a+b+"))
    #expect(message.contains("--delimiter") && message.contains("--no-header"))
  }

  /// The name of a field within objects contains their names, so that many short ones can make long ones.
  @Test func `the names of nested objects count together`() throws {
    let name = String(repeating: "x", count: 200)
    let json = String(repeating: "{\"\(name)\":", count: 100) + "1" + String(repeating: "}", count: 100)
    #expect(message(of: try read(.json, "[\(json)]")).contains("has more than 16 kB"))
  }

  @Test func `names of columns in a database are limited`() throws {
    try withFolder { folder in
      let path = folder.path + "/f.sqlite"
      try SQLiteFile(path).execute(
        "CREATE TABLE f (\"\(String(repeating: "x", count: 16_001))\"); INSERT INTO f VALUES (1)")
      let message = message(of: try Dataset(contentsOf: path, options: .init(key: "@row", file: "f")))
      #expect(message.contains("f: the name “xxx") && message.contains("with AS"), "\(message)")
    }
  }

  @Test func `amounts have readable units`() {
    func hint(_ limits: ReadingLimits) -> String { message(of: try read(csv: "a\n12345\n", .init(limits: limits))) }
    #expect(hint(.init(rows: 0)).contains("more than 0 rows.\n  If that is right, allow more with --limit rows=1, or"))
    #expect(hint(.init(value: 1)).contains("more than 1 bytes"))
    let long = message(
      of: try read(csv: "a\n" + String(repeating: "b", count: 2001), .init(limits: .init(value: 2000))))
    #expect(
      long == """
        error: fruits.csv, row 2, field “a”: a value has more than 2 kB.
          If that is right, allow more with --limit value=4kB, or with `limits: {value: 4 kB}` in catalog.yml.
        """)
  }

  /// A pipe has no size that could be checked first, and no end as long as a process may write to it.
  @Test func `endless input is read up to the limit`() throws {
    try withFolder { folder in
      let path = folder.path + "/endless.csv"
      #expect(mkfifo(path, 0o600) == 0)
      // The content that fits into the pipe is written before it is read.
      let writer = FileHandle(fileDescriptor: open(path, O_RDWR), closeOnDealloc: true)
      try writer.write(contentsOf: Data(("a\n" + String(repeating: "b", count: 50_000)).utf8))
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(limits: .init(size: 40_000), file: "f")))
          .hasPrefix(
            "error: f: there is more than 40 kB of data.\n  If that is right, allow more with --limit size=80kB"))
      try writer.close()
    }
  }

  @Test func `uncompressed content is limited`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    try withFolder { folder in
      process.arguments = ["-n", try folder.write("f.csv", "a\n" + String(repeating: "b", count: 1_000_000))]
      try process.run()
      process.waitUntilExit()
      let path = folder.path + "/f.csv.gz"
      #expect(
        message(of: try Dataset(contentsOf: path, options: .init(limits: .init(size: 900_000), file: "f")))
          .hasPrefix("error: f: there is more than 900 kB of data."))
      #expect(try Dataset(contentsOf: path, options: .init(limits: .init(size: 1_000_002))).records.count == 1)
    }
  }

  @Test(arguments: ["size", "rows", "value", "seconds"])
  func `a database is limited`(limit: String) throws {
    try withFolder { folder in
      let path = folder.path + "/f.sqlite"
      try SQLiteFile(path).execute(
        """
        CREATE VIEW endless AS
          WITH RECURSIVE n(id, v) AS (SELECT 1, 'abc' UNION ALL SELECT id + 1, 'abc' FROM n) SELECT * FROM n;
        """)
      var options = Dataset.Options(table: "endless", file: "f")
      switch limit {
      case "size": options.limits = .init(size: 10_000)
      case "rows": options.limits = .init(rows: 100)
      case "value": options.limits = .init(rows: 1, value: 2)
      default:
        // The query never comes to its first row.
        options.table = nil
        options.query = "SELECT max(id) AS id FROM endless"
        options.limits = .init(seconds: 0)
      }
      let expected =
        switch limit {
        case "size": "error: f, table “endless”: there is more than 10 kB of data."
        case "rows": "error: f, table “endless”, row 101: there are more than 100 rows."
        case "value": "error: f, table “endless”, row 1, field “v”: a value has more than 2 bytes."
        default: "error: f: the query takes more than 0 seconds."
        }
      #expect(message(of: try Dataset(contentsOf: path, options: options)).hasPrefix(expected))
    }
  }

  @Test func `the rows of all files count`() throws {
    try withFolder { folder in
      for name in ["a", "b"] { try folder.write("\(name).csv", "id\n\(name)1\n\(name)2\n") }
      let pattern = folder.path + "/*.csv"
      #expect(try Dataset(contentsOf: pattern, options: .init(limits: .init(rows: 4))).records.count == 4)
      #expect(message(of: try Dataset(contentsOf: pattern, options: .init(limits: .init(rows: 3)))).contains("than 3"))
      try folder.write("c.md", "x")
      try folder.write("d.md", "y")
      #expect(
        message(of: try Dataset(contentsOf: folder.path, options: .init(limits: .init(rows: 1), file: "f")))
          .contains("error: f/d.md: there are more than 1 row."))
    }
  }
}
