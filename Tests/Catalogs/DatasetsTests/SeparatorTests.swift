import Datasets
import Fingerprints
import Testing

/// Lists that are written as one text, with other separators than semicolons.
@Suite struct SeparatorTests {
  private func list(_ text: String, _ separator: String) throws -> Value? {
    try read(csv: "v\n\"\(text)\"\n", .init(key: "@row", separators: ["v": separator])).records.first?["v"]
  }

  @Test(arguments: [
    ("red|green", "|", ["red", "green"]), (" red | |green|", "|", ["red", "green"]), ("a;b, c", ",", ["a;b", "c"]),
    ("a - b-c", " - ", ["a", "b-c"]), ("a–b", "–", ["a", "b"]), ("a b  c", " ", ["a", "b", "c"]), ("one", "|", ["one"]),
    ("a\nb", "\n", ["a", "b"]), ("12/7", "/", ["12", "7"]),
  ])
  func elements(text: String, separator: String, elements: [String]) throws {
    #expect(try list(text, separator) == .list(elements.map { .text($0) }))
  }

  @Test func `nothing but separators is no value`() throws { #expect(try list(" | |", "|") == .missing) }

  @Test func `a field with a separator is a list, and has no other type`() throws {
    let options = Dataset.Options(key: "@row", types: ["v": .text], separators: ["v": "|"])
    #expect(try read(csv: "v,w\n1|2,3\n", options).schema.fields.map(\.type) == [.list, .number])
  }

  @Test(arguments: [
    (DatasetFormat.json, #"[{"v": "a|b", "w": "c;d"}, {"v": ["a|b"], "w": null}]"#),
    (.jsonLines, "{\"v\": \"a|b\", \"w\": \"c;d\"}\n{\"v\": [\"a|b\"]}\n"),
    (.yaml, "- {v: 'a|b', w: 'c;d'}\n- {v: ['a|b']}\n"),
    (.toml, "[[rows]]\nv = 'a|b'\nw = 'c;d'\n[[rows]]\nv = ['a|b']\n"),
  ])
  func `strings of any format are split, and lists are unchanged`(format: DatasetFormat, text: String) throws {
    let options = Dataset.Options(key: "@row", types: ["w": .list], separators: ["v": "|"])
    let records = try read(format, text, options).records
    #expect(records.map { $0["v"] } == [.list([.text("a"), .text("b")]), .list([.text("a|b")])])
    #expect(records.map { $0["w"] } == [.list([.text("c"), .text("d")]), .missing])
  }

  @Test func `an unknown field is an error`() {
    #expect(
      message(of: try read(csv: "name,tags\nA,1\n", .init(separators: ["tag": "|"]))) == """
        error: fruits.csv: there is no field “tag”.
          Did you mean “tags”?
        """)
  }

  @Test func `another separator changes the record`() throws {
    func fingerprint(_ separator: String) throws -> Fingerprint {
      var parts = Fingerprinter()
      try read(csv: "name,v\nA,a|b\n", .init(separators: ["v": separator])).records[0].combine(
        fields: [1], into: &parts)
      return parts.finish()
    }
    #expect(try fingerprint("|") == fingerprint("|"))
    #expect(try fingerprint("|") != fingerprint(","))
  }
}
