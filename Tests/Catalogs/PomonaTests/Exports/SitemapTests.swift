import Foundation
import Testing

/// The sitemap, as read by a search engine.
@Suite struct SitemapTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func write(rows: Int, _ more: String = "") throws {
    let lines = (0..<rows).map { "Ünit & \($0),kind \($0 % 3),old-\($0)\n" }
    try sandbox.write([
      "shop/units.csv": "name,kind,former\n" + lines.joined(),
      "shop/catalog.yml": """
      address: https://example.org
      datasets: { units: { file: units.csv, key: name, aliases: former } }
      chain: [{ group: kind }]
      documents: { sitemap: true, facets: [kind] }
      \(more)
      """,
    ])
    try sandbox.build("shop", "--output", "out")
  }

  private func locations(_ file: String, _ outer: String, _ inner: String) throws -> [String] {
    let root = try #require(XMLTree.read(try Data(contentsOf: sandbox.url("out/\(file)"))))
    #expect(root.name == outer)
    #expect(root.attributes["xmlns"] == "http://www.sitemaps.org/schemas/sitemap/0.9")
    #expect(root.children.allSatisfy { $0.name == inner && $0.children.map(\.name) == ["loc"] })
    return root.children.compactMap { $0.text(of: "loc") }
  }

  /// The file of an address.
  private func file(_ address: String) throws -> String {
    let url = try #require(URL(string: address))
    #expect(url.scheme == "https" && url.host() == "example.org")
    return String(url.path(percentEncoded: false).dropFirst())
  }

  /// The files of the pages that the parts name.
  private func pages() throws -> [String] {
    try locations("sitemap.xml", "sitemapindex", "sitemap").flatMap { part in
      try locations(file(part), "urlset", "url").map(file)
    }
  }

  @Test func everyPageIsListedOnce() throws {
    try write(rows: 40)
    let pages = try pages()
    #expect(Set(pages).count == pages.count)
    // Except redirects, and the page for missing ones.
    let expected = try sandbox.files("out", ending: ".html").filter { !$0.hasPrefix("units/old-") && $0 != "404.html" }
    #expect(try sandbox.files("out", ending: ".html").count == expected.count + 41)
    #expect(pages.sorted() == expected)
  }

  @Test func largeCatalogHasSeveralParts() throws {
    try write(rows: 1200, "formats: markdown")
    let parts = try locations("sitemap.xml", "sitemapindex", "sitemap")
    #expect(parts == ["pages-1", "objects-2", "objects-3"].map { "https://example.org/sitemap/\($0).xml" })
    let expected = try sandbox.files("out", ending: ".md").filter { !$0.hasPrefix("units/old-") }
    #expect(try pages().sorted() == expected)
  }

  @Test func catalogWithoutPagesForRows() throws {
    try sandbox.write([
      "shop/units.csv": "name\nA\nB\n",
      "shop/catalog.yml": """
      address: https://example.org
      datasets: { units: units.csv }
      documents: { sitemap: true, objects: false }
      """,
    ])
    try sandbox.build("shop", "--output", "out")
    #expect(try ["404.html"] + pages() == sandbox.files("out", ending: ".html"))
  }
}
