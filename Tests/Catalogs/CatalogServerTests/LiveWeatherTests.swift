import CatalogServer
import Foundation
import LivePages
import TestKit
import Testing

/// Pages that are open while the connection with their server is bad.
@Suite(.serialized) struct LiveWeatherTests {
  /// The text of what stands over a page.
  private static let panel = "(document.querySelector('pomona-live-panel')?.shadowRoot.textContent ?? '')"

  private static let files = [
    "catalog.yml": """
    title: Fruit
    datasets: { fruits: { file: fruits.csv, key: name, page: page, types: { picture: image } } }
    formats: { html: { theme: theme } }
    assets: [extra.css]
    """,
    "fruits.csv": "name,picture\nPear,pear.svg\nQuince,quince.svg\n",
    "templates/page.md": "{{picture}}\n",
    "theme/page.mustache": """
    <html><head><title>{{title}}</title><link rel="stylesheet" href="{{homeHref}}/../extra.css"></head>
    <body>{{#article}}{{{body}}}{{/article}}</body></html>
    """,
    "extra.css": ":root { --extra: 1 }\n", "pear.svg": picture(width: 1), "quince.svg": picture(width: 1),
  ]

  private static func picture(width: Int) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"2\"/>\n"
  }

  /// A condition for the width of the picture in a page, and the value of a variable of its style sheet.
  private static func shows(_ width: Int, _ extra: Int) -> String {
    """
    document.querySelector("img").naturalWidth === \(width) &&
      getComputedStyle(document.documentElement).getPropertyValue("--extra") === "\(extra)"
    """
  }

  @Test func filesThatChangedWhileNobodyHeard() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let proxy = try Proxy(before: stage)
      defer { proxy.end() }
      let (pear, quince) = (try stage.open("fruits/pear.html"), try stage.open("fruits/quince.html"))
      for tab in [pear, quince] { try tab.poll(Self.shows(1, 1)) }

      proxy.cut()
      try pear.poll("\(Self.panel).includes('The server is gone')")
      try stage.save(["pear.svg": Self.picture(width: 2), "extra.css": ":root { --extra: 2 }\n"])
      try stage.save(["fruits.csv": Self.files["fruits.csv"]!.replacing("Pear,", with: "Fig,\nPear,")])
      proxy.clear()
      try pear.poll("\(Self.shows(2, 2)) && \(Self.panel) === ''")
      try quince.poll(Self.shows(1, 2))
      #expect(try quince.evaluate("document.querySelector('img').src.includes('live=')") as? Bool == false)

      // Another server does not know what the pages show.
      try stage.restart {
        try stage.folder.write("quince.svg", Self.picture(width: 3))
        try stage.folder.write("extra.css", ":root { --extra: 3 }\n")
      }
      try pear.poll(Self.shows(2, 3))
      try quince.poll(Self.shows(3, 3))
      try stage.expectFreshPage(in: pear, "fruits/pear.html", "the first page")
      try stage.expectFreshPage(in: quince, "fruits/quince.html", "the other page")
    }
  }

  @Test func filesWhoseNoticeWasLost() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let proxy = try Proxy(before: stage)
      defer { proxy.end() }
      let tab = try stage.open("fruits/pear.html")
      try tab.poll(Self.shows(1, 1))
      proxy.dropEvents()
      try stage.save(["pear.svg": Self.picture(width: 2), "extra.css": ":root { --extra: 2 }\n"])
      // The page is brought up to date for another reason, and counts as new from then on.
      try tab.evaluate("pomonaLive.update()")
      try tab.poll(Self.shows(2, 2))
      proxy.clear()
      try tab.awaiting("pomona:update") { try stage.save(["pear.svg": Self.picture(width: 3)]) }
      try tab.poll(Self.shows(3, 2))
      #expect(tab.problems == [])
    }
  }

  @Test(arguments: Seeds.fixed(1, fresh: 1))
  func aStormLeavesNothingBehind(seed: UInt64) async throws {
    try await onOwnThread {
      var history = LiveHistory(seed: seed)
      let stage = try Stage(history.files)
      let direct = stage.address
      let proxy = try Proxy(before: stage)
      defer { proxy.end() }
      let fresh = try stage.browser.newTab()
      let tabs = try history.openPages.map { ($0, try stage.open($0)) }
      for storm in 0..<3 {
        proxy.storm(seed: seed &* 3 + UInt64(storm))
        var edits: [String] = []
        while edits.count < 12 || history.isBroken {
          let before = history.files
          edits.append(history.edit())
          try stage.save(history.files.filter { before[$0.key] != $0.value })
          if edits.count == 6, storm == 1 { try stage.restart {} }
          // A page that is loaded meanwhile gives the others time for a part of what they do.
          try fresh.open(try #require(URL(string: direct)))
        }
        let comment = "seed \(seed), storm \(storm), \(edits)"
        proxy.clear()
        for (page, tab) in tabs {
          try history.expect(
            tab, toBeAs: fresh, openedAt: #require(URL(string: direct + page)), "\(comment), “\(page)”")
        }
      }
    }
  }
}
