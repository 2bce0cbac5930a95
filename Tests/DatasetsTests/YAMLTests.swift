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
      "- a.b: 1\n  a: {b: 2}\n", "error: fruits.yaml, row 1, line 1, column 3, field “a.b”: the row has the field twice"
    ),
  ])
  func `errors say where`(text: String, expected: String) {
    #expect(message(of: try read(.yaml, text)).contains(expected))
  }

  @Test func `a value that does not fit its type names its row`() {
    #expect(
      message(of: try read(.yaml, "- id: a\n- id: b\n  n: x\n", .init(types: ["n": .number])))
        .hasPrefix("error: fruits.yaml, row 2, line 2, column 3, field “n”: “x” is not a number."))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
  func `what is nested too deeply is refused`(opening: String) {
    #expect(message(of: try read(.yaml, String(repeating: opening, count: 100_000))).contains("nested deeper"))
  }
}
