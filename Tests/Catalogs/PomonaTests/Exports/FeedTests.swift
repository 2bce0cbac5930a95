import Foundation
import Testing

/// The feed in Atom, as read by a feed reader.
@Suite struct FeedTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func feed(_ rows: String, _ feed: String, title: String = "News", types: String = "") throws -> XMLTree {
    try sandbox.write([
      "shop/fruits.json": rows,
      "shop/catalog.yml": """
      title: \(title)
      language: de
      address: https://example.org/shop/
      datasets: { fruits: { file: fruits.json, key: name\(types) } }
      documents: { feed: \(feed) }
      """,
    ])
    try sandbox.build("shop", "--output", "out")
    return try #require(XMLTree.read(try Data(contentsOf: sandbox.url("out/feed.xml"))))
  }

  @Test func theFeedHasTheRequiredElements() throws {
    let feed = try feed(
      #"""
      [{"name": "Äpfel & <b>Birnen</b>", "added": "2024-02-29", "note": "Some *new* [ones](x.html) & \"more\"."},
       {"name": "Kiwi", "added": "2024-03-01T12:30", "note": null}, {"name": "Old", "added": null, "note": "x"}]
      """#, "{ date: added, summary: note }", title: "\"News & <more>\"",
      types: ", types: { name: text, note: markdown }")
    #expect(feed.name == "feed")
    #expect(feed.attributes["xmlns"] == "http://www.w3.org/2005/Atom")
    #expect(feed.attributes["xml:lang"] == "de")
    #expect(feed.text(of: "title") == "News & <more>")
    #expect(feed.text(of: "id") == "https://example.org/shop/")
    #expect(feed.text(of: "updated") == "2024-03-01T12:30:00Z")
    #expect(feed.all("author").first?.text(of: "name") == "News & <more>")
    #expect(
      feed.all("link").map(\.attributes) == [
        ["href": "https://example.org/shop/"], ["rel": "self", "href": "https://example.org/shop/feed.xml"],
      ])
    let entries = feed.all("entry")
    #expect(entries.map { $0.text(of: "title") } == ["Kiwi", "Äpfel & <b>Birnen</b>"])
    #expect(entries.map { $0.text(of: "updated") } == ["2024-03-01T12:30:00Z", "2024-02-29T00:00:00Z"])
    #expect(entries.map { $0.text(of: "summary") } == [nil, "Some new ones & \"more\"."])
    for entry in entries {
      let link = try #require(entry.all("link").first?.attributes["href"])
      #expect(entry.text(of: "id") == link)
      let path = try #require(link.split(separator: "/shop/").last)
      #expect(sandbox.exists("out/\(path)"))
    }
  }

  @Test func latestComeFirstWhateverTheirTimeZone() throws {
    let dates = [
      "2025-01-01T00:30:00+02:00", "2024-12-31T23:00:00Z", "2024-12-31T22:00:00.5Z", "2024-12-31T22:00:00.25Z",
      "2024-12-31T17:10-05:00", "2024-12-31", "2025-01-01", "2024-03-01", "2024-02-29T23:59:59",
    ]
    let rows = dates.enumerated().map { #"{"name": "\#($0)", "added": "\#($1)"}"# }.joined(separator: ",")
    let feed = try feed("[\(rows)]", "{ date: added }")
    #expect(feed.all("entry").map { $0.text(of: "title") } == ["6", "1", "0", "4", "2", "3", "5", "7", "8"])
    #expect(feed.text(of: "updated") == "2025-01-01T00:00:00Z")
    #expect(feed.all("entry")[2].text(of: "updated") == "2025-01-01T00:30:00+02:00")
    #expect(feed.all("entry")[3].text(of: "updated") == "2024-12-31T17:10:00-05:00")
  }

  @Test func onlyTheLatestAreShown() throws {
    let rows = (1...30).map { #"{"name": "Day \#($0)", "added": "2024-01-\#($0 < 10 ? "0" : "")\#($0)"}"# }
    let all = "[" + rows.joined(separator: ",") + "]"
    #expect(try feed(all, "{ date: added }").all("entry").count == 20)
    let few = try feed(all, "{ date: added, limit: 3, title: The latest }")
    #expect(few.all("entry").map { $0.text(of: "title") } == ["Day 30", "Day 29", "Day 28"])
    #expect(few.text(of: "title") == "The latest")
  }

  @Test func feedWithoutEntriesIsWhole() throws {
    let feed = try feed(#"[{"name": "Kiwi", "added": null}, {"name": "Fig", "added": "soon"}]"#, "{ date: added }")
    #expect(feed.all("entry").isEmpty)
    #expect(feed.text(of: "updated") == "1970-01-01T00:00:00Z")
  }

  @Test func charactersThatXMLDoesNotAllowAreDropped() throws {
    let feed = try feed(
      #"[{"name": "a\u0000b\u0001c\u001fd\uFFFFe\u2028f😀", "added": "2024-01-01"}]"#, "{ date: added }")
    #expect(feed.all("entry").first?.text(of: "title") == "abcde\u{2028}f😀")
  }

  @Test func aRowThatIsNoLongerRecentIsRemovedFromTheFeed() throws {
    let rows = (1...5).map { #"{"name": "Day \#($0)", "added": "2024-01-0\#($0)"}"# }
    _ = try feed("[" + rows.joined(separator: ",") + "]", "{ date: added, limit: 2 }")
    try sandbox.write("shop/fruits.json", "[" + rows.dropFirst().joined(separator: ",") + "]")
    #expect(try sandbox.build("shop", "--output", "out").updated.contains("feed.xml") == false)
    try sandbox.write("shop/fruits.json", "[" + rows.dropLast().joined(separator: ",") + "]")
    #expect(try sandbox.build("shop", "--output", "out").updated.contains("feed.xml"))
  }
}
