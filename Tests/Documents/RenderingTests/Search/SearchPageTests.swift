import Foundation
import Rendering
import TestKit
import Testing

/// The search in a real tab.
@Suite(.serialized) struct SearchPageTests {
  private static let fruits: [(name: String?, things: [Thing])] = [
    ("Pomes", ["Apple", "Custard apple", "Pineapple", "Pear", "Éclair pear"].map { Thing(title: $0) }),
    (
      "Citrus",
      ["Lemon", "Straße & <b>lime</b>", "日本のみかん", "apple"].map { Thing(collection: "citrus", title: $0) }
    ),
  ]

  private let box = ".search input"
  private let titles = "#search-list .search-title"
  private let status = ".search [role=status]"

  /// Types a query, and waits until the whole index has been searched.
  private func search(_ query: String, in tab: Tab) throws {
    try tab.type(query)
    try tab.wait(until: "/^(No|\\d+) results?(, the first 20 shown)?$/.test(\(text(status)))")
  }

  private func text(_ selector: String) -> String { "document.querySelector('\(selector)').textContent" }

  /// Runs a test with the catalog as files, and with the catalog from a server.
  private func withFilesAndServer(_ catalog: SearchedCatalog, _ test: (Tab, URL) throws -> Void) throws {
    let server = try FileServer(folder: catalog.shelf)
    let tab = try Browser().newTab()
    try test(tab, catalog.root)
    try test(tab, server.url.appending(path: catalog.root.lastPathComponent))
  }

  @Test func findsAnyObjectAsYouType() throws {
    let catalog = try SearchedCatalog(Self.fruits) { $0 == "Lemon" ? "sour, as no apple is" : "" }
    try withFilesAndServer(catalog) { tab, root in
      for page in ["index.html", "pomes/index.html", "citrus/lemon.html"] {
        try tab.open(root.appending(path: page))
        #expect(try tab.evaluate("document.scripts.length") as? Int == 1, "loaded before it was asked for")
        try tab.press("/")
        try search("apple", in: tab)
        #expect(try tab.texts(titles) == ["apple", "Apple", "Custard apple", "Pineapple", "Lemon"])
        #expect(try tab.texts("#search-list .search-section") == ["Citrus", "Pomes", "Pomes", "Pomes", "Citrus"])
        #expect(try tab.texts("#search-list mark") == ["apple", "Apple", "apple", "apple"])
        #expect(try tab.texts(status) == ["5 results"])
        #expect(tab.problems.isEmpty)
      }
    }
  }

  @Test func countsAreWrittenInTheLanguage() throws {
    for (language, count) in [
      ("en", "1,234"), ("de-AT", "1\u{A0}234"), ("de", "1.234"), ("es", "1234"), ("not a tag", "1"),
    ] {
      let catalog = try SearchedCatalog(Self.fruits, language: language)
      try catalog.index((0..<1234).map { SearchEntry(title: "Apple \($0)", path: "p/\($0).html") }, capacity: 500)
      let tab = try Browser().newTab()
      try tab.open(catalog.root.appending(path: "index.html"))
      try tab.press("/")
      try tab.type("apple")
      try tab.wait(until: "\(text(status)).endsWith(' results, the first 20 shown')")
      #expect(try tab.texts(status)[0].hasPrefix(count), "\(language)")
    }
  }

  @Test func keysChooseAndOpenAResult() throws {
    let catalog = try SearchedCatalog(Self.fruits)
    try withFilesAndServer(catalog) { tab, root in
      let active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent"
      try tab.open(root.appending(path: "citrus/lemon.html"))
      try tab.press("/")
      try search("apple", in: tab)
      #expect(try tab.evaluate(active) as? String == nil)
      try tab.press("ArrowUp")
      #expect(try tab.evaluate(active) as? String == "Pineapple Pomes")
      try tab.press("ArrowDown")
      #expect(try tab.evaluate(active) as? String == nil, "back in the box")
      for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"] { try tab.press(key) }
      #expect(try tab.evaluate(active) as? String == "Apple Pomes")
      #expect(try tab.texts("[aria-selected=true]") == ["Apple Pomes"])

      try tab.press("Escape")
      #expect(try tab.texts(titles).isEmpty && tab.texts(status) == [""])
      #expect(try tab.evaluate("\(element(box)).value") as? String == "apple")
      #expect(try tab.evaluate("\(element(box)).ariaExpanded") as? String == "false")
      try tab.press("ArrowDown")
      #expect(try tab.texts(titles).count == 4)
      #expect(try tab.evaluate("\(element(box)).ariaExpanded") as? String == "true")
      for _ in 0..<2 { try tab.press("Escape") }
      #expect(try tab.evaluate("\(element(box)).value") as? String == "")

      try search("pear", in: tab)
      try tab.press("ArrowDown")
      try tab.press("ArrowDown")
      try tab.loading { try tab.press("Enter") }
      #expect(try tab.texts("h1") == ["Éclair pear"])
      #expect(try tab.evaluate("location.href") as? String == address("things/eclair-pear.html", in: root))
    }
  }

  @Test func dataIsEscapedAndLinked() throws {
    let catalog = try SearchedCatalog(Self.fruits)
    try withFilesAndServer(catalog) { tab, root in
      for (query, title) in [("<B>LI", "Straße & <b>lime</b>"), ("strasse", "Straße & <b>lime</b>"), ("本の", "日本のみかん")] {
        try tab.open(root.appending(path: "things/pear.html"))
        try tab.click(box)
        try search(query, in: tab)
        #expect(try tab.texts(titles) == [title])
        #expect(try tab.texts(".search b").isEmpty)
        try tab.loading { try tab.click("#search-list [role=option]") }
        #expect(try tab.texts("h1") == [title])
      }
    }
  }

  @Test func nothingButTheScriptsOfTheCatalogMayRun() throws {
    let catalog = try SearchedCatalog(Self.fruits)
    try withFilesAndServer(catalog) { tab, root in
      try tab.open(root.appending(path: "index.html"))
      #expect(tab.problems.isEmpty)
      try tab.evaluate(
        """
        const script = document.createElement("script");
        script.textContent = "document.title = 'ran'";
        document.head.append(script);
        """)
      #expect(try tab.evaluate("document.title") as? String == "Things")
      #expect(tab.problems.count == 1 && tab.problems[0].contains("Content Security Policy"))
      tab.problems = []
    }
  }

  @Test func thePageIsCompleteWithoutScripts() throws {
    let catalog = try SearchedCatalog(Self.fruits)
    let tab = try Browser().newTab()
    try tab.setScriptsEnabled(false)
    try tab.open(catalog.root.appending(path: "things/pear.html"))
    #expect(try tab.texts("h1") == ["Pear"])
    #expect(try tab.texts("input, [role=search]").isEmpty)
  }

  @Test func aCatalogWithoutAnIndexHasNoScript() throws {
    let catalog = try SearchedCatalog(Self.fruits, hasSearch: false)
    let home = try String(contentsOf: catalog.root.appending(path: "index.html"), encoding: .utf8)
    #expect(!home.contains("script"))
  }

  @Test func aMissingShardIsReported() throws {
    let catalog = try SearchedCatalog(Self.fruits)
    let shards = try FileManager.default.contentsOfDirectory(atPath: catalog.root.appending(path: "search").path)
    let shard = try #require(shards.first { $0.hasPrefix("shard-") })
    try FileManager.default.removeItem(at: catalog.root.appending(path: "search/\(shard)"))
    let tab = try Browser().newTab()
    try tab.open(catalog.root.appending(path: "index.html"))
    try tab.press("/")
    try tab.type("e")
    try tab.wait(until: "\(text(status)) === 'The search index could not be loaded'")
  }

  @Test func findsTheResultsOfTheModel() throws {
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    func words(of letters: [String], _ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random)).compactMap { _ in letters.randomElement(using: &random) }.joined()
    }
    let letters = ["a", "B", "ab", "é", "e\u{301}", "E", "ß", "ø", "Æ", "İ", "ﬁ", "日", "か\u{3099}"]
    let entries = (0..<800).map { number in
      SearchEntry(
        title: words(of: letters + [" ", "-"], 1...5), path: "p/\(number).html",
        text: words(of: letters + [" ", "\n"], 0...6))
    }
    let model = SearchModel(entries)
    let queries = (0..<500).map { _ in words(of: letters + [" "], 1...3) } + ["", " ", "no such thing"]

    let catalog = try SearchedCatalog(Self.fruits)
    try catalog.index(entries, capacity: 50)
    let tab = try Browser().newTab()
    try tab.open(catalog.root.appending(path: "index.html"))
    try tab.press("/")
    try search("a", in: tab)
    let answers = try tab.evaluate(
      """
      \(try Browser.literal(queries)).map((query) => {
        \(element(box)).value = query;
        \(element(box)).dispatchEvent(new Event("input"));
        return [parseInt(\(text(status))) || 0, [...\(element("#search-list")).children].map((e) => e.dataset.path)];
      })
      """)
    let found = try #require(answers as? [[Any]])
    #expect(found.count == queries.count)
    for (query, answer) in zip(queries, found) {
      let expected = model.paths(query)
      #expect(answer[0] as? Int == expected.count, "seed \(seed): “\(query)”")
      #expect(answer[1] as? [String] == Array(expected.prefix(20)), "seed \(seed): “\(query)”")
    }
  }

  private func element(_ selector: String) -> String { "document.querySelector('\(selector)')" }

  private func address(_ path: String, in root: URL) -> String { root.appending(path: path).absoluteString }
}
