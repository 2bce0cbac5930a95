import Datasets
import TestKit
import Testing

/// Quotes of other programs than spreadsheets, if problems are warnings.
@Suite struct QuoteTests {
  private func warned(_ csv: String) throws -> Dataset { try read(csv: csv, .init(key: "@row", problems: .warn)) }

  @Test(arguments: [
    ("a,b,c\n1, \"x, y\", 2\n", [["1", "x, y", "2"]]),
    // The style of one row applies to all.
    ("a, \"b\",c\n1, \"x, y\" , 2\n3, \"z\",4\n", [["1", "x, y", "2"], ["3", "z", "4"]]),
    ("a,b,c\n\"1\", \"say \"\"hi\"\", you\", \"\"\n", [["1", "say \"hi\", you", ""]]),
    ("a,b\r\n\"x \\\"y\\\" z\",1\r\n\"C:\\\",2\r\n", [["x \"y\" z", "1"], ["C:\\", "2"]]),
    ("a,b\n\"x \\\"y, z\\\"\", \"\\\\\"\n", [["x \"y, z\"", "\\"]]),
  ])
  func `rows that fit another style of quotes are read by it`(csv: String, texts: [[String]]) throws {
    let dataset = try warned(csv)
    #expect(dataset.texts == texts)
    #expect(dataset.fieldNames == Array(["a", "b", "c"].prefix(texts[0].count)))
    #expect(dataset.problems.counts == [.quotes: 1])
    #expect(dataset.warnings.first?.code == "csv/quotes")
    #expect(!message(of: try read(csv: csv, .init(key: "@row"))).isEmpty)
  }

  @Test(arguments: [
    ("a,b\nx, \"y\"\n", [["x", " \"y\""]]), ("a,b\n1, \"x\n2,y\n", [["1", " \"x"], ["2", "y"]]),
    ("a,b\n1, \"x, y\" z\n2,3\n", [["1", " \"x"], ["2", "3"]]), ("a,b\n\"x \\\" y,1\n", [["\"x \\\" y", "1"]]),
    ("a,b\n\"C:\\\",2\n", [["C:\\", "2"]]), ("a,b\n1, \"x,\ny\"\n", [["1", " \"x"], ["y\"", ""]]),
  ])
  func `other rows are read literally`(csv: String, texts: [[String]]) throws {
    #expect(try warned(csv).texts == texts)
  }

  @Test func `earlier rows have no effect`() throws {
    let dataset = try warned("a,n\n\"x, y\",1\n \"p, q\",2\n\n\"z \\\"w\\\"\",3\n4\n")
    #expect(dataset.types == [.text, .number])
    #expect(dataset.records.map(\.row) == [2, 3, 5, 6])
    #expect(
      dataset.warnings.map(\.description) == [
        "warning: fruits.csv, row 6: 2 fields expected, 1 found: there are no values in the others.\n"
          + "  An empty field needs its comma, too.",
        "warning: fruits.csv, row 3: a space precedes or follows the quotes of a field: it is left out.\n"
          + "  Put the quotes right beside the commas.",
        """
        warning: fruits.csv, row 5: a backslash precedes a quote inside a field: it is left out.
          Write a quote inside a field twice: "". With --problems stop, or `problems: stop` in catalog.yml, problems \
        of the data are errors.
        """,
      ])
  }

  /// With spaces before its quotes a table is the same.
  @Test(arguments: Seeds.fixed(2, fresh: 2))
  func `tables of other programs are read back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["\"", ",", "a", "b c", "é", "\\", "'"]
    let rows = (0..<8).map { row in
      ["r\(row)"]
        + (0..<3).map { _ in (1...4).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "." }
    }
    let lines = rows.map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ", ")
    }
    // The first row fits no other style.
    let dataset = try warned((["k,a,b,c", "\"m\", \",\", \"x\", \"y\""] + lines).joined(separator: "\n"))
    #expect(Array(dataset.texts.dropFirst()) == rows, "seed \(seed)")
  }
}
