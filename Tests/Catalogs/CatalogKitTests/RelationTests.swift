import CatalogKit
import Changesets
import DataSources
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// Data sets that refer to each other: both ends are links, and an edit updates the pages that show it, and no others.
@Suite struct RelationTests {
  private static let files = [
    "catalog.yml": """
    title: Museum
    datasets:
      works:
        file: works.csv
        fields:
          artist: { refers: { dataset: artists, order: year, limit: 2 } }
          subjects: { refers: subjects, separator: "|" }
      artists: { file: artists.csv, facts: [born, works.count] }
      subjects:
        file: subjects.csv
        parent: broader
    """,
    "works.csv": """
    id,title,artist,year,subjects
    w1,Newton,blake,1795,science|sea
    w2,The Ancient of Days,blake,1794,religion
    w3,The Fighting Temeraire,turner,1838,ship|sea
    w4,Nobody's work,tuner,1900,sea|unknown
    w5,Pity,blake,1790,
    """,
    "artists.csv": """
    id,name,born,bio
    blake,William Blake,1757,A poet.
    turner,J. M. W. Turner,1775,A traveller.
    """,
    "subjects.csv": """
    id,name,broader
    nature,Nature,
    sea,Sea,nature
    ship,Ship,sea
    science,Science,
    religion,Religion,
    """,
  ]

  private func folder(_ changes: [String: String] = [:]) throws -> CatalogFolder {
    try CatalogFolder(Self.files.merging(changes) { $1 })
  }

  /// A catalog.yml in which a text is replaced.
  private func configuration(_ text: String, _ replacement: String) -> [String: String] {
    ["catalog.yml": (Self.files["catalog.yml"] ?? "").replacing(text, with: replacement)]
  }

  @Test func `both ends of a reference are links`() throws {
    let pages = try folder().pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("[William Blake](../artists/blake.md)"))
    #expect(work.contains("[Science](../subjects/science.md), [Sea](../subjects/sea.md)"))
    let artist = try #require(pages["artists/blake.md"])
    // In their order, and no more than the limit.
    #expect(
      artist.contains(
        "## Works (3)\n\n  - [Pity](../works/w5.md)\n  - [The Ancient of Days](../works/w2.md)\n\n"
          + "and [1 more](../works-by-artist/william-blake/index.md)"),
      "\(artist)")
    #expect(pages["subjects/sea.md"]?.contains("## Works (3)\n\n  - [Newton](../works/w1.md)") == true)
    // Cards have them, too.
    #expect(pages["works/index.md"]?.contains("[William Blake](../artists/blake.md)") == true)
    #expect(pages["artists/index.md"]?.contains("**Works:** 3") == true, "\(pages["artists/index.md"] ?? "")")
  }

  @Test func `a reference to no row is shown unchanged, and found by a check`() throws {
    let folder = try folder()
    let pages = try folder.pages()
    #expect(pages["works/w4.md"]?.contains("**Artist:** tuner") == true, "\(pages["works/w4.md"] ?? "")")
    #expect(pages["works/w4.md"]?.contains("[Sea](../subjects/sea.md), unknown") == true)
    let findings = CatalogCheck(at: folder.path).findings.filter { $0.code == "reference/no-row" }
    #expect(findings.map(\.location.row) == [5, 5] && findings.map(\.location.field) == ["artist", "subjects"])
    #expect(findings.first?.message == "no row of the data set “artists” has the key “tuner”")
    #expect(findings.first?.hint == "Did you mean “turner”?")
    try folder.write("works.csv", "id,title,artist,year,subjects\nw1,Newton,William Blake,1795,\n")
    #expect(
      CatalogCheck(at: folder.path).findings.map(\.hint) == ["The row “William Blake” has the key “blake”."])
  }

  @Test func `a number that refers to no row is a key, and no amount`() throws {
    let pages = try folder([
      "works.csv": "id,title,artist,year,subjects\nw1,Newton,19232,1795,\nw2,Pity,1,1795,\n",
      "artists.csv": "id,name,born,bio\n1,William Blake,1757,A poet.\n",
    ]).pages()
    #expect(pages["works/w1.md"]?.contains("**Artist:** 19232") == true)
  }

  @Test func `the facet of a reference has a folder next to that of the rows`() throws {
    let pages = try folder([
      "catalog.yml": """
      datasets:
        works: { file: works.csv, fields: { artists: { refers: artists } } }
        artists: { file: artists.csv, chain: [] }
      documents: { facets: [artists] }
      """, "works.csv": "id,title,artists\nw1,Newton,blake\n",
    ]).pages()
    #expect(pages["by-artists/william-blake/index.md"] != nil && pages["artists/index.md"] != nil)
  }

  @Test func `the breadcrumbs of a part list all that it is a part of`() throws {
    let pages = try folder().pages()
    let ship = try #require(pages["subjects/ship.md"])
    #expect(
      ship.hasPrefix("[Museum](../index.md) › [Nature](nature.md) › [Sea](sea.md) › Ship"), "\(ship.prefix(120))")
    #expect(
      pages["subjects/sea.md"]?.contains("## Parts (1)\n\n  - [Ship](../subjects/ship.md)") == true,
      "\(pages["subjects/sea.md"] ?? "")")
  }

  @Test func `rows that are parts of themselves are reported, and have pages`() throws {
    let folder = try folder([
      "subjects.csv": "id,name,broader\na,A,c\nb,B,a\nc,C,b\nd,D,c\ne,E,e\n", "works.csv": "id,title\nw1,Newton\n",
      "catalog.yml": "datasets:\n  works: works.csv\n  subjects: { file: subjects.csv, parent: broader }\n",
    ])
    let pages = try folder.pages()
    #expect(pages["subjects/d.md"]?.contains("[B](b.md) › [C](c.md) › D") == true)
    #expect(pages["subjects/e.md"] != nil)
    let findings = CatalogCheck(at: folder.path).findings
    #expect(
      findings.map(\.message) == [
        "a row is a part of itself: “a” → “c” → “b” → “a”", "a row is a part of itself: “e” → “e”",
      ])
  }

  @Test func `templates show the other rows`() throws {
    let pages = try folder([
      "templates/page.md": """
      {{#artist}}By {{name}}, born {{born}}: {{link}}.{{/artist}} {{artist.born}} {{artist}}

      # {{artist}}

      {{#subjects}}
      - {{link}} of {{title}}
      {{/subjects}}

      {{#works}}
      1. {{link}} ({{year}})
      {{/works}}

      {{works.count}} works
      """
    ]).pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("By William Blake, born 1757: [William Blake](../artists/blake.md). 1757 [William Blake]"))
    #expect(work.contains("## [William Blake](../artists/blake.md)"))
    #expect(work.contains("- [Science](../subjects/science.md) of Science"))
    let artist = try #require(pages["artists/blake.md"])
    #expect(artist.contains("[Pity](../works/w5.md) (1790)") && artist.contains("3 works"))
  }

  @Test func `a facet distinguishes rows with equal titles`() throws {
    let folder = try folder([
      "catalog.yml": """
      datasets:
        works: { file: works.csv, fields: { artist: { refers: { dataset: artists, limit: 1 } } } }
        artists: artists.csv
      documents: { facets: [artist] }
      """,
      "works.csv": "id,title,artist\nw1,A,a\nw2,B,b\nw3,C,b\nw4,D,nobody\nw5,E,c\nw6,F,\n",
      "artists.csv": "id,name\na,John Smith\nb,John Smith\nc,Jane Smith\n",
    ])
    let pages = try folder.pages()
    let sections = pages.keys.filter { $0.hasPrefix("artist/") && $0 != "artist/index.md" }.sorted()
    #expect(
      sections.map { $0.prefix(17) } == [
        "artist/jane-smith", "artist/john-smith", "artist/john-smith", "artist/nobody/ind", "artist/other/inde",
      ])
    let all = try #require(pages["artists/b.md"]?.firstMatch(of: /and \[1 more\]\(\.\.\/(.*)\)/)?.1)
    let section = try #require(pages[String(all)])
    #expect(section.contains("[B]") && section.contains("[C]") && !section.contains("[A]"))
    #expect(section.contains("# John Smith\n"))
  }

  @Test func `values in templates link to their facets`() throws {
    let folder = try folder([
      "catalog.yml": """
      datasets: { works: works.csv }
      documents: { facets: [year, kind, tags, { field: place, minimum: 2 }, sold] }
      """,
      "works.csv": """
      id,title,kind,tags,year,place,sold
      w1,Newton,print,sea; salt,1795,Bath,yes
      w2,Pity,,sea; sky,1790,Ely,no
      """,
      "templates/page.md": """
      # {{kind}} {{year}}

      {{#kind}}A {{kind}} from {{place}}.{{/kind}}{{^kind}}Unknown.{{/kind}} {{tags}}; [all \
      {{kind}}](https://example.org/{{kind}}) `{{tags}}`

      {{#tags}}
      - {{.}}
      {{/tags}}

      {{#sold}}Sold: {{sold}}{{/sold}}
      """,
    ])
    let pages = try folder.pages()
    let work = try #require(pages["works/w1.md"])
    #expect(work.contains("## [print](../kind/print/index.md) [1795](../year/1795/index.md)"), "\(work)")
    // A place of one row has no page.
    #expect(work.contains("A [print](../kind/print/index.md) from Bath."))
    #expect(
      work.contains("[sea](../tags/sea/index.md), [salt](../tags/salt/index.md);") && work.contains("`sea, salt`"))
    #expect(work.contains("[all print](https://example.org/print)"))
    #expect(work.contains("- [sea](../tags/sea/index.md)") && work.contains("Sold: [yes](../sold/yes/index.md)"))
    let other = try #require(pages["works/w2.md"])
    #expect(other.contains("Unknown. [sea](../tags/sea/index.md), [sky](../tags/sky/index.md)"), "\(other)")
    #expect(!other.contains("Sold"))
  }

  @Test func `chains read the other rows`() throws {
    func works(_ chain: String) throws -> [String] {
      let pages = try folder(["catalog.yml": (Self.files["catalog.yml"] ?? "") + "\nchain:\n\(chain)\n"]).pages()
      return links(3, in: pages["index.md"])
    }
    #expect(
      try works("  - concatenate: works\n  - filter: { field: artist.born, equals: 1775 }")
        == ["The Fighting Temeraire"])
    for artist in ["William Blake", "blake"] {
      #expect(
        try works("  - concatenate: works\n  - filter: { field: artist, equals: \(artist) }\n  - sort: year")
          == ["Pity", "The Ancient of Days", "Newton"])
    }
    #expect(
      try works("  - concatenate: works\n  - filter: { field: subjects, contains: sea }\n  - sort: year")
        == ["Newton", "The Fighting Temeraire", "Nobody's work"])
    #expect(
      try works("  - concatenate: artists\n  - sort: { field: works.count, order: descending }")
        == ["William Blake", "J. M. W. Turner"])
    let pages = try folder([
      "catalog.yml": (Self.files["catalog.yml"] ?? "")
        + "\nchain:\n  - concatenate: works\n  - group: { field: artist, order: sorted }\n"
        + "documents:\n  facets: [subjects]\n"
    ]).pages()
    #expect(links(2, in: pages["index.md"]) == ["J. M. W. Turner", "tuner", "William Blake"])
    #expect(pages["william-blake/index.md"] != nil && pages["subjects/sea/index.md"] != nil)
    #expect(links(2, in: pages["subjects/sea/index.md"]).count == 3)
  }

  /// The pages that a living catalog writes for an edit of a row.
  private func pagesWritten(
    for edits: (CatalogBuilder) -> Void, in folder: CatalogFolder
  ) throws -> (written: [String], rendered: Int) {
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    _ = try builder.build()
    let before = try OutputTree(folder.path + "/out")
    edits(builder)
    let report = try builder.update()
    let after = try OutputTree(folder.path + "/out")
    report.expectToTell(from: before, to: after, "an edit")
    return (after.differences(from: before).sorted(), report.pages.rendered)
  }

  private func edit(_ dataset: String, _ row: Int, _ field: String, _ value: String) -> (CatalogBuilder) -> Void {
    { builder in
      builder.catalog?.dataset(named: dataset)?.edit {
        $0.update($0.item(at: ItemPath(0, row)).replacing(field, with: .text(value)), at: row)
      }
    }
  }

  @Test func `an edit updates only the pages that show it`() throws {
    // Works do not depend on fields of an artist that they do not show.
    let bio = try pagesWritten(for: edit("artists", 0, "bio", "A painter."), in: folder())
    #expect(bio.written == ["artists/blake.html"], "\(bio)")
    #expect(bio.rendered <= 3)
    // The year of a work is not shown by the artist, but decides the order there.
    let year = try pagesWritten(for: edit("works", 2, "year", "1839"), in: folder())
    #expect(year.written.filter { $0.hasSuffix(".html") } == ["index.html", "works/index.html", "works/w3.html"])
  }

  @Test func `cards without links do not depend on them`() throws {
    let rename = edit("artists", 0, "name", "W. Blake")
    let works = ["w1", "w2", "w5"].map { "works/\($0).html" }
    for (facts, showsLinks) in [("year", false), ("year, subjects", false), ("artist", true)] {
      let changes = configuration("file: works.csv", "file: works.csv\n    facts: [\(facts)]")
      let (written, rendered) = try pagesWritten(for: rename, in: folder(changes))
      let pages = written.filter { $0.hasSuffix(".html") }
      #expect(pages.filter { $0.hasPrefix("works/w") } == works)
      #expect(pages.contains("works/index.html") == showsLinks)
      // The page of the facet's section is elsewhere.
      #expect(rendered == pages.count - 1, "\(pages)")
    }
    // A template that contains one of a row's links.
    for (template, showsLinks) in [("{{year}}", false), ("{{subjects}}", false), ("by {{artist}}", true)] {
      let (written, rendered) = try pagesWritten(for: rename, in: folder(["templates/card.md": template]))
      #expect(written.contains("works/index.html") == showsLinks, "\(template)")
      #expect(rendered == written.count { $0.hasSuffix(".html") } - 1, "\(template): \(written)")
    }
  }

  @Test func `links follow added and removed rows`() throws {
    let folder = try folder()
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    _ = try builder.build()
    func update(_ file: String, _ text: String) throws -> [String] {
      try folder.paths(changedBy: builder, writing: text, to: file).filter { $0.hasPrefix("works/w") }
    }
    let artists = Self.files["artists.csv"] ?? ""
    #expect(try update("artists.csv", artists + "\ntuner,A tuner,,\n") == ["works/w4.html"])
    #expect(
      try update("artists.csv", artists.replacing("William Blake", with: "W. Blake")) == [
        "works/w1.html", "works/w2.html", "works/w4.html", "works/w5.html",
      ])
    #expect(try update("artists.csv", "id,name,born,bio\nturner,Turner,1775,\n").count == 4)
  }

  @Test func `the explanation of a row includes related rows`() throws {
    let folder = try folder()
    let work = try folder.catalog().explain("w4")
    #expect(work.relations.map(\.field) == ["artist", "subjects"])
    #expect(work.relations.map(\.unknown) == [["tuner"], ["unknown"]] && work.relations[1].rows == ["subjects/sea"])
    let artist = try folder.catalog().explain("blake")
    #expect(artist.relations.map(\.rows) == [["works/w5", "works/w2"]] && artist.relations[0].count == 3)
    #expect(artist.relations[0].isBack)
    #expect(artist.routes.first?.ways.allSatisfy(\.isShown) == true)
  }

  /// Fields that a row's own page shows are not read for the pages of other rows.
  @Test func `pages depend on the fields of other rows that they show`() throws {
    let works = (0..<40).map { "w\($0),Work \($0),a\($0 % 2),\(1900 + $0)\n" }.joined()
    let artists = "id,name,bio,born,seen\na0,Ada,Painter.,1900,x\na1,Bo,Sculptor.,1901,y\n"
    let folder = try CatalogFolder([
      "works.csv": "id,title,artist,year\n" + works, "artists.csv": artists,
      "templates/work.md": "{{year}} {{#artist}}{{link}}, born {{born | 0}}{{/artist}} {{artist.seen}}\n",
      "templates/artist.md": "{{bio}} {{born}} {{seen}} {{name}}\n\n{{#works}}- {{link}} {{year}}\n{{/works}}",
      "catalog.yml": """
      datasets:
        works: { file: works.csv, key: id, page: work, fields: { artist: { refers: { dataset: artists, limit: 100 } } \
      } }
        artists: { file: artists.csv, key: id, titles: name, page: artist, types: { born: number } }
      """,
    ])
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    defer { builder.close() }
    _ = try builder.build()
    func changed(_ old: String, _ new: String) throws -> Set<String> {
      try Set(folder.paths(changedBy: builder, writing: artists.replacing(old, with: new), to: "artists.csv")).filter {
        $0.hasSuffix(".html")
      }
    }
    // The pages of her works, her own one, and those that list her with her subjects.
    let pages = Set((0..<20).map { "works/w\($0 * 2).html" } + ["artists/a0.html"])
    for (old, new) in [("1900", "1890"), ("1900,x", "1900,z"), ("Ada", "Ada L.")] {
      let changed = try changed(old, new)
      #expect(changed.isSuperset(of: pages) && changed.count <= pages.count + 5, "\(changed.subtracting(pages))")
    }
    _ = try changed("Painter.", "Poet.")
    let rows = try #require(builder.catalog?.dataset(named: "artists"))
    rows.edit { $0.update($0.item(at: ItemPath(0, 0)).replacing("bio", with: .text("Singer.")), at: 0) }
    let report = try builder.update()
    #expect(report.updated.contains("artists/a0.html") && report.pages.rendered <= 3, "\(report.pages)")
  }

  @Test func `foreign keys of a database are references`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist, producer TEXT REFERENCES artist (name)
      );
      INSERT INTO artist VALUES (1, 'Ella'), (2, 'Louis');
      INSERT INTO album VALUES (10, 'Ella and Louis', 1, 'Louis'), (11, 'Porgy and Bess', 1, NULL);
      """, in: "music.db")
    let pages = try folder.pages(of: "music.db")
    let album = try #require(pages["album/10.md"])
    #expect(
      album.contains("**Artist:** [Ella](../artist/1.md)") && album.contains("**Producer:** [Louis](../artist/2.md)"))
    let ella = try #require(pages["artist/1.md"])
    #expect(ella.contains("## Album (Artist) (2)\n\n  - [Ella and Louis](../album/10.md)"), "\(ella)")
    #expect(pages["artist/2.md"]?.contains("## Album (Producer) (1)") == true)
    try folder.write(
      "catalog.yml",
      """
      datasets:
        album: { file: music.db, table: album, fields: { producer: { refers: false } } }
        artist: { file: music.db, table: artist }
      """)
    let configured = try folder.pages()
    #expect(configured["album/10.md"]?.contains("**Producer:** Louis") == true)
    #expect(configured["artist/1.md"]?.contains("## Album (2)") == true)
  }

  @Test func `a foreign key of several columns is a reference`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE room (building TEXT, number INTEGER, name TEXT, PRIMARY KEY (building, number));
      CREATE TABLE painting (
        id INTEGER PRIMARY KEY, title TEXT, house TEXT, place INTEGER, FOREIGN KEY (house, place) REFERENCES room
      );
      CREATE TABLE loan (
        id INTEGER PRIMARY KEY, title TEXT, b TEXT, "from" INTEGER, "to" INTEGER,
        FOREIGN KEY (b, "from") REFERENCES room (building, number), FOREIGN KEY (b, "to") REFERENCES room (building, \
      number)
      );
      INSERT INTO room VALUES ('A', 1, 'Hall'), ('A', 2, 'Cellar'), ('B', 1, 'Loft');
      INSERT INTO painting VALUES (1, 'Newton', 'B', 1), (2, 'Pity', 'A', NULL), (3, 'Job', 'A', 7), (4, 'Cain', 'B', \
      1);
      INSERT INTO loan VALUES (1, 'Away', 'A', 1, 2);
      """, in: "museum.db")
    let pages = try folder.pages(of: "museum.db")
    let painting = try #require(pages["painting/1.md"])
    #expect(painting.contains("**Room:** [Loft](../room/") && painting.contains("**House:** B"), "\(painting)")
    #expect(pages["painting/2.md"]?.contains("**Room:**") == false)
    let room = try #require(pages["room/b-1.md"])
    #expect(room.contains("## Painting (2)") && room.contains("[Newton](../painting/1.md)"), "\(room)")
    let loan = try #require(pages["loan/1.md"])
    #expect(loan.contains("**Room b from:** [Hall](") && loan.contains("**Room b to:** [Cellar]("), "\(loan)")
    let unknown = CatalogCheck(at: folder.path + "/museum.db").findings.filter { $0.code == "reference/no-row" }
    #expect(unknown.map(\.message) == ["no row of the data set “room” has the key “A, 7”"])
  }

  @Test func `rows with keys of other data sets link to their rows`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE line (
        "order" INTEGER, product INTEGER REFERENCES product, quantity INTEGER, PRIMARY KEY ("order", product)
      );
      INSERT INTO product VALUES (11, 'Fig'), (42, 'Plum');
      INSERT INTO line VALUES (7, 42, 5), (7, 11, 1), (8, 42, 3);
      """, in: "shop.db")
    let pages = try folder.pages(of: "shop.db")
    let line = try #require(pages["line/7-42.md"])
    // A key is called by what it refers to.
    #expect(line.contains("# 7, Plum\n\n  - **Product:** [Plum](../product/42.md)\n"), "\(line)")
    let list = try #require(pages["line/index.md"])
    #expect(list.contains("## [7, Fig](7-11.md)\n\n  - **Product:** [Fig](../product/11.md)\n"), "\(list)")
    #expect(pages["product/42.md"]?.contains("[7, Plum](../line/7-42.md)\n  - [8, Plum](../line/8-42.md)\n") == true)
  }

  @Test func `the back reference has another name if that of the table is taken`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT, manager INTEGER REFERENCES employee);
      CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, department INTEGER REFERENCES department);
      CREATE TABLE room (
        building TEXT, number INTEGER, name TEXT, keeper INTEGER REFERENCES painting, PRIMARY KEY (building, number)
      );
      CREATE TABLE painting (
        id INTEGER PRIMARY KEY, title TEXT, house TEXT, place INTEGER, FOREIGN KEY (house, place) REFERENCES room
      );
      INSERT INTO department VALUES (1, 'Sales', 1);
      INSERT INTO employee VALUES (1, 'Ann', 1);
      INSERT INTO room VALUES ('A', 1, 'Hall', 1);
      INSERT INTO painting VALUES (1, 'Newton', 'A', 1);
      """, in: "museum.db")
    let pages = try folder.pages(of: "museum.db")
    let ann = try #require(pages["employee/1.md"])
    #expect(ann.contains("**Department:** [Sales](") && ann.contains("## Department (Manager) (1)"), "\(ann)")
    let newton = try #require(pages["painting/1.md"])
    #expect(newton.contains("**Room:** [Hall](") && newton.contains("## Room (Keeper) (1)"), "\(newton)")
    // A name that the catalog chooses is available.
    try folder.write(
      "catalog.yml",
      """
      datasets:
        painting: { file: museum.db, table: painting }
        room: { file: museum.db, table: room, fields: { keeper: { refers: { dataset: painting, back: room } } } }
      """)
    let named = try #require(folder.pages()["painting/1.md"])
    #expect(named.contains("**Room house place:** [Hall](") && named.contains("## Room (Keeper) (1)"), "\(named)")
  }

  @Test func `mistakes are reported with their places`() throws {
    #expect(
      try findings { _ = try folder(configuration("dataset: artists", "dataset: artist")).catalog() }.map(\.message)
        == [
          "there is no data set “artist”"
        ])
    let field = try findings {
      _ = try folder(configuration("dataset: artists,", "dataset: artists, field: nam,")).catalog()
    }
    #expect(
      field.map(\.code) == ["catalog/unknown-field"] && field[0].location.line == 6
        && field[0].hint == "Did you mean “name”?")
    let taken = try findings {
      _ = try folder(configuration("dataset: artists,", "dataset: artists, back: born,")).catalog()
    }
    #expect(taken.map(\.message) == ["there is already a field “born” in the data set “artists”"])
  }
}
