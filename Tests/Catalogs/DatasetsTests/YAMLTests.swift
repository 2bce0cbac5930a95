import Datasets
import Testing

@Suite struct YAMLTests {
  @Test func `a sequence of mappings`() throws {
    let dataset = try read(
      .yaml,
      """
      - name: Apple
        price: 1.50
        tags: [red, 007]
        nutrition: {energy: 52}
      - name: "Fig"
        price: ~
        ripe: yes
        note: |
          a
          b

      """)
    #expect(dataset.fieldNames == ["name", "price", "tags", "nutrition.energy", "ripe", "note"])
    #expect(dataset.types == [.text, .number, .list, .number, .boolean, .text])
    #expect(dataset.texts == [["Apple", "1.50", "red, 007", "52", "", ""], ["Fig", "", "", "", "yes", "a\nb\n"]])
    #expect(dataset.records.map(\.row) == [1, 2])
  }

  @Test func `a plain word is no boolean among other words`() throws {
    let dataset = try read(.yaml, "- {code: NO}\n- {code: SE}\n")
    #expect(dataset.types == [.text])
    #expect(dataset.keys == ["NO", "SE"])
    #expect(try read(.yaml, "- {id: a, x: \"12\"}\n").types == [.text, .text])
  }

  @Test func `a member has the rows`() throws {
    let yaml = "version: 1\nfruits:\n- name: Apple\nnuts:\n- name: Hazelnut\n"
    #expect(try read(.yaml, yaml, .init(path: "nuts")).keys == ["Hazelnut"])
    #expect(try read(.yaml, "version: 1\nfruits:\n- name: Apple\n").keys == ["Apple"])
    #expect(message(of: try read(.yaml, yaml)).contains("in catalog.yml: “fruits”, “nuts”."))
    #expect(message(of: try read(.yaml, yaml, .init(path: "nut"))).contains("Did you mean “nuts”?"))
  }

  @Test(arguments: [
    ("- name: \"x\n", "error: fruits.yaml, line 2, column 1: this is not YAML"),
    ("- a: 1\n  a: 2\n", "is written twice in the mapping"), ("", "error: fruits.yaml: the file is empty"),
    ("- name: A\n- 3\n", "error: fruits.yaml, row 2, line 2, column 3: a mapping is expected, a single value found"),
    ("name: A\n", "error: fruits.yaml, line 1, column 1: a sequence of mappings is expected, a mapping found"),
    (
      "- a.b: 1\n  a: {b: 2}\n", "error: fruits.yaml, row 1, line 2, column 7, field “a.b”: the row has the field twice"
    ),
  ])
  func `errors have a place`(text: String, expected: String) {
    #expect(message(of: try read(.yaml, text)).contains(expected))
  }

  @Test func `a value that does not fit its type names its row`() {
    #expect(
      message(of: try read(.yaml, "- id: a\n- id: b\n  n: x\n", .init(types: ["n": .number])))
        .hasPrefix("error: fruits.yaml, row 2, line 3, column 3, field “n”: “x” is not a number."))
  }

  @Test func `merge keys are resolved`() throws {
    let yaml = """
      base: &b {color: red, size: 3}
      other: &o {size: 5, shape: round, color: blue}
      rows:
      - {<<: *b, name: One}
      - {name: Two, size: 4, <<: *b}
      - {name: Three, <<: [*o, *b]}
      - {name: Four, <<: {<<: *b, size: 9}}
      - {name: Five, "<<": x}
      """
    let dataset = try read(.yaml, yaml, .init(path: "rows"))
    #expect(dataset.fieldNames == ["name", "color", "size", "shape", "<<"])
    #expect(
      dataset.texts == [
        ["One", "red", "3", "", ""], ["Two", "red", "4", "", ""], ["Three", "blue", "5", "round", ""],
        ["Four", "red", "9", "", ""], ["Five", "", "", "", "x"],
      ])
  }

  @Test func `merge keys of each other are limited`() {
    let levels = (1...40).map { "- &l\($0) {<<: [*l\($0 - 1), *l\($0 - 1)]}" }.joined(separator: "\n")
    #expect(
      message(of: try read(.yaml, "- &l0 {a: 1}\n\(levels)\n", .init(limits: .init(value: 1000))))
        .contains("aliases before this repeat more than 125 bytes"))
  }

  @Test(arguments: [
    ("- a: 1\n  b: 2\n  a: 3\n  a: 4\n- a: 5\n", [["1", "2"], ["5", ""]], 2),
    ("- {'a': 1, 'a': 2, \"b\": {c: 3, c: 4}}\n", [["1", "3"]], 2),
    ("x: &x {b: 7}\ny: &y {c: 8}\nrows:\n- <<: *x\n  <<: *y\n  a: 1\n", [["1", "7", "8"]], 0),
  ])
  func `a name that is written twice is counted`(yaml: String, texts: [[String]], count: Int) throws {
    let path = yaml.contains("rows") ? "rows" : nil
    let dataset = try read(.yaml, yaml, .init(key: "@row", path: path, problems: .warn))
    #expect(dataset.texts == texts)
    #expect(dataset.problems.counts == (count == 0 ? [:] : [.value: count]))
    #expect(!message(of: try read(.yaml, yaml, .init(path: path))).isEmpty)
  }

  @Test func `a mistake in a later document is one of the file`() {
    #expect(message(of: try read(.yaml, "---\nname: A\n---\nname: \"B\n")).contains("this is not YAML"))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
  func `values that are nested too deeply are refused`(opening: String) {
    #expect(message(of: try read(.yaml, String(repeating: opening, count: 100_000))).contains("nested deeper"))
  }
}
