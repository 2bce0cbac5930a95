import Datasets
import TestKit
import Testing

@Suite struct CSVRoundTripTests {
  /// Writes random tables with quotes wherever they are needed, and sometimes where they are not; and reads them back.
  @Test(arguments: Seeds.fixed(5, fresh: 5))
  func `tables are read as written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...5, using: &random)
    let rows = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      (0..<width).map { _ in text(using: &random) }
    }
    let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    let header = (0..<width).map { "field \($0)" }
    let lines = ([header] + rows).map { row in row.map { field($0, using: &random) }.joined(separator: ",") }
    let csv = lines.joined(separator: lineEnd) + (Bool.random(using: &random) ? lineEnd : "")

    let types = Dictionary(uniqueKeysWithValues: header.map { ($0, FieldReading.text) })
    let dataset = try read(csv: csv, .init(key: "@row", types: types))
    #expect(dataset.fieldNames == header, "seed \(seed)")
    #expect(dataset.texts == rows, "seed \(seed)")
  }

  private func text(using random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b c", ",", "\"", "\"\"", "\n", "\rx", ";", " ", "é", "e\u{301}", "🍎", "'", "1", "\u{FEFF}", "\u{1}",
    ]
    let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
    // White space alone is no value.
    return text.allSatisfy(\.isWhitespace) ? "" : text
  }

  private func field(_ text: String, using random: inout SeededGenerator) -> String {
    let needsQuotes =
      text.isEmpty || text.unicodeScalars.contains { ",\r\n".unicodeScalars.contains($0) } || text.hasPrefix("\"")
    guard needsQuotes || Bool.random(using: &random) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
