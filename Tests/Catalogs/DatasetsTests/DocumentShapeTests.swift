import Datasets
import Testing

/// The rows of documents of other forms than an array of objects, if problems are warnings.
@Suite struct DocumentShapeTests {
  private func warned(_ format: DatasetFormat, _ text: String) throws -> Dataset {
    try read(format, text, .init(problems: .warn))
  }

  // MARK: Objects after each other

  @Test(arguments: [
    "{\"id\": 1, \"n\": {\"a\": 2}}\n{\"id\": 3}\n", "\n{\"id\": 1,\n \"n\": {\"a\": 2}}\n\n{\n\"id\": 3}",
    "{\"id\": 1, \"n\": {\"a\": 2}} {\"id\": 3}",
  ])
  func `objects after each other are rows`(json: String) throws {
    let dataset = try read(json: json)
    #expect(dataset.fieldNames == ["id", "n.a"])
    #expect(dataset.texts == [["1", "2"], ["3", ""]])
    #expect(dataset.records.map(\.row) == [1, 2])
  }

  @Test func `a mistake in an object after others affects its line, or the text after it`() throws {
    #expect(try warned(.json, "{\"a\":1}\n{\"a\":\n{\"a\":3}\n").texts == [["1"], ["3"]])
    let dataset = try warned(.json, "{\n\"a\":1}\n{\"a\":2}\n{\"a\":")
    #expect(dataset.texts == [["1"], ["2"]])
    #expect(dataset.problems.counts == [.row: 1])
    #expect(message(of: try read(json: "{\"a\":1} {\"a\":")).contains("line 1, column 14: a value is expected"))
  }

  // MARK: Groups

  @Test(arguments: [
    (DatasetFormat.json, #"{"2019": [{"name": "A", "n": 1}, {"name": "B"}], "2020": [{"name": "C"}], "2021": []}"#),
    (.yaml, "2019: [{name: A, n: 1}, {name: B}]\n2020:\n- name: C\n2021: []\n"),
    (.toml, "[[2019]]\nname = 'A'\nn = 1\n[[2019]]\nname = 'B'\n[[2020]]\nname = 'C'\n"),
  ])
  func `lists with years as names have the rows of one data set`(format: DatasetFormat, text: String) throws {
    let dataset = try warned(format, text)
    #expect(dataset.fieldNames == ["group", "name", "n"])
    #expect(dataset.texts == [["2019", "A", "1"], ["2019", "B", ""], ["2020", "C", ""]])
    #expect(dataset.keys == ["A", "B", "C"])
  }

  @Test func `more than eight lists of like objects are groups`() throws {
    func document(_ count: Int, _ row: (Int) -> String) -> String {
      "{\((0..<count).map { "\"list \($0)\": [{\(row($0))}]" }.joined(separator: ","))}"
    }
    #expect(
      try warned(.json, document(9) { "\"name\": \($0), \"group\": 2" }).fieldNames == ["_group", "name", "group"])
    #expect(try warned(.json, document(8) { "\"name\": \($0)" }).records.count == 1)
    #expect(try warned(.json, document(9) { "\"name\": \($0), \"a\($0)\": 1, \"b\($0)\": 2" }).records.count == 1)
  }

  @Test func `a row of a group has its place`() throws {
    let text = message(
      of: try read(
        .yaml, "2019:\n- n: 1\n2020:\n- n: x\n", .init(types: ["n": .number], problems: .warn, problemLimit: 0)))
    #expect(text.contains("fruits.yaml, row 2, line 4, column 3, field “n”: “x” is not a number"), "\(text)")
  }

  // MARK: Pairs

  private func object(_ count: Int, name: (Int) -> String = { "word \($0)" }, value: (Int) -> String) -> String {
    "{\((0..<count).map { "\"\(name($0))\": \(value($0))" }.joined(separator: ", "))}"
  }

  @Test(arguments: [DatasetFormat.json, .yaml])
  func `many plain members of one kind are rows`(format: DatasetFormat) throws {
    let dataset = try warned(format, object(24) { $0 == 3 ? "null" : "\"text \($0)\"" })
    #expect(dataset.fieldNames == ["key", "value"])
    #expect(dataset.records.count == 24)
    #expect(dataset.keys.first == "word 0")
    #expect(dataset.texts[3] == ["word 3", ""])
    #expect(try warned(format, object(24) { "\($0)" }).types == [.text, .number])
    #expect(try warned(format, object(24) { "[\"\($0)\"]" }).records.count == 24)
  }

  @Test func `a table of TOML may have pairs`() throws {
    let toml = (0..<24).map { "k\($0) = \"v\($0)\"\n" }.joined()
    #expect(try warned(.toml, toml).texts.last == ["k23", "v23"])
    #expect(try warned(.toml, "[words]\n" + toml).texts.last == ["k23", "v23"])
  }

  @Test func `a lone row is no list of pairs`() throws {
    func count(_ json: String) throws -> Int { try warned(.json, json).records.count }
    #expect(try count(object(23) { _ in "\"x\"" }) == 1)
    #expect(try count(object(24) { $0 == 0 ? "1" : "\"x\"" }) == 1)
    #expect(try count(object(24) { $0 == 0 ? "{}" : "\"x\"" }) == 1)
    // Members with these names are a row, unless there are more than any row has, or all are codes.
    for name in ["id", "title", "artistName"] {
      #expect(try count(object(24, name: { $0 == 5 ? name : "word \($0)" }, value: { _ in "\"x\"" })) == 1)
      #expect(try count(object(200, name: { $0 == 5 ? name : "word \($0)" }, value: { _ in "\"x\"" })) == 200)
    }
    #expect(try count(object(24, name: { $0 == 5 ? "id" : "a\($0)" }, value: { _ in "\"x\"" })) == 24)
    #expect(!message(of: try read(json: object(24) { _ in "\"x\"" })).isEmpty)
  }

  // MARK: Other forms in other formats

  @Test(arguments: [
    (DatasetFormat.yaml, "- Apple\n- 007\n-\n", ["value"], [["Apple"], ["007"], [""]]),
    (.yaml, "- [name, n]\n- [Apple, 1]\n", ["name", "n"], [["Apple", "1"]]),
    (.yaml, "a: [x, y]\nb: [1]\n", ["key", "value"], [["a", "x, y"], ["b", "1"]]),
    (.yaml, "a: [x, y]\nb: [1, 2]\n", ["a", "b"], [["x", "1"], ["y", "2"]]),
    (.toml, "about = 'Fruits'\nfruits = ['Apple', 'Fig']\n", ["fruits"], [["Apple"], ["Fig"]]),
    (.toml, "edition = 2021\n[package]\nversion = '1'\n", ["edition", "package.version"], [["2021", "1"]]),
  ])
  func `documents of all formats have the same forms`(
    format: DatasetFormat, text: String, names: [String], texts: [[String]]
  ) throws {
    let dataset = try warned(format, text)
    #expect(dataset.fieldNames == names)
    #expect(dataset.texts == texts)
  }

  @Test func `rows may be within the only object of an envelope`() throws {
    #expect(try warned(.json, #"{"ok": true, "data": {"fruits": [{"name": "Apple"}]}}"#).keys == ["Apple"])
    #expect(
      try warned(.json, #"{"name": "Box", "data": {"fruits": [{"name": "Apple"}]}}"#).fieldNames
        == ["name", "data.fruits"])
  }

  @Test func `of several objects of objects the largest is read`() throws {
    let names = (0..<5).map { "\"n\($0)\": {\"a\": \($0)}" }.joined(separator: ",")
    let dataset = try warned(.json, #"{"codes": {"x": {"a": 1}, "y": {"a": 2}}, "names": {\#(names)}}"#)
    #expect(dataset.keys == ["n0", "n1", "n2", "n3", "n4"])
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.json, line 1, column 1: there are several objects of objects: “names” is read.
          Choose one with --path NAME, or with `path: NAME` in catalog.yml: “codes”, “names”.
        """
      ])
  }

  // MARK: Content outside of the rows

  @Test func `content outside of the rows is reported`() throws {
    let dataset = try warned(
      .json, #"{"version": 3, "fruits": [{"name": "Apple"}], "meta": {"a": 1}, "none": null, "total": 1, "next": "x"}"#)
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.json, line 1, column 1: “version”, “meta” are beside the rows, “fruits”: they are left out.
          Choose one with --path NAME, or with `path: NAME` in catalog.yml: “meta”.
        """
      ])
    #expect(
      try warned(.yaml, "name: Fruits\nfruits:\n- name: Apple\n").warnings.map(\.description) == [
        "warning: fruits.yaml, line 1, column 1: “name” is beside the rows, “fruits”: it is left out."
      ])
  }

  @Test(arguments: [
    #"{"type": "FeatureCollection", "crs": {"a": 1}, "bbox": [1], "features": [{"properties": {"name": "A"}}]}"#,
    #"{"total_count": 1, "per_page": 2, "_links": {"next": "x"}, "items": [{"name": "A"}]}"#,
  ])
  func `counts, links and members of GeoJSON are not reported`(json: String) throws {
    #expect(try warned(.json, json).warnings.isEmpty)
  }

  @Test func `nothing is reported if the rows are chosen`() throws {
    let json = #"{"version": 3, "fruits": [{"name": "Apple"}]}"#
    #expect(try read(json: json, .init(path: "fruits", problems: .warn)).warnings.isEmpty)
    #expect(try read(json: json).warnings.isEmpty)
  }
}
