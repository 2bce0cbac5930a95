import Foundation
import TestKit
import Testing

/// Data sets of other origin, of thousands of rows with odd characters, are built with options alone.
@Suite struct ForeignDataTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Expects that all pages are well-formed, and that links are to pages of the catalog.
  private func expectSoundPages(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let files = try sandbox.files("out")
    let existing = Set(files)
    var reached: Set<String> = ["index.html"]
    for file in files where file.hasSuffix(".html") {
      let page = HTMLPage(try sandbox.text("out/\(file)"))
      #expect(page.problems == [], "\(file)", sourceLocation: sourceLocation)
      for reference in page.references {
        guard let target = target(of: reference, on: file) else { continue }
        #expect(existing.contains(target), "\(reference) on \(file)", sourceLocation: sourceLocation)
        reached.insert(target)
      }
    }
    let lost = existing.filter { $0.hasSuffix(".html") }.subtracting(reached)
    #expect(lost == [], "every page is linked from somewhere", sourceLocation: sourceLocation)
  }

  private func page(_ path: String) throws -> HTMLPage { HTMLPage(try sandbox.text("out/\(path)")) }

  // MARK: - Cities

  /// A table in the format of GeoNames: tabs, literal quotes, names that many cities share.
  private static func cities(_ count: Int) -> String {
    let names = [
      "Springfield", "San José", "Ōtsu", "Al ‘Ayn", "Québec", "’s-Hertogenbosch", "City of \"Quotes\"",
      "Ho Chi Minh City",
      "Ж", "北京", "Biel/Bienne", "A", "Saint-Denis, Réunion", "Łódź", "İzmir", "O'Fallon <b>", "Zürich & Umgebung",
    ]
    var random = SeededGenerator(seed: 17)
    let rows = (0..<count).map { number in
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let country = ["AT", "CH", "US", "CN", "NA", "NO"][Int.random(in: 0..<6, using: &random)]
      let population = Int.random(in: 0...30_000_000, using: &random)
      let latitude = Double(Int.random(in: -9000...9000, using: &random)) / 100
      return
        """
        \(1000 + number)\t\(name)\t\(country)\t\(number % 11 == 0 ? "" : String(population))\t\(latitude)\tEurope/Vienna
        """
    }
    return (["geonameid\tname\tcountry\tpopulation\tlatitude\ttimezone"] + rows).joined(separator: "\n") + "\n"
  }

  @Test func cities() throws {
    try sandbox.write("cities.txt", Self.cities(900))
    let report = try sandbox.build(
      "cities.txt", "--input-format", "tsv", "--key", "geonameid", "--group-by", "country", "--sort",
      "population:desc", "--page-size", "100", "--title", "Cities", "--output", "out")
    #expect(report.rows == 900)
    #expect(report.sections == 6)
    #expect(try sandbox.files("out", ending: ".html").filter { $0.hasPrefix("cities/") }.count == 900)
    try expectSoundPages()
    // Namibia is no missing value, and Norway no boolean.
    #expect(
      try page("index.html").all("h2", in: "catalog-section").map(\.text) == ["AT", "CH", "CN", "NA", "NO", "US"])
    let populations = try page("na/index.html").all("li", class: "cell").compactMap { cell in
      cell.text.firstMatch(of: /Population\s*(\d+)/).flatMap { Int($0.1) }
    }
    #expect(populations.count > 50)
    #expect(populations == populations.sorted(by: >))
    // One of many cities with this name.
    let numbers = try sandbox.files("out", ending: ".html").filter { $0.hasPrefix("cities/1") }
    #expect(numbers.contains("cities/1000.html"))
  }

  @Test func citiesOfOneCountry() throws {
    try sandbox.write("cities.txt", Self.cities(300))
    try sandbox.build(
      "cities.txt", "--input-format", "tsv", "--key", "geonameid", "--where", "country=NO", "--pages", "stable",
      "--page-size", "10", "--output", "out")
    let expected = try sandbox.text("cities.txt").split(separator: "\n").filter { $0.contains("\tNO\t") }.count
    #expect(
      try sandbox.files("out", ending: ".html").filter { $0.wholeMatch(of: /cities\/\d+\.html/) != nil }.count
        == expected)
    try expectSoundPages()
  }

  // MARK: - Countries

  private static let countries = #"""
    [
      {"name": {"common": "Åland Islands", "official": "Åland", "native": {"swe": {"common": "Åland"}}}, "cca2": "AX",
       "independent": false, "currencies": ["EUR"], "latlng": [60.116667, 19.9], "borders": [], "area": 1580, "flag": \#
    "🇦🇽"},
      {"name": {"common": "Namibia", "official": "Republic of Namibia"}, "cca2": "NA", "independent": true,
       "currencies": ["NAD", "ZAR"], "latlng": [-22, 17], "borders": ["AGO", "BWA", "ZAF"], "area": 8.25615e5, \#
    "flag": "🇳🇦"},
      {"name": {"common": "São Tomé and Príncipe"}, "cca2": "ST", "independent": null, "currencies": ["STN"],
       "latlng": [1, 7], "borders": [], "area": 964, "flag": "🇸🇹"},
      {"name": {"common": "Côte d’Ivoire", "official": "\u0052épublique <de> \"Côte d’Ivoire\""}, "cca2": "CI",
       "independent": true, "currencies": [], "latlng": [], "borders": ["BFA"], "area": 322463, "flag": "🇨🇮"}
    ]
    """#

  @Test func countries() throws {
    try sandbox.write("countries.json", Self.countries)
    let report = try sandbox.build(
      "countries.json", "--key", "cca2", "--group-by", "independent", "--sort", "area:desc", "--format",
      "html,markdown,latex,man,xml", "--output", "out")
    #expect(report.rows == 4)
    try expectSoundPages()
    let namibia = try sandbox.text("out/countries/na.md")
    #expect(namibia.contains("**Currencies:** NAD, ZAR"))
    #expect(namibia.contains("Republic of Namibia"))
    #expect(try page("countries/ci.html").all("main").first?.text.contains("République <de> \"Côte d’Ivoire\"") == true)
    #expect(try page("index.html").all("h2", in: "catalog-section").map(\.text) == ["no", "yes", "Other"])
    #expect(report.sections == 3)
  }

  @Test func countriesWithinADocument() throws {
    try sandbox.write("world.json", #"{"version": 3, "notes": ["a"], "data": {"countries": \#(Self.countries)}}"#)
    let report = try sandbox.build("world.json", "--path", "data.countries", "--key", "cca2", "--output", "out")
    #expect(report.rows == 4)
    #expect(sandbox.exists("out/world/st.html"))
  }

  // MARK: - Characters

  /// The characters of Unicode as a table: code, name, category, the character itself; as they are, without quotes.
  private static let characters: [(code: String, name: String, category: String, scalar: Unicode.Scalar)] =
    ([0x21...0x24F, 0x300...0x370, 0x590...0x5FF, 0x2000...0x206F, 0x2200...0x22FF, 0xFE00...0xFE0F, 0x1F600...0x1F64F]
    .joined() as FlattenSequence<[ClosedRange<UInt32>]>).compactMap { value in
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { return nil }
      let hex = String(value, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      return (code, name, "\(scalar.properties.generalCategory)", scalar)
    }

  @Test func characters() throws {
    // Line separators cannot be in a line; a quote is doubled, as in any table.
    let shown = Self.characters.map { character in
      let text = character.scalar == "\"" ? "\"\"\"\"" : "\"\(character.scalar)\""
      return "\(character.code);\(character.name);\(character.category);\(text)\n"
    }
    try sandbox.write("unicode.txt", "code;name;category;character\n" + shown.joined())
    let report = try sandbox.build(
      "unicode.txt", "--input-format", "csv", "--delimiter", "semicolon", "--key", "code", "--group-by", "category",
      "--sort", "name", "--pages", "stable", "--page-size", "50", "--output", "out")
    #expect(report.rows == Self.characters.count)
    #expect(report.rows > 1000)
    #expect(report.sections == Set(Self.characters.map(\.category)).count)
    try expectSoundPages()
    for character in Self.characters.enumerated().filter({ $0.offset.isMultiple(of: 37) }).map(\.element) {
      let page = try page("unicode/\(character.code.lowercased().replacing("+", with: "-plus-")).html")
      #expect(page.all("h1").map(\.text) == [character.name])
      #expect(
        page.all("main").first?.text.unicodeScalars.contains(character.scalar) == true,
        "\(character.code) is on its page")
    }
  }
}
