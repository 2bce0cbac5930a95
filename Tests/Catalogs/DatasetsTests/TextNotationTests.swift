import Datasets
import Diagnostics
import Testing

/// Values that programs write as texts of another notation: formulas of spreadsheets, lists of Python, JSON, and truth
/// values as numbers; and paths that tell where a file was.
@Suite struct TextNotationTests {
  private func field(named name: String = "v", _ values: [String]) throws -> (type: FieldType, texts: [String]) {
    let rows = values.enumerated().map { "\($0);\"\($1.replacing("\"", with: "\"\""))\"" }
    let dataset = try read(csv: (["id;\(name)"] + rows).joined(separator: "\n"), .init(problems: .warn))
    return (dataset.schema.fields[1].type, dataset.records.map { $0[name]?.text ?? "" })
  }

  @Test func `a formula that contains a text is the text`() throws {
    let isbns = try field([#"="0123456789""#, #"="""#, #"="9876543210""#])
    #expect(isbns.type == .text)
    #expect(isbns.texts == ["0123456789", "", "9876543210"])
    #expect(try field([#"="1401238025""#, #"="1401238026""#]).type == .text)
    #expect(try field([#"="a""#, "b", "=1+2", "=\""]).texts == ["a", "b", "=1+2", "=\""])
    // Without quotes around the formula, and as a key.
    let dataset = try read(csv: "code,name\n=\"007\",Bond\n=\"006\",Alec\n")
    #expect(dataset.records.map(\.id.key) == ["007", "006"])
    let json = try read(json: #"[{"id": "=\"01\""}, {"id": "=\"02\""}]"#)
    #expect(json.records.map { $0["id"]?.text } == ["01", "02"])
  }

  @Test func `lists of Python and JSON are lists`() throws {
    let years = try field(["['1933', '1934']", "[]", "['1940']"])
    #expect(years.type == .list)
    #expect(years.texts == ["1933, 1934", "", "1940"])
    #expect(try field([#"["a", "b"]"#, "[3927266132]"]).texts == ["a, b", "3927266132"])
    #expect(
      try field([#"['it\'s', "a 'b'", 'say "x"', None, True, 1.5, ('a',)]"#]).texts
        == [#"it's, a 'b', say "x", yes, 1.5, a"#])
    for other in ["[text](https://a.org)", "[a, b", "['a'", "[datetime(2020, 1, 1)]", "[sic] he said"] {
      let field = try field([other, "['a']"])
      #expect(field.type == .text)
      #expect(field.texts == [other, "['a']"])
    }
  }

  @Test func `objects of JSON and Python are objects if all values are`() throws {
    let objects = try field([#"{"height": 4, "tags": ["a", "b"]}"#, "{'height': 9}", "{}"])
    #expect(objects.type == .object)
    #expect(objects.texts == ["4, a, b", "9", ""])
    #expect(try field([#"{"height": 4}"#, "tall"]).type == .text)
  }

  @Test(arguments: ["is_public", "hasImage", "Is On Display", "was_lent", "Discontinued", "survived"])
  func `0 and 1 are booleans where the name asks for yes or no`(name: String) throws {
    let field = try field(named: name, ["0", "1", "1", "NA"])
    #expect(field.type == .boolean)
    #expect(field.texts == ["no", "yes", "yes", ""])
    #expect(try self.field(named: name, ["0", "1", "2"]).type == .number)
    let json = try read(json: #"[{"\#(name)": 0}, {"\#(name)": 1}]"#)
    #expect(json.schema.fields[0].type == .boolean)
  }

  @Test func `versions are texts, and identify rows before their dates`() throws {
    let dataset = try read(csv: "version,date\n1.9,2020-01-01\n1.10,2021-01-01\n2.0,2022-01-01\n")
    #expect(dataset.schema.fields.map(\.type) == [.text, .date])
    #expect(dataset.records.map(\.title) == ["1.9", "1.10", "2.0"])
    #expect(try field(named: "Min version", ["1.9", "1.10", "v2.0"]).texts == ["1.9", "1.10", "v2.0"])
    #expect(try read(csv: "id,version\n1,1.9\n2,1.10\n3,1.11\n4,v2.0\n").warnings.isEmpty)
  }

  @Test(arguments: ["speed", "copies", "island", "isbn", "hash", "shed"])
  func `0 and 1 are numbers elsewhere`(name: String) throws {
    #expect(try field(named: name, ["0", "1", "1"]).type == .number)
  }

  @Test(arguments: [
    #"C:\Users\anna\Zotero\storage\A\b.pdf"#, "/Users/anna/Zotero/a.pdf", "/home/anna/a.pdf", "file:///srv/a.pdf",
  ])
  func `a path on somebody's disk is a warning that names the field`(path: String) throws {
    let dataset = try read(csv: "id,File\n1,\n2,\(path)\n3,\(path)x\n")
    let warning = try #require(dataset.warnings.first)
    #expect(dataset.warnings.count == 1)
    #expect(warning.code == "datasets/private-path")
    #expect(warning.location.field == "File")
    #expect(warning.location.row == 3)
    #expect(warning.hint?.contains("\"File\": {hide: true}") == true)
  }

  @Test(arguments: ["/home/index.html", "https://a.org/home/x/y", "/Users", "home/a/b", "C:\\Windows"])
  func `other paths are no warning`(path: String) throws {
    #expect(try read(csv: "id,v\n1,\(path)\n").warnings.isEmpty)
  }
}
