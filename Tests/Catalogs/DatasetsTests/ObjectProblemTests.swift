import Datasets
import Testing

/// Problems of the rows of JSON, YAML and TOML, if they are warnings.
@Suite struct ObjectProblemTests {
  private func warned(_ format: DatasetFormat, _ text: String) throws -> Dataset {
    try read(format, text, .init(key: "@row", problems: .warn))
  }

  @Test(
    arguments: [
      (.jsonLines, "{\"a\":1}\n{\"a\":\n{\"a\":3}\n7\n{\"a\":5}\n", [["1"], ["3"], ["5"]], [.row: 2]),
      (.json, #"[{"a":1},2,{"a":3}]"#, [["1"], ["3"]], [.row: 1]),
      (.json, #"[{"a":1},{"a":2},{"a":3},{"a""#, [["1"], ["2"], ["3"]], [.row: 1]),
      (.json, #"[{"a":1,"a":2,"b":{"c":3,"c":4}}]"#, [["1", "3"]], [.value: 2]),
      (.json, #"[{"a.b":1,"a":{"b":2}}]"#, [["1"]], [.value: 1]),
      (.json, #"[{"a":1," ":2}]"#, [["1"]], [.value: 1]),
      (
        .json, "[{\"a\":NaN,\"b\":\"x\ty\"},{\"a\":-Infinity,\"b\":\"\\ud83c\\d\"}]",
        [["", "x\ty"], ["", "\u{FFFD}\\d"]], [.value: 1]
      ),
      (.yaml, "- a: 1\n- 2\n- a: 3\n", [["1"], ["3"]], [.row: 1]),
      (.yaml, "a: 1\nb: x\n", [["1", "x"]], [:]), (.json, #"{"a":1,"b":"x"}"#, [["1", "x"]], [:]),
      (.json, #"{"n":[{"a":1}],"m":[{"a":2},{"a":3}]}"#, [["2"], ["3"]], [:]),
      (.yaml, "n: [{a: 1}]\nm: [{a: 2}, {a: 3}]\n", [["2"], ["3"]], [:]),
      (.toml, "n = [{a = 1}]\nm = [{a = 2}, {a = 3}]\n", [["2"], ["3"]], [:]),
    ] as [(DatasetFormat, String, [[String]], [Dataset.Problem.Kind: Int])])
  func `rows keep their readable values`(
    format: DatasetFormat, text: String, texts: [[String]], counts: [Dataset.Problem.Kind: Int]
  ) throws {
    let dataset = try warned(format, text)
    #expect(dataset.texts == texts)
    #expect(dataset.problems.counts == counts)
    // Values that are read one by one equal those that are read at once.
    for (record, texts) in zip(dataset.records, texts) {
      #expect(texts.indices.map { record.value(at: $0).text } == texts)
    }
    #expect(!message(of: try read(format, text, .init(key: "@row"))).isEmpty)
  }

  @Test(
    arguments: [
      (#"["a", 2, null, true]"#, ["value"], [["a"], ["2"], [""], ["true"]], [FieldType.text]),
      (#"["a", "b"]"#, ["value"], [["a"], ["b"]], [.text]),
      (
        #"[["name","POP"],["Ohio","11"],["Iowa","3","x"]]"#, ["name", "POP", "column_3"],
        [["Ohio", "11", ""], ["Iowa", "3", "x"]], [.text, .number, .text]
      ),
      ("[[1,2],[3]]", ["column_1", "column_2"], [["1", "2"], ["3", ""]], [.number, .number]),
      (#"{"rows": [["x"],["1"],["2"]], "version": 1}"#, ["rows"], [["x"], ["1"], ["2"]], [.list]),
      (
        #"{"about": "Fruits", "source": null, "more": [], "fruits": ["Apple", "", 3]}"#, ["fruits"],
        [["Apple"], [""], ["3"]],
        [.text]
      ),
      (#"{"about": "Fruits", "fruits": ["Apple"]}"#, ["about", "fruits"], [["Fruits", "Apple"]], [.text, .list]),
      (
        #"{"name": "Box", "colour": "red", "tags": ["a", "b"]}"#, ["name", "colour", "tags"], [["Box", "red", "a, b"]],
        [.text, .text, .list]
      ),
      (
        #"{"titans": ["Atlas", "Rhea"], "gods": ["Zeus"], "heroes": []}"#, ["key", "value"],
        [["titans", "Atlas, Rhea"], ["gods", "Zeus"], ["heroes", ""]], [.text, .list]
      ),
    ])
  func `arrays without objects are tables`(json: String, names: [String], texts: [[String]], types: [FieldType]) throws
  {
    let dataset = try warned(.json, json)
    #expect(dataset.fieldNames == names)
    #expect(dataset.texts == texts)
    #expect(dataset.types == types)
  }

  @Test func `a truncated text cannot be read`() {
    let text = message(of: try warned(.json, #"[{"a":1},{"a",  "long": "long long long long long"}]"#))
    #expect(text.contains("error: fruits.json, line 1, column 14: a colon is expected"), "\(text)")
  }

  @Test func `the list of a named document has more rows than the document has facts`() throws {
    func document(_ count: Int) -> String {
      let fruits = (0..<count).map { "\"fruit \($0)\"" }.joined(separator: ",")
      return "{\"title\": \"Fruits\", \"about\": \"What grows\", \"fruits\": [\(fruits)]}"
    }
    #expect(try warned(.json, document(8)).records.count == 1)
    #expect(try warned(.json, document(9)).records.count == 9)
  }

  private static let facts = #""id": "x1", "title": "House", "medium": "pencil", "year": 1900"#

  @Test(arguments: [
    // The artists of a drawing are part of it.
    ("{\(facts), \"creator\": [{\"name\": \"Jo\"}]}", 1, "House"),
    ("{\(facts), \"creator\": [{\"name\": \"Jo\"}], \"images\": [{\"url\": \"a\"}], \"size\": {\"w\": 1}}", 1, "House"),
    // A document with as many rows as facts is an envelope, and so is one without a name, with few facts, or with a
    // member named as rows.
    ("{\(facts), \"works\": [{\"name\": \"A\"}, {\"name\": \"B\"}, {\"name\": \"C\"}]}", 3, "A"),
    (#"{"count": 1, "next": null, "previous": null, "page": 1, "found": [{"name": "A"}]}"#, 1, "A"),
    (#"{"title": "Fruits", "description": "What grows", "fruits": [{"name": "A"}]}"#, 1, "A"),
    ("{\(facts), \"items\": [{\"name\": \"A\"}]}", 1, "A"),
    (
      #"{"type": "FeatureCollection", "name": "Towns", "crs": "84", "features": [{"properties": {"name": "A"}}]}"#, 1,
      "A"
    ),
  ])
  func `a row is distinguished from an envelope of rows`(json: String, count: Int, title: String) throws {
    let dataset = try warned(.json, json)
    #expect(dataset.records.count == count)
    #expect((dataset.records.first?["title"] ?? dataset.records.first?["name"])?.text == title)
    #expect(try warned(.yaml, json).records.count == (json.contains("properties") ? 1 : count))
  }

  @Test func `a row of YAML may have sequences`() throws {
    let dataset = try warned(.yaml, "id: x1\ntitle: House\nmedium: pencil\ncreator: [{name: Jo}]\n")
    #expect(dataset.texts == [["x1", "House", "pencil", "Jo"]])
  }

  @Test func `a few members next to many rows are skipped`() throws {
    func document(rows count: Int) -> String {
      let rows = (0..<count).map { "\"e\($0)\": {\"symbol\": \"S\($0)\", \"number\": \($0)}" }
      return "{\"order\": [\"e0\"], \(rows.joined(separator: ","))}"
    }
    let dataset = try read(json: document(rows: 9), .init(problems: .warn))
    #expect(dataset.keys == (0..<9).map { "e\($0)" })
    #expect(dataset.fieldNames == ["key", "symbol", "number"])
    #expect(
      dataset.problems.list.map(\.finding.message) == ["an object is expected, an array found: it is left out"])
    #expect(try warned(.json, document(rows: 8)).records.count == 1)
    #expect(message(of: try read(json: document(rows: 9))).contains("an array of objects is expected, an object found"))
  }

  @Test func `the array that is read is reported`() throws {
    let dataset = try warned(.json, #"{"n":[{"a":1}],"m":[{"a":2},{"a":3}]}"#)
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.json, line 1, column 1: there are several arrays of objects: “m” is read.
          Choose one with --path NAME, or with `path: NAME` in catalog.yml: “n”, “m”.
        """
      ])
  }

  @Test(arguments: [
    (DatasetFormat.json, #"{"links": [{"from": 1}, {"from": 2}], "nodes": [{"name": "A"}], "more": [{"name": "B"}]}"#),
    (.yaml, "links: [{from: 1}, {from: 2}]\nnodes: [{name: A}]\nmore: [{name: B}]\n"),
    (.toml, "links = [{from = 1}, {from = 2}]\nnodes = [{name = 'A'}]\nmore = [{name = 'B'}]\n"),
  ])
  func `of several arrays the one with named objects is read`(format: DatasetFormat, text: String) throws {
    #expect(try warned(format, text).texts == [["A"]])
  }

  @Test func `the number of elements decides, not their length`() throws {
    #expect(
      try warned(.json, #"{"n": [{"a": "long, long, long"}], "m": [{"a": 1}, {"a": 2}]}"#).texts == [["1"], ["2"]])
  }

  @Test func `documents of YAML are rows`() throws {
    #expect(try read(.yaml, "---\nname: A\n---\nname: B\n...\n").keys == ["A", "B"])
    #expect(try read(.yaml, "--- \n- name: A\n").keys == ["A"])
  }
}
