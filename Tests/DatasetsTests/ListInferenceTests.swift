import Datasets
import Testing

/// When texts with semicolons are lists.
@Suite struct ListInferenceTests {
  @Test(
    arguments: [
      // At least half of the values have several elements.
      (["a;b", "c;d", "e"], true), (["a;b", "c"], true), (["a;b", "c", "d"], false), (["a;b", "", "", ""], true),
      // Few do, but what stands beside others is met elsewhere.
      (["a;b", "a", "c", "d"], true), (["a;b", "a;c", "d", "e", "f"], false), (["a;b", "b;a", "d", "e", "f"], true),
      (["oil", "oil", "ink; wash", "ink; wash", "ink; wash", "oil", "chalk", "chalk"], false),
      (["oil", "oil", "ink; wash", "oil", "wash", "ink", "chalk", "chalk"], true),
      (["woodblock print; ink and colour on paper", "oil on canvas", "oil on wood", "marble"], false),
    ] as [([String], Bool)])
  func `most rows have a semicolon, or rows share elements`(values: [String], isList: Bool) throws {
    let csv = (["v,w"] + values.map { "\($0),x" }).joined(separator: "\n")
    #expect(try read(csv: csv, .init(key: "@row")).types.first == (isList ? .list : .text))
    // The rule has no regard for the order of the rows.
    let reversed = (["v,w"] + values.reversed().map { "\($0),x" }).joined(separator: "\n")
    #expect(try read(csv: reversed, .init(key: "@row")).types.first == (isList ? .list : .text))
  }

  @Test func `the rule is for all files together`() throws {
    try withFolder { folder in
      try folder.write("a.csv", "v,w\na;b,x\n")
      try folder.write("b.csv", "v,w\nc,x\nd,x\n")
      #expect(try Dataset(contentsOf: folder.path + "/a.csv").types.first == .list)
      #expect(try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "@row")).types.first == .text)
      try folder.write("c.csv", "v,w\na,x\n")
      #expect(try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "@row")).types.first == .list)
    }
  }

  @Test func `a list that was found is shown as it is written`() throws {
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

  @Test func `what a key or a title is made of is as it is written`() throws {
    let dataset = try read(csv: "name,v\na; b,1\nc;d,2\n")
    #expect(dataset.keys == ["a; b", "c;d"])
    #expect(dataset.records.map(\.title) == ["a; b", "c;d"])
  }
}
