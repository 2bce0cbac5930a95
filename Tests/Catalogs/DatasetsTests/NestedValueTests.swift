import Datasets
import Testing

/// Nested values: objects in lists, lists in lists, objects whose names are data.
@Suite struct NestedValueTests {
  private static let formats: [(DatasetFormat, String)] = [
    (
      .json,
      #"""
      [{"id": "a", "who": [{"name": "Jo", "role": {"code": 7}}, {"name": "Al", "on": true}], "grid": [[1, 2.50], [], \#
      ["x"]]}]
      """#
    ),
    (
      .jsonLines,
      #"""
      {"id": "a", "who": [{"name": "Jo", "role": {"code": 7}}, {"name": "Al", "on": true}], "grid": [[1, 2.50], [], \#
      ["x"]]}
      """#
    ),
    (
      .yaml,
      """
      - id: a
        who:
        - {name: Jo, role: {code: 7}}
        - {name: Al, "on": true}
        grid: [[1, 2.50], [], [x]]
      """
    ),
    (
      .toml,
      """
      [[f]]
      id = "a"
      grid = [[1, 2.50], [], ["x"]]
      [[f.who]]
      name = "Jo"
      role.code = 7
      [[f.who]]
      name = "Al"
      on = true
      """
    ),
  ]

  @Test(arguments: formats)
  func `are the same in all formats`(format: DatasetFormat, text: String) throws {
    let dataset = try read(format, text, .init(path: format == .toml ? "f" : nil))
    #expect(Set(dataset.fieldNames) == ["id", "who", "grid"])
    let record = try #require(dataset.records.first)
    func number(_ text: String) throws -> Value { .number(try #require(Value.Number(text))) }
    #expect(
      record["who"]
        == .list([
          .object([
            Value.Member(name: "name", value: .text("Jo")),
            Value.Member(name: "role", value: .object([Value.Member(name: "code", value: try number("7"))])),
          ]),
          .object([Value.Member(name: "name", value: .text("Al")), Value.Member(name: "on", value: .boolean(true))]),
        ]))
    #expect(record["grid"] == .list([.list([try number("1"), try number("2.50")]), .list([]), .list([.text("x")])]))
    #expect(record["who"]?.text == "Jo, 7; Al, yes")
    #expect(record["grid"]?.text == "1, 2.50, x")
  }

  @Test(arguments: formats)
  func `are found by paths`(format: DatasetFormat, text: String) throws {
    let dataset = try read(format, text, .init(path: format == .toml ? "f" : nil))
    let record = try #require(dataset.records.first)
    #expect(record["who.name"] == .list([.text("Jo"), .text("Al")]))
    #expect(record["who.role.code"]?.text == "7")
    #expect(record["who.on"] == .boolean(true))
    #expect(record["who.nobody"] == nil)
    #expect(record["id.x"] == nil)
    #expect(
      dataset.schema.names.filter { $0.hasPrefix("who") }.sorted()
        == ["who", "who.name", "who.on", "who.role", "who.role.code"])
  }

  @Test func `the elements of lists keep their places`() throws {
    let json =
      #"""
      [{"id": "a", "xy": [1, null, 3], "at": [" out ", "in", ""], "none": [null, "", [], {}], "deep": [[null], [{}]]}]
      """#
    let record = try #require(try read(json: json).records.first)
    let (one, three) = (try #require(Value.Number("1")), try #require(Value.Number("3")))
    #expect(record["xy"] == .list([.number(one), .missing, .number(three)]))
    #expect(record["xy"]?.text == "1, 3")
    #expect(record["at"] == .list([.text(" out "), .text("in"), .text("")]))
    #expect(record["at"]?.text == " out , in")
    #expect(record["none"] ?? .missing == .missing)
    #expect(record["deep"] ?? .missing == .missing)
  }

  @Test func `objects of plain values are fields of their own`() throws {
    let dataset = try read(json: #"[{"id": "a", "size": {"width": 1, "unit": {"name": "cm"}}, "tags": []}]"#)
    #expect(dataset.fieldNames == ["id", "size.width", "size.unit.name", "tags"])
  }

  @Test func `a field of an object in a list may have a dot in its name`() throws {
    let dataset = try read(json: #"[{"id": "a", "x": [{"b.c": 1, "b": {"c": 2}}]}]"#)
    #expect(dataset.records[0]["x.b.c"]?.text == "2")
    #expect(dataset.schema.path(of: "x.b.c")?.names == ["b", "c"])
  }

  @Test func `objects with many different names are values`() throws {
    let rows = (0..<40).map { row in
      let years = (0..<5).map { "\"\(1900 + row * 5 + $0)\": \($0)" }.joined(separator: ", ")
      return "{\"id\": \"r\(row)\", \"sold\": {\(years)}, \"size\": {\"width\": \(row)}}"
    }
    let dataset = try read(json: "[\(rows.joined(separator: ",\n"))]")
    #expect(dataset.fieldNames == ["id", "sold", "size.width"])
    #expect(dataset.types == [.text, .object, .number])
    for (row, record) in dataset.records.enumerated() {
      guard case .object(let members)? = record["sold"] else {
        Issue.record("row \(row) has no object")
        continue
      }
      #expect(members.map(\.name) == (0..<5).map { "\(1900 + row * 5 + $0)" })
      #expect(record["sold.\(1902 + row * 5)"]?.text == "2")
      #expect(record["size.width"]?.text == "\(row)")
    }
  }

  @Test func `many fields in every row are no data`() throws {
    let members = (0..<100).map { "\"f\($0)\": \($0)" }.joined(separator: ",")
    let rows = (0..<20).map { "{\"id\": \"\($0)x\", \"all\": {\(members)}}" }
    #expect(try read(json: "[\(rows.joined(separator: ","))]").fieldNames.count == 101)
  }

  @Test func `an object may be chosen as a value`() throws {
    let json = #"[{"id": "a", "name": {"en": "Pear", "de": "Birne"}}, {"id": "b", "name": null}]"#
    let dataset = try read(json: json, .init(types: ["name": .object]))
    #expect(dataset.fieldNames == ["id", "name"])
    #expect(dataset.records[0]["name"]?.text == "Pear, Birne")
    #expect(dataset.records[0]["name.de"]?.text == "Birne")
    #expect(dataset.records[1]["name"] == .missing)
  }

  @Test(arguments: [
    (DatasetFormat.json, #"{"AT": {"name": "Austria", "area": 83}, "DE": {"name": "Germany", "key": "x"}}"#),
    (
      .json,
      #"{"countries": {"AT": {"name": "Austria", "area": 83}, "DE": {"name": "Germany", "key": "x"}}, "version": 1}"#
    ),
    (.yaml, "AT: {name: Austria, area: 83}\nDE: {name: Germany, key: x}\n"),
    (.toml, "[AT]\nname = \"Austria\"\narea = 83\n[DE]\nname = \"Germany\"\nkey = \"x\"\n"),
  ])
  func `an object of objects has rows with keys`(format: DatasetFormat, text: String) throws {
    // A member with the name of the keys' field keeps its name.
    let dataset = try read(format, text, .init(key: "_key"))
    #expect(dataset.keys == ["AT", "DE"])
    #expect(dataset.fieldNames == ["_key", "name", "area", "key"])
    #expect(dataset.records.map { $0["key"]?.text } == ["", "x"])
    let plain = text.replacing("\"key\"", with: "\"iso\"").replacing("key", with: "iso")
    #expect(try read(format, plain).keys == ["AT", "DE"])
    #expect(try read(format, plain).fieldNames.first == "key")
  }

  @Test func `objects that have nothing in common are no rows`() {
    #expect(message(of: try read(json: #"{"a": {"x": 1}, "b": {"y": 1}}"#)).contains("an array of objects is expected"))
  }

  @Test func `the features of GeoJSON have their properties`() throws {
    let json = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": 1, "properties": {"name": "Graz", "size": {"km": 127}},
         "geometry": {"type": "Point", "coordinates": [15.4, 47.1]}}]}
      """
    let dataset = try read(json: json)
    #expect(dataset.fieldNames == ["type", "id", "name", "size.km", "geometry.type", "geometry.coordinates"])
    #expect(dataset.records[0]["geometry.coordinates"]?.text == "15.4, 47.1")
  }

  @Test func `a change within a value is a change of its record`() throws {
    func record(_ name: String) throws -> Record {
      try read(json: "[{\"id\": \"a\", \"x\": [{\"name\": \"\(name)\"}]}]").records[0]
    }
    #expect(try record("Jo").hasSameContent(as: record("Jo")))
    #expect(try !record("Jo").hasSameContent(as: record("Al")))
    #expect(try record("Jo") != record("Al"))
  }

  @Test func `aliases of each other are limited`() throws {
    let levels = (1...40).map { "  - &l\($0) [*l\($0 - 1), *l\($0 - 1)]" }.joined(separator: "\n")
    let yaml = "- id: a\n  x:\n  - &l0 [lol]\n\(levels)\n"
    #expect(
      message(of: try read(.yaml, yaml, .init(limits: .init(value: 1000)))).contains(
        "aliases before this repeat more than 125 bytes"))
  }

  @Test func `each level is read once`() throws {
    // Reading twice at each of a hundred levels would never end.
    let depth = 100
    let list = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let object = String(repeating: #"{"a": ["#, count: depth) + "1" + String(repeating: "]}", count: depth)
    let dataset = try read(json: #"[{"id": 1, "l": \#(list), "o": [\#(object)]}]"#)
    #expect(dataset.records[0]["l"]?.text == "1")
    #expect(dataset.records[0]["o"]?.text.hasSuffix("1") == true)
  }
}
