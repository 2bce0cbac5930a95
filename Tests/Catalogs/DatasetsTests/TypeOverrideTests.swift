import Datasets
import Diagnostics
import Testing

@Suite struct TypeOverrideTests {
  private func value(csv text: String, as type: FieldReading) throws -> Value? {
    try read(csv: "v\n\"\(text)\"\n", .init(key: "@row", types: ["v": type])).records.first?["v"]
  }

  @Test func `chosen types are used`() throws {
    #expect(try value(csv: "12", as: .text) == .text("12"))
    #expect(try value(csv: " 12 ", as: .text) == .text(" 12 "))
    #expect(try value(csv: "*a*", as: .markdown) == .markdown("*a*"))
    #expect(try value(csv: "007", as: .number)?.text == "007")
    #expect(try value(csv: "https://a.org/photo/200", as: .image) == .image("https://a.org/photo/200"))
    #expect(try value(csv: "", as: .number) == .missing)
  }

  @Test func `lists are split whatever they contain`() throws {
    #expect(try value(csv: "<b>; x:y;;", as: .list) == .list([.text("<b>"), .text("x:y")]))
    #expect(try value(csv: "one", as: .list) == .list([.text("one")]))
    #expect(try value(csv: " ; ", as: .list) == .missing)
  }

  @Test func `a chosen type reads JSON strings, too`() throws {
    let options = Dataset.Options(key: "@row", types: ["n": .number, "b": .boolean, "l": .list, "t": .text])
    let dataset = try read(json: #"[{"n":"1.50","b":"yes","l":"a;b","t":["x",2]}]"#, options)
    let number = try #require(Value.Number("1.5"))
    #expect(
      dataset.records.first?.values == [
        .number(number), .boolean(true), .list([.text("a"), .text("b")]), .text("x, 2"),
      ])
  }

  @Test func `chosen booleans have the forms that databases write`() throws {
    let yes = ["1", "1.0", "t", "T", "true", "TRUE", "y", "Yes", "on", "ON"]
    let no = ["0", "0.0", "f", "F", "false", "False", "n", "NO", "off"]
    let csv = (["k,b"] + (yes + no).enumerated().map { "\($0),\($1)" }).joined(separator: "\n")
    let dataset = try read(csv: csv, .init(key: "k", types: ["b": .boolean]))
    #expect(dataset.records.map { $0["b"] } == yes.map { _ in .boolean(true) } + no.map { _ in .boolean(false) })
    let numbers = try read(json: #"[{"b":1},{"b":0},{"b":"1"},{"b":true}]"#, .init(key: "@row", types: ["b": .boolean]))
    #expect(numbers.records.map { $0["b"] } == [true, false, true, true].map(Value.boolean))
    for odd in ["2", "-1", "10", "yess", "tr", "x"] {
      #expect(message(of: try read(csv: "k,b\n1,\(odd)\n", .init(types: ["b": .boolean]))).contains("is not a boolean"))
    }
    // Nobody said that these are booleans.
    #expect(try read(csv: "k,b\na,1\nb,0\n").schema.fields[1].type == .number)
  }

  @Test func `a chosen object reads JSON in a text`() throws {
    let csv = #"""
      k,meta
      a,"{""height"": 4, ""tags"": [""x"", ""y""]}"
      b,"{""height"": 12}"
      c,
      d,null
      """#
    let dataset = try read(csv: csv, .init(key: "k", types: ["meta": .object]))
    let json = try read(
      json:
        #"[{"k":"a","meta":{"height":4,"tags":["x","y"]}},{"k":"b","meta":{"height":12}},{"k":"c"},{"k":"d","meta":null}]"#,
      .init(key: "k", types: ["meta": .object]))
    #expect(dataset.records.map { $0["meta"] ?? .missing } == json.records.map { $0["meta"] ?? .missing })
    #expect(
      message(of: try read(csv: "k,meta\na,{height}\n", .init(types: ["meta": .object]))) == """
        error: fruits.csv, row 2, field “meta”: “{height}” is not an object.
          Write JSON: {"height": 4}.
        """)
    let kept = try read(csv: "k,meta\na,{height}\n", .init(types: ["meta": .object], problems: .warn))
    #expect(kept.records[0]["meta"] == .text("{height}"))
    #expect(kept.problems.counts == [.value: 1])
  }

  @Test(arguments: [
    (
      FieldReading.number, "“abc” is not a number",
      "Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6."
    ),
    (.boolean, "“abc” is not a boolean", "Write true or false, yes or no, or 1 or 0."),
    (
      .date, "“abc” is not a date",
      "Write a date that exists as 2024-02-29, 29 February 2024, 2024, c. 1850, 44 BC or 19th century."
    ),
    (.url, "“abc” is not a web address", "Begin it with http:// or https://, and leave no spaces in it."),
    (
      .image, "“abc” is not a picture",
      "Write a web address, or a relative path that ends in .png, .jpg, .jpeg, .gif, .webp, .svg or .avif."
    ),
  ])
  func `values that do not fit are errors`(type: FieldReading, what: String, hint: String) {
    #expect(
      message(of: try read(csv: "name,v\nApple,abc\n", .init(types: ["v": type])))
        == "error: fruits.csv, row 2, field “v”: \(what).\n  \(hint)")
    #expect(
      message(of: try read(json: "[\n{\"name\":\"A\",\"v\":\"abc\"}]", .init(types: ["v": type])))
        == "error: fruits.json, row 1, line 2, column 17, field “v”: \(what).\n  \(hint)")
  }

  @Test func `each row that does not fit is reported, briefly`() throws {
    let long = String(repeating: "long ", count: 20)
    let csv = "v\n1\n\"a\nb\"\n\(long)\n2\n"
    let error = try #require(throws: DiagnosticsError.self) {
      try read(csv: csv, .init(key: "@row", types: ["v": .number]))
    }
    #expect(error.diagnostics.map(\.location.row) == [3, 4])
    #expect(
      error.diagnostics.map(\.message) == [
        "“a b” is not a number", "“\(String(repeating: "long ", count: 8).dropLast())…” is not a number",
      ])
  }

  @Test func `unknown names have a suggestion`() {
    #expect(
      message(of: try read(csv: "name,price\nA,1\n", .init(types: ["pirce": .number, "xyz": .text]))) == """
        error: fruits.csv: there is no field “pirce”.
          Did you mean “price”?
        error: fruits.csv: there is no field “xyz”.
          The file has “name”, “price”.
        """)
    #expect(
      message(of: try read(json: "[]", .init(types: ["v": .text]))) == """
        error: fruits.json: there is no field “v”.
          The file has no fields.
        """)
  }
}
