import CatalogKit
import Changesets
import DataSources
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// Rows that tie others together, such as the roles of persons in works: both sides list the other row with what the
/// tie says, they have no pages, and an edit of either side reaches the pages that show it, and no others.
@Suite struct TieTests {
  private static let files = [
    "catalog.yml": """
    title: Museum
    datasets:
      works: works.csv
      people: people.csv
      roles:
        file: roles.csv
        fields:
          work: { refers: works }
          person: { refers: people }
    """,
    "works.csv": "id,title,year\nw1,The Sower,1850\nw2,The Reaper,1853\nw3,The Gleaners,1857\n",
    "people.csv": "id,name,born,bio\np1,Mary Martin,1820,A painter.\np2,John Doe,1801,A maker.\np3,Ann Other,1830,\n",
    "roles.csv": """
    id,work,person,role,share
    r1,w1,p1,painter,0.5
    r2,w1,p2,engraver,12
    r3,w2,p1,owner,
    """,
  ]

  private func folder(_ changes: [String: String] = [:]) throws -> CatalogFolder {
    try CatalogFolder(Self.files.merging(changes) { $1 })
  }

  /// A catalog.yml in which a text is replaced.
  private func configuration(_ text: String, _ replacement: String) -> [String: String] {
    ["catalog.yml": (Self.files["catalog.yml"] ?? "").replacing(text, with: replacement)]
  }

  /// The rows of the tables on a page, without markup.
  private func cells(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<td>") || $0.hasPrefix("<th scope=\"row\">") }.map { row in
      row.split(separator: /<\/t[dh]>/).map { $0.replacing(/<[^>]*>/, with: "") }.joined(separator: "|")
    }
  }

  @Test func `both sides list the other row, with what the tie says`() throws {
    let pages = try folder().pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("## Roles (2)"))
    #expect(cells(work) == ["Mary Martin|painter|0.5", "John Doe|engraver|12"], "\(work)")
    #expect(work.contains("<a href=\"../people/p1.md\">Mary Martin</a>"), "\(work)")
    let person = try #require(pages["people/p1.md"])
    #expect(person.contains("## Roles (2)"))
    #expect(cells(person) == ["The Sower|painter|0.5", "The Reaper|owner|"], "\(person)")
    // No key is shown, and no column without values.
    #expect(!work.contains("r1") && !work.contains("p1 "))
    #expect(pages["people/p3.md"]?.contains("Roles") == false)
  }

  @Test func `rows without names of their own have no pages, and it is said`() throws {
    let folder = try folder()
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    let report = try builder.build()
    #expect(report.sections == 2 && report.rows == 6)
    #expect(report.ties.map(\.dataset) == ["roles"] && report.ties.map(\.others) == [["works", "people"]])
    #expect(
      report.description.contains("roles: its rows only tie works and people together, and are listed there"))
    #expect(builder.catalog?.warnings.isEmpty == true)
    #expect(try folder.pages()["roles/index.md"] == nil)
  }

  @Test(arguments: [
    // A title, a page, a chain, or a place in that of the catalog.
    ("file: roles.csv", "file: roles.csv\n    titles: role"),
    ("datasets:\n", "chain: [{ concatenate: [works, people, roles] }]\ndatasets:\n"),
    ("file: roles.csv", "file: roles.csv\n    chain: []"),
  ])
  func `they have pages if the configuration says so`(text: String, replacement: String) throws {
    let pages = try folder(configuration(text, replacement)).pages()
    let role = try #require(pages["roles/r1.md"])
    #expect(role.contains("[Mary Martin](../people/p1.md)") && role.contains("[The Sower](../works/w1.md)"))
    let title = replacement.contains("titles") ? "painter" : "The Sower, Mary Martin"
    #expect(role.contains("# \(title)\n"), "\(role)")
    #expect(pages["works/w1.md"]?.contains("[\(title)](../roles/r1.md)") == true)
  }

  @Test func `many rows with different texts have names`() throws {
    let rows = (0..<24).map { "h\($0),w\($0 % 3 + 1),p\($0 % 3 + 1),House of Number \($0),\n" }.joined()
    let named = try folder(["roles.csv": "id,work,person,role,share\n" + rows]).pages()
    #expect(named["roles/h7.md"]?.contains("# House of Number 7\n") == true)
    // What is called a name names the rows, however few they are.
    let few = try folder(["roles.csv": "id,work,person,name\nr1,w1,p1,First\nr2,w1,p2,Second\n"]).pages()
    #expect(few["roles/r1.md"]?.contains("# First\n") == true)
  }

  @Test func `a row whose key is a reference has the title of that row`() throws {
    let pages = try folder([
      "catalog.yml": """
      datasets:
        works: { file: works.csv, fields: { curator: { refers: curators } } }
        curators: { file: curators.csv, key: person, fields: { person: { refers: people } } }
        people: people.csv
      """,
      "works.csv": "id,title,curator\nw1,The Sower,p2\n", "curators.csv": "person,since\np2,1840\np1,1850\n",
    ]).pages()
    #expect(pages["curators/p2.md"]?.contains("# John Doe\n") == true, "\(pages)")
    #expect(pages["works/w1.md"]?.contains("[John Doe](../curators/p2.md)") == true)
  }

  @Test func `titles that call each other by each other are keys`() throws {
    let pages = try folder([
      "catalog.yml": """
      datasets:
        a: { file: a.csv, key: id, titles: b, fields: { b: { refers: b } } }
        b: { file: b.csv, key: id, titles: a, fields: { a: { refers: a } } }
      """,
      "a.csv": "id,b\na1,b1\n", "b.csv": "id,a\nb1,a1\n",
    ]).pages()
    #expect(pages["a/a1.md"] != nil && pages["b/b1.md"] != nil)
  }

  @Test func `templates, conditions and folds read what a tie refers to`() throws {
    var files = configuration(
      "works: works.csv",
      """
      works:
          file: works.csv
          page: work
          fold:
            oldest: { min: roles.person.born }
            painters: { count: roles, where: { field: role, equals: painter } }
            marys: { count: roles, where: { field: person.name, equals: Mary Martin } }
      """)
    files["templates/work.md"] = """
      {{#roles}}
      - {{person.name}} ({{person.born}}), {{role}}: {{person}}
      {{/roles}}
      {{oldest}} {{painters}} {{marys}}
      """
    let pages = try folder(files).pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("- Mary Martin (1820), painter: [Mary Martin](../people/p1.md)"), "\(work)")
    #expect(work.contains("1801 1 1"), "\(work)")
    files["catalog.yml"]? += "\nchain: [{ filter: { field: roles.person.born, range: { below: 1810 } } }]"
    #expect(try folder(files).pages().keys.filter { $0.hasPrefix("works/w") } == ["works/w1.md"])
  }

  @Test func `related rows are a table of the columns that are configured`() throws {
    let files = [
      "catalog.yml": """
      datasets:
        people: people.csv
        places: places.csv
        works:
          file: works.csv
          fields:
            artist: { refers: { dataset: people, columns: [year, place, place.country], order: year, limit: 2 } }
            place: { refers: places }
      """,
      "places.csv": "id,name,country\nx,Paris,France\n",
      "works.csv": "id,title,year,artist,place\nw1,C,1860,p1,x\nw2,A,1850,p1,x\nw3,B,1855,p1,x\n",
    ]
    let pages = try folder(files).pages()
    let person = try #require(pages["people/p1.md"])
    #expect(cells(person) == ["A|1850|Paris|France", "B|1855|Paris|France"], "\(person)")
    #expect(person.contains(">Title</th>") && person.contains("<a href=\"../places/x.md\">Paris</a>"), "\(person)")
    #expect(person.contains("and [1 more](../works-by-artist/mary-martin/index.md)"))
    let mistakes = try findings {
      _ = try folder(
        files.merging(["catalog.yml": (files["catalog.yml"] ?? "").replacing("[year", with: "[yaer")]) { $1 }
      ).catalog()
    }
    #expect(mistakes.contains { $0.message == "there is no field “yaer”" })
  }

  @Test func `rows without pages are listed in full`() throws {
    let rows = (0..<40).map { "r\($0),w1,p\($0 % 3 + 1),role \($0 % 5),\n" }.joined()
    let pages = try folder(["roles.csv": "id,work,person,role,share\n" + rows]).pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("## Roles (40)") && cells(work).count == 40)
    #expect(!work.contains(" more"))
  }

  // MARK: - Edits

  private func edit(_ dataset: String, _ row: Int, _ field: String, _ value: String) -> (CatalogBuilder) -> Void {
    { builder in
      builder.catalog?.dataset(named: dataset)?.edit {
        $0.update($0.item(at: ItemPath(0, row)).replacing(field, with: .text(value)), at: row)
      }
    }
  }

  @Test(arguments: [
    ("people", 0, "bio", "A poet.", ["people/p1.html"]),
    ("roles", 2, "role", "seller", ["people/p1.html", "works/w2.html"]),
    ("works", 1, "title", "The Harvester", ["people/p1.html", "works/w2.html"]),
  ])
  func `an edit reaches the pages that show it`(
    dataset: String, row: Int, field: String, value: String, expected: [String]
  ) throws {
    let folder = try folder()
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    let before = try OutputTree(folder.path + "/out")
    edit(dataset, row, field, value)(builder)
    let report = try builder.update()
    let written = try OutputTree(folder.path + "/out").differences(from: before).filter { $0.hasSuffix(".html") }
    let pages = written.filter { !$0.hasSuffix("index.html") }.sorted()
    // The neighbours of a page show its title.
    #expect(pages.filter { expected.contains($0) } == expected && pages.count <= expected.count + 2, "\(written)")
    #expect(report.pages.rendered <= written.count + 1)
  }

  /// Random edits of all data sets in memory and in files: what is built is what a clean build makes.
  @Test(arguments: Seeds.fixed(3, fresh: 1))
  func editsArePublished(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var works = (0..<5).map { "w\($0),Work \($0),\(1800 + $0)" }
    var people = (0..<5).map { "p\($0),Person \($0),\(1700 + $0),A life." }
    var roles = (0..<12).map { "r\($0),w\($0 % 6),p\($0 % 5),role,\($0)" }
    let folder = try folder(
      configuration(
        "works: works.csv",
        """
        works:
            file: works.csv
            page: work
            fold: { oldest: { min: roles.person.born }, marys: { count: roles, where: { field: person, equals: Person 1 } } }
        """
      ).merging([
        "templates/work.md":
          "{{oldest}} {{marys}}\n{{#roles}}\n- {{person.name}} {{person.born}} {{role}} {{person}}\n{{/roles}}"
      ]) { $1 })
    func write(_ name: String) throws -> String {
      let (header, rows) =
        switch name {
        case "works": ("id,title,year", works)
        case "people": ("id,name,born,bio", people)
        default: ("id,work,person,role,share", roles)
        }
      try folder.write("\(name).csv", "\(header)\n\(rows.joined(separator: "\n"))\n")
      return folder.path + "/\(name).csv"
    }
    for name in ["works", "people", "roles"] { _ = try write(name) }
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    _ = try builder.build()
    for step in 0..<(Seeds.isThorough ? 40 : 12) {
      var changed: Set<String> = []
      for _ in 0...number(0..<2) {
        switch number(0..<6) {
        case 0:
          let row = number(0..<works.count)
          works[row] = "\(works[row].prefix { $0 != "," }),Work \(number(0..<9)),\(1800 + number(0..<9))"
          changed.insert(try write("works"))
        case 1:
          let row = number(0..<people.count)
          people[row] = "\(people[row].prefix { $0 != "," }),Person \(number(0..<4)),\(1700 + number(0..<9)),A life."
          changed.insert(try write("people"))
        case 2:
          if number(0..<2) == 0, people.count > 2 {
            people.remove(at: number(0..<people.count))
          } else {
            let key = number(0..<9)
            if !people.contains(where: { $0.hasPrefix("p\(key),") }) {
              people.insert("p\(key),Person \(key),1750,", at: number(0..<people.count))
            }
          }
          changed.insert(try write("people"))
        case 3:
          roles.remove(at: number(0..<roles.count))
          roles.append("r\(20 + step),w\(number(0..<7)),p\(number(0..<7)),maker,\(step)")
          changed.insert(try write("roles"))
        default:
          let row = number(0..<roles.count)
          roles[row] = "\(roles[row].prefix { $0 != "," }),w\(number(0..<7)),p\(number(0..<7)),role \(number(0..<3)),"
          changed.insert(try write("roles"))
        }
      }
      let before = try OutputTree(folder.path + "/out")
      let report = try builder.update(changed)
      let after = try OutputTree(folder.path + "/out")
      report.expectToTell(from: before, to: after, "seed \(seed), step \(step)")
      _ = try CatalogBuilder(at: folder.path, into: folder.path + "/clean").build()
      try #require(
        after.differences(from: OutputTree(folder.path + "/clean")) == [], "seed \(seed), step \(step): \(changed)")
      try FileManager.default.removeItem(atPath: folder.path + "/clean")
    }
  }
}
