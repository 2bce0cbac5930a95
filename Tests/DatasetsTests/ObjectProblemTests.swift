import Datasets
import Testing

/// What is wrong with the rows of JSON, YAML and TOML, where problems do not stop the reading.
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
  func `rows keep what they have`(
    format: DatasetFormat, text: String, texts: [[String]], counts: [Dataset.Problem.Kind: Int]
  ) throws {
    let dataset = try warned(format, text)
    #expect(dataset.texts == texts)
    #expect(dataset.problems.counts == counts)
    // Whatever is read one by one is what is read at once.
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
      (#"{"rows": [["x"],["1"],["2"]], "version": 1}"#, ["rows", "version"], [["x, 1, 2", "1"]], [.list, .number]),
    ])
  func `arrays without objects are tables`(json: String, names: [String], texts: [[String]], types: [FieldType]) throws
  {
    let dataset = try warned(.json, json)
    #expect(dataset.fieldNames == names)
    #expect(dataset.texts == texts)
    #expect(dataset.types == types)
  }

  @Test func `a text that breaks off early cannot be read`() {
    let text = message(of: try warned(.json, #"[{"a":1},{"a",  "long": "long long long long long"}]"#))
    #expect(text.contains("error: fruits.json, line 1, column 14: a colon is expected"), "\(text)")
  }

  @Test func `the longest of several arrays is named`() throws {
    let dataset = try warned(.json, #"{"n":[{"a":1}],"m":[{"a":2},{"a":3}]}"#)
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.json, line 1, column 1: there are several arrays of objects: “m”, the longest, is read.
          Choose one with --path NAME, or with `path: NAME` in catalog.yml: “n”, “m”.
        """
      ])
  }

  @Test func `documents of YAML are rows`() throws {
    #expect(try read(.yaml, "---\nname: A\n---\nname: B\n...\n").keys == ["A", "B"])
    #expect(try read(.yaml, "--- \n- name: A\n").keys == ["A"])
  }
}
