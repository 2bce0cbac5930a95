import Foundation
import Testing

/// The files of the search as a build writes them.
@Suite struct SearchFileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// A text of some kilobytes, with much in it that is escaped.
  private func text(_ number: Int) -> String {
    let line = "line \(number) of a “text” with \"quotes\" and 3 < 4\n\n"
    return String(repeating: line, count: 1 + number * number % 97)
  }

  /// - Returns: The files of the search that were written or deleted.
  private func build(_ rows: [[String: String]], type: String) throws -> [String] {
    try sandbox.write(
      "shop/texts.json", JSONSerialization.data(withJSONObject: rows, options: [.sortedKeys]))
    try sandbox.write(
      "shop/catalog.yml",
      """
      datasets: { texts: { file: texts.json, key: name, types: { text: \(type), note: text } } }
      documents: { search: { fields: [text] } }
      """)
    let report = try sandbox.build("shop", "--output", "out")
    return (report.created + report.updated + report.deleted).filter { $0.hasPrefix("search/") }
  }

  @Test(arguments: ["text", "markdown"])
  func shardsStaySmallWhateverTheTexts(type: String) throws {
    var rows = (0..<300).map { ["name": "text \($0)", "text": text($0), "note": "old"] }
    rows[7]["text"] = String(repeating: "word ", count: 20_000)
    _ = try build(rows, type: type)
    let shards = try sandbox.files("out/search").filter { $0.hasPrefix("shard-") }
    let sizes = try shards.map { try Data(contentsOf: sandbox.url("out/search/\($0)")).count }.sorted()
    #expect(sizes.filter { $0 >= 64_000 }.count == 1, "the one text that is too long stands alone: \(sizes)")
    #expect(sizes.reduce(0, +) / sizes.count > 15_000, "\(sizes)")

    rows[100]["note"] = "new"
    #expect(try build(rows, type: type) == [], "what is not searched is not in the index")
    rows[100]["text"] = "short"
    #expect(try build(rows, type: type).count == 1)
  }
}
