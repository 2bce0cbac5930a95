import Foundation
import Testing

/// The announcement of a catalog's other files to programs, by pages and servers.
@Suite struct AnnouncementTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @discardableResult
  private func build(_ more: String, output: String = "out") throws -> Report {
    try sandbox.write([
      "shop/fruits.csv": "name,added\nApple,2024-01-01\nPear,2024-01-02\n",
      "shop/catalog.yml": """
      title: Fruit & nuts
      datasets: { fruits: { file: fruits.csv, key: name, types: { added: date } } }
      \(more)
      """,
    ])
    return try sandbox.build("shop", "--output", output)
  }

  /// The links of a page to other forms of the catalog.
  private func alternates(_ path: String, in output: String = "out") throws -> [[String: String]] {
    HTMLPage(try sandbox.text("\(output)/\(path)")).all("link").map(\.attributes)
      .filter { $0["rel"] == "alternate" }
  }

  private let all =
    "address: https://example.org/a/shop\ndocuments: { feed: { date: added, title: News }, sitemap: true, json: true }"

  @Test func theFeedIsLinkedOnEveryPageAndTheRowsOnTheFirst() throws {
    try build(all)
    func feed(_ href: String) -> [String: String] {
      ["rel": "alternate", "type": "application/atom+xml", "title": "News", "href": href]
    }
    #expect(
      try alternates("index.html") == [
        feed("feed.xml"),
        ["rel": "alternate", "type": "application/json", "title": "Fruit & nuts", "href": "catalog.json"],
      ])
    #expect(try alternates("fruits/apple.html") == [feed("../feed.xml")])
    #expect(try alternates("fruits/pear.html") == [feed("../feed.xml")])
    for file in ["feed.xml", "catalog.json"] { #expect(sandbox.exists("out/\(file)")) }
  }

  @Test func missingFilesAreNotAnnounced() throws {
    try build("address: https://example.org")
    for page in try sandbox.files("out", ending: ".html") { #expect(try alternates(page) == []) }
    #expect(!sandbox.exists("out/robots.txt"))
  }

  @Test func pagesAreUpdatedWithTheirAnnouncements() throws {
    try build("address: https://example.org/a/shop")
    let report = try build(all)
    #expect(report.updated.contains("fruits/apple.html") && report.updated.contains("404.html"))
    try build(all, output: "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test func theSitemapIsAnnouncedToSearchEngines() throws {
    try build(all)
    #expect(
      try sandbox.text("out/robots.txt") == """
        User-agent: *
        Disallow:

        Sitemap: https://example.org/a/shop/sitemap.xml

        """)
    try sandbox.write("shop/robots.txt", "User-agent: *\nDisallow: /\n")
    try build(all + "\nassets: [robots.txt]")
    #expect(try sandbox.text("out/robots.txt") == "User-agent: *\nDisallow: /\n")
  }

  // MARK: - The page for missing ones

  @Test func itsLinksWorkAtAnyAddress() throws {
    try build(all + "\nformats: [html, markdown]")
    let page = HTMLPage(try sandbox.text("out/404.html"))
    #expect(page.problems == [])
    #expect(page.all("h1").map(\.text) == ["Page not found"])
    let known = Set(try sandbox.files("out"))
    let references = page.references.filter { !$0.hasPrefix("#") && !$0.hasPrefix("data:") }
    #expect(references.count > 3)
    for reference in references {
      #expect(reference.hasPrefix("/a/shop/") && known.contains(String(reference.dropFirst("/a/shop/".count))))
    }
    #expect(!sandbox.exists("out/404.md"))
  }

  @Test(arguments: [
    ("https://example.org", "/"), ("https://example.org/", "/"), ("https://example.org//x//y/", "/x/y/"),
    ("http://127.0.0.1:8000/x", "/x/"),
  ])
  func theRootIsThePathOfTheAddress(address: String, root: String) throws {
    try build("address: \(address)")
    #expect(HTMLPage(try sandbox.text("out/404.html")).references.contains(root + "index.html"))
  }

  @Test func aCatalogWithoutAnAddressOrWithoutHTMLHasNone() throws {
    try build("")
    #expect(!sandbox.exists("out/404.html"))
    try build("address: https://example.org\nformats: markdown", output: "other")
    #expect(try sandbox.files("other").filter { $0.hasPrefix("404") } == [])
  }

  @Test func anOwnPageTakesPrecedence() throws {
    try build("address: https://example.org")
    try sandbox.write("shop/404.html", "<p>Gone</p>")
    #expect(try build("address: https://example.org\nassets: [404.html]").updated.contains("404.html"))
    #expect(try sandbox.text("out/404.html") == "<p>Gone</p>")
    try build("address: https://example.org")
    #expect(try sandbox.text("out/404.html").contains("Page not found"))
  }

  // MARK: - Content security

  @Test func fontsAndSoundsOfTheCatalogMayBeLoadedAndScriptsMayNot() throws {
    func policy(_ more: String) throws -> [String: Set<String>] {
      try build(more)
      let meta = HTMLPage(try sandbox.text("out/fruits/apple.html")).all("meta")
        .first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
      let directives = try #require(meta?.attributes["content"]).split(separator: ";").map { $0.split(separator: " ") }
      return Dictionary(
        uniqueKeysWithValues: directives.map { (String($0[0]), Set($0.dropFirst().map(String.init))) })
    }
    let plain = try policy("")
    #expect(plain["default-src"] == ["'none'"])
    #expect(plain["font-src"] == ["'self'", "file:", "data:"])
    #expect(plain["media-src"] == ["'self'", "file:", "data:"])
    #expect(plain["script-src"] == nil, "nothing but the default, which is none")
    #expect(plain["base-uri"] == ["'none'"] && plain["form-action"] == ["'none'"])
    #expect(try policy("documents: { search: true }")["script-src"] == ["'self'", "file:"])
  }
}
