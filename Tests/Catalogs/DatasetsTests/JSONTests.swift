import Datasets
import Testing

@Suite struct JSONTests {
  @Test func `fields are in the order of their first occurrence`() throws {
    let dataset = try read(json: #"[{"name":"Apple","z":1},{"a":2,"name":"Pear"},{"name":"Plum","z":3}]"#)
    #expect(dataset.fieldNames == ["name", "z", "a"])
    #expect(dataset.texts == [["Apple", "1", ""], ["Pear", "", "2"], ["Plum", "3", ""]])
    #expect(dataset.records.map(\.row) == [1, 2, 3])
  }

  @Test func `objects are flattened with dots`() throws {
    let json = #"[{"name":"Apple","nutrition":{"energy_kcal":52,"sugar":{"total":10.4}},"tree":true}]"#
    let dataset = try read(json: json)
    #expect(dataset.fieldNames == ["name", "nutrition.energy_kcal", "nutrition.sugar.total", "tree"])
    #expect(dataset.records.first?["nutrition.sugar.total"]?.text == "10.4")
  }

  @Test func `null instead of an object is no field`() throws {
    let dataset = try read(json: #"[{"name":"A","n":null},{"name":"B","n":{"x":1}},{"name":"C","n":{}}]"#)
    #expect(dataset.fieldNames == ["name", "n.x"])
    #expect(dataset.texts == [["A", ""], ["B", "1"], ["C", ""]])
  }

  @Test func `a value instead of an object is a field`() throws {
    let dataset = try read(json: #"[{"name":"A","n":7},{"name":"B","n":{"x":1}}]"#)
    #expect(dataset.fieldNames == ["name", "n", "n.x"])
  }

  @Test func `null, empty texts and empty arrays are missing`() throws {
    let json = #"[{"name":"A","a":null,"b":"","c":" \n","d":[],"e":[null,""]}]"#
    let values = try read(json: json).records.first?.values.dropFirst()
    #expect(values == [.missing, .missing, .missing, .missing, .missing])
  }

  @Test func `no rows`() throws {
    let dataset = try read(json: "[]")
    #expect(dataset.records.isEmpty)
    #expect(dataset.schema.fields.isEmpty)
    #expect(dataset.keyFields == [])
    #expect(dataset.titleFields.isEmpty)
    #expect(dataset.warnings.isEmpty)
  }

  @Test func `texts are kept exactly`() throws {
    let dataset = try read(json: #"[{"name":" A \n","x":"007"},{"name":"B","x":"1"}]"#)
    #expect(dataset.texts == [[" A \n", "007"], ["B", "1"]])
    #expect(dataset.keys == ["A", "B"])
  }
}
