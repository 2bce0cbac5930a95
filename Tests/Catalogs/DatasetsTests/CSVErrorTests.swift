import Datasets
import Diagnostics
import Testing

@Suite struct CSVErrorTests {
  @Test(arguments: [
    (
      "a,b\nx,\"y\nz,w\n",
      """
      error: fruits.csv, row 2, column 3, field “b”: the quote that opens here is not closed.
        Close the field with a quote, and write a quote inside it twice: "".
      """
    ),
    (
      "a,b\n\"x\ny\",z\n\"é\",\"y",
      """
      error: fruits.csv, row 3, line 4, column 5, field “b”: the quote that opens here is not closed.
        Close the field with a quote, and write a quote inside it twice: "".
      """
    ),
    (
      "a,\"b\nx,y\n",
      """
      error: fruits.csv, row 1, column 3: the quote that opens here is not closed.
        Close the field with a quote, and write a quote inside it twice: "".
      """
    ),
    (
      "a,b\n\"x\" y,z\n",
      """
      error: fruits.csv, row 2, column 4, field “a”: text follows the closing quote of a field.
        Put a comma after the closing quote, or write a quote inside the field twice: "".
      """
    ),
    (
      "a,b\n1,2,3\n",
      """
      error: fruits.csv, row 2: 2 fields expected, 3 found.
        Put a field that has a comma in it in double quotes.
      """
    ),
    (
      "a,b\n\"1\n\",2\n3\n",
      """
      error: fruits.csv, row 3, line 4: 2 fields expected, 1 found.
        An empty field needs its comma, too.
      """
    ),
    (
      "a\n1,2\n",
      """
      error: fruits.csv, row 2: 1 field expected, 2 found.
        Put a field that has a comma in it in double quotes.
      """
    ),
    (
      "a,,b\n",
      """
      error: fruits.csv, row 1: column 2 has no name.
        Name it, or delete the column together with its comma.
      """
    ),
    (
      "a,b, a\nx\n",
      """
      error: fruits.csv, row 1: columns 1 and 3 are both named “a”.
        Give each column a different name.
      """
    ),
    (
      "",
      """
      error: fruits.csv: the file is empty.
        A CSV file begins with a row of field names.
      """
    ),
    (
      "\u{FEFF} \n\t\r\n\n",
      """
      error: fruits.csv: the file is empty.
        A CSV file begins with a row of field names.
      """
    ),
  ])
  func `errors have a place, a message and a hint`(text: String, expected: String) {
    #expect(message(of: try read(csv: text)) == expected)
  }

  @Test func `invalid UTF-8 is never replaced`() {
    let bytes = Array("a,b\nÄ,x".utf8) + [0xE9] + Array("y\n".utf8)
    #expect(
      message(of: try Dataset(bytes: bytes, file: "fruits.csv", format: .csv)) == """
        error: fruits.csv, row 2, column 4, field “b”: the byte E9 (byte 5 of its line) is not valid UTF-8.
          Save the file with the encoding UTF-8; spreadsheet programs offer it when they export CSV.
        """)
  }

  @Test(arguments: [[0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80]] as [[UInt8]])
  func `invalid UTF-8 in headers and quoted fields`(invalid: [UInt8]) {
    for text in [invalid, Array("a\n\"\"\"".utf8) + invalid + [0x22]] {
      let text = message(of: try Dataset(bytes: text, file: "f", format: .csv, options: .init(encoding: .utf8)))
      #expect(text.contains("is not valid UTF-8"))
    }
  }

  @Test func `a possible separator of another kind is a warning`() throws {
    let warning = """
      warning: fruits.csv: the only field is named “name;price”.
        If the fields are not separated by commas, choose the delimiter.
      """
    #expect(try read(csv: "name;price\nApple\n").warnings.map(\.description) == [warning])
    #expect(
      message(of: try read(csv: "name;price\nApple,1\n")) == """
        \(warning)
        error: fruits.csv, row 2: 1 field expected, 2 found.
          Put a field that has a comma in it in double quotes.
        """)
    #expect(try read(csv: "name,a;b\nApple,1\n").warnings.isEmpty)
  }

  @Test func `all bad rows are reported together`() throws {
    let text = "a,b\n1\n2,2\n3,3,3\n\"4\"x,\"4\n4\"\n5,5\n\"6\n"
    let error = try #require(throws: DiagnosticsError.self) { try read(csv: text) }
    #expect(error.diagnostics.map(\.location.row) == [2, 4, 5, 7])
    #expect(error.diagnostics.map(\.location.line) == [nil, nil, nil, 8])
    #expect(
      error.diagnostics.map(\.code) == [
        "csv/field-count", "csv/field-count", "csv/text-after-quote", "csv/unterminated-quote",
      ])
  }

  @Test(arguments: [(3, 3, "and 22 more errors"), (24, 24, "and 1 more error"), (0, 1, "and 24 more errors")])
  func `beyond the limit errors are counted`(limit: Int, shown: Int, rest: String) throws {
    let text = "a,b\n" + String(repeating: "x\n", count: 25)
    let error = try #require(throws: DiagnosticsError.self) { try read(csv: text, .init(diagnosticLimit: limit)) }
    #expect(error.diagnostics.count == shown + 1)
    #expect(error.diagnostics.last?.message == rest && error.diagnostics.last?.location == .init(file: "fruits.csv"))
  }

  @Test func `up to the limit nothing is left to count`() throws {
    let text = "a,b\n" + String(repeating: "x\n", count: 20)
    let error = try #require(throws: DiagnosticsError.self) { try read(csv: text) }
    #expect(error.diagnostics.count == 20)
    #expect(error.diagnostics.allSatisfy { $0.code == "csv/field-count" })
  }
}
