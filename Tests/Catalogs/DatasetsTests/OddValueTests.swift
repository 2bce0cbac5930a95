import Datasets
import Diagnostics
import Testing

/// Values that are unlike the others of their field: those that are read as missing, and those that remain text if
/// problems are warnings.
@Suite struct OddValueTests {
  private func column(_ values: [String], _ problems: Dataset.ProblemPolicy = .warn) throws -> Dataset {
    let rows = values.enumerated().map { "\($0);\"\($1)\"" }
    return try read(csv: (["id;v"] + rows).joined(separator: "\n"), .init(problems: problems))
  }

  private func type(of values: [String], _ problems: Dataset.ProblemPolicy = .warn) throws -> FieldType? {
    try column(values, problems).schema.fields.last?.type
  }

  @Test(
    arguments: [
      "NA", "na", "N/A", "n/a", "#N/A", "NaN", "NULL", "null", "None", "n.a.", "-", "--", "–", "—", ".", "..", "?", "*",
      "\\N",
      " NA ",
    ], [Dataset.ProblemPolicy.stop, .warn])
  func `a placeholder among numbers, dates, booleans and addresses is no value`(
    placeholder: String, problems: Dataset.ProblemPolicy
  ) throws {
    for (values, type) in [
      (["1", "2.5"], FieldType.number), (["2024-01-01", "c. 1850"], .date), (["yes", "no"], .boolean),
      (["https://a.org", "https://b.org"], .url), (["a.png", "b.png"], .image), (["1.234,5", "2,5"], .number),
    ] {
      let dataset = try column([values[0], placeholder, values[1]], problems)
      #expect(dataset.schema.fields[1].type == type)
      #expect(dataset.records.map { $0["v"] ?? .missing }[1] == .missing)
      #expect(dataset.warnings.map(\.code) == ["datasets/placeholder"])
      #expect(dataset.problems.isEmpty)
    }
  }

  @Test func `letters are text among codes`() throws {
    #expect(try column(["NA", "DE", "AT"]).texts.map(\.last) == ["NA", "DE", "AT"])
    #expect(try column(["NA", "1", "x"]).texts.map(\.last) == ["NA", "1", "x"])
  }

  @Test func `placeholders are reported once for all fields, with the deciding option`() throws {
    let dataset = try read(csv: "id,a,b size,c\n1,NA,1,NA\n2,3,.,x\n")
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv, row 2, field “a”: “NA” is read as no value, for the others are numbers; so are such \
        values in 1 more field.
          To have it as text, write `types: {a: text}` for the data set in catalog.yml.
        """
      ])
  }

  @Test func `a placeholder is no mistake if the type is chosen`() throws {
    for problems in Dataset.ProblemPolicy.allCases {
      let dataset = try read(csv: "id,v\n1,NA\n2,3\n", .init(types: ["v": .number], problems: problems))
      #expect(dataset.texts.map(\.last) == ["", "3"])
      #expect(dataset.warnings.isEmpty)
    }
    #expect(try read(csv: "id,v\n1,NA\n2,3\n", .init(types: ["v": .text])).texts.map(\.last) == ["NA", "3"])
  }

  @Test(arguments: [
    (Array(repeating: "1", count: 9) + ["free"], FieldType.number), (Array(repeating: "1", count: 8) + ["free"], .text),
    (Array(repeating: "1", count: 17) + ["free", "sold"], .text),
    (Array(repeating: "1850", count: 10) + ["c. 1850", "undated"], .date),
    (Array(repeating: "https://a.org", count: 9) + ["a b"], .url),
    (Array(repeating: "https://a.org/1.png", count: 9) + ["https://a.org/2.aspx"], .image),
    (Array(repeating: "a.png", count: 9) + ["none yet"], .image),
    // Codes are correct.
    (Array(repeating: "01234", count: 9) + ["A"], .text), (Array(repeating: "1", count: 9) + ["01", "A1"], .text),
  ])
  func `a field is of the type that nearly all of its values have`(values: [String], type: FieldType) throws {
    #expect(try self.type(of: values) == type)
    let dataset = try column(values)
    #expect(dataset.texts.map(\.last) == values)
    #expect(try self.type(of: values, .stop) == (values.last == "https://a.org/2.aspx" ? .image : .text))
  }

  @Test func `each odd value is counted, with its place and the deciding option`() throws {
    let dataset = try column(Array(repeating: "1", count: 30) + ["free", "sold", "lent"])
    #expect(dataset.problems.counts == [.value: 3])
    #expect(dataset.problems.list.map(\.finding.location.row) == [32, 33, 34])
    #expect(
      dataset.warnings.last?.description == """
        warning: fruits.csv, row 34, field “v”: “lent” is not a number, as nearly all values of the field are: it \
        stays text.
          Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6. Or say that the field is text, with \
        `types: {v: text}` for the data set in catalog.yml. With --problems stop, or `problems: stop` in catalog.yml, \
        problems of the data are errors.
        """)
    #expect(
      message(
        of: try read(
          csv: "id,v\n" + (1...20).map { "\($0),\($0 == 7 ? "x" : "1")\n" }.joined(),
          .init(problems: .warn, problemLimit: 0))
      ).contains("1 problem"))
  }

  @Test(arguments: [
    (Array(repeating: "2024-02-29", count: 10) + ["YYYY-MM-DD"], FieldReading.date),
    (Array(repeating: "1,5", count: 10) + ["free"], .number), (Array(repeating: "1", count: 11) + ["2,4"], .number),
    (Array(repeating: "yes", count: 10) + ["maybe"], .boolean), (Array(repeating: "a.png", count: 10) + ["b"], .image),
  ])
  func `an odd value is counted once and no error if the type is chosen`(values: [String], reading: FieldReading) throws
  {
    let rows = values.map { "x;\"\($0)\"\n" }
    let dataset = try read(csv: "w;v\n" + rows.joined(), .init(key: "@row", types: ["v": reading], problems: .warn))
    #expect(dataset.types[1] == reading.type)
    #expect(dataset.problems.counts == [.value: 1])
    #expect(dataset.records.map { $0["v"] }.last == .text(values.last ?? ""))
    guard case .text? = dataset.records.first?["v"] else { return }
    Issue.record("The others are no \(reading).")
  }

  @Test func `an odd value is counted in dates`() throws {
    let dataset = try column(Array(repeating: "2024-02-29", count: 10) + ["YYYY-MM-DD"])
    #expect(dataset.types[1] == .date)
    #expect(dataset.problems.counts == [.value: 1])
  }

  @Test(arguments: ["year", "level"])
  func `a number among numbers is not odd`(name: String) throws {
    let rows = (["-660", "-44"] + (1900...1920).map(String.init)).enumerated().map { "a\($0),\($1)\n" }
    let dataset = try read(csv: "id,\(name)\n" + rows.joined(), .init(problems: .warn))
    #expect(dataset.types[1] == .number)
    #expect(dataset.warnings.isEmpty)
  }

  @Test func `numbers in quotes are reported once for all fields`() throws {
    let rows = (1...12).map { #"{"id":\#($0),"n":\#($0).5,"s":\#($0).25}"# } + [#"{"id":13,"n":"42.5","s":"7"}"#]
    let dataset = try read(json: "[\(rows.joined(separator: ","))]", .init(problems: .warn))
    #expect(
      dataset.warnings.map(\.message)
        == ["n", "s"].map { field in
          """
          “\(field == "n" ? "42.5" : "7")” is a text in quotes and not a number, as nearly all values of the field \
          are: it stays text
          """
        })
    #expect(Set(dataset.warnings.map(\.hint)).count == 1)
    #expect(dataset.warnings[0].hint?.contains("`types: {n: number, s: number}`") == true)
  }

  @Test(arguments: ["isbn", "ISBN13", "issn", "zip_code", "postcode", "phone", "ean", "doi", "object_id"])
  func `an identifier is no amount`(name: String) throws {
    let values = Array(repeating: "9780306406157", count: 20) + ["030640615X"]
    func dataset(_ name: String, _ values: [String]) throws -> Dataset {
      try read(csv: "\(name);w\n" + values.map { "\($0);x\n" }.joined(), .init(key: "@row", problems: .warn))
    }
    #expect(try dataset(name, values).types[0] == .text)
    #expect(try dataset(name, values).warnings.isEmpty)
    #expect(try dataset(name, values.dropLast()).types[0] == .number)
    #expect(try dataset("amount", values).types[0] == .number)
  }

  @Test(arguments: [(".5", "0.5"), ("-.25", "-0.25"), ("+.5", "+0.5"), (".5e3", "0.5e3")])
  func `a fraction alone is a number`(written: String, text: String) throws {
    let dataset = try column([written, "1"], .stop)
    #expect(dataset.schema.fields[1].type == .number)
    #expect(dataset.texts.map(\.last) == [text, "1"])
    #expect(Value.Number(written)?.value == Value.Number(text)?.value)
    for text in [".", "-.", ".e1", "5.", "1..5"] { #expect(Value.Number(text) == nil) }
  }

  @Test func `only NO may be Norway`() throws {
    #expect(try type(of: ["NO", "NO"]) == .text)
    #expect(try type(of: ["NO", "YES"]) == .boolean)
    #expect(try type(of: ["no", "no"]) == .boolean)
    #expect(try type(of: ["yes", "yes"]) == .boolean)
    #expect(try type(of: ["yes", "no"]) == .boolean)
    #expect(try type(of: ["true", "true"]) == .boolean)
    #expect(try read(json: #"[{"id": 1, "v": false}]"#).schema.fields[1].type == .boolean)
  }

  @Test(arguments: [
    ("image_url", FieldType.image), ("thumbnailUrl", .image), ("photo", .image), ("page.image.href", .image),
    ("homepage", .url), ("image_page", .url), ("images_of", .url),
  ])
  func `a field with a name for pictures has pictures`(name: String, type: FieldType) throws {
    let dataset = try read(csv: "id,\(name)\n1,https://a.org/render?id=1\n2,https://a.org/render?id=2\n")
    #expect(dataset.schema.fields[1].type == type)
  }

  @Test func `an odd value among addresses or pictures is one wherever it stands`() throws {
    for (ending, type) in [("", FieldType.url), (".jpg", .image)] {
      let values = (0..<40).map { "https://example.org/\($0)\(ending)" }
      for index in 0...values.count {
        var values = values
        values.insert("see shelf", at: index)
        let dataset = try column(values)
        #expect(dataset.schema.fields[1].type == type, "\(index)")
        #expect(dataset.problems.counts == [.value: 1], "\(index)")
        #expect(dataset.records[index]["v"] == .text("see shelf"), "\(index)")
      }
    }
  }
}
