import DataSources
import Datasets
import Diagnostics
import TestKit
import Testing

/// Derived fields: the arguments of expressions, their results, and the errors.
@Suite struct DerivedFieldTests {
  private static let works = """
    name,width,height,year,sold,made,tags,site
    Pond,2.50,4,1906,true,12 April 1985,red; sour,https://a.example/
    Dune,3,,1850,false,c. 1850,sweet; late,https://b.example/
    Café,1e3,2,1900,,1985-04,red; late,https://c.example/

    """

  private func transform(
    _ fields: [DerivedField], of dataset: Dataset, limits: ReadingLimits = ReadingLimits()
  ) throws -> Transform<RecordDerivation> {
    dataset.source.applying(try RecordDerivation(fields, over: dataset.schema, limits: limits))
  }

  private func works() throws -> Dataset { try read(csv: Self.works, .init(key: "name", types: ["tags": .list])) }

  /// The values of a field of the works.
  private func values(
    _ expression: String, reading: FieldReading? = nil, separator: String? = nil
  ) throws -> [Value] {
    let field = DerivedField(name: "x", expression: expression, reading: reading, separator: separator)
    return try transform([field], of: works()).items.map { $0["x"] ?? .text("no field") }
  }

  private func texts(_ expression: String, reading: FieldReading? = nil) throws -> [String] {
    try values(expression, reading: reading).map(\.text)
  }

  /// The errors of expressions, in one text.
  private func message(_ expressions: String..., json: String? = nil) -> String {
    let fields = expressions.enumerated().map { index, expression in
      DerivedField(
        name: "x\(index)", expression: expression, at: .init(file: "catalog.yml", line: index + 1, column: 7))
    }
    do {
      _ = try transform(fields, of: json.map { try read(json: $0) } ?? works())
      return ""
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Values

  @Test func `values are computed from those of the row`() throws {
    #expect(try texts("width * height") == ["10", "", "2000"])
    #expect(try texts("name || ' (' || year || ')'") == ["Pond (1906)", "Dune (1850)", "Café (1900)"])
    #expect(try texts("(year - 1) / 100 + 1") == ["20", "19", "19"])
    #expect(try texts("iif(height IS NULL, 'unknown', 'known') -- a comment") == ["known", "unknown", "known"])
    #expect(try texts("12") == ["12", "12", "12"])
    #expect(try texts("NAME") == ["Pond", "Dune", "Café"])
  }

  @Test func `each type has a form in SQL`() throws {
    #expect(
      try texts("typeof(width) || typeof(year) || typeof(name)") == [
        "realintegertext", "integerintegertext", "realintegertext",
      ])
    #expect(try texts("sold") == ["1", "0", ""])
    #expect(try texts("made") == ["1985-04-12", "c. 1850", "1985-04"])
    #expect(try texts("tags") == [#"["red","sour"]"#, #"["sweet","late"]"#, #"["red","late"]"#])
    #expect(try texts("json_array_length(tags)") == ["2", "2", "2"])
    #expect(try texts("tags ->> 0") == ["red", "sweet", "red"])
    #expect(try texts("length(site)") == ["18", "18", "18"])
    #expect(try texts("height IS NULL") == ["0", "1", "0"])
  }

  @Test func `objects and lists are JSON`() throws {
    let dataset = try read(
      json: #"[{"id": "a", "parts": [{"n": 1.50, "t": "x\"y"}, null, true, [2]]}, {"id": "b", "parts": []}]"#)
    let derived = try transform([DerivedField(name: "x", expression: "parts")], of: dataset)
    #expect(derived.items.map { $0["x"]?.text } == [#"[{"n":1.50,"t":"x\"y"},null,true,[2]]"#, ""])
  }

  @Test func `names that are no identifiers in SQL are quoted`() throws {
    let dataset = try read(json: #"[{"id": "a", "size": {"width": 2}, "group": 3, "a\"b": 4, "größe": 5}]"#)
    let field = DerivedField(name: "the sum", expression: #""size.width" + "group" + "a""b" + größe"#)
    let derived = try transform([field], of: dataset)
    #expect(derived.items.map { $0["the sum"] } == [Value.Number("14").map(Value.number)])
  }

  @Test func `derived fields may use each other in any order`() throws {
    let fields = [
      DerivedField(name: "c", expression: "b + 1"), DerivedField(name: "b", expression: "a * 2"),
      DerivedField(name: "a", expression: "height"),
    ]
    let derived = try transform(fields, of: works())
    #expect(
      derived.items.map { $0.values.suffix(3).map(\.text) } == [["9", "8", "4"], ["", "", ""], ["5", "4", "2"]])
    #expect(derived.items[0].schema.fields.map(\.name).suffix(4) == ["site", "c", "b", "a"])
  }

  @Test func `fields are of the type of their results`() throws {
    let expressions = [
      ("number", "width"), ("mixed", "coalesce(height, 'none')"), ("text", "name"), ("nothing", "NULL"),
      ("empty", "trim(' ')"),
    ]
    let derived = try transform(expressions.map { DerivedField(name: $0.0, expression: $0.1) }, of: works())
    #expect(derived.items[0].schema.fields.suffix(5).map(\.type) == [.number, .text, .text, .text, .text])
    #expect(derived.items.map { $0["mixed"] } == [.text("4"), .text("none"), .text("2")])
    #expect(derived.items.map { $0["empty"] } == [.missing, .missing, .missing])
    #expect(derived.mapping.schema(over: try works().schema) == derived.items[0].schema)
  }

  @Test func `a type can be chosen`() throws {
    #expect(try values("year > 1900", reading: .boolean) == [.boolean(true), .boolean(false), .boolean(false)])
    #expect(try values("year", reading: .text) == [.text("1906"), .text("1850"), .text("1900")])
    #expect(
      try values("year", reading: .date).map { if case .date = $0 { true } else { false } } == [true, true, true])
    #expect(try values("'12,5'", reading: .decimalCommaNumber)[0] == Value.Number("12.5").map(Value.number))
    #expect(
      try values("json_array(name, year)", reading: .list)[0]
        == .list([.text("Pond"), .number(#require(Value.Number("1906")))]))
    #expect(try values("name || '|x'", reading: .list, separator: "|")[0] == .list([.text("Pond"), .text("x")]))
    #expect(try values("site || 'p'", reading: .url)[0] == .url("https://a.example/p"))
    #expect(
      try values("json_object('n', name)", reading: .object)[0]
        == .object([Value.Member(name: "n", value: .text("Pond"))]))
  }

  @Test func `titles may be derived`() throws {
    let dataset = try works()
    let label = DerivedField(name: "label", expression: "CASE WHEN height THEN name || '!' END")
    let derived = dataset.source.applying(
      try RecordDerivation([label], over: dataset.schema, titles: ["label", "year"]))
    #expect(derived.items.map(\.title) == ["Pond! 1906", "1850", "Café! 1900"])
    #expect(derived.items.map(\.id) == dataset.records.map(\.id))
  }

  // MARK: - Errors

  @Test(arguments: [
    ("heigth * 2", "there is no field “heigth”", "Did you mean “height”?"),
    ("rowid", "there is no field “rowid”", ""),
    ("frobnicate(year)", "there is no function “frobnicate”", "sqlite.org"),
    ("random()", "would differ in every build", "random()"),
    ("current_timestamp", "would differ in every build", ""),
    ("date('now')", "would differ in every build", "date('now')"),
    ("strftime('%s')", "would differ in every build", ""),
    ("load_extension('x')", "the result of load_extension() does not follow from the row", ""),
    ("upper(name) || changes()", "the result of changes() does not follow from the row", ""),
    ("json_patch(name, name)", "json_patch() cannot be used, as it may take without end", ""),
    ("_rowid_ + 1", "there is no field “_rowid_”", ""),
    ("name); drop table fields; --", "not a single expression", ""),
    ("NAME); drop table fields; --", "not a single expression", ""),
    ("(SELECT 1)", "more than its own row", "functions of single values"),
    ("(SELECT name FROM sqlite_master)", "more than its own row", ""),
    ("year IN (SELECT 1)", "more than its own row", ""),
    ("max(year)", "more than its own row", ""),
    ("count(*)", "more than its own row", ""),
    ("row_number() OVER ()", "more than its own row", ""),
    ("?1", "the expression cannot be used: parameters prohibited", ""),
    ("year year", "there is a syntax error near “year”", ""),
    ("year +", "the expression ends too early", ""),
    ("(year", "the expression ends too early", "brackets"),
    ("'open", "a quote is not closed", "single quotes"),
    ("", "the expression ends too early", ""),
    ("year # 2", "there is a syntax error near “#”", ""),
    ("year, 2", "not a single expression", ""),
    ("1) , x AS (2", "syntax error", ""),
    ("1), (2", "not a single expression", ""),
    ("1) COLLATE nocase CHECK (2", "syntax error", ""),
    ("1) + (2", "syntax error", ""),
    ("1) FROM fields --", "syntax error", ""),
    ("1); DROP TABLE fields; --", "not a single expression", ""),
    ("1) UNION SELECT (2", "syntax error", ""),
    ("x0 + 1", "“x0” follows from itself", ""),
  ])
  func `expressions that use more than the row are refused`(expression: String, text: String, hint: String) {
    let message = message(expression)
    #expect(message.contains(text), "\(message)")
    #expect(hint.isEmpty || message.contains(hint), "\(message)")
    #expect(message.contains("catalog.yml, line 1, column 7"), "\(message)")
  }

  @Test func `all mistakes are found at once, each at its place`() {
    let message = message("year + 1", "yaer", "random()", "width")
    #expect(message.contains("line 2") && message.contains("line 3"))
    #expect(!message.contains("line 1,") && !message.contains("line 4"))
  }

  @Test func `names have to be distinct in SQL`() {
    let json = #"[{"id": "a", "Name": "x", "name": "y", "year": 1, "size.w": 2, "order": 1, "x1": 1}]"#
    #expect(message("name", json: json).contains("“Name” and “name” are the same name"))
    #expect(message("year", json: json).isEmpty)
    #expect(message("year", "year", json: json).contains("there is already a field “x1”"))
    #expect(message("size.w + 1", json: json).contains(#"Write it in double quotes: "size.w"."#))
    #expect(message("order + 1", json: json).contains(#"If the field is meant, write it in double quotes: "order"."#))
    #expect(message("x1 + 1", "x0", json: #"[{"id": 1}]"#).contains("follows from itself"))
  }

  @Test func `a wide table may have more columns than an expression`() throws {
    let names = (0..<3000).map { "field_\($0)" }
    let dataset = try read(csv: "id,\(names.joined(separator: ","))\n1,\(names.joined(separator: ","))\n")
    let derived = try transform([DerivedField(name: "x", expression: "field_2999 || field_0")], of: dataset)
    #expect(derived.items[0]["x"] == .text("field_2999field_0"))
  }

  // MARK: - Rows that fail

  @Test func `errors of rows have their row and field`() throws {
    let dataset = try read(csv: "name,data\na,[1]\nb,{oops\nc,\"[1,2]\"\n", .init(types: ["data": .text]))
    let fields = [
      DerivedField(name: "length", expression: "json_array_length(data)"),
      DerivedField(name: "letters", expression: "length(name)"),
      DerivedField(name: "when", expression: "date(CASE name WHEN 'c' THEN 'now' END)"),
    ]
    let derived = try transform(fields, of: dataset)
    #expect(derived.items.map { $0["length"]?.text } == ["1", "", "2"])
    #expect(derived.items.map { $0["letters"]?.text } == ["1", "1", "1"])
    #expect(derived.items.map { $0["when"]?.text } == ["", "", ""])
    let problems = derived.problems(in: "fruits.csv")
    #expect(problems.counts == [.value: 2])
    let findings = problems.list.map(\.finding)
    #expect(findings.map(\.location.row) == [3, 4])
    #expect(findings.map(\.location.field) == ["length", "when"])
    #expect(findings[0].message == "malformed JSON: there is not a value")
    #expect(problems.errors(limit: 1, file: "fruits.csv").map(\.message).last == "and 1 more error")
  }

  @Test(
    arguments: [
      ("x'00'", nil, "bytes that are not text", ""), ("1e999", nil, "infinite", ""),
      ("CAST(x'ff' AS TEXT)", nil, "not valid UTF-8", ""),
      ("abs(-9223372036854775807 - 1)", nil, "integer overflow", ""),
      ("name", .number, "“Pond” is not a number", "Pond"),
      ("replace(hex(zeroblob(1000)), '0', hex(zeroblob(1000)))", nil, "a value has more than 1 MB", ""),
      ("hex(zeroblob(1e9))", nil, "a value has more than 1 MB", ""),
      ("name LIKE hex(zeroblob(200))", nil, "the pattern of LIKE or GLOB has more than 256 bytes", ""),
    ] as [(String, FieldReading?, String, String)])
  func `results that are no values of the type`(expression: String, reading: FieldReading?, text: String, value: String)
    throws
  {
    let field = DerivedField(name: "x", expression: expression, reading: reading)
    let derived = try transform([field], of: works(), limits: ReadingLimits(value: 1_000_000))
    #expect(derived.items[0]["x"]?.text == value)
    let finding = derived.problems(in: "works.csv").list.first?.finding
    #expect(finding?.message.contains(text) == true, "\(finding?.message ?? "")")
    #expect(finding?.location.field == "x" && finding?.location.row == 2 && finding?.hint != nil)
  }

  // MARK: - Costs

  @Test func `a result is limited even if a value may be longer`() throws {
    let field = DerivedField(name: "x", expression: "printf('%1000001d', 1)")
    let derived = try transform([field], of: works())
    let finding = try #require(derived.problems(in: "works.csv").list.first?.finding)
    #expect(finding.message == "the result has more than 1 MB: there is not a value")
    #expect(finding.hint == "Shorten it, for example with substr(…, 1, 1000).")
  }

  /// A comparison at each place would take many minutes.
  @Test(arguments: ["instr(a, b)", "length(replace(a, b, 'c'))", "length(trim(a, b))", "length(ltrim(a, b || 'x'))"])
  func `long texts are searched in linear time`(expression: String) throws {
    let (text, part) = (String(repeating: "a", count: 2_000_000), String(repeating: "a", count: 1_000_000) + "b")
    let dataset = try read(csv: "id,a,b\n1,\(text),\(part)\n")
    let derived = try transform([DerivedField(name: "x", expression: expression)], of: dataset)
    #expect(["0", "2000000"].contains(derived.items[0]["x"]?.text))
  }

  @Test func `texts are searched as by SQLite`() throws {
    let texts = ["NULL", "''", "'a'", "'ab'", "'äbä'", "'aab'", "' a '", "12", "1.5", "x''", "x'6162'", "x'c3a4'"]
    let functions = ["instr", "trim", "ltrim", "rtrim"]
    var expressions = functions.flatMap { name in texts.flatMap { x in texts.map { "\(name)(\(x), \($0))" } } }
    for x in texts {
      for y in texts { expressions += ["'b'", "''", "NULL", "'xyz'", "7"].map { "replace(\(x), \(y), \($0))" } }
    }
    expressions = expressions.map { "quote(CAST(\($0) AS TEXT)) || typeof(\($0))" }
    try withFolder { folder in
      let path = folder.path + "/f.sqlite"
      try SQLiteFile(path).execute("CREATE TABLE f (x)")
      for start in stride(from: 0, to: expressions.count, by: 100) {
        let part = expressions[start..<min(start + 100, expressions.count)]
        // A query is evaluated by SQLite's own functions.
        let query = part.map { "SELECT \($0) AS x" }.joined(separator: " UNION ALL ")
        let expected = try Dataset(contentsOf: path, options: .init(key: "@row", query: query)).texts.map { $0[0] }
        let fields = part.enumerated().map { DerivedField(name: "x\($0)", expression: $1) }
        let item = try transform(fields, of: works()).items[0]
        for (index, expression) in part.enumerated() {
          #expect(item["x\(index)"]?.text == expected[index], "\(expression)")
        }
      }
    }
  }
}
