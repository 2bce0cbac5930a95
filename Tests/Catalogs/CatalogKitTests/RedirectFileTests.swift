import CatalogKit
import Foundation
import TestKit
import Testing

/// The files that configure servers to redirect from pages that have moved, or to report deleted ones.
@Suite struct RedirectFileTests {
  private func folder(
    _ addresses: String, site: String? = "https://example.org/a%20b/fruits", lines: [String] = Self.lines,
    more: [String: String] = [:]
  ) throws -> CatalogFolder {
    let yaml = """
      \(site.map { "address: \($0)" } ?? "title: Fruits")
      addresses: \(addresses)
      datasets: { fruits: { file: fruits.csv, key: name, aliases: former } }
      """
    let files = [
      "catalog.yml": yaml, "fruits.csv": "name,former\nLemon,Citron\nPear,\n",
      "addresses.csv": (["dataset,key,address,moved_to,gone"] + lines).map { $0 + "\n" }.joined(),
    ]
    return try CatalogFolder(files.merging(more) { first, _ in first })
  }

  private static let lines = [
    ",,fruits/birne,fruits/pear,", ",,old/,fruits/index,", "fruits,Plum,fruits/plum,,sold", ",,fruits/äpfel,index,",
  ]

  private func text(_ file: String, _ folder: CatalogFolder) throws -> [String] {
    try folder.build(into: folder.path + "/out")
    let text = try String(contentsOfFile: "\(folder.path)/out/\(file)", encoding: .utf8)
    #expect(text.hasPrefix("# ") && text.hasSuffix("\n"))
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func netlify() throws {
    #expect(
      try text("_redirects", folder("{ redirects: netlify }")) == [
        "/a%20b/fruits/fruits/birne /a%20b/fruits/fruits/pear.html 301!",
        "/a%20b/fruits/fruits/birne.html /a%20b/fruits/fruits/pear.html 301!",
        "/a%20b/fruits/fruits/citron /a%20b/fruits/fruits/lemon.html 301!",
        "/a%20b/fruits/fruits/citron.html /a%20b/fruits/fruits/lemon.html 301!",
        "/a%20b/fruits/fruits/plum /a%20b/fruits/fruits/plum.html 410!",
        "/a%20b/fruits/fruits/plum.html /a%20b/fruits/fruits/plum.html 410!",
        "/a%20b/fruits/fruits/%C3%A4pfel /a%20b/fruits/ 301!",
        "/a%20b/fruits/fruits/%C3%A4pfel.html /a%20b/fruits/ 301!",
        "/a%20b/fruits/old/ /a%20b/fruits/fruits/ 301!", "/a%20b/fruits/old/index.html /a%20b/fruits/fruits/ 301!",
      ])
  }

  @Test func cloudflare() throws {
    #expect(
      try text("_redirects", folder("{ redirects: [cloudflare] }", site: "https://example.org")) == [
        "/fruits/birne /fruits/pear.html 301", "/fruits/birne.html /fruits/pear.html 301",
        "/fruits/citron /fruits/lemon.html 301", "/fruits/citron.html /fruits/lemon.html 301",
        "/fruits/%C3%A4pfel / 301", "/fruits/%C3%A4pfel.html / 301", "/old/ /fruits/ 301",
        "/old/index.html /fruits/ 301",
      ])
  }

  @Test func apache() throws {
    let site = "https://example.org/$1&(a)%22b.c"
    let lines = try text(".htaccess", folder("{ redirects: apache }", site: site))
    let root = "/\\x241\\x26\\x28a\\x29\\x22b\\.c"
    #expect(
      lines == [
        "RedirectMatch 301 \"^\(root)/fruits/birne\\.html$\" \"/%241%26%28a%29%22b.c/fruits/pear.html\"",
        "RedirectMatch 301 \"^\(root)/fruits/citron\\.html$\" \"/%241%26%28a%29%22b.c/fruits/lemon.html\"",
        "RedirectMatch 410 \"^\(root)/fruits/plum\\.html$\"",
        "RedirectMatch 301 \"^\(root)/fruits/äpfel\\.html$\" \"/%241%26%28a%29%22b.c/\"",
        "RedirectMatch 301 \"^\(root)/old/$\" \"/%241%26%28a%29%22b.c/fruits/\"",
        "RedirectMatch 301 \"^\(root)/old/index\\.html$\" \"/%241%26%28a%29%22b.c/fruits/\"",
      ])
    // The expressions match their addresses only.
    for line in lines {
      let pattern = try #require(line.split(separator: "\"").dropFirst().first)
      let expression = try NSRegularExpression(pattern: String(pattern))
      let path = "/$1&(a)\"b.c/fruits/plum.html"
      func matches(_ text: String) -> Int {
        expression.numberOfMatches(in: text, range: NSRange(text.startIndex..., in: text))
      }
      #expect(matches(path) == (line.contains("410") ? 1 : 0))
      #expect(["x" + path, path + "x", path + "/", path.replacing(".", with: "x")].allSatisfy { matches($0) == 0 })
    }
  }

  @Test func nginx() throws {
    #expect(
      try text("redirects.map", folder("{ redirects: nginx }", site: "https://example.org/%22a%5C$b")) == [
        "\"/\\\"a\\\\$b/fruits/birne.html\" \"/%22a%5C%24b/fruits/pear.html\";",
        "\"/\\\"a\\\\$b/fruits/citron.html\" \"/%22a%5C%24b/fruits/lemon.html\";",
        "\"/\\\"a\\\\$b/fruits/plum.html\" \"gone\";", "\"/\\\"a\\\\$b/fruits/äpfel.html\" \"/%22a%5C%24b/\";",
        "\"/\\\"a\\\\$b/old/\" \"/%22a%5C%24b/fruits/\";", "\"/\\\"a\\\\$b/old/index.html\" \"/%22a%5C%24b/fruits/\";",
      ])
  }

  @Test func aRuleDoesNotAffectOtherPages() throws {
    // The page has a folder now: a request for it without an ending must not be redirected in a cycle.
    let folder = try folder(
      "{ pretty: true, redirects: netlify }", site: nil,
      lines: [",,fruits/pear,fruits/pear/,", ",,fruits/lemon,fruits/pear/,"])
    #expect(
      try text("_redirects", folder) == [
        "/fruits/citron/ /fruits/lemon/ 301!", "/fruits/citron/index.html /fruits/lemon/ 301!",
        "/fruits/lemon.html /fruits/pear/ 301!", "/fruits/pear.html /fruits/pear/ 301!",
      ])
  }

  @Test func ownFilesAndOtherFormatsHaveNone() throws {
    let folder = try folder("{ redirects: [apache, nginx] }", more: [".htaccess": "mine\n"])
    try folder.write(
      "catalog.yml",
      try String(contentsOfFile: folder.path + "/catalog.yml", encoding: .utf8) + "\nassets: .htaccess\n")
    try folder.build(into: folder.path + "/out")
    let files = try OutputTree(folder.path + "/out").bytes
    #expect(files[".htaccess"] == Data("mine\n".utf8) && files["redirects.map"] != nil)
    var options = CatalogOptions()
    options.formats = ["markdown"]
    try folder.build(into: folder.path + "/text", options: options)
    #expect(try OutputTree(folder.path + "/text").files["redirects.map"] == nil)
  }

  @Test func moreRulesThanAServerSupportsAreAWarning() throws {
    let lines = (0..<1000).map { ",,fruits/old-\($0),fruits/pear," }
    #expect(try folder("{ redirects: netlify }", lines: lines).catalog().warnings == [])
    let warnings = try folder("{ redirects: cloudflare }", lines: lines).catalog().warnings
    #expect(warnings.map(\.message) == ["_redirects has 2002 rules, and cloudflare follows 2000 at the most"])
  }

  @Test func theFileFollowsEdits() throws {
    let folder = try folder("{ redirects: nginx }", site: nil, lines: [])
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func update(_ rows: String) throws -> [String] {
      try folder.write("fruits.csv", "name,former\n" + rows)
      let report = try builder.update([folder.path + "/fruits.csv"])
      return (report.created + report.updated).filter { $0 == "redirects.map" }
    }
    #expect(try update("Lemon,Citron\nPear,Birne\n") == ["redirects.map"])
    #expect(try update("Lime,Citron\nPear,Birne\n") == ["redirects.map"])
    #expect(try update("Pear,Birne\nLime,Citron\n") == [])
    builder.close()
    #expect(
      try String(contentsOfFile: folder.path + "/out/redirects.map", encoding: .utf8) == """
        # Where pages have moved to, and which are gone.
        "/fruits/birne.html" "/fruits/pear.html";
        "/fruits/citron.html" "/fruits/lime.html";

        """)
  }
}
