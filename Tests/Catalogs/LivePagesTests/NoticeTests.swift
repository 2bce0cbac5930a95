import CatalogKit
import Foundation
import TestKit
import Testing

@testable import LivePages

/// Who hears of a change, and who does not.
struct NoticeTests {
  private static func rows(_ count: Int) -> String {
    (["name,family"] + (0..<count).map { "Fruit \($0),Family \($0 % 10)" }).joined(separator: "\n") + "\n"
  }

  private func catalog(rows: Int) async throws -> (CatalogFolder, LiveCatalog) {
    let folder = try CatalogFolder([
      "catalog.yml":
        "title: Fruit\ndatasets: { fruits: { file: fruits.csv, key: name, chain: [{ group: family }] } }\n",
      "fruits.csv": Self.rows(rows),
    ])
    let live = LiveCatalog(at: folder.path)
    #expect(await live.update().problems == [])
    return (folder, live)
  }

  /// An event as a browser reads it.
  private struct Event: Decodable {
    struct State: Decodable { let problems: [[String: String?]] }
    let pages: [String: String]?
    let files: [String]?
    let state: State?
  }

  private func decoded(_ bytes: [UInt8]?) throws -> Event {
    let text = String(decoding: try #require(bytes), as: UTF8.self)
    #expect(text.hasPrefix("data: ") && text.hasSuffix("\n\n"))
    return try JSONDecoder().decode(Event.self, from: Data(text.dropFirst(6).utf8))
  }

  @Test func onlyPagesThatShowAChangeHearOfIt() async throws {
    let (folder, live) = try await catalog(rows: 1000)
    let version = await live.version.text
    var streams: [LiveCatalog.Events.AsyncIterator] = []
    for number in 0..<1000 {
      var stream = live.events(of: "reader-\(number)").makeAsyncIterator()
      #expect(try decoded(await stream.next()).state?.problems.isEmpty == true)
      #expect(await live.open(["fruits/fruit-\(number).html": version], by: "reader-\(number)"))
      streams.append(stream)
    }
    try folder.write("fruits.csv", Self.rows(1000).replacing("Fruit 500,", with: "Fruit 500 b,"))
    // The page of the row goes; those before and after it link to it.
    let update = await live.update([folder.path + "/fruits.csv"])
    #expect(update.openPages == 3)
    var stream = streams[500]
    let event = try decoded(await stream.next())
    #expect(event.pages?.keys.first == "fruits/fruit-500.html")
    #expect(await live.answer("fruits/fruit-500.html").status == 404)
  }

  @Test func aPageWithAnOldVersionIsToldAtOnce() async throws {
    let (_, live) = try await catalog(rows: 10)
    var stream = live.events(of: "reader-1").makeAsyncIterator()
    _ = await stream.next()
    #expect(
      await live.open(["": "older.1", "fruits/family-1/": await live.version.text, "%zz": "older.1"], by: "reader-1"))
    #expect(try decoded(await stream.next()).pages == ["": await live.version.text])
  }

  @Test func aPageIsToldOfTheFilesThatHaveChangedSince() async throws {
    let (folder, live) = try await catalog(rows: 10)
    try folder.write("catalog.yml", "datasets: { fruits: fruits.csv }\nassets: [a.txt, b.txt, c.txt]\n")
    for name in ["a", "b", "c"] { try folder.write("\(name).txt", "1") }
    await live.update([folder.path + "/catalog.yml"])
    var versions: [String] = []
    for name in ["a", "b"] {
      versions.append(await live.version.text)
      try folder.write("\(name).txt", "22")
      await live.update(["\(folder.path)/\(name).txt"])
    }
    versions.append(await live.version.text)
    for (version, files) in zip(versions + ["older.99"], [["a.txt", "b.txt"], ["b.txt"], nil, ["a.txt", "b.txt"]]) {
      var stream = live.events(of: "reader-1").makeAsyncIterator()
      _ = await stream.next()
      #expect(await live.open(["": version, "fruits/": versions[2]], by: "reader-1"))
      // A page that was already there is told with the next change.
      if files == nil { await live.edit { $0.dataset(named: "fruits")?.edit { $0.remove(at: 0) } } }
      #expect(try decoded(await stream.next()).files == files, "\(version)")
    }
  }

  @Test func aPageThatHasNotChangedIsNotToldWhenOthersOpen() async throws {
    let (_, live) = try await catalog(rows: 100)
    var stream = live.events(of: "reader-1").makeAsyncIterator()
    _ = await stream.next()
    let old = await live.version.text
    #expect(await live.open(["fruits/fruit-50.html": old], by: "reader-1"))
    await live.edit { catalog in catalog.dataset(named: "fruits")?.edit { $0.remove(at: 0) } }
    #expect(await live.version.text != old)
    // A tab opens: its page is new, and the other one is as it was.
    #expect(await live.open(["fruits/fruit-50.html": old, "fruits/fruit-60.html": old], by: "reader-1"))
    #expect(try decoded(await stream.next()).pages == ["fruits/fruit-60.html": await live.version.text])
  }

  @Test func noticesThatNobodyTakesAreOne() async throws {
    let (_, live) = try await catalog(rows: 10)
    var stream = live.events(of: "reader-1").makeAsyncIterator()
    _ = await stream.next()
    #expect(
      await live.open(["": await live.version.text, "fruits/family-1/": await live.version.text], by: "reader-1"))
    for number in 0..<50 {
      try await live.edit { catalog in
        let fruits = try #require(catalog.dataset(named: "fruits"))
        fruits.edit { $0.update(fruits.items[1].replacing("name", with: .text("Fruit \(number)")), at: 1) }
      }
    }
    let event = try decoded(await stream.next())
    #expect(event.pages?.count == 2)
    #expect(event.pages?[""] == (await live.version.text))
  }

  @Test func aBrowserIsForgottenWithItsStream() async throws {
    let (_, live) = try await catalog(rows: 10)
    let task = Task {
      for await _ in live.events(of: "reader-1") {}
    }
    while !(await live.open(["": ""], by: "reader-1")) { await Task.yield() }
    task.cancel()
    await task.value
    while await live.numberOfReaders > 0 { await Task.yield() }
    #expect(await live.open([:], by: "reader-1") == false)
  }

  @Test func aSecondStreamOfANameEndsTheFirst() async throws {
    let (_, live) = try await catalog(rows: 10)
    var first = live.events(of: "reader-1").makeAsyncIterator()
    _ = await first.next()
    var second = live.events(of: "reader-1").makeAsyncIterator()
    #expect(await second.next() != nil)
    #expect(await first.next() == nil)
    #expect(await live.open([:], by: "reader-1"))
  }
}
