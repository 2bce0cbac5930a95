import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The layout of records without a template.
@Suite struct DefaultLayoutTests {
  /// The properties on the page of the first row of a table, as Markdown.
  private func properties(_ rows: String, _ yaml: String = "", file: String = "sites.csv") throws -> [String] {
    let folder = try CatalogFolder([
      file: rows, "catalog.yml": "datasets: { sites: { file: \(file), key: name } }\n" + yaml,
    ])
    let page = try #require(try folder.pages()["sites/a.md"])
    return page.split(separator: "\n").filter { $0.contains(":** ") }.map { $0.drop { $0 != "*" }.description }
  }

  @Test(arguments: [
    ("lat,kind,lon", "52.5,inn,13.4"), ("kind,longitude,latitude", "inn,13.4,52.5"),
    ("kind,geo.lat,geo.lng", "inn,52.5,13.4"), ("kind,decimalLatitude,decimalLongitude", "inn,52.5,13.4"),
    ("kind,birth_lat,birth_lon", "inn,52.5,13.4"), ("kind,latlon", "inn,\"52.5, 13.4\""),
    ("kind,coordinates", "inn,\"52.5, 13.4\""),
  ])
  func coordinatesAreOneProperty(header: String, row: String) throws {
    let csv = "name,\(header)\na,\(row)\nb,\(row.replacing("inn", with: "mill"))\n"
    let kind = "**Kind:** inn"
    let place = "**Coordinates:** 52.5, 13.4"
    #expect(try properties(csv) == (header.hasPrefix("lat") ? [place, kind] : [kind, place]))
    let linked = "**Coordinates:** [52.5, 13.4](https://example.org/?a=52.5&b=13.4)"
    #expect(
      try properties(csv, "documents: { map: \"https://example.org/?a={latitude}&b={longitude}\" }\n").contains(linked))
  }

  @Test func severalPlacesAreDistinguished() throws {
    #expect(
      try properties("name,birth_lat,birth_lon,death_lat,death_lon\na,1.5,2.5,3.5,4.5\n")
        == ["**Birth coordinates:** 1.5, 2.5", "**Death coordinates:** 3.5, 4.5"])
  }

  @Test func whatIsNoPlaceIsShownAsItIs() throws {
    #expect(try properties("name,lat,lon\na,152.5,13.4\nb,1.5,2.5\n") == ["**Lat:** 152.5", "**Lon:** 13.4"])
    #expect(try properties("name,lat,lon\na,,13.4\nb,1.5,2.5\n") == ["**Lon:** 13.4"])
    #expect(try properties("name,lat,height\na,1.5,13.4\n") == ["**Lat:** 1.5", "**Height:** 13.4"])
    #expect(try properties("name,place\na,\"52.5, 13.4\"\nb,\"1.5, 2.5\"\n") == ["**Place:** 52.5, 13.4"])
    let json: (String) -> String = {
      "[{\"name\": \"a\", \"\($0)\": [52, 13.4]}, {\"name\": \"b\", \"\($0)\": [1, 2]}]"
    }
    #expect(try properties(json("place"), file: "sites.json") == ["**Place:** 52, 13.4"])
    #expect(try properties(json("geo.lat_lng"), file: "sites.json") == ["**Coordinates:** 52, 13.4"])
    // Who says how a field is shown has it shown.
    let fields = "name,lat,lon\na,1.5,2.5\n"
    let folder = try CatalogFolder([
      "sites.csv": fields,
      "catalog.yml": "datasets: { sites: { file: sites.csv, key: name, fields: { lat: { label: North } } } }\n",
      "templates/card.md": "{{lat}} and {{lon}}\n",
    ])
    let pages = try folder.pages()
    #expect(pages["sites/a.md"]?.contains("**North:** 1.5") == true)
    #expect(pages["index.md"]?.contains("1.5 and 2.5") == true)
  }

  private static let story =
    "Once there was an apple that nobody wanted to eat, so it stayed on its tree until winter came."

  private static let json = """
    [
      {"name": "Apple", "photo": "apple.png", "side": "https://example.org/side.png", "weight": 150.0, "ripe": true,
       "since": "2024-02-29", "site": "https://example.org/", "taste": ["sweet", "sour"], "story": "\(story)",
       "notes_md": "Some *notes*.\\n\\n- one\\n- two", "colour": "red"},
      {"name": "Bare"}
    ]
    """

  private let folder: CatalogFolder

  init() throws { folder = try CatalogFolder(["fruits.json": Self.json, "apple.png": "PNG"]) }

  @Test func aPageShowsEveryFieldByItsType() throws {
    let page = try #require(try folder.pages(of: "fruits.json")["fruits/apple.md"])
    #expect(
      page == """
        [Fruits](../index.md) › [Fruits](index.md) › Apple

        # Apple

        ![Apple](../apple.png)

        ![Apple](https://example.org/side.png)

        \(Self.story)

          - **Weight:** 150.0
          - **Ripe:** yes
          - **Since:** 2024-02-29
          - **Site:** [https://example.org/](https://example.org/)
          - **Taste:** sweet, sour
          - **Colour:** red

        ## Notes md

        Some *notes*.

          - one
          - two

        ***

        [Bare](bare.md) →

        """)
  }

  @Test func cardHasOnePictureTheBeginningAndThreeFacts() throws {
    let page = try #require(try folder.pages(of: "fruits.json")["fruits/index.md"])
    #expect(
      page == """
        [Fruits](../index.md) › Fruits

        # Fruits

        ## [Apple](apple.md)

        ![Apple](../apple.png)

        \(Self.story)

          - **Weight:** 150.0
          - **Ripe:** yes
          - **Since:** 2024-02-29

        ## [Bare](bare.md)

        """)
  }

  @Test func recordWithoutValuesHasATitle() throws {
    let page = try #require(try folder.pages(of: "fruits.json")["fruits/bare.md"])
    #expect(page == "[Fruits](../index.md) › [Fruits](index.md) › Bare\n\n# Bare\n\n***\n\n← [Apple](apple.md)\n")
  }

  @Test func longProseIsCutBetweenWordsOnACard() throws {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    let folder = try CatalogFolder(["fruits.csv": "name,story\nApple,\(words)\n"])
    let pages = try folder.pages(of: "fruits.csv")
    #expect(pages["fruits/apple.md"]?.contains(words) == true)
    let excerpt = Array(repeating: "word", count: 36).joined(separator: " ") + " …"
    #expect(pages["fruits/index.md"]?.contains("\n\(excerpt)\n") == true)
  }

  @Test func blankLinesSeparateParagraphs() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,story\nApple,\"One.\n\nTwo *stars*.\n \nThree.\"\n"])
    let page = try #require(try folder.pages(of: "fruits.csv")["fruits/apple.md"])
    #expect(page.contains("\nOne.\n\nTwo \\*stars\\*.\n\nThree.\n"))
  }

  @Test func indentedLinesKeepTheirIndentation() throws {
    let folder = try CatalogFolder(["texts.csv": "name,text\nCode,\"def f(x):\n  if x:\n    return 1\"\n"])
    let page = try #require(try folder.pages(of: "texts.csv")["texts/code.md"])
    #expect(page.contains("```\ndef f(x):\n  if x:\n    return 1\n```"), "\(page)")
  }

  // MARK: - Decisions by one value, and by all

  /// Packages with a maintainer, one of several, and a description each.
  private static func packages(
    _ count: Int, maintainers: Int = 1, longMaintainers: Set<Int> = [], shortStories: Set<Int> = []
  ) -> String {
    "name,maintainer,homepage,story\n"
      + (0..<count).map { number in
        let names = (0..<(longMaintainers.contains(number) ? 8 : 1)).map { "Somebody \(number % maintainers + $0)" }
          .joined(separator: " and ")
        let address = "https://example.org/" + String(repeating: "long/", count: number % 3 * 20)
        let home = number % 7 == 0 ? "unknown" : address
        return "p\(number),\(names),\(home),\"\(shortStories.contains(number) ? "Short." : story)\"\n"
      }.joined()
  }

  @Test func oneLongValueIsProseInItsRowAlone() throws {
    let folder = try CatalogFolder(["packages.csv": Self.packages(5, longMaintainers: [2], shortStories: [4])])
    let pages = try folder.pages(of: "packages.csv")
    let long = try #require(pages["packages/p2.md"])
    #expect(long.contains("\n## Maintainer\n\nSomebody 0 and Somebody 1"))
    #expect(!long.contains("**Maintainer:**"))
    #expect(long.contains("# p2\n\n\(Self.story)\n"))
    for number in [0, 1, 3, 4] {
      let page = try #require(pages["packages/p\(number).md"])
      #expect(page.contains("**Maintainer:** Somebody 0"))
      #expect(!page.contains("## Homepage") && page.contains("**Homepage:**"), "an address is no chapter")
    }
    #expect(pages["packages/p4.md"]?.contains("\n\nShort.\n\n") == true, "the field that leads does so in every row")
    // Long values are no facts of a card.
    let listing = try #require(pages["packages/index.md"])
    #expect(listing.components(separatedBy: "**Maintainer:**").count == 5)
  }

  @Test func oneLongValueChangesTwoPages() throws {
    let folder = try CatalogFolder(["packages.csv": Self.packages(300, maintainers: 3)])
    let file = folder.path + "/packages.csv"
    for isWatching in [true, false] {
      try folder.write("packages.csv", Self.packages(300, maintainers: 3))
      let builder = CatalogBuilder(at: file, into: folder.path + "/out-\(isWatching)")
      _ = try builder.build()
      try folder.write("packages.csv", Self.packages(300, maintainers: 3, longMaintainers: [200]))
      builder.close()
      let report =
        try isWatching ? builder.update([file]) : folder.build("packages.csv", into: folder.path + "/out-\(isWatching)")
      #expect(report.updated == ["packages/p200.html", "packages/page-4.html"])
      #expect(report.created + report.deleted == [])
    }
  }

  @Test func mostValuesDecideAboutProseAndNamesAboutTheLead() throws {
    let folder = try CatalogFolder(["packages.csv": Self.packages(5, longMaintainers: [0, 1, 2])])
    let pages = try folder.pages(of: "packages.csv")
    // A maintainer is not the description.
    #expect(pages["packages/p0.md"]?.contains("# p0\n\n\(Self.story)\n") == true)
    #expect(pages["packages/p0.md"]?.contains("\n## Maintainer\n\nSomebody 0 and") == true)
    #expect(pages["packages/p3.md"]?.contains("**Maintainer:** Somebody 0\n") == true)
    #expect(pages["packages/index.md"]?.contains("Somebody") == false)
  }

  @Test func descriptionsLeadBeforeOtherMarkdown() throws {
    let csv = "name,install_md,description\nApple,Use *this*.,\"\(Self.story)\"\nPear,Use *that*.,\"\(Self.story)\"\n"
    let page = try #require(try CatalogFolder(["fruits.csv": csv]).pages(of: "fruits.csv")["fruits/apple.md"])
    #expect(page.contains("# Apple\n\n\(Self.story)\n\n## Install md\n\nUse *this*.\n"), "\(page)")
  }

  @Test func proseOfAnotherNameHasAHeading() throws {
    let csv = "name,provenance\nApple,\"\(Self.story)\"\nPear,\"\(Self.story)\"\n"
    let folder = try CatalogFolder(["fruits.csv": csv])
    let pages = try folder.pages(of: "fruits.csv")
    #expect(pages["fruits/apple.md"]?.contains("# Apple\n\n## Provenance\n\n\(Self.story)\n") == true)
    #expect(pages["fruits/index.md"]?.contains("Once") == false)
    for (name, isLead) in [
      ("description_en", true), ("Kurzbeschreibung", true), ("BIOGRAPHY", true), ("credit", false),
    ] {
      try folder.write("fruits.csv", csv.replacing("provenance", with: name))
      let page = try #require(try folder.pages(of: "fruits.csv")["fruits/apple.md"])
      #expect(page.contains("# Apple\n\n\(Self.story)\n") == isLead, "\(name)")
    }
  }

  @Test func listsOfSentencesHaveALineForEach() throws {
    let json = #"{"name": "Sonnet", "lines": ["Shall I compare thee to a summer's day?", "Thou art more lovely,"], "#
    let others =
      #"""
      "refs": ["\#(Self.story)", "Short"], "tags": ["Inc.", "red", "round"], "codes": \#
      [\#((100..<140).map(String.init).joined(separator: ","))]}
      """#
    let folder = try CatalogFolder(["poems.json": "[\(json)\(others), {\"name\": \"Bare\"}]"])
    let page = try #require(try folder.pages(of: "poems.json")["poems/sonnet.md"])
    #expect(page.contains("# Sonnet\n\n  - **Tags:** Inc., red, round\n\n## Lines\n"), "\(page)")
    #expect(page.contains("## Lines\n\n  - Shall I compare thee to a summer's day?\n  - Thou art more lovely,\n"))
    #expect(page.contains("## Refs\n\n  - \(Self.story)\n  - Short\n"))
    #expect(page.contains("## Codes\n\n100, 101, 102,"))
  }

  @Test func proseCanBeChosen() throws {
    let folder = try CatalogFolder([
      "packages.csv": Self.packages(5, longMaintainers: [0, 1, 2]),
      "catalog.yml": "datasets: { packages: { file: packages.csv, prose: [story] } }\n",
    ])
    #expect(try folder.pages()["packages/p3.md"]?.contains("# p3\n\n\(Self.story)\n\n") == true)
    try folder.write("catalog.yml", "datasets: { packages: { file: packages.csv, prose: [] } }\n")
    let page = try #require(try folder.pages()["packages/p3.md"])
    #expect(page.contains("# p3\n\n  - **Maintainer:** Somebody 0\n"))
    #expect(page.contains("\n## Story\n\n\(Self.story)\n"))
    try folder.write("catalog.yml", "datasets: { packages: { file: packages.csv, prose: [storry] } }\n")
    let found = try findings { _ = try folder.catalog() }
    #expect(found.map(\.brief) == ["cell/unknown-field 1:53"])
    #expect(found.first?.hint == "Did you mean “story”?")
  }

  @Test func labelsAreWords() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,credit_line,isbn,MILES PER GALLON\nApple,v1,v2,v3\n"])
    let page = try #require(try folder.pages(of: "fruits.csv")["fruits/apple.md"])
    #expect(page.contains("  - **Credit line:** v1\n  - **ISBN:** v2\n  - **Miles per gallon:** v3\n"))
  }

  @Test func aTemplateWithTheNameOfTheLayoutReplacesIt() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,taste\nApple,sweet\n", "catalog.yml": "datasets: { fruits: fruits.csv }\n",
      "templates/card.md": "It is {{taste}}.\n",
    ])
    let pages = try folder.pages()
    #expect(pages["fruits/index.md"]?.hasSuffix("## [Apple](apple.md)\n\nIt is sweet.\n") == true)
    #expect(pages["fruits/apple.md"]?.contains("**Taste:** sweet") == true)
  }
}
