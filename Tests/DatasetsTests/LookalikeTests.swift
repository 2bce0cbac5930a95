import Datasets
import Diagnostics
import Testing

/// What looks like numbers or dates and is text is said once.
@Suite struct LookalikeTests {
  private func warnings(_ values: [String], _ options: Dataset.Options = .init(key: "@row")) throws -> [Diagnostic] {
    let rows = values.map { "x;\"\($0)\"" }
    let dataset = try read(csv: (["w;v"] + rows).joined(separator: "\n"), options)
    return dataset.warnings.filter { $0.code == "datasets/doubtful-type" }
  }

  @Test func `the warning names a field, a row and what to do`() throws {
    #expect(
      try warnings(["7", "1,50", "2,00", ""]).map(\.description) == [
        """
        warning: fruits.csv, row 3, field “v”: “1,50” looks like a number, but not as it is read: the field is text, \
        and sorted by letters.
          Write it as 1.50 is written; or say that it is text with `types: {v: text}` for the data set in catalog.yml.
        """
      ])
    #expect(
      try warnings(["31.12.2024", "1.1.2025"]).map(\.message).first?.contains("“31.12.2024” looks like a date") == true)
    #expect(try warnings(["1,50"], .init(key: "@row", types: ["v": .text])).isEmpty)
  }

  @Test(
    arguments: [
      (["1,50"], 1), (["-1,5", "+2,0"], 1), (["1.000,50"], 1), (["1,000"], 1), (["1,000,000.5"], 1), (["1.5", "2"], 0),
      (["1,2,3"], 0), (["48.2,16.3"], 0), ([",5"], 0), (["5,"], 0), (["1,5 kg"], 0), (["A1,5"], 0), (["1.2.3,4"], 0),
      (["31.12.2024"], 1), (["12/31/2024"], 1), (["2024/12/31"], 1), (["1-2-2024"], 1), (["2024-1-1"], 1),
      (["2024-12-31", "31.12.2024"], 1), (["2024-12-31"], 0), (["99.99.2024"], 0), (["1.2.3"], 0), (["10.4.12"], 0),
      (["31.12.24"], 0), (["2024"], 0), (["2024-12-31", "2024-12-31T10:00"], 0),
      // One of ten may be something else.
      (Array(repeating: "1,5", count: 9) + ["free"], 1), (Array(repeating: "1,5", count: 8) + ["free"], 0),
      (Array(repeating: "text", count: 9) + ["1,5"], 0), (["text", "31.12.2024"], 0),
    ] as [([String], Int)])
  func `nearly all values have to look so`(values: [String], count: Int) throws {
    #expect(try warnings(values).count == count)
  }

  @Test func `strings of JSON may be dates, but no numbers`() throws {
    let json = #"[{"id":"a","d":"31.12.2024","n":"1,50"}]"#
    #expect(try read(json: json).warnings.map(\.location.field) == ["d"])
  }
}
