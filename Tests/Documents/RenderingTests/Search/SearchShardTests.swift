import Fingerprints
import Foundation
import JSONValues
import Rendering
import TestKit
import Testing

@Suite struct SearchShardTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func anEntryIsALine() {
    let shard = SearchShard.file(entries: [
      SearchEntry(title: "Pear", path: "fruits/pear.html", section: "Pomes", text: "sweet"),
      SearchEntry(title: "Lemon", path: "fruits/lemon.html", section: "Citrus"),
      SearchEntry(title: "Apple", path: "fruits/apple.html", section: "Pomes"),
      SearchEntry(title: "Nut", path: "nuts/nut.html", text: "hard"),
      SearchEntry(title: "Oil", path: "oil.html"),
    ])
    #expect(
      text(shard) == """
        pomonaSearch.shard(["Pomes","Citrus"],[
        ["Apple","fruits/apple.html",0],
        ["Lemon","fruits/lemon.html",1],
        ["Pear","fruits/pear.html",0,"sweet"],
        ["Nut","nuts/nut.html",-1,"hard"],
        ["Oil","oil.html"]
        ]);

        """)
    #expect(text(SearchShard.file(entries: [])) == "pomonaSearch.shard([],[\n\n]);\n")
    #expect(SearchShard.path(3) == "search/shard-3.js")
  }

  @Test func theRootFileIsSmallAndConstant() {
    #expect(SearchIndex.path == "search/index.js")
    #expect(text(SearchIndex.file(shards: [2, 6, 7])) == "pomonaSearch.index({\"version\":2,\"shards\":[2,6,7]});\n")
  }

  @Test func theOrderOfEntriesDoesNotMatter() {
    var random = SeededGenerator(seed: 9)
    // Two spellings of é, which are equal as strings.
    let names = (0..<40).map { "a\($0)" } + ["é", "e\u{301}", "z", "É"]
    let entries = names.map { SearchEntry(title: $0, path: "\($0).html", section: $0.first.map(String.init)) }
    let shard = SearchShard.file(entries: entries)
    for _ in 0..<20 { #expect(SearchShard.file(entries: entries.shuffled(using: &random)) == shard, "seed 9") }
  }

  @Test func textsAreEscapedInAScript() throws {
    var random = SeededGenerator(seed: 12)
    let signs =
      ["\"", "\\", "'", "`", "</script>", "<!--", "\u{2028}", "\u{2029}", "\u{2030}", "\n", "\r", "\0", "\u{7f}"]
      + ["é", "e\u{301}", "日", "\u{301}", "\"\u{301}", "<\u{338}", "👩‍🌾", "a", "${x}", "\u{1f}"]
    let texts =
      signs
      + (0..<300).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in signs.randomElement(using: &random) }.joined()
      }
    let entries = texts.enumerated().map {
      SearchEntry(title: $1, path: String($0 + 1000), section: texts[($0 + 1) % texts.count], text: "t\($1)")
    }
    let shard = SearchShard.file(entries: entries)
    for byte in shard { #expect(byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "<") || byte == 0x0A) }
    #expect(!text(shard).unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })

    // The argument in parentheses is JSON with the same content.
    let json = text(shard).replacing("pomonaSearch.shard(", with: "[", maxReplacements: 1).replacing(");\n", with: "]")
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[Any]])
    let sections = try #require(parsed.first as? [String])
    let rows = try #require(parsed.last as? [[Any]])
    #expect(rows.count == entries.count)
    for (row, entry) in zip(rows, entries) {
      let section = try #require(row[2] as? Int)
      #expect(Array((row[0] as? String ?? "").utf8) == Array(entry.title.utf8), "seed 12")
      #expect(row[1] as? String == entry.path)
      #expect(sections[section] == entry.section)
      #expect(Array((row[3] as? String ?? "").utf8) == Array(entry.text.utf8), "seed 12")
    }
  }

  /// Titles, sections and texts of any length, some with many escaped characters.
  private func entry(_ number: Int, using random: inout SeededGenerator) -> SearchEntry {
    let words = ["word", "日本", "é", "\"", "<", "\n", "\u{2028}", "“quoted”", "\u{1}", "plain text and more of it"]
    func text(_ count: Int) -> String {
      (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
    }
    let isLong = Int.random(in: 0..<50, using: &random) == 0
    return SearchEntry(
      title: text(Int.random(in: 1...8, using: &random)), path: "things/thing-\(number).html",
      section: number % 3 == 0 ? nil : text(number % 4),
      text: text(Int.random(in: 0...(isLong ? 4000 : 40), using: &random)))
  }

  private func size(_ entry: SearchEntry) -> Int {
    SearchShard.size(
      title: entry.title, path: PagePath(String(entry.path.dropLast(5))), section: entry.section)
      + Array(entry.text.utf8).withUnsafeBufferPointer(\.scriptStringCount)
  }

  @Test(arguments: 1...4)
  func aShardStaysBelow64Kilobytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let entries = (0..<Int.random(in: 1...5000, using: &random)).map { entry($0, using: &random) }
    let shards = Sharding.shards(
      of: entries.map { Fingerprint($0.path).low }, sizes: entries.map(size), capacity: SearchIndex.capacity)
    var total = 0
    for shard in shards {
      let entries = shard.indices.map { entries[Int($0)] }
      let count = SearchShard.file(entries: entries).count
      #expect(count < 64_000 || entries.count == 1, "seed \(seed)")
      #expect(count <= entries.map(size).reduce(32, +), "seed \(seed)")
      total += count
    }
    #expect(total / shards.count > 20_000 || shards.count == 1, "seed \(seed): \(shards.count) shards")
  }
}
