import Foundation
import Testing

/// The example catalog, from its data files to its pages.
@Suite struct FruitypediaTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appending(path: "Examples/Fruitypedia"), to: sandbox.url("Fruitypedia"))
  }

  private func build(_ formats: String = "html", into output: String = "out") throws -> Report {
    try sandbox.build("Fruitypedia", "--format", formats, "--output", output)
  }

  private func html(_ path: String) throws -> HTMLPage { HTMLPage(try sandbox.text("out/\(path)")) }

  // MARK: - The data

  /// The records of the table, each of which is a row; the last field is the description.
  private func fruits() throws -> [String] {
    var isQuoted = false
    let records = try sandbox.text("Fruitypedia/fruits.csv").split { character in
      if character == "\"" { isQuoted.toggle() }
      return character.isNewline && !isQuoted
    }.map(String.init)
    try #require(records[0].hasPrefix("name,") && records[0].hasSuffix(",description"))
    return Array(records.dropFirst())
  }

  private func vegetables() throws -> [[String: Any]] {
    let data = try Data(contentsOf: sandbox.url("Fruitypedia/vegetables.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  /// The names of the entries without a description.
  private func drafts() throws -> [String] {
    try fruits().filter { $0.hasSuffix(",") }.map { String($0.prefix { $0 != "," }) }
      + vegetables().filter { ($0["description"] as? String ?? "").isEmpty }.compactMap { $0["name"] as? String }
  }

  // MARK: - The pages

  @Test func reportAgreesWithTheDataAndTheFiles() throws {
    let report = try build("html,markdown")
    let rows = try fruits().count + vegetables().count
    let objects = rows - (try drafts().count)
    #expect(report.rows == objects)
    for ending in ["html", "md"] {
      let files = try sandbox.files("out", ending: ".\(ending)")
      let objectFiles = files.filter { $0.wholeMatch(of: /(fruits|vegetables)\/(?!index\.).*/) != nil }
      let sectionFiles = files.filter { $0.hasSuffix("/index.\(ending)") }
      #expect(objectFiles.count == objects)
      #expect(sectionFiles.count == report.sections)
      #expect(files.count * 2 == report.pages.rendered)
    }
    #expect(report.pages.written == report.pages.rendered)
    #expect(report.pages.unchanged == 0)
    #expect(report.deleted == [])
  }

  @Test func bannerIsTheThirdCellOfTheFirstSection() throws {
    _ = try build()
    let home = try html("index.html")
    let first = try #require(home.all("section").first)
    let section = try #require(home.all("h2", in: "catalog-section").first)
    let link = try #require(home.all("a", in: "section-header").first { $0.text == section.text })
    let path = try #require(target(of: link.attributes["href"] ?? "", on: "index.html"))
    #expect(first.text.contains("two plain files"))
    for page in [home, try html(path)] {
      let cells = page.all("li", class: "cell")
      #expect(cells.indices.filter { cells[$0].hasClass("cell-banner") } == [2])
      #expect(cells[2].text.contains("fruits.csv"))
      #expect(!cells[2].hasClass("is-linked"))
    }
  }

  @Test func draftsAreLeftOut() throws {
    _ = try build()
    let drafts = try drafts()
    try #require(!drafts.isEmpty)
    let titles = try sandbox.files("out", ending: ".html").map { try #require(try html($0).all("h1").first).text }
    #expect(Set(titles).isDisjoint(with: drafts))
    #expect(titles.contains("Apple"))
  }

  @Test func everyReferenceLeadsToAFile() throws {
    _ = try build("html,markdown")
    let files = Set(try sandbox.files("out"))
    var count = 0
    for file in files where file.hasSuffix(".html") {
      let page = try html(file)
      #expect(page.problems == [], "\(file)")
      for reference in page.references where !reference.hasPrefix("http") && !reference.hasPrefix("data:") {
        if let id = reference.wholeMatch(of: /#(.+)/) {
          #expect(page.elements.contains { $0.attributes["id"] == String(id.1) }, "\(reference) on \(file)")
        } else {
          #expect(target(of: reference, on: file).map(files.contains) == true, "\(reference) on \(file)")
        }
        count += 1
      }
    }
    for file in files where file.hasSuffix(".md") {
      for reference in markdownReferences(try sandbox.text("out/\(file)")) where !reference.hasPrefix("http") {
        #expect(target(of: reference, on: file).map(files.contains) == true, "\(reference) on \(file)")
        count += 1
      }
    }
    #expect(count > files.count * 3, "each page has links")
  }

  @Test func breadcrumbsLeadToTheSectionThatListsTheObject() throws {
    _ = try build()
    for (file, title) in [("fruits/apple.html", "Apple"), ("vegetables/artichoke.html", "Artichoke")] {
      let page = try html(file)
      #expect(page.all("li", in: "breadcrumbs").map(\.text).first == "Fruitypedia")
      #expect(page.all("li", in: "breadcrumbs").map(\.text).last == title)
      let links = page.all("a", in: "breadcrumbs").compactMap { target(of: $0.attributes["href"] ?? "", on: file) }
      try #require(links.count == 2)
      #expect(links[0] == "index.html")
      let listed = try html(links[1]).all("a", in: "cell-title").compactMap {
        target(of: $0.attributes["href"] ?? "", on: links[1])
      }
      #expect(listed.contains(file))
    }
  }

  @Test func neighboursAreAChainThroughAllObjects() throws {
    _ = try build()
    let objects = try sandbox.files("out", ending: ".html").filter {
      $0.wholeMatch(of: /(fruits|vegetables)\/.*/) != nil && !$0.hasSuffix("/index.html")
    }
    let pages = Dictionary(uniqueKeysWithValues: try objects.map { ($0, try html($0)) })
    func step(_ relation: String, from file: String) -> String? {
      pages[file]?.neighbour(relation).flatMap { target(of: $0, on: file) }
    }
    for (forward, back) in [("next", "prev"), ("prev", "next")] {
      let ends = objects.filter { step(back, from: $0) == nil }
      try #require(ends.count == 1)
      let visited = Array(sequence(first: ends[0]) { step(forward, from: $0) }.prefix(objects.count + 1))
      #expect(visited.sorted() == objects)
    }
  }

  @Test func chainThatNothingPassesShowsThePlaceholder() throws {
    let yaml = try sandbox.text("Fruitypedia/catalog.yml")
    let changed = yaml.replacing("exists: true", with: "equals: nothing of the kind")
    try #require(changed != yaml)
    try sandbox.write("Fruitypedia/catalog.yml", changed)
    let report = try build("html,markdown")
    #expect(try sandbox.files("out", ending: ".html").count * 2 == report.pages.rendered)
    #expect(try html("index.html").all("li", class: "cell-placeholder").count == 1)
    #expect(try html("index.html").all("li", class: "cell").count == 1)
    #expect(try sandbox.text("out/index.md").contains("**Nothing here.**"))
  }

  // MARK: - Building again

  @Test func twoBuildsHaveTheSameBytesAndTheSecondWritesNothing() throws {
    let formats = "html,markdown"
    let first = try build(formats)
    _ = try build(formats, into: "again")
    let before = try sandbox.catalog("out")
    #expect(try sandbox.catalog("again") == before)

    let second = try build(formats)
    #expect(second.pages.written == 0)
    #expect(second.pages.rendered == 0)
    #expect(second.pages.unchanged == first.pages.rendered)
    #expect(second.deleted == [])
    #expect(try sandbox.catalog("out") == before)
  }

  @Test func removedRowTakesItsPagesAlong() throws {
    let formats = "html,markdown"
    let first = try build(formats)
    let before = Set(try sandbox.files("out"))
    let text = try sandbox.text("Fruitypedia/fruits.csv")
    let row = try #require(try fruits().first { $0.hasPrefix("Apricot,") })
    try sandbox.write("Fruitypedia/fruits.csv", text.replacing(row + "\n", with: ""))

    let second = try build(formats)
    let after = Set(try sandbox.files("out"))
    #expect(before.subtracting(after) == ["fruits/apricot.html", "fruits/apricot.md"])
    #expect(after.isSubset(of: before))
    #expect(second.rows == first.rows - 1)
    #expect(second.deleted == ["fruits/apricot.html", "fruits/apricot.md"])
    #expect(second.pages.total == first.pages.total - 2)
    #expect(second.pages.written + second.pages.unchanged == second.pages.total)
    // The pages of its neighbours and of the sections that showed it, in two formats.
    #expect(second.pages.rendered < 20)
  }
}
