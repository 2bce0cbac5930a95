import Datasets
import Fingerprints
import TestKit
import Testing

/// Any bytes are read, or are an error; no bytes trap.
@Suite struct MutationTests {
  private static let seeds: [(DatasetFormat, String)] = [
    (
      .csv,
      "name,price,\"note\"\r\nApple,1.50,\"say \"\"hi\"\"\"\nÄpfel;x,,2024-02-29\n\"a\nb\",https://a.org/b.png,**x**\n"
    ),
    (.tsv, "name\tprice\nApple\t1\nFig\t2\n"),
    (.json, #"[{"name":"Apple","n":{"a":[1,"x",true],"b":null}},{"name":"F\u00e9\ud83c\udf4e\\","n":{"b":-1.5e3}}]"#),
    (.json, #"{"rows":[{"a":1}],"x":{"y":"z"}}"#), (.json, #"{"a":[1,2,"x"],"b":[true,null,["u"]]}"#),
    (.jsonLines, "{\"a\":\"b\",\"c\":[1]}\n{\"a\":\"ä\",\"d\":{\"e\":false}}\n"),
    (.yaml, "- name: Apple\n  tags: [a, b]\n  n: {x: 1}\n- &f {name: \"Fig\\n\", t: |\n    x\n  }\n- *f\n"),
    (
      .toml,
      "t = 1\n[[f]]\nname = \"A\\u00e9\"\nn.x = [1, 'b', 2024-01-01]\n[f.y]\nz = {a = 1_0}\n[[f]]\nname = '''x'''\n"
    ),
  ]

  @Test(arguments: seeds.indices)
  func `mutated bytes are read or refused`(index: Int) {
    let (format, text) = Self.seeds[index]
    let tokens = [
      "\"", ",", "\n", "{", "}", "[", "]", "\\", ":", "\\u", "\\ud800", "- ", "\u{0}", "=", "'''", ";", "  ", "&a",
      "*a",
    ]
    var random = SeededGenerator(seed: UInt64(index) + 11)
    for round in 0..<400 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &random)))
        default: bytes.insert(contentsOf: Array((tokens.randomElement(using: &random) ?? "").utf8), at: place)
        }
      }
      check(bytes, format, "format \(format), seed \(index + 11), round \(round)")
    }
  }

  @Test(arguments: seeds.indices)
  func `texts that end early are read or refused`(index: Int) {
    let (format, text) = Self.seeds[index]
    let bytes = Array(text.utf8)
    for length in 0...bytes.count { check(Array(bytes.prefix(length)), format, "\(format), \(length) bytes") }
  }

  /// Reads bytes, and all properties of the records.
  private func check(_ bytes: [UInt8], _ format: DatasetFormat, _ comment: String) {
    guard let dataset = try? Dataset(bytes: bytes, file: "f", format: format, options: .init(key: "@row")) else {
      return
    }
    var parts = Fingerprinter()
    for record in dataset.records {
      let values = record.values
      #expect(values.count == dataset.schema.fields.count, "\(comment)")
      for (field, value) in values.enumerated() {
        #expect(record.value(at: field) == value, "\(comment)")
        #expect(record.values(at: [field]) == [value], "\(comment)")
      }
      record.combine(fields: nil, into: &parts)
      record.combine(fields: Array(values.indices.prefix(1)), into: &parts)
      _ = (record.title, record.id, parts.finish())
    }
  }
}
