import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// Rows that are appended to CSV files.
@Suite struct DelimitedHeaderTests {
  private func header(_ text: String) throws -> DelimitedHeader {
    try DelimitedHeader(of: Array(text.utf8), file: "a.csv")
  }

  @Test(arguments: [
    ("a,b\n", ["a", "b"]), ("a", ["a"]), ("a;b\n1;2\n", ["a", "b"]), ("\u{FEFF}a\tb\r\n", ["a", "b"]),
    ("\"a,b\",\"c\"\"d\"\n", ["a,b", "c\"d"]), ("# A comment\na,b,c\n1,2,3\n", ["a", "b", "c"]),
    ("\n\n a , b \n", ["a", "b"]),
    ("sep=|\na|b\n", ["a", "b"]), ("a b  c\n1 2  3\n4 5  6\n", ["a", "b", "c"]),
  ])
  func namesAreThoseThatReadersFind(text: String, names: [String]) throws {
    #expect(try header(text).names == names)
    #expect(try read(csv: text).schema.fields.map(\.name) == names)
  }

  @Test func whatHasNoNamesIsAMistake() throws {
    #expect(try findings { _ = try header("1.5,2\n3.5,4\n5.5,6\n") }.map(\.code) == ["csv/no-names"])
    #expect(
      try findings { _ = try DelimitedHeader(of: [0x61, 0x2C, 0xE4, 0x0A], file: "a.csv") }.map(\.code) == ["file/utf8"]
    )
    #expect(
      try findings { _ = try DelimitedHeader(of: [0xFF, 0xFE, 0x61, 0], file: "a.csv") }.map(\.code) == ["file/utf8"])
  }

  /// All texts of at most three of some characters.
  private static let values = {
    let characters = ["a", ",", ";", "\"", "\n", "\r", "\t", " "]
    return (0..<3).reduce([""]) { texts, _ in texts + texts.flatMap { text in characters.map { text + $0 } } }
  }()

  @Test(arguments: ["x,y\n", "x;y\r\n", "x\ty\n", "x|y"]) func whatIsWrittenIsWhatIsRead(text: String) throws {
    let header = try header(text)
    for value in Set(Self.values) {
      let line = String(decoding: header.line(of: ["key", value]), as: UTF8.self)
      let whole = text + (text.hasSuffix("y") ? "\n" : "") + line
      let records = try read(csv: whole, Dataset.Options(types: ["y": .text])).records
      #expect(records.count == 1 && records[0]["x"]?.text == "key", "\(whole.debugDescription)")
      // Line ends are LF in texts, and white space around them is no part of them.
      let read = (records[0]["y"]?.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      let written = value.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(read == written, "\(whole.debugDescription)")
    }
  }

  @Test func aNewFileHasCommasAndLineFeeds() {
    let header = DelimitedHeader(names: ["a", "b c", "d,e"])
    #expect(String(decoding: header.line, as: UTF8.self) == "a,b c,\"d,e\"\n")
    #expect(String(decoding: header.line(of: ["", "\"", "ä"]), as: UTF8.self) == ",\"\"\"\",ä\n")
    #expect(String(decoding: DelimitedHeader(names: ["a"]).line(of: [""]), as: UTF8.self) == "\"\"\n")
  }
}
