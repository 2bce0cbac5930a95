import Foundation
import Testing

/// A catalog with all features: indexes, facets, letters, redirects, joined rows, pictures, exports, in all formats.
@Suite struct RichCatalogTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let kinds = ["pome", "stone", "", "berry & co", "letters"]
    let rows = (0..<60).map { number in
      let picture = ["", "images/a b.png", "https://example.org/x.png"][number % 3]
      let tags = ["sweet; red", "sour", "", "red; Ünusual"][number % 4]
      return
        """
        \(["Ä", "b", "Öl ", "7", "é"][number % 5])pple \
        \(number),\(kinds[number % 5]),\(tags),2024-01-\(10 + number % 20),\(picture),former \(number); Äpple 0
        """
    }
    try sandbox.write([
      "shop/fruits.csv": "name,kind,tags,added,picture,former\n" + rows.joined(separator: "\n"),
      "shop/recipes.json":
        #"[{"id": "pie", "fruit": "Äpple 0", "text": "Bake."}, {"id": "jam", "fruit": "bpple 1", "text": "Cook."}]"#,
      "shop/images/a b.png": "PNG", "shop/extra/readme.txt": "hello", "shop/templates/nothing.md": "Nothing.\n",
      "shop/templates/banner.md": "{{title}}: {{entries}} in {{sections}}.\n",
      "shop/catalog.yml": """
      title: Rich & <famous>
      introduction: "Look at [the index](letters/index.html)."
      address: https://example.org/rich
      datasets:
        fruits:
          file: fruits.csv
          key: name
          types: { tags: list, former: list, picture: image, added: date }
          aliases: former
          join: { recipes: { dataset: recipes, on: name, equals: fruit } }
        recipes: recipes.json
      chain:
        - group: { field: tags, by: element, order: sorted, rest: Plain }
        - sort: name
        - insert: { cell: banner, at: [0, 1] }
        - placeholder: nothing
      pages: { size: 8, preview: 3, kind: stable }
      documents:
        indexes:
          by-day: { title: By day, chain: [{ flatten: All }, { sort: { field: added, order: descending } }], pages: { \
      size: 7, kind: numbered } }
        facets: [kind]
        letters: name
        feed: { date: added }
        sitemap: true
        search: true
        json: true
      assets: [extra]
      formats: [html, markdown, latex, man, xml]
      """,
    ])
    try sandbox.build("shop", "--output", "out")
  }

  private func page(_ path: String) throws -> HTMLPage { HTMLPage(try sandbox.text("out/\(path)")) }

  @Test func everyLinkOfEveryPageIsResolved() throws {
    let files = try sandbox.files("out")
    let known = Set(files)
    var reached: Set<String> = ["index.html"]
    for file in files where file.hasSuffix(".html") {
      let page = try page(file)
      #expect(page.problems == [], "\(file)")
      for reference in page.references {
        if reference.hasPrefix("#") {
          #expect(
            page.elements.contains { $0.attributes["id"] == String(reference.dropFirst()) }, "\(reference) on \(file)")
        } else if let target = target(of: reference, on: file) {
          #expect(known.contains(target), "\(reference) on \(file)")
          reached.insert(target)
        }
      }
    }
    let lost = known.filter { $0.hasSuffix(".html") && !$0.hasPrefix("fruits/former-") }.subtracting(reached)
    #expect(
      lost == ["404.html"],
      "every page is linked from somewhere, but for those at former addresses, and what is not found")
    for file in files where file.hasSuffix(".md") {
      for reference in markdownReferences(try sandbox.text("out/\(file)")) where !reference.hasPrefix("http") {
        #expect(target(of: reference, on: file).map(known.contains) == true, "\(reference) on \(file)")
      }
    }
  }

  @Test func indexesListEveryRow() throws {
    let rows = Set(
      try sandbox.files("out", ending: ".html").filter { $0.hasPrefix("fruits/") && !$0.contains("former") })
    #expect(rows.count == 60)
    for index in ["by-day", "kind", "letters"] {
      var listed: [String] = []
      for file in try sandbox.files("out", ending: ".html")
      where file.hasPrefix("\(index)/") && file != "\(index)/index.html" {
        listed += try page(file).all("a", in: "cell-title").compactMap {
          target(of: $0.attributes["href"] ?? "", on: file)
        }
      }
      #expect(Set(listed) == rows, "\(index)")
      #expect(listed.count == rows.count, "\(index) shows each row once")
    }
    #expect(try page("index.html").references.filter { $0.hasSuffix("/index.html") }.contains("letters/index.html"))
  }

  @Test func lettersAreInOrderAndWithoutAccents() throws {
    let sections = try page("letters/index.html").all("a", in: "terms").map(\.text)
    #expect(sections == ["#", "A", "B", "E", "O"])
    let first = try page("letters/a/index.html").all("h1").map(\.text)
    #expect(first == ["A"])
  }

  @Test func facetsHaveASectionForEachValue() throws {
    #expect(
      try page("kind/index.html").all("a", in: "terms").map(\.text)
        == ["berry & co", "letters", "pome", "stone", "Other"])
    #expect(try page("kind/index.html").all("h1").map(\.text) == ["Kind"])
  }

  @Test func anIndexWithItsOwnOrder() throws {
    let titles = try ["index", "page-2"].flatMap { name in
      try page("by-day/all/\(name).html").all("a", in: "cell-title").map(\.text)
    }
    #expect(titles.count == 14)
    #expect(
      titles.first?.contains("pple 19") == true || titles.first?.contains("pple 39") == true
        || titles.first?.contains("pple 59") == true)
  }

  @Test func aFormerAddressRedirectsToTheRow() throws {
    let page = try page("fruits/former-7.html")
    let refresh = page.all("meta").first { $0.attributes["http-equiv"] == "refresh" }?.attributes["content"]
    let address = try #require(refresh?.split(separator: "url=").last.map(String.init))
    #expect(target(of: address, on: "fruits/former-7.html") == "fruits/ol-pple-7.html")
    #expect(page.all("link").contains { $0.attributes["rel"] == "canonical" })
    #expect(
      page.all("a").contains {
        target(of: $0.attributes["href"] ?? "", on: "fruits/former-7.html") == "fruits/ol-pple-7.html"
      })
    // A row keeps its address, although its name is a former name of another row.
    #expect(
      try self.page("fruits/apple-0.html").all("meta").contains { $0.attributes["http-equiv"] == "refresh" } == false)
  }

  @Test func joinedRowsAndBannersAreShown() throws {
    #expect(try page("fruits/apple-0.html").all("main").first?.text.contains("pie") == true)
    #expect(try page("index.html").all("li", class: "cell-banner").first?.text.contains("Rich & <famous>: ") == true)
    #expect(!sandbox.exists("out/recipes"))
  }

  @Test func otherFiles() throws {
    let files = Set(try sandbox.files("out"))
    #expect(
      files.isSuperset(of: [
        "feed.xml", "sitemap.xml", "sitemap/pages-1.xml", "sitemap/objects-1.xml", "search/index.js", "catalog.json",
        "catalog/objects-1.json",
        "images/a b.png", "extra/readme.txt", "assets/style.css",
      ]))
    #expect(try sandbox.text("out/extra/readme.txt") == "hello")
    let shards = files.filter { $0.hasPrefix("search/") && $0 != "search/index.js" }
    let texts = try shards.map { try sandbox.text("out/\($0)") }.joined()
    for number in 0..<60 { #expect(texts.contains("pple \(number)\"")) }
  }

  @Test func secondBuildChangesNothing() throws {
    let before = try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") }
    let report = try sandbox.build("shop", "--output", "out")
    #expect(report.counts.prefix(2) == [0, 0])
    #expect(try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") } == before)
  }
}
