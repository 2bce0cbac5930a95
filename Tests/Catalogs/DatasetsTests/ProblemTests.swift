import Datasets
import Diagnostics
import TestKit
import Testing

/// Data with problems, if these are warnings.
@Suite struct ProblemTests {
  private func warned(
    _ csv: String, key: Dataset.Key? = "@row", types: [String: FieldReading] = [:], limit: Int? = nil
  ) throws(DiagnosticsError) -> Dataset {
    try read(csv: csv, .init(key: key, types: types, problems: .warn, problemLimit: limit))
  }

  // MARK: - Values

  @Test func `a value of another type stays text in its row`() throws {
    let dataset = try warned("name,price\nApple,1.5\nFig,free \nPear,2\n", key: "name", types: ["price": .number])
    #expect(dataset.types == [.text, .number])
    #expect(dataset.records.map { $0.value(at: 1) } == [number("1.5"), .text("free "), number("2")])
    #expect(dataset.problems.counts == [.value: 1])
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv, row 3, field “price”: “free ” is not a number: it stays text.
          Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6. With --problems stop, or `problems: \
        stop` in catalog.yml, problems of the data are errors.
        """
      ])
    let sorted = dataset.records.map { $0.value(at: 1) }.sorted { $0.precedes($1) }
    #expect(sorted == [number("1.5"), number("2"), .text("free ")])
    let json = try read(
      json: #"[{"id":1,"d":"2024-02-30"},{"id":2,"d":"2024-02-29"}]"#, .init(types: ["d": .date], problems: .warn))
    #expect(json.records.map { $0.value(at: 1) } == [.text("2024-02-30"), .date("2024-02-29")])
  }

  private func number(_ text: String) -> Value { Value.Number(text).map(Value.number) ?? .missing }

  // MARK: - Rows

  @Test(
    arguments: [
      ("a,b\n1,2\n3\n", [["1", "2"], ["3", ""]], [.missingFields: 1]),
      ("a,b\n1,2\n3,4,5\n", [["1", "2"], ["3", "4"]], [.surplusFields: 1]),
      ("a,b\n1,2,,\n3,4, \n", [["1", "2"], ["3", "4"]], [:]),
      ("a,b\n1,\"x\n2,y\n3,z\n", [["1", "\"x"], ["2", "y"], ["3", "z"]], [.quotes: 1]),
      ("a,b\n1,\"x\n2,\"y\"\n3,\"z\n", [["1", "\"x"], ["2", "y"], ["3", "\"z"]], [.quotes: 2]),
      ("a,b\n\"x\" y,1\n\"say \"\"hi\"\" z,2\n", [["\"x\" y", "1"], ["\"say \"\"hi\"\" z", "2"]], [.quotes: 2]),
      ("a,b\n\"5\" pot\",1\n\"x\ny\",2\n", [["\"5\" pot\"", "1"], ["x\ny", "2"]], [.quotes: 1]),
      ("a,b\n\"1\n", [["\"1", ""]], [.quotes: 1]),
      ("a,\"b\n1,2\n", [["1", "2"]], [.quotes: 1]), ("a,a,b,a\n1,2,3,4\n", [["1", "2", "3", "4"]], [.columnName: 2]),
    ] as [(String, [[String]], [Dataset.Problem.Kind: Int])])
  func `rows keep their readable values`(csv: String, texts: [[String]], counts: [Dataset.Problem.Kind: Int]) throws {
    let dataset = try warned(csv)
    #expect(dataset.texts == texts)
    #expect(dataset.problems.counts == counts)
    #expect(dataset.problems.list.count == dataset.problems.count)
    #expect(!message(of: try read(csv: csv)).isEmpty)
  }

  @Test func `the warning has the decision`() throws {
    let dataset = try warned("a,b\np,q,surplus,more\nr\ns,t\n\"6\" x,\"7\n")
    #expect(
      dataset.warnings.map(\.description) == [
        "warning: fruits.csv, row 3: 2 fields expected, 1 found: there are no values in the others.\n"
          + "  An empty field needs its comma, too.",
        "warning: fruits.csv, row 2: 2 fields expected, 4 found: “surplus, more” is left out.\n"
          + "  Put a field that has a comma in it in double quotes.",
        """
        warning: fruits.csv, row 5, column 4, field “a”: text follows the closing quote of a field: the quotes are \
        read as text.
          Put a comma after the closing quote, or write a quote inside the field twice: "". With --problems stop, or \
        `problems: stop` in catalog.yml, problems of the data are errors.
        """,
      ])
  }

  // MARK: - Columns

  @Test func `columns without a usable name are named`() throws {
    let dataset = try warned(",name,name, ,name_2,\n0,a,b,c,d,\n1,e,f,,h,\n")
    #expect(dataset.fieldNames == ["index", "name", "name_3", "column_4", "name_2"])
    #expect(dataset.texts == [["0", "a", "b", "c", "d"], ["1", "e", "f", "", "h"]])
    #expect(
      dataset.problems.list.map(\.finding.message) == [
        "columns 2 and 3 are both named “name”: the second one is named “name_3”",
        "column 1 has no name: it is called “index”", "column 4 has no name: it is called “column_4”",
      ])
  }

  @Test func `of a long name the new end is reported`() throws {
    let name = "Which of the following do you like best of all?"
    #expect(
      try warned("\(name),\(name)\n1,2\n").problems.list[0].finding.message.hasSuffix(
        """
        are both named “Which of the following do you like best…”: the second one is named “Which of the following do \
        you like best…_2”
        """
      ))
  }

  @Test func `a column without a name exists even if its type is chosen`() throws {
    for type in [FieldReading.text, .markdown, .list, .number] {
      #expect(try warned("a,,\nx,1,\n", types: ["column_2": type]).fieldNames == ["a", "column_2"])
    }
  }

  @Test func `a column without a name and values is dropped`() throws {
    #expect(try warned("a,\n1,\n2\n").fieldNames == ["a"])
    #expect(try warned("a,\n1,\n2,\n").problems.isEmpty)
    #expect(try warned("index,,\n1,x,\n").fieldNames == ["index", "column_2"])
    #expect(try warned(",index\n1,x\n").fieldNames == ["column_1", "index"])
  }

  // MARK: - Keys

  @Test func `chosen keys that repeat are problems`() throws {
    let csv = "name,no\nApple,1\napple,2\nApple,3\n,4\nApple-2,5\nApple,6\n"
    let dataset = try warned(csv, key: "name")
    #expect(dataset.keys == ["Apple", "apple", "Apple-3", "row-5", "Apple-2", "Apple-4"])
    #expect(dataset.problems.counts == [.repeatedKey: 2, .missingKey: 1])
    #expect(
      dataset.warnings.map(\.message) == [
        "“Apple” is already the key of row 2: the key of this row is “Apple-3”",
        "“Apple” is already the key of row 2: the key of this row is “Apple-4”",
        "the row has no key: the key of this row is “row-5”",
      ])
    // However often they are read, and after any other read.
    #expect(try warned(csv, key: "name").keys == dataset.keys)
  }

  // MARK: - Bytes

  @Test func `an invalid byte is replaced in its line`() throws {
    let bytes =
      Array("name,v\nÄpfel Öl Übel,1\nB".utf8) + [0xFF, 0xFE] + Array("rne,2\nx".utf8) + [0xC3] + Array(",3\n".utf8)
    let dataset = try Dataset(bytes: bytes, file: "f.csv", format: .csv, options: .init(problems: .warn))
    #expect(dataset.texts == [["Äpfel Öl Übel", "1"], ["B\u{FFFD}\u{FFFD}rne", "2"], ["x\u{FFFD}", "3"]])
    #expect(dataset.problems.counts == [.encoding: 2])
    #expect(
      dataset.problems.list.map(\.finding.location) == [
        .init(file: "f.csv", line: 3, column: 2), .init(file: "f.csv", line: 4, column: 2),
      ])
    #expect(
      message(of: try Dataset(bytes: bytes, file: "f.csv", format: .csv)).contains(
        "byte FF (byte 2 of its line) is not valid UTF-8"))
    let json = Array(#"[{"id":"ä"},{"id":"b"#.utf8) + [0xFF] + Array(#""}]"#.utf8)
    #expect(
      try Dataset(bytes: json, file: "f", format: .json, options: .init(problems: .warn)).keys == ["ä", "b\u{FFFD}"])
  }

  // MARK: - Too many

  @Test func `of each kind a few are printed, and a thousand stored`() throws {
    let csv = "a,b\n" + String(repeating: "1\n", count: 1500) + "2,\"x\n3,4,5\n"
    let dataset = try warned(csv)
    #expect(dataset.problems.counts == [.missingFields: 1500, .quotes: 1, .surplusFields: 1])
    #expect(dataset.problems.list.count == 1002)
    #expect(dataset.warnings.map(\.location.row) == [2, 3, 4, nil, 1503, 1502])
    #expect(dataset.warnings[3].message == "and 1497 more rows like that")
  }

  @Test func `more problems than are allowed are an error`() throws {
    let csv = "a,b\n1\n2\n3,4\n"
    #expect(try warned(csv, limit: 2).records.count == 3)
    let text = message(of: try warned(csv, limit: 1))
    #expect(text.contains("error: fruits.csv: there are 2 problems, and no more than 1 are allowed.\n"))
    #expect(text.contains("  Mend the data, or allow more with --max-problems 2."))
  }

  @Test func `rows that hardly fit are an error if most do`() throws {
    #expect(try warned("a\n1\n2\n3,4\n5,6\n").records.count == 4)
    #expect(
      message(of: try warned("a\n1\n3,4\n5,6\n")) == """
        error: fruits.csv: 2 of 3 rows cannot be read.
          The first of them: row 3: 1 field expected, 2 found: “4” is left out.
        """)
    #expect(message(of: try warned("a\n3,4\n")).hasPrefix("error: fruits.csv: no row can be read."))
  }

  /// Any bytes are read again as they were read first.
  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func `rows of any quotes are read twice in the same way`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["\"", "\"\"", ",", "\n", "a", "b c", "\r\n", "é", " "]
    for _ in 0..<50 {
      let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let csv = "a,b,c\n\(body)"
      guard let dataset = try? warned(csv) else { continue }
      for record in dataset.records {
        let values = record.values
        for field in values.indices { #expect(record.value(at: field) == values[field], "seed \(seed): \(csv)") }
        #expect(values.allSatisfy { $0.text.utf8.count <= body.utf8.count }, "seed \(seed): \(csv)")
      }
      // Without problems both policies have the same result.
      let strict = try? read(csv: csv, .init(key: "@row"))
      if dataset.problems.isEmpty, let strict { #expect(strict.texts == dataset.texts, "seed \(seed): \(csv)") }
    }
  }
}
