import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Formats of numbers and dates: of a field, and in templates.
@Suite struct FormatTests {
  private static let csv = """
    name,born,price,size,share,note
    Apple,1985-04-12,1234.5,1536000,0.25,x
    Pear,April 1985,2,999,0.125,y
    Plum,c. 1850,3,1000,1,z
    Fig,3 May 1999,7,12,0.5,w

    """

  private func folder(_ fields: String, template: String? = nil, language: String = "en") throws -> CatalogFolder {
    var files = [
      "fruits.csv": Self.csv,
      "catalog.yml":
        "language: \(language)\ndatasets: { fruits: { file: fruits.csv, key: name, fields: { \(fields) } } }\n",
    ]
    files["templates/page.md"] = template
    return try CatalogFolder(files)
  }

  @Test(arguments: [
    ("long", "12 April 1985", "April 1985", "c. 1850"), ("short", "12 Apr 1985", "Apr 1985", "c. 1850"),
    ("iso", "1985-04-12", "1985-04", "c. 1850"), ("year", "1985", "1985", "c. 1850"),
  ])
  func dates(format: String, day: String, month: String, circa: String) throws {
    let pages = try folder("born: { format: \(format) }").pages()
    #expect(pages["fruits/apple.md"]?.contains("**Born:** \(day)\n") == true)
    #expect(pages["fruits/pear.md"]?.contains("**Born:** \(month)\n") == true)
    #expect(pages["fruits/plum.md"]?.contains("**Born:** \(circa)\n") == true)
  }

  @Test(arguments: [
    ("de", "12. April 1985", "3. Mai 1999"), ("fr", "12 avril 1985", "3 mai 1999"),
    ("es-MX", "12 de abril de 1985", "3 de mayo de 1999"),
    ("it", "12 aprile 1985", "3 maggio 1999"), ("nl", "12 april 1985", "3 mei 1999"),
    ("en-US", "April 12, 1985", "May 3, 1999"),
    ("pl", "12 April 1985", "3 May 1999"),
  ])
  func datesInTheLanguage(language: String, april: String, may: String) throws {
    let pages = try folder("born: { format: long }", language: language).pages()
    #expect(pages["fruits/apple.md"]?.contains("**Born:** \(april)\n") == true)
    #expect(pages["fruits/fig.md"]?.contains("**Born:** \(may)\n") == true)
  }

  @Test(arguments: [
    ("share: { format: percent }", "Share", "25%", "12.5%"), ("size: { format: bytes }", "Size", "1.5 MB", "999 B"),
    ("price: { format: 0 }", "Price", "1,235", "2"), ("price: { format: plain }", "Price", "1234.5", "2"),
  ])
  func numbers(fields: String, label: String, apple: String, pear: String) throws {
    let pages = try folder(fields).pages()
    #expect(pages["fruits/apple.md"]?.contains("**\(label):** \(apple)\n") == true, "\(pages["fruits/apple.md"] ?? "")")
    #expect(pages["fruits/pear.md"]?.contains("**\(label):** \(pear)\n") == true)
  }

  @Test func `templates ask for formats`() throws {
    let template = """
      {{price | 2}} {{price|plain}} {{price}} {{born | long}} {{born}} {{share | percent}} {{ size | bytes }}

      [page](https://example.org/{{born | year}}/{{born}}) `{{price | 0}}`
      """
    let page = try folder("price: { format: 1 }, born: { format: short }", template: template).pages()[
      "fruits/apple.md"]
    #expect(page?.contains("1,234.50 1234.5 1,234.5 12 April 1985 12 Apr 1985 25% 1.5 MB\n") == true, "\(page ?? "")")
    #expect(page?.contains("[page](https://example.org/1985/1985-04-12) `1,235`") == true, "\(page ?? "")")
  }

  @Test func `formats apply within rows and objects`() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        works: { file: works.json, key: id, fields: { artist: { refers: artists } } }
        artists: { file: artists.csv, types: { born: date } }
      """,
      "works.json": """
      [{"id": "w", "artist": "blake", "parts": [{"size": 1500, "made": "1800-01-02"}, {"size": 12, "made": \
      "1800-02-03"}]},
       {"id": "v", "artist": "blake", "parts": [{"size": 1, "made": "1801-01-02"}]}]
      """,
      "artists.csv": "id,name,born,worth\nblake,William Blake,1757-11-28,12345.678\n",
      "templates/page.md": """
      {{artist.born | long}}{{#artist}}, {{born | year}} {{name}}: {{worth | 1}} {{worth}}{{/artist}}

      {{#parts}}
      - {{size | bytes}} {{made | short}}
      {{/parts}}

      {{#works}}
      1. {{id}}
      {{/works}}
      """,
    ])
    let page = try #require(try folder.pages()["works/w.md"])
    #expect(page.contains("28 November 1757, 1757 William Blake: 12,345.7 12,345.678\n"), "\(page)")
    #expect(page.contains("- 1.5 kB 2 Jan 1800\n") && page.contains("- 12 B 3 Feb 1800\n"), "\(page)")
  }

  @Test(arguments: [
    (
      "{{price | 2.5}}",
      """
      1 there is no format “2.5” → For numbers there are plain, grouped, percent, bytes, or a number of decimals from \
      0 to 20; for dates long, short, iso or year.
      """
    ),
    ("Born {{born | lnog}}", "6 there is no format “lnog” → Did you mean “long”?"),
    ("{{born | 2}}", "1 “2” is a format of numbers, and “born” has no numbers → Write long, short, iso or year."),
    (
      "{{note | long}}",
      """
      1 “long” is a format of dates, and “note” has no dates → Only numbers and dates have formats; `types` declares \
      the type of a field.
      """
    ),
    ("{{bron | long}}", "1 there is no field “bron” → Did you mean “born”?"),
    (
      "{{#note}}{{. | 2}}{{/note}}",
      "10 the elements of a list have no format → Numbers and dates have formats that are values of a field."
    ),
    ("{{#price | 2}}x{{/price | 2}}", "1 a section has no format → Write the format where the value is shown."),
  ])
  func mistakes(template: String, finding: String) throws {
    let found = try findings { _ = try folder("", template: template).catalog() }
    #expect(found.map { "\($0.location.column ?? 0) \($0.message)\($0.hint.map { " → \($0)" } ?? "")" } == [finding])
    #expect(found.allSatisfy { $0.location.file?.hasSuffix("templates/page.md") == true && $0.location.line == 1 })
  }

  @Test func `a format has to fit the type of the field`() throws {
    let found = try findings {
      _ = try folder("note: { format: 2 }, born: { format: bytes }, price: { format: iso }").catalog()
    }
    #expect(
      found.map(\.message) == [
        "the field “note” is of type text, and “2” is a format of numbers",
        "the field “born” is of type date, and “bytes” is a format of numbers",
        "the field “price” is of type number, and “iso” is a format of dates",
      ])
    #expect(
      found[0].hint
        == "Only numbers and dates have formats. If the field should have that type, declare it: type: number.")
    #expect(found[1].hint == "Write long, short, iso or year.")
  }

  @Test func `another format or language updates the pages that show it`() throws {
    let folder = try folder("", template: "{{born | long}} {{share | percent}}\n")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func page() throws -> String {
      let files = try OutputTree(folder.path + "/out").files
      return String(decoding: files["fruits/fig.html"]?.bytes ?? .init(), as: UTF8.self)
    }
    #expect(try page().contains("3 May 1999 50%"))
    try folder.write("templates/page.md", "{{born | short}} {{share | percent}}\n")
    _ = try builder.build()
    #expect(try page().contains("3 May 1999 50%"))
    let yaml = "language: de\ndatasets: { fruits: { file: fruits.csv, key: name } }\n"
    try folder.write("catalog.yml", yaml)
    _ = try builder.build()
    #expect(try page().contains("3. Mai 1999 50\u{A0}%") || page().contains("3. Mai 1999 50 %"))
    #expect(try page().contains("lang=\"de\""))
  }
}
