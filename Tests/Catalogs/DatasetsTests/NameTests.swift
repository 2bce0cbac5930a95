import Datasets
import Testing

/// “é” as one character and as two looks the same, and is not: JSON and TOML distinguish such names.
@Suite struct NameTests {
  private static let composed = "caf\u{E9}", decomposed = "cafe\u{301}"

  @Test(arguments: [
    (DatasetFormat.csv, "id,\(composed),\(decomposed)\nx,1,2\n"),
    (.json, "[{\"id\":\"x\",\"\(composed)\":1,\"\(decomposed)\":2}]"),
    (.json, "{\"id\":[\"x\"],\"\(composed)\":[1],\"\(decomposed)\":[2]}"),
    (.jsonLines, "{\"id\":\"x\",\"\(composed)\":1,\"\(decomposed)\":2}"),
    (.toml, "[[f]]\nid = \"x\"\n\"\(composed)\" = 1\n\"\(decomposed)\" = 2\n"),
  ])
  func `names are distinguished by their bytes`(format: DatasetFormat, text: String) throws {
    let dataset = try read(format, text)
    #expect(dataset.fieldNames.map { Array($0.utf8) } == ["id", Self.composed, Self.decomposed].map { Array($0.utf8) })
    let record = try #require(dataset.records.first)
    #expect(record.values.map(\.text) == ["x", "1", "2"])
    #expect(record[Self.composed]?.text == "1")
    #expect(record[Self.decomposed]?.text == "2")
  }

  @Test func `a path is exact`() throws {
    let json = "{\"\(Self.composed)\":[{\"id\":1}],\"\(Self.decomposed)\":[{\"id\":2}]}"
    #expect(try read(json: json, .init(path: Self.decomposed)).keys == ["2"])
    let toml = "[[\"\(Self.composed)\"]]\nid = 1\n[[\"\(Self.decomposed)\"]]\nid = 2\n"
    #expect(try read(.toml, toml, .init(path: Self.decomposed)).keys == ["2"])
  }

  @Test func `a name in another form finds the only matching field`() throws {
    let dataset = try read(csv: "\(Self.decomposed),v\nx,1\n", .init(key: .fields([Self.composed])))
    #expect(dataset.keys == ["x"])
    #expect(dataset.records.first?[Self.composed]?.text == "x")
    #expect(dataset.schema.index(of: "cafe") == nil)
  }
}
