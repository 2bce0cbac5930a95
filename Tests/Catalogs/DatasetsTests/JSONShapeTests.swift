import Datasets
import Testing

/// The place of the rows in a JSON text.
@Suite struct JSONShapeTests {
  @Test func `the only array of objects has the rows`() throws {
    let dataset = try read(json: #"{"version": 3, "fruits": [{"name": "Apple"}, {"name": "Fig"}], "tags": ["a"]}"#)
    #expect(dataset.keys == ["Apple", "Fig"])
    #expect(dataset.records.map(\.row) == [1, 2])
  }

  @Test func `a path chooses an array`() throws {
    let json = #"{"data": {"fruits": [{"name": "Apple"}], "nuts": [{"name": "Hazelnut"}]}, "x": [{"y": 1}]}"#
    #expect(try read(json: json, .init(path: "data.nuts")).keys == ["Hazelnut"])
    #expect(try read(json: json, .init(path: "data.fruits")).keys == ["Apple"])
    #expect(
      message(of: try read(json: json, .init(path: "data.fruit"))) == """
        error: fruits.json, line 1, column 10: there is no member “fruit” in the way “data.fruit”.
          Did you mean “fruits”?
        """)
    #expect(
      message(of: try read(json: json, .init(path: "data"))) == """
        error: fruits.json, line 1, column 10: there are several arrays of objects.
          Choose one with --path NAME, or with `path: NAME` in catalog.yml: “fruits”, “nuts”.
        """)
  }

  @Test func `an array for each field`() throws {
    let dataset = try read(json: #"{"name": ["Apple", "Fig"], "price": [1.50, null], "tags": [["a", 1], []]}"#)
    #expect(dataset.fieldNames == ["name", "price", "tags"])
    #expect(dataset.types == [.text, .number, .list])
    #expect(dataset.texts == [["Apple", "1.50", "a, 1"], ["Fig", "", ""]])
    #expect(try read(json: #"{"name": []}"#).records.isEmpty)
  }

  @Test func `arrays of fields have to be as long as each other`() {
    #expect(
      message(of: try read(json: #"{"name": ["Apple", "Fig"], "price": [1]}"#)) == """
        error: fruits.json, line 1, column 37, field “price”: 1 values found, 2 in the field “name”.
          Give each array one value for each row, null if there is none.
        """)
  }

  @Test func `a mistake anywhere is one of the file`() {
    #expect(
      message(of: try read(json: #"{"fruits": [{"name": "Apple"}], "x": [1,,]}"#))
        == "error: fruits.json, line 1, column 41: a value is expected, “,” found.")
    #expect(message(of: try read(json: #"{"a": [{"b": 1}], "a": []}"#)).contains("the object has the name “a” twice"))
  }

  @Test func `members in another order are found`() throws {
    let rows = (0..<50).map { row in
      let members = [
        "\"id\": \(row)", "\"b\": \(row * 2)", "\"c\\u0063\": \"x\(row)\"", "\"d\": {\"e\": \(row), \"f\": true}",
      ]
      return "{\((0..<4).map { members[($0 + row) % 4] }.joined(separator: ","))}"
    }
    let dataset = try read(json: "[\(rows.joined(separator: ",\n"))]")
    #expect(dataset.fieldNames == ["id", "b", "cc", "d.e", "d.f"])
    for (row, record) in dataset.records.enumerated() {
      #expect(record.values.map(\.text) == ["\(row)", "\(row * 2)", "x\(row)", "\(row)", "yes"])
      #expect(record["d.e"]?.text == "\(row)")
      #expect(record.values(at: [3, 0]).map(\.text) == ["\(row)", "\(row)"])
    }
  }
}
