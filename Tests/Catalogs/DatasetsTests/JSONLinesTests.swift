import Datasets
import Diagnostics
import Testing

@Suite struct JSONLinesTests {
  @Test func `each line is a row`() throws {
    let dataset = try read(
      .jsonLines,
      "\u{FEFF}{\"name\":\"Apple\",\"n\":{\"kcal\":52}}\n\n \r\n{\"name\":\"Fig\\n\",\"n\":{\"kcal\":74}}\r\n")
    #expect(dataset.fieldNames == ["name", "n.kcal"])
    #expect(dataset.types == [.text, .number])
    #expect(dataset.keys == ["Apple", "Fig"])
    #expect(dataset.records.map(\.row) == [1, 2])
    #expect(try read(.jsonLines, "").records.isEmpty)
  }

  @Test func `errors of all lines are reported together`() {
    #expect(
      message(of: try read(.jsonLines, "{\"a\":1}\n{\"a\":}\n[2]\n{\"a\":3} x\n{\"a\":4}")) == """
        error: fruits.jsonl, row 2, line 2, column 6: a value is expected, “}” found.
        error: fruits.jsonl, row 3, line 3, column 1: an object is expected, an array found.
          Write each row as {"name": "Apple"}, on a separate line.
        error: fruits.jsonl, row 4, line 4, column 9: the end of the line is expected, “x” found.
        """)
  }

  @Test func `types and keys are reported by line`() {
    #expect(
      message(of: try read(.jsonLines, "{\"id\":1}\n\n{\"id\":\"x\"}", .init(types: ["id": .number])))
        .hasPrefix("error: fruits.jsonl, row 2, line 3, column 7, field “id”: “x” is not a number."))
    #expect(
      message(of: try read(.jsonLines, "{\"id\":1}\n{\"id\":1}", .init(key: "id")))
        .hasPrefix("error: fruits.jsonl, row 2, line 2, column 1, field “id”: “1” is already the key of row 1."))
  }

  @Test func `invalid UTF-8 is an error of its line`() {
    let bytes = Array("{\"a\":\"x\"}\n{\"a\":\"".utf8) + [0xFF] + Array("\"}\n".utf8)
    #expect(
      message(of: try Dataset(bytes: bytes, file: "f.jsonl", format: .jsonLines, options: .init(encoding: .utf8)))
        == """
        error: f.jsonl, row 2, line 2, column 7: the byte FF is not valid UTF-8.
          Save the file with the encoding UTF-8.
        """)
  }
}
