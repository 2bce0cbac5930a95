import CatalogKit
import CatalogServer
import Foundation
import LivePages
import TestKit
import Testing

/// A catalog in a real browser, whose files are edited while somebody reads it.
@Suite(.serialized) struct LiveStoryTests {
  private static func rows(_ names: [String]) -> String {
    "name,family,price\n" + names.map { "\($0),\($0.count % 2 == 0 ? "Citrus" : "Pome"),\($0.count)\n" }.joined()
  }

  private static let names = (1...60).map { "Fruit \(String(repeating: "i", count: $0 % 7 + 1)) \($0)" }

  private static let files = [
    "catalog.yml": """
    title: Fruit
    datasets: { fruits: { file: fruits.csv, key: name, card: card, chain: [{ group: family }], pages: { size: 100 } } }
    documents: { search: true }
    """,
    "templates/card.md": "It costs **{{price}}**.\n",
    "fruits.csv": rows(names),
  ]

  @Test func editsReachThePageThatIsOpen() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let path = "fruits/citrus/"
      let tab = try stage.open(path)
      try tab.wait(until: "document.querySelectorAll('[data-part]').length > 20")
      try tab.evaluate(
        """
        window.nodes = Object.fromEntries(
          [...document.querySelectorAll("li[data-part]")].map((cell) => [cell.dataset.part, cell]));
        window.kept = (part) => window.nodes[part] === document.querySelector(`[data-part="${part}"]`);
        document.querySelector("input[type=search]").focus(); true
        """)
      try tab.type("i 1")
      try tab.evaluate("scrollTo({ top: 900, behavior: 'instant' }); true")

      func step(_ comment: Comment, _ files: [String: String]) throws {
        let top =
          try tab.evaluate(
            """
            (() => {
              for (const animation of document.getAnimations()) animation.finish();
              window.seen = [...document.querySelectorAll("li[data-part]")]
                .find((cell) => cell.getBoundingClientRect().top >= 0);
              return window.seen.getBoundingClientRect().top;
            })()
            """) as? Double
        try tab.awaiting("pomona:update") { try stage.save(files) }
        try stage.expectFreshPage(in: tab, path, comment)
        #expect(try tab.evaluate("document.querySelector('input[type=search]').value") as? String == "i 1", comment)
        #expect(
          try tab.evaluate("document.activeElement === document.querySelector('input[type=search]')") as? Bool == true,
          comment)
        // Cells slide to their places.
        try tab.evaluate("for (const animation of document.getAnimations()) animation.finish(); true")
        let moved =
          try tab.evaluate(
            "window.seen.isConnected ? window.seen.getBoundingClientRect().top : null") as? Double
        if let top, let moved { #expect(abs(top - moved) < 2, comment) }
      }

      var names = Self.names
      names[40] += "s"
      try step("a row is renamed", ["fruits.csv": Self.rows(names)])
      names.insert(contentsOf: ["Aii", "Biii", "Ciiiii"].map { $0 + " 0" }, at: 0)
      try step("rows come above", ["fruits.csv": Self.rows(names)])
      names.removeSubrange(4..<9)
      try step("rows go above", ["fruits.csv": Self.rows(names)])
      names.swapAt(10, 50)
      try step("rows move", ["fruits.csv": Self.rows(names)])
      #expect(
        try tab.evaluate(
          "Object.keys(window.nodes).filter((part) => document.querySelector(`[data-part=\"${part}\"]`)).every(window.kept)"
        )
          as? Bool == true, "the nodes of cells that stayed are the same")
      try step("a template changes", ["templates/card.md": "Only {{price}}!\n"])
      #expect(try tab.texts("li[data-part] p").first?.hasPrefix("Only") == true)
      #expect(tab.problems == [])
    }
  }

  @Test func mistakesStandOverThePageUntilTheyAreMended() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let tab = try stage.open("fruits/pome/")
      let broken = Self.files["catalog.yml"]! + "\nnonsense: 1\n"
      let panel = "document.querySelector('[data-live=own]:not(.search)')?.shadowRoot?.textContent ?? ''"
      try stage.save(["catalog.yml": broken])
      try tab.wait(until: "true")
      try tab.poll("(\(panel)).includes('nonsense')")
      let other = try stage.open("index.html")
      try other.poll("(\(panel)).includes('nonsense')")
      try tab.awaiting("pomona:update") {
        try stage.save(["catalog.yml": Self.files["catalog.yml"]! + "\nlanguage: de\n"])
      }
      try tab.poll("(\(panel)) === ''")
      #expect(try tab.evaluate("document.documentElement.lang") as? String == "de")
    }
  }

  @Test func aRowThatGoesAndComesBack() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let tab = try stage.open("fruits/fruit-ii-1.html")
      #expect(try tab.texts("h1") == ["Fruit ii 1"])
      var names = Self.names
      names.remove(at: 0)
      try tab.awaiting("pomona:update") { try stage.save(["fruits.csv": Self.rows(names)]) }
      let panel = "document.querySelector('[data-live=own]:not(.search)')?.shadowRoot?.textContent ?? ''"
      #expect((try tab.evaluate(panel) as? String)?.contains("gone") == true)
      try tab.awaiting("pomona:update") { try stage.save(["fruits.csv": Self.rows(Self.names)]) }
      #expect(try tab.evaluate(panel) as? String == "")
      try stage.expectFreshPage(in: tab, "fruits/fruit-ii-1.html", "it is back")
    }
  }

  @Test func aCatalogThatCannotBeReadSaysWhy() async throws {
    try await onOwnThread {
      var files = Self.files
      files["catalog.yml"] = "nonsense: 1\n"
      let stage = try Stage(files)
      let tab = try stage.open("fruits/pome/")
      #expect(try tab.texts("h1") == ["The catalog cannot be read"])
      try tab.awaiting("pomona:update") { try stage.save(Self.files) }
      try stage.expectFreshPage(in: tab, "fruits/pome/", "it can be read")
      try tab.wait(until: "document.querySelector('.search') !== null")
    }
  }

  @Test func nineTabsShareAStream() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files, base: "/team/notes/")
      let tabs = try (0..<9).map { try stage.open($0 < 5 ? "fruits/citrus/" : "fruits/fruit-ii-1.html") }
      var names = Self.names
      for (number, tab) in tabs.enumerated() {
        try tab.evaluate(
          "window.updated = new Promise((done) => document.addEventListener('pomona:update', done, { once: true })); true"
        )
        #expect(tab.problems == [], "tab \(number)")
      }
      names[3] = "Another one"
      // The pages may have been opened only now: they are told as soon as their streams are.
      try stage.save(["fruits.csv": Self.rows(names), "templates/card.md": "New {{price}}\n"])
      for tab in tabs { try tab.evaluate("window.updated.then(() => true)") }
      try stage.expectFreshPage(in: tabs[0], "fruits/citrus/", "the first")
      try stage.expectFreshPage(in: tabs[8], "fruits/fruit-ii-1.html", "the last")
    }
  }
}
