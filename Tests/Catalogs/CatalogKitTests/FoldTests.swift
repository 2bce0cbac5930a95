import CatalogKit
import Changesets
import Diagnostics
import Foundation
import TestKit
import Testing

/// `fold` in `catalog.yml`: values computed from the rows that refer to a row, from the configuration to the pages.
@Suite struct FoldTests {
  private static let folds = """
          total: { sum: works.price }
          first: { min: works.year }
          last: { max: works.made }
          average: { mean: works.price }
          seas: { count: works, where: { field: kind, equals: seascape } }
          number: { count: works }

    """
  private static let works = """
    id,title,artist,year,made,price,kind,subjects
    w1,Newton,blake,1795,12 April 1795,0.10,portrait,science|sea
    w2,The Ancient of Days,blake,1794,1794,0.2,seascape,religion
    w3,The Fighting Temeraire,turner,1838,May 1838,1200.50,seascape,ship|sea
    w4,Nobody's work,tuner,1900,1900,7,seascape,sea
    w5,Pity,blake,1790,1790,,portrait,

    """

  private func files(_ folds: String = folds, rest: String = "", artists: String = "") -> [String: String] {
    [
      "catalog.yml": """
      title: Museum
      datasets:
        works:
          file: works.csv
          key: id
          types: { made: date }
          fields:
            artist: { refers: artists }
            subjects: { refers: subjects, separator: "|" }
            price: { unit: € }
          fold:
            weight: { sum: subjects.weight }
            subject_count: { count: subjects }
        artists:
          file: artists.csv
      \(artists)    fold:
      \(folds)  subjects:
          file: subjects.csv
      \(rest)
      """,
      "works.csv": Self.works,
      "artists.csv": "id,name,born\nblake,William Blake,1757\nturner,J. M. W. Turner,1775\nnobody,Nobody,1800\n",
      "subjects.csv": "id,name,weight\nsea,Sea,2\nship,Ship,3\nscience,Science,4\nreligion,Religion,5\n",
    ]
  }

  @Test func `rows are shown with values of other rows`() throws {
    let pages = try CatalogFolder(files()).pages()
    let blake = try #require(pages["artists/blake.md"])
    for line in [
      "**Total:** €0.30", "**First:** 1790", "**Last:** 12 April 1795", "**Average:** €0.15", "**Seas:** 1",
      "**Number:** 3",
    ] {
      #expect(blake.contains(line + "\n"), "\(line) in \(blake)")
    }
    #expect(pages["artists/turner.md"]?.contains("**Total:** €1,200.50\n") == true)
    let nobody = try #require(pages["artists/nobody.md"])
    #expect(nobody.contains("**Number:** 0\n") && nobody.contains("**Seas:** 0\n"))
    #expect(!nobody.contains("Total") && !nobody.contains("First") && !nobody.contains("Last"))
    // A list of references is folded, too.
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("**Weight:** 6\n") && work.contains("**Subject count:** 2\n"))
    #expect(pages["works/w5.md"]?.contains("**Subject count:** 0\n") == true)
  }

  @Test func `steps, facets, templates, facts and exports have them`() throws {
    let rest = """
      chain:
        - concatenate: artists
        - filter: { field: total, range: { above: 0 } }
        - sort: { field: total, order: descending }
      documents: { facets: [seas], json: true, search: { fields: [first] } }
      """
    var files = files(
      rest: rest,
      artists:
        """
            facts: [total]\n    fields: { total: { label: Worth, format: 1 }, last: { format: year } }\n    page: \
        artist\n
        """
    )
    files["templates/artist.md"] = "{{name}}: {{total}} or {{total | 0}}, {{last}} {{last | iso}}, {{first}}\n"
    let folder = try CatalogFolder(files)
    let pages = try folder.pages()
    #expect(links(3, in: pages["index.md"]) == ["J. M. W. Turner", "William Blake"])
    #expect(pages["index.md"]?.contains("**Worth:** €1,200.5\n") == true, "\(pages["index.md"] ?? "")")
    #expect(pages["artists/turner.md"]?.contains("J. M. W. Turner: 1,200.5 or 1,201, 1838 1838-05, 1838\n") == true)
    #expect(pages["artists/blake.md"]?.contains("William Blake: 0.3 or 0, 1795 1795-04-12, 1790\n") == true)
    #expect(pages.keys.contains("seas/1/index.md"))
    try folder.build(into: folder.path + "/out")
    let json = try OutputTree(folder.path + "/out").files.filter { $0.key.hasPrefix("catalog/") }
    #expect(json.contains { String(decoding: $0.value.bytes, as: UTF8.self).contains("\"total\":0.30") })
  }

  @Test func `parts and joined rows are folded`() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        things:
          file: things.csv
          parent: within
          derive: { double: price * 2 }
          join: { sales: { dataset: sales, on: id, equals: thing } }
          fold: { worth: { sum: parts.double }, best: { max: sales.who } }
        sales: sales.csv
      """,
      "things.csv": "id,within,price\na,,1\nb,a,2.5\nc,a,3\n",
      "sales.csv": "thing,who\na,Zoe\na,émile\na,Bob\n",
    ])
    let page = try #require(try folder.pages()["things/a.md"])
    #expect(page.contains("**Worth:** 11\n") && page.contains("**Best:** Zoe\n"), "\(page)")
  }

  @Test func `values within values are folded`() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        works: { file: works.json, key: id, fields: { artist: { refers: artists } } }
        artists:
          file: artists.csv
          fold: { area: { sum: works.parts.size }, widest: { max: works.parts.size }, years: { mean: works.years.at } }
      """,
      "works.json": """
      [{"id": "w", "artist": "a", "parts": [{"size": 1.5}, {"size": 0.25}, {"size": "large"}], "years": [{"at": 3}]},
       {"id": "v", "artist": "a", "parts": [{"size": 10}]}]
      """,
      "artists.csv": "id,name\na,Ann\nb,Bob\n",
    ])
    let page = try #require(try folder.pages()["artists/a.md"])
    #expect(page.contains("**Area:** 11.75\n") && page.contains("**Years:** 3\n"), "\(page)")
  }

  @Test func `an edit updates the pages that show the result`() throws {
    let folder = try CatalogFolder(files())
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    _ = try builder.build()
    func update(_ old: String, _ new: String) throws -> [String] {
      try folder.paths(changedBy: builder, writing: Self.works.replacing(old, with: new), to: "works.csv")
        .filter { $0.hasPrefix("artists/") }
    }
    #expect(try update("0.10", "0.15") == ["artists/blake.html"])
    // A field that no fold reads, and no page shows there.
    #expect(try update("0.10,portrait", "0.15,landscape") == [])
    #expect(try update("0.10,portrait", "0.15,seascape") == ["artists/blake.html"])
    // Another artist.
    #expect(
      try update("blake,1790", "nobody,1790") == ["artists/blake.html", "artists/index.html", "artists/nobody.html"])
  }

  @Test(arguments: [
    ("x: { sum: worsk.price }", "no rows go with those of “artists” by the name “worsk”", "Did you mean “works”?"),
    ("x: { sum: works }", "“sum” needs a field of the rows", "Write one behind them: sum: works.FIELD."),
    (
      "x: { sum: works.pric }", "there is no field “pric” in the data set “works”", "Did you mean “price”?"
    ),
    (
      "x: { mean: works.title }", "“title” is of type text, and “mean” is of numbers",
      "If the values are numbers, declare that in the data set “works”: types: { title: number }."
    ),
    (
      "x: { max: works.subjects }",
      "“subjects” is of type list, and “max” is of numbers, dates, texts, addresses and booleans", nil
    ),
    (
      "x: { max: works.weight }", "“weight” of “works” is a fold, and folds do not read folds",
      "Have it follow from a field of the data, or a derived one."
    ),
    (
      "born: { count: works }", "there is already a field “born” in the data set “artists”",
      "Give the fold another name."
    ),
    (
      "x: { count: works, where: { field: kin, equals: y } }", "there is no field “kin”", "Did you mean “kind”?"
    ),
    (
      "x: { count: works, where: { field: year, range: { above: y } } }", "“y” is not a number, and “year” has numbers",
      "Write digits, with a point before a fraction."
    ),
  ])
  func `mistakes are reported with their places`(fold: String, message: String, hint: String?) throws {
    let found = try findings { _ = try CatalogFolder(files("      \(fold)\n")).catalog() }
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.hint) == [hint])
    #expect(found.map(\.location.line) == [17])
  }

  /// The rows may be those of the data set that could not be read.
  @Test func `rows of a broken file are not reported as missing`() throws {
    var files = files()
    files["works.csv"] = "id,title,artist,year,made,price,kind,subjects\nw1,\"Newton\n"
    let found = try findings { _ = try CatalogFolder(files).catalog() }
    #expect(found.allSatisfy { !$0.message.contains("no rows") }, "\(found)")
    #expect(found.count == 1)
  }

  @Test func `settings of single rows cannot refer to folds`() throws {
    let settings = ["derive: { x: total * 2 }", "titles: total", "types: { total: text }"]
    for text in settings {
      let found = try findings { _ = try CatalogFolder(files(artists: "    \(text)\n")).catalog() }
      #expect(
        found.map(\.hint) == [
          "“total” is a fold, which depends on other rows: it is not available in settings of single rows."
        ], "\(text)")
    }
  }

  @Test func `a format has to fit the result`() throws {
    let found = try findings {
      _ = try CatalogFolder(files(artists: "    fields: { last: { format: 2 } }\n")).catalog()
    }
    #expect(found.map(\.message) == ["the field “last” is of type date, and “2” is a format of numbers"])
    #expect(found.map(\.hint) == ["Write long, short, iso or year."])
  }

  @Test func `a row is explained, and a catalog is checked`() throws {
    let folder = try CatalogFolder(files())
    #expect(try folder.catalog().explain("blake").relations.map(\.field) == ["works"])
    #expect(CatalogCheck(at: folder.path).findings.map(\.code) == ["reference/no-row"])
  }
}
