import Datasets
import Testing

/// The rule by which texts with semicolons are lists.
@Suite struct ListInferenceTests {
  @Test(
    arguments: [
      // At least half of the values have several elements.
      (["a;b", "c;d", "e"], true), (["a;b", "c"], true), (["a;b", "c", "d"], false), (["a;b", "", "", ""], true),
      // Few do, but the elements occur alone elsewhere.
      (["a;b", "a", "c", "d"], true), (["a;b", "a;c", "d", "e", "f"], false), (["a;b", "b;a", "d", "e", "f"], true),
      (["oil", "oil", "ink; wash", "ink; wash", "ink; wash", "oil", "chalk", "chalk"], false),
      (["oil", "oil", "ink; wash", "oil", "wash", "ink", "chalk", "chalk"], true),
      (["woodblock print; ink and colour on paper", "oil on canvas", "oil on wood", "marble"], false),
    ] as [([String], Bool)])
  func `most rows have a semicolon, or rows share elements`(values: [String], isList: Bool) throws {
    let csv = (["v,w"] + values.map { "\($0),x" }).joined(separator: "\n")
    #expect(try read(csv: csv, .init(key: "@row")).types.first == (isList ? .list : .text))
    // The order of the rows has no effect.
    let reversed = (["v,w"] + values.reversed().map { "\($0),x" }).joined(separator: "\n")
    #expect(try read(csv: reversed, .init(key: "@row")).types.first == (isList ? .list : .text))
  }

  @Test(
    arguments: [
      (["Action|Adventure", "Drama"], true), (["a|b", "b", "c", "d"], true), (["a|b", "c", "d"], false),
      (["a|b", "c;d"], false), (["a;b", "c|d"], false), (["Home | Shop", "Blog | Shop"], false), (["a||b"], false),
      (["a|", "b|c"], false), (["a | b"], false), (["it rains (slowly)|b"], false),
    ] as [([String], Bool)])
  func `bars separate as semicolons do`(values: [String], isList: Bool) throws {
    for values in [values, values.reversed()] {
      let csv = (["w,v"] + values.map { "x,\($0)" }).joined(separator: "\n")
      let dataset = try read(csv: csv, .init(key: "@row", delimiter: ","))
      #expect(dataset.types.last == (isList ? .list : .text))
      #expect(dataset.texts.map(\.last) == values)
      guard isList, let value = dataset.records.first(where: { $0["v"]?.text.contains("|") == true })?["v"] else {
        continue
      }
      #expect(value == .list(value.text.split(separator: "|").map { .text(String($0)) }, written: value.text))
    }
  }

  @Test(arguments: [nil, FieldReading.list])
  func `a text among arrays is one element`(chosen: FieldReading?) throws {
    let types = chosen.map { ["v": $0] } ?? [:]
    let options = Dataset.Options(key: "@row", types: types)
    let expected: [Value?] = [.list([.text("a; b")]), .list([.text("c"), .text("d")])]
    #expect(try read(.yaml, "- v: a; b\n- v: [c, d]\n", options).records.map { $0["v"] } == expected)
    #expect(try read(json: #"[{"v": "a; b"}, {"v": ["c", "d"]}]"#, options).records.map { $0["v"] } == expected)
    let separated = Dataset.Options(key: "@row", separators: ["v": ";"])
    #expect(
      try read(json: #"[{"v": "a; b"}, {"v": ["c", "d"]}]"#, separated).records.first?["v"]
        == .list([.text("a"), .text("b")]))
  }

  @Test func `the rule applies to all files together`() throws {
    try withFolder { folder in
      try folder.write("a.csv", "v,w\na;b,x\n")
      try folder.write("b.csv", "v,w\nc,x\nd,x\n")
      #expect(try Dataset(contentsOf: folder.path + "/a.csv").types.first == .list)
      #expect(try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "@row")).types.first == .text)
      try folder.write("c.csv", "v,w\na,x\n")
      #expect(try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "@row")).types.first == .list)
    }
  }

  @Test func `an inferred list is shown as written`() throws {
    let csv = "v,w\n woodblock print ;ink ;paper ,x\noil,y\n"
    let found = try #require(try read(csv: csv, .init(key: "@row")).records.first?["v"])
    #expect(
      found == .list([.text("woodblock print"), .text("ink"), .text("paper")], written: "woodblock print ;ink ;paper"))
    #expect(found.text == "woodblock print ;ink ;paper")
    let chosen = try #require(try read(csv: csv, .init(key: "@row", types: ["v": .list])).records.first?["v"])
    #expect(chosen == .list([.text("woodblock print"), .text("ink"), .text("paper")]))
    #expect(chosen.text == "woodblock print, ink, paper")
    let array = try #require(try read(json: #"[{"v":["a","b;c"]}]"#, .init(key: "@row")).records.first?["v"])
    #expect(array.text == "a, b;c")
  }

  @Test func `keys and titles are texts as written`() throws {
    let dataset = try read(csv: "name,v\na; b,1\nc;d,2\n")
    #expect(dataset.keys == ["a; b", "c;d"])
    #expect(dataset.records.map(\.title) == ["a; b", "c;d"])
  }
}
