import Foundation
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
    #expect(text(SearchIndex.file(numberOfShards: 7)) == "pomonaSearch.index({\"version\":1,\"shards\":7});\n")
  }

  @Test func theOrderOfEntriesDoesNotMatter() {
    var random = SeededGenerator(seed: 9)
    // Two spellings of é, which strings do not tell apart.
    let names = (0..<40).map { "a\($0)" } + ["é", "e\u{301}", "z", "É"]
    let entries = names.map { SearchEntry(title: $0, path: "\($0).html", section: $0.first.map(String.init)) }
    let shard = SearchShard.file(entries: entries)
    for _ in 0..<20 { #expect(SearchShard.file(entries: entries.shuffled(using: &random)) == shard, "seed 9") }
  }

  @Test func textsStayDataInAScript() throws {
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

    // What stands in the parentheses is JSON, which says the same.
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

  @Test func sixtyThousandTitlesAreAFewMegabytes() {
    let sharding = Sharding(of: 64_000, capacity: SearchIndex.capacity)
    var parts = Array(repeating: [SearchEntry](), count: sharding.numberOfParts)
    for number in 0..<64_000 {
      let name = "lib-package-\(number)"
      let entry = SearchEntry(title: name, path: "packages/\(name).html", section: "section \(number % 60)")
      parts[sharding.part(of: ObjectID(collection: "packages", key: name))].append(entry)
    }
    let sizes = parts.map { SearchShard.file(entries: $0).count }
    #expect(sizes.reduce(0, +) < 4_000_000 && (sizes.max() ?? 0) < 150_000)
  }
}
