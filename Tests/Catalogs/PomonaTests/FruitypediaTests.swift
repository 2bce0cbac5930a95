import Foundation
import TestKit
import Testing

/// The example catalog, from its data files to its pages.
@Suite struct FruitypediaTests {
  /// The catalog in HTML and Markdown: it is built once for all tests, which only read it.
  private static let built: Result<(Sandbox, Report), any Error> = Result {
    let sandbox = try Sandbox()
    // What is static is not released.
    atexit { try? FruitypediaTests.built.get().0.delete() }
    try sandbox.copyExample()
    return (sandbox, try sandbox.build("Fruitypedia", "--format", "html,markdown", "--output", "out"))
  }

  private let sandbox: Sandbox
  private let report: Report

  init() throws { (sandbox, report) = try Self.built.get() }

  private func html(_ path: String) throws -> HTMLPage { HTMLPage(try sandbox.text("out/\(path)")) }

  // MARK: - The data

  /// The records of a table, each of which is a row; the first field is the name, the last one the description.
  private func records(of file: String) throws -> [String] {
    var isQuoted = false
    let records = try sandbox.text("Fruitypedia/\(file)").split { character in
      if character == "\"" { isQuoted.toggle() }
      return character.isNewline && !isQuoted
    }.map(String.init)
    try #require(records[0].hasPrefix("name,") && records[0].hasSuffix(",description"))
    return Array(records.dropFirst())
  }

  private func fruits() throws -> [String] { try records(of: "fruits.csv") }

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
    let plants = try fruits().count + vegetables().count - (try drafts().count)
    let collections = ["families", "regions", "dishes"]
    let others = try collections.map { try records(of: "\($0).csv").count }
    let objects = plants + others.reduce(0, +)
    #expect(report.rows == objects)
    let indexes: Set = ["season", "colour-group", "eaten", "genus", "letters", "vitamin-c"]
    for ending in ["html", "md"] {
      // The page that GitHub Pages and others show for missing ones is an export, in one format.
      let files = try sandbox.files("out", ending: ".\(ending)").filter { $0 != "404.html" }
      let objectFiles = files.filter {
        $0.wholeMatch(of: /(fruits|vegetables|families|regions|dishes)\/(?!index\.)[^\/]*/) != nil
      }
      // The sections of the catalog's chain and of the dishes, and the collections that have no sections of their own.
      let sectionFiles = files.filter { file in
        let folders = file.split(separator: "/").dropLast().map(String.init)
        guard file.hasSuffix("/index.\(ending)") else { return false }
        return folders.count == 1
          ? !indexes.contains(folders[0]) && folders[0] != "dishes"
          : folders.count == 2 && folders[0] == "dishes" && folders[1] != "country"
      }
      #expect(objectFiles.count == objects)
      #expect(sectionFiles.count == report.sections)
      #expect(files.count * 2 == report.pages.rendered)
    }
    #expect(report.pages.written == report.pages.rendered)
    #expect(report.pages.unchanged == 0)
    #expect(report.deleted == [])
  }

  @Test func bannerIsTheThirdCellOfTheFirstSection() throws {
    let home = try html("index.html")
    // Chosen and new entries come before the sections of the chain, of which the first has a link.
    let link = try #require(home.all("a", in: "section-header").first)
    let path = try #require(target(of: link.attributes["href"] ?? "", on: "index.html"))
    let section = try #require(
      home.elements.indices.first { index in
        home.elements[index].name == "section"
          && home.elements.contains { $0.ancestors.contains(index) && $0.name == "h2" && $0.text == link.text }
      })
    #expect(home.elements[section].text.contains("five plain files"))
    let ofSection = home.all("li", class: "cell").filter { $0.ancestors.contains(section) }
    for cells in [ofSection, try html(path).all("li", class: "cell")] {
      #expect(cells.indices.filter { cells[$0].hasClass("cell-banner") } == [2])
      #expect(cells[2].text.contains("fruits.csv"))
      #expect(!cells[2].hasClass("is-linked"))
    }
    #expect(home.all("li", class: "cell-banner").count == 1)
  }

  @Test func draftsAreLeftOut() throws {
    let drafts = try drafts()
    try #require(!drafts.isEmpty)
    let titles = try sandbox.files("out", ending: ".html").map { try #require(try html($0).all("h1").first).text }
    #expect(Set(titles).isDisjoint(with: drafts))
    #expect(titles.contains("Apple"))
  }

  @Test func everyReferenceIsToAFile() throws {
    let files = Set(try sandbox.files("out"))
    var count = 0
    for file in files where file.hasSuffix(".html") {
      let page = try html(file)
      #expect(page.problems == [], "\(file)")
      for reference in page.references where !reference.hasPrefix("http") && !reference.hasPrefix("data:") {
        if reference.hasPrefix("#"), reference.count > 1 {
          let id = String(reference.dropFirst())
          #expect(page.elements.contains { $0.attributes["id"] == id }, "\(reference) on \(file)")
        } else if reference.hasPrefix("/fruitypedia/") {
          // The page for missing ones is shown at any address: its references start at the root of the server.
          #expect(
            file == "404.html" && files.contains(String(reference.dropFirst("/fruitypedia/".count))), "\(reference)")
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

  // MARK: - Content

  @Test func everyPlantHasAPictureWithWordsForIt() throws {
    let pictures =
      try fruits().map { try #require($0.firstMatch(of: /,(pictures\/[a-z-]+\.svg),/)?.1).description }
      + vegetables().compactMap { $0["picture"] as? String }
    #expect(try pictures.count == fruits().count + vegetables().count && Set(pictures).count == pictures.count)
    #expect(try sandbox.files("out", ending: ".svg").sorted() == pictures.sorted())
    for picture in pictures {
      let text = try sandbox.text("out/\(picture)")
      #expect(
        text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=") && text.utf8.count < 2560, "\(picture)")
    }
    for file in try sandbox.files("out", ending: ".html") where file.wholeMatch(of: /(fruits|vegetables)\/.*/) != nil {
      let images = try html(file).all("img")
      #expect(images.count == 1, "\(file)")
      let image = try #require(images.first)
      // The picture has the name of the page, and described by the row's name and colour.
      let name = file.split(separator: "/").last?.dropLast(".html".count) ?? ""
      #expect(target(of: image.attributes["src"] ?? "", on: file) == "pictures/\(name).svg")
      #expect(image.attributes["alt"]?.contains(": ") == true, "\(file)")
    }
    #expect(
      try html("fruits/quince.html").all("img").first?.attributes["alt"] == "Quince: golden yellow under grey down")
    #expect(try sandbox.text("out/fruits/quince.md").contains("![Quince: golden yellow under grey down]"))
    #expect(
      try html("citrus/index.html").all("img").count == html("citrus/index.html").all("li", class: "is-linked").count)
  }

  /// The pages that a page links to.
  private func links(on file: String) throws -> Set<String> {
    Set(try html(file).all("a").compactMap { target(of: $0.attributes["href"] ?? "", on: file) })
  }

  @Test func plantsFamiliesRegionsAndDishesLinkToEachOther() throws {
    #expect(
      try links(on: "fruits/quince.html").isSuperset(
        of: ["families/rosaceae.html", "regions/caucasus.html", "regions/western-asia.html", "dishes/membrillo.html"]))
    #expect(try links(on: "vegetables/artichoke.html").contains("families/asteraceae.html"))
    for other in ["regions/caucasus.html", "dishes/membrillo.html", "families/cactaceae.html"] {
      #expect(try links(on: other).contains(other.hasPrefix("f") ? "fruits/prickly-pear.html" : "fruits/quince.html"))
    }
    #expect(try links(on: "families/cactaceae.html").contains("vegetables/nopal.html"), "a family of both")
    // Of many fruits the first are listed, and a link to all of them.
    #expect(try links(on: "families/rosaceae.html").contains("fruits-by-family/rosaceae/index.html"))
    #expect(try links(on: "fruits-by-family/rosaceae/index.html").contains("fruits/quince.html"))
    // Every family is that of a plant.
    for family in try sandbox.files("out", ending: ".html")
    where family.wholeMatch(of: /families\/(?!index)[^\/]+/) != nil {
      #expect(try links(on: family).contains { $0.hasPrefix("fruits/") || $0.hasPrefix("vegetables/") }, "\(family)")
    }
    #expect(
      try html("regions/china.html").all("li", in: "breadcrumbs").map(\.text)
        == ["Fruitypedia", "Regions", "Asia", "East Asia", "China"])
  }

  @Test func familiesCountThePlantsThatTheyList() throws {
    let drafts = try drafts()
    let table = try html("families/index.html")
    let rows = table.elements.indices.filter { table.elements[$0].name == "tr" }.dropFirst()
    #expect(try rows.count == records(of: "families.csv").count)
    for row in rows {
      let cells = table.elements.filter { ["th", "td"].contains($0.name) && $0.ancestors.contains(row) }.map(\.text)
      try #require(cells.count == 5)
      let page = try html("families/\(cells[0].lowercased()).html")
      let headings = page.all("h2", in: "article-body").map(\.text)
      let expected = [("Fruits", cells[3]), ("Vegetables", cells[4])].filter { $0.1 != "0" }.map { "\($0.0) (\($0.1))" }
      #expect(headings == expected && !expected.isEmpty, "\(cells[0])")
      #expect(!page.elements.contains { element in drafts.contains { element.text == $0 } }, "\(cells[0])")
    }
  }

  @Test func facetsLettersAndTheIndexLinkToTheirEntries() throws {
    let home = try links(on: "index.html")
    for (index, values) in [
      ("season", ["spring", "summer", "autumn", "winter", "all-year"]), ("eaten", ["fruit", "leaf", "flower-bud"]),
      ("colour-group", ["red", "green", "blue"]), ("genus", ["citrus", "prunus", "brassica"]),
      ("letters", ["a", "q", "y"]),
      ("vitamin-c", ["a-day-or-more", "half-a-day-or-more", "less"]), ("families/order", ["rosales"]),
      ("dishes/country", ["iran"]),
    ] {
      if !index.contains("/") { #expect(home.contains("\(index)/index.html")) }
      #expect(
        try links(on: "\(index)/index.html").isSuperset(of: values.map { "\(index)/\($0)/index.html" }), "\(index)")
    }
    #expect(!sandbox.exists("out/genus/punica/index.html"), "a genus of one kind")
    #expect(
      try links(on: "fruits/quince.html").isSuperset(of: ["season/autumn/index.html", "colour-group/yellow/index.html"])
    )
    let fruits: Set = try links(on: "letters/q/index.html").filter { $0.hasPrefix("fruits/") }
    #expect(fruits == ["fruits/quandong.html", "fruits/quince.html"])
    // The index is a table of figures, in descending order.
    let table = try html("vitamin-c/a-day-or-more/index.html")
    #expect(table.all("th").prefix(6).map(\.text) == ["Name", "Family", "Vitamin C", "Of a day", "Energy", "Acerola"])
    let first = try #require(table.all("tr").dropFirst().first)
    #expect(first.text.contains("Acerola") && first.text.contains("1,677.6 mg") && first.text.contains("2,097%"))
  }

  @Test func homePageShowsPicksThenNewDishesThenSectionsWithTheirTotals() throws {
    let home = try html("index.html")
    #expect(home.all("h2", in: "section-header").map(\.text).prefix(3) == ["Begin here", "New dishes", "Pome fruits"])
    #expect(
      home.all("h3", class: "cell-title").map(\.text).prefix(4) == ["Quince", "Mango", "Artichoke", "Palak paneer"])
    let totals = try html("citrus/index.html").all("div", class: "totals")
    #expect(totals.count == 1 && totals[0].text.contains("45 kcal") && totals[0].text.contains("43.4 mg"))
  }

  @Test func feedSearchAndJSONHaveTheirContent() throws {
    let feed = try sandbox.text("out/feed.xml")
    #expect(feed.matches(of: /<entry>/).count == 20)
    #expect(feed.firstMatch(of: /<entry>\s*<title>(.*?)<\/title>/)?.1 == "Palak paneer")
    let shards = try sandbox.files("out", ending: ".js").filter { $0.hasPrefix("search/shard") }
    let search = try shards.map { try sandbox.text("out/\($0)") }.joined()
    for title in ["Quince", "Artichoke", "Rosaceae", "Caucasus", "Membrillo"] {
      #expect(search.contains(title), "\(title)")
    }
    #expect(
      sandbox.exists("out/assets/search.js") && sandbox.exists("out/sitemap.xml") && sandbox.exists("out/404.html"))
    #expect(try sandbox.text("out/catalog.json").contains("\"title\":\"Fruitypedia\""))
  }
}

/// The example catalog, changed and built again.
@Suite struct FruitypediaChangeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.copyExample()
  }

  private func build(_ formats: String, into output: String = "out") throws -> Report {
    try sandbox.build("Fruitypedia", "--format", formats, "--output", output)
  }

  @Test func aChainWithoutItemsShowsThePlaceholder() throws {
    let yaml = try sandbox.text("Fruitypedia/catalog.yml")
    let changed = yaml.replacing(
      "- filter: { field: description, exists: true }", with: "- filter: { field: name, equals: None }")
    try #require(changed != yaml)
    try sandbox.write("Fruitypedia/catalog.yml", changed)
    let report = try build("html,markdown")
    #expect(try sandbox.files("out", ending: ".html").filter { $0 != "404.html" }.count * 2 == report.pages.rendered)
    // The dishes, which have their own chain, are still shown.
    let cells = HTMLPage(try sandbox.text("out/index.html")).all("li", class: "cell").filter {
      !$0.hasClass("cell-card")
    }
    #expect(cells.count == 1 && cells[0].hasClass("cell-placeholder"))
    #expect(try sandbox.text("out/index.md").contains("**Nothing here.**"))
  }

  /// The pictures equal the output of `Scripts/draw-fruits`.
  @Test func picturesAreThoseOfTheScript() throws {
    let before = try sandbox.files("Fruitypedia", ending: ".svg").map { try sandbox.text("Fruitypedia/\($0)") }
    for file in try sandbox.files("Fruitypedia", ending: ".svg") { try sandbox.write("Fruitypedia/\(file)", "") }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", packageFolder.appending(path: "Scripts/draw-fruits").path(percentEncoded: false),
      sandbox.url("Fruitypedia").path(percentEncoded: false),
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let after = try sandbox.files("Fruitypedia", ending: ".svg").map { try sandbox.text("Fruitypedia/\($0)") }
    #expect(after == before)
  }

  @Test func twoBuildsHaveTheSameBytesAndTheSecondWritesNothing() throws {
    let formats = "html"
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

  @Test func theFilesOfARemovedRowAreDeleted() throws {
    let formats = "html"
    let first = try build(formats)
    let before = Set(try sandbox.files("out"))
    let text = try sandbox.text("Fruitypedia/fruits.csv")
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("Apricot,") })
    try sandbox.write("Fruitypedia/fruits.csv", text.replacing(row + "\n", with: ""))

    let second = try build(formats)
    let after = Set(try sandbox.files("out"))
    #expect(before.subtracting(after) == ["fruits/apricot.html", "pictures/apricot.svg"])
    #expect(after.isSubset(of: before))
    #expect(second.rows == first.rows - 1)
    #expect(second.deleted == ["fruits/apricot.html", "pictures/apricot.svg"])
    #expect(second.pages.total == first.pages.total - 1)
    #expect(second.pages.written + second.pages.unchanged == second.pages.total)
    // The pages of its neighbours, of its family and regions, and those of sections and indexes that showed or counted
    // it, four of the facet “fruit” among them, since those behind its place begin with another entry.
    #expect(second.pages.rendered < 40)
  }
}
