import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The facts of cards without a template.
@Suite struct CardFactsTests {
  /// The labels of the facts on the card of the first row.
  private func facts(_ csv: String, _ yaml: String = "", chain: String = "") throws -> [String] {
    let folder = try CatalogFolder([
      "fruits.csv": csv,
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, titles: name\(yaml.isEmpty ? "" : ", ")\(yaml) } }
      chain: [\(chain)]

      """,
    ])
    let page = try #require(try folder.pages()["index.md"])
    let card = try #require(page.components(separatedBy: "\n### ").dropFirst().first)
    return card.components(separatedBy: "**").filter { $0.hasSuffix(":") }.map { String($0.dropLast()) }
  }

  /// A table of twenty rows with a column for each closure.
  private func csv(_ columns: KeyValuePairs<String, (Int) -> String>, rows: Int = 20) -> String {
    let lines = (0..<rows).map { row in
      (["Fruit \(row)"] + columns.map { $0.value(row) }).joined(separator: ",")
    }
    return (["name," + columns.map(\.key).joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  @Test func distinguishingFieldsAreShown() throws {
    let csv = csv([
      "always": { _ in "the same" }, "seldom": { $0 == 0 ? "there" : "" }, "mostly": { $0 == 0 ? "a" : "b" },
      "wordy": { "some \($0) words that go on for a while and are longer than others" }, "colour": { "c\($0 % 3)" },
      "weight": { "\($0).5" }, "place": { "p\($0 % 7)" },
    ])
    #expect(try facts(csv) == ["Colour", "Weight", "Place"])
  }

  @Test func theRemainingFieldsAreInTheOrderOfTheData() throws {
    let csv = csv([
      "home": { "https://example.org/\($0)" }, "part_number": { "\($0 + 100)" }, "seldom": { $0 == 0 ? "there" : "" },
      "colour": { "c\($0 % 3)" },
    ])
    // Addresses come after fields that few rows have. Two facts are better than a third that is an identifier.
    #expect(try facts(csv) == ["Home", "Seldom", "Colour"])
    #expect(try facts(csv, "fields: { home: { hide: true } }") == ["Seldom", "Colour"])
  }

  @Test func keyTitleGroupsAndCoordinatesAreNoFacts() throws {
    let csv = csv([
      "sku": { "s\($0)" }, "kind": { "k\($0 % 2)" }, "lat": { "4\($0).5" }, "geo.lng": { "1\($0).5" }, "x": { "\($0)" },
      "y": { "\($0)" }, "colour": { "c\($0 % 3)" },
    ])
    #expect(try facts(csv, "key: sku", chain: "{ group: kind }") == ["Colour"])
    #expect(try facts(csv, "key: sku") == ["Kind", "Colour"])
    // An identifier tells rows apart, but only machines read it.
    #expect(try facts(csv) == ["Kind", "Colour"])
  }

  @Test func codesAndPathsAreNoFactsAndAddressesComeLast() throws {
    let csv = csv([
      "tld": { ".\(Self.letters($0).lowercased())" }, "cca2": { Self.letters($0) }, "ccn3": { "0\($0 + 10)" },
      "imdb": { "tt00\($0)" }, "file": { "some/place \(Self.letters($0).lowercased()).md" }, "dial": { "0\($0 % 3)" },
      "id.govtrack": { "\($0 + 400)" }, "geonameid": { "\($0 + 500)" }, "member": { $0 % 2 == 0 ? "yes" : "no" },
      "capital": { "City of \($0)" }, "size": { ["S", "M", "L"][$0 % 3] }, "area": { "\($0 * 7 + 300)" },
    ])
    #expect(try facts(csv) == ["Capital", "Size", "Area"])
    // A boolean ranks below these.
    let others = csv.replacing("capital", with: "id").replacing("size", with: "code")
    #expect(try facts(others) == ["Member", "Area"])
  }

  /// Two capitals for a number.
  private static func letters(_ number: Int) -> String {
    String([65 + number / 5, 75 + number % 5].map { Character(UnicodeScalar(UInt8($0))) })
  }

  @Test func wordsInCapitalsThatRepeatAreFacts() throws {
    let csv = csv([
      "id": { "\($0 + 30)" }, "eye": { ["BLUE", "BROWN"][$0 % 2] }, "home": { "https://example.org/\($0)" },
    ])
    #expect(try facts(csv, "key: home") == ["Eye"])
    let several = self.csv([
      "eye": { ["BLUE", "BROWN"][$0 % 2] }, "part": { "A-\($0 + 30)" }, "p": { "p\($0 % 3)" }, "q": { "q\($0 % 3)" },
    ])
    #expect(try facts(several) == ["Eye", "P", "Q"])
  }

  @Test func valuesShownElsewhereOnTheCardAreNoFacts() throws {
    let dates: (Int) -> String = { $0 == 3 ? "2001" : "19\($0 + 10)" }
    let csv = csv([
      "short": { "fruit \($0)" }, "created": { "19\($0 + 10)" }, "earliest": dates, "latest": dates,
      "origin": { "o\($0 % 4)" }, "site": { "https://example.org/\($0)" }, "code": { "\($0 % 6)" },
    ])
    // The latest date repeats the earliest, or the date of creation but for one row; a code is no fact at all.
    #expect(try facts(csv) == ["Created", "Origin", "Site"])
    #expect(try facts(csv, "fields: { site: { hide: true } }") == ["Created", "Origin"])
  }

  @Test func singleWordsOfTheTitleAreNoFacts() throws {
    let csv = csv([
      "short": { "Fruit-\($0)" }, "taste": { "t\($0 % 3)" }, "origin": { "o\($0 % 4)" }, "size": { "\($0 % 6)" },
    ])
    #expect(try facts(csv) == ["Taste", "Origin", "Size"])
  }

  @Test func aBooleanIsAFactIfBothValuesOccurOften() throws {
    let csv = csv(["rare": { $0 < 3 ? "yes" : "no" }, "often": { $0 < 6 ? "yes" : "no" }, "long": { "\($0 % 4)" }])
    #expect(try facts(csv) == ["Often", "Long"])
  }

  @Test func textsForPicturesAndPathsOfFilesAreNoFacts() throws {
    let csv = csv([
      "index": { "\($0 + 100)" }, "photo": { "photos/\($0).jpg" }, "photo_alt": { "Fruit on table \($0 % 4)" },
      "image_path": { "some place \($0)" },
      "alternative": { "a\($0 % 3)" }, "image_alt_text": { "Seen from side \($0 % 4)" }, "colour": { "c\($0 % 3)" },
    ])
    #expect(try facts(csv) == ["Alternative", "Colour"])
  }

  @Test func placesOnMapsAreNoFacts() throws {
    let csv = csv(["where": { "\"52.\($0), 13.\($0)\"" }, "colour": { "c\($0 % 3)" }])
    #expect(try facts(csv) == ["Colour"])
  }

  @Test func detailsOfOtherFactsAreNoFacts() throws {
    let csv = csv([
      "made": { "18\($0 + 10)" }, "made_earliest": { "18\($0 * 2 + 10)" }, "made_latest": { "18\($0 * 3 + 40)" },
      "made_in": { "o\($0 % 4)" }, "size": { "\($0 % 6)" },
    ])
    #expect(try facts(csv) == ["Made", "Made in", "Size"])
  }

  @Test func numbersThatAreCodesAreNoFacts() throws {
    #expect(try facts(csv(["reference": { "\(40321 + $0 * 7)" }, "area": { "\(40321 + $0 * 7)" }])) == ["Area"])
  }

  @Test func listsOfSentencesAreNoFacts() throws {
    let lines = Array(repeating: "This is a line of verse.", count: 6).map { "\"\($0)\"" }.joined(separator: ", ")
    let rows = (0..<12).map { #"{"name": "Poem \#($0)", "lines": [\#(lines)], "tags": ["t\#($0 % 3)", "long"]}"# }
    let folder = try CatalogFolder(["poems.json": "[\(rows.joined(separator: ",\n"))]"])
    let pages = try folder.pages(of: "poems.json")
    let listing = try #require(pages["poems/index.md"])
    #expect(listing.contains("**Tags:** t0, long") && !listing.contains("verse"))
    #expect(pages["poems/poem-3.md"]?.contains("## Lines\n\n  - This is a line of verse.\n  - This") == true)
  }

  @Test func anXAloneIsAFact() throws {
    #expect(try facts(csv(["x": { "\($0 + 40)" }, "long": { "\($0 % 4)" }])) == ["X", "Long"])
  }

  @Test func theConfigurationDecides() throws {
    let csv = csv([
      "a": { "\($0 + 40)" }, "b": { "\($0 % 3)" }, "c": { _ in "same" }, "lat": { "\($0).5" }, "e": { "\($0 % 4)" },
    ])
    #expect(try facts(csv) == ["A", "B", "E"])
    #expect(try facts(csv, "facts: [lat, c, b, a]") == ["Lat", "C", "B", "A"])
    #expect(try facts(csv, "facts: e") == ["E"])
    #expect(try facts(csv, "facts: []") == [])
    #expect(try facts(csv, "fields: { b: { hide: true }, e: { order: 1 } }") == ["E", "A"])
  }

  @Test func anotherChoiceIsReportedOnceAndCanBePinned() throws {
    let before = csv(["a": { "\($0 * 3 + 40)" }, "b": { "\($0 % 3)" }, "c": { "\($0 % 5)" }, "d": { "\($0 % 4)" }])
    let after = csv(["a": { _ in "7" }, "b": { "\($0 % 3)" }, "c": { "\($0 % 5)" }, "d": { "\($0 % 4)" }])
    let folder = try CatalogFolder(["fruits.csv": before])
    /// The warnings of a build.
    func warnings() throws -> [Diagnostic] {
      let builder = CatalogBuilder(at: folder.path + "/fruits.csv", into: folder.path + "/out")
      defer { builder.close() }
      _ = try builder.build()
      return builder.warnings
    }
    #expect(try warnings() == [])
    try folder.write("fruits.csv", after)
    let reported = try warnings()
    #expect(reported.map(\.message) == ["the cards show b, c, d, and showed a, b, c"])
    #expect(reported.map(\.hint) == ["To pin it, write facts: [a, b, c] at the data set in catalog.yml."])
    #expect(try warnings() == [])
  }

  @Test func oneRowChangesNoOtherCard() throws {
    let columns: KeyValuePairs<String, (Int) -> String> = [
      "a": { $0 < 12 ? "\($0)" : "" }, "b": { $0 < 18 ? "same" : "other" }, "c": { "\($0 % 5)" }, "d": { "\($0 % 4)" },
      "e": { "\($0 % 4)" },
    ]
    let csv = csv(columns, rows: 290)
    let folder = try CatalogFolder(["fruits.csv": csv])
    let file = folder.path + "/fruits.csv"
    let builder = CatalogBuilder(at: file, into: folder.path + "/out")
    defer { builder.close() }
    _ = try builder.build()
    let others = csv.split(separator: "\n").dropLast().joined(separator: "\n")
    try folder.write("fruits.csv", others + "\nFruit 289,77,third,9,9,9\n")
    #expect(try builder.update([file]).updated == ["fruits/fruit-289.html", "fruits/page-5.html"])
    #expect(builder.warnings == [])
  }
}
