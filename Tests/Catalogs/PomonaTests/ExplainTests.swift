import Foundation
import Testing

/// `pomona explain`, as used by a person and a program.
@Suite struct ExplainTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.copyExample()
  }

  @Test func rowThatIsShown() throws {
    let outcome = try sandbox.pomona("explain", "Lemon", "Fruitypedia", "--format", "html,markdown")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        fruits/Lemon: Fruitypedia/fruits.csv, row 98

          fruits: fruits.csv                                   97 of 188 in “Fruits”
          derive: eaten, genus, vitamin_c_of_a_day, vitamin_c  97 of 188 in “Fruits”
          relations: family, regions, dishes                   97 of 188 in “Fruits”
          related rows                                         97 of 188 in “Fruits”
          concatenate: fruits, vegetables                      97 of 188 in “Fruits”
          filter: description exists                           96 of 186 in “Fruits”
          group: group, as listed                              15 of 28 in “Citrus”
          sort: name                                           15 of 28 in “Citrus”
          without empty sections                               15 of 28 in “Citrus”
          rows of the catalog                                  15 of 28 in “Citrus”
          cards                                                15 of 28 in “Citrus”
          insert: banner at 0, 2                               15 of 28 in “Citrus”
          placeholder: placeholder                             15 of 28 in “Citrus”

        Season:
          group: season by element, sorted                     4 of 40 in “all year”
          without empty sections                               4 of 40 in “all year”
          cards: season                                        4 of 40 in “all year”

        Colour:
          group: colour_group by element, sorted               14 of 36 in “yellow”
          without empty sections                               14 of 36 in “yellow”
          cards: colour_group                                  14 of 36 in “yellow”

        Eaten part:
          group: eaten by element, sorted                      88 of 200 in “fruit”
          sort_sections: size descending                       88 of 200 in “fruit”
          without empty sections                               88 of 200 in “fruit”
          cards: eaten                                         88 of 200 in “fruit”

        Genus:
          group: genus by element, sorted                      15 of 28 in “Citrus”
          sort_sections: size descending                       15 of 28 in “Citrus”
          without empty sections                               15 of 28 in “Citrus”
          3 rows or more                                       15 of 28 in “Citrus”
          cards: genus                                         15 of 28 in “Citrus”

        A–Z:
          group: name by first_letter, sorted                  4 of 14 in “L”
          sort: name                                           4 of 14 in “L”
          without empty sections                               4 of 14 in “L”
          cards: letters                                       4 of 14 in “L”

        Vitamin C in 100 g:
          filter: vitamin_c_mg exists                          4 of 8 in “Citrus”
          group: vitamin_c, as listed                          7 of 25 in “Half a day or more”
          sort: vitamin_c_mg descending                        13 of 25 in “Half a day or more”
          without empty sections                               13 of 25 in “Half a day or more”
          cards: vitamin-c                                     13 of 25 in “Half a day or more”

          family                                               families/Rutaceae
          regions                                              regions/South Asia, regions/South-east Asia
          dishes                                               6 rows: dishes/Baba ghanoush, dishes/Hummus, \
        dishes/Marmalade, dishes/Membrillo, dishes/Waldorf salad, dishes/Carciofi alla romana

          fruits/lemon.html                                    its page
          citrus/index.html                                    its card, 15 of 28 in “Citrus”
          season/all-year/index.html                           its card, 4 of 40 in “all year”
          colour-group/yellow/index.html                       its card, 14 of 36 in “yellow”
          eaten/fruit/page-2.html                              its card, 88 of 200 in “fruit”, page 2
          genus/citrus/index.html                              its card, 15 of 28 in “Citrus”
          letters/l/index.html                                 its card, 4 of 14 in “L”
          vitamin-c/half-a-day-or-more/index.html              its card, 13 of 25 in “Half a day or more”
          fruits-by-family/rutaceae/index.html                 its card, 15 of 29 in “Rutaceae”
          fruits-by-regions/south-asia/index.html              its card, 4 of 23 in “South Asia”
          fruits-by-regions/south-east-asia/index.html         its card, 4 of 30 in “South-east Asia”

          fruits/lemon.md                                      its page
          citrus/index.md                                      its card, 15 of 28 in “Citrus”
          season/all-year/index.md                             its card, 4 of 40 in “all year”
          colour-group/yellow/index.md                         its card, 14 of 36 in “yellow”
          eaten/fruit/page-2.md                                its card, 88 of 200 in “fruit”, page 2
          genus/citrus/index.md                                its card, 15 of 28 in “Citrus”
          letters/l/index.md                                   its card, 4 of 14 in “L”
          vitamin-c/half-a-day-or-more/index.md                its card, 13 of 25 in “Half a day or more”
          fruits-by-family/rutaceae/index.md                   its card, 15 of 29 in “Rutaceae”
          fruits-by-regions/south-asia/index.md                its card, 4 of 23 in “South Asia”
          fruits-by-regions/south-east-asia/index.md           its card, 4 of 30 in “South-east Asia”

          sitemap/objects-1.xml                                has it
          search/shard-7.js                                    has it
          catalog/objects-15.json                              has it

        """)
  }

  @Test func rowThatAFilterHides() throws {
    try sandbox.write(
      "Fruitypedia/fruits.csv",
      try sandbox.text("Fruitypedia/fruits.csv") + "Draft" + String(repeating: ",", count: 17) + "\n")
    let outcome = try sandbox.pomona("explain", "fruits/Draft", "Fruitypedia")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        fruits/Draft: Fruitypedia/fruits.csv, row 190

          fruits: fruits.csv                                   189 of 189 in “Fruits”
          derive: eaten, genus, vitamin_c_of_a_day, vitamin_c  189 of 189 in “Fruits”
          relations: family, regions, dishes                   189 of 189 in “Fruits”
          related rows                                         189 of 189 in “Fruits”
          concatenate: fruits, vegetables                      189 of 189 in “Fruits”
          filter: description exists                           hides it

        No page shows it.

        """)
  }

  @Test func keysThatDoNotExistOrAreAmbiguous() throws {
    try sandbox.write([
      "shop/catalog.yml": "datasets: { fruits: fruits.csv, vegetables: vegetables.csv }\n",
      "shop/fruits.csv": "name\nLemon\nArtichoke\n", "shop/vegetables.csv": "name\nArtichoke\n",
    ])
    #expect(
      try sandbox.pomona("explain", "Lemmon", "shop").errors == """
        error: no row has the key “Lemmon”.
          Did you mean “Lemon”?

        """)
    let outcome = try sandbox.pomona("explain", "Artichoke", "shop")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        error: rows of several data sets have the key “Artichoke”.
          Write “fruits/Artichoke” or “vegetables/Artichoke”.

        """)
    #expect(try sandbox.pomona("explain", "vegetables/Artichoke", "shop").status == 0)
  }

  @Test func rowsOfOtherDataSetsIndexesAndExports() throws {
    try sandbox.write([
      "catalog/catalog.yml": """
      title: Fruit
      address: https://example.org
      datasets:
        fruits: { file: fruits.csv, key: name, types: { tags: list }, aliases: former }
        recipes: { file: recipes.csv, key: id }
      chain:
        - intersect: { dataset: recipes, on: name, equals: fruit }
      pages: { preview: 1 }
      home: { newest: { date: added, limit: 2 } }
      addresses: { redirects: netlify }
      documents:
        indexes:
          by-tag: { title: By tag, chain: [{ group: { field: tags, by: element } }], pages: { size: 1 } }
        feed: { date: added, limit: 1 }
        sitemap: true
        search: true
        json: true

      """,
      "catalog/fruits.csv": """
      name,tags,former,added
      Apple,red;sweet,Pomme,2024-01-01
      Pear,sweet,,2024-01-02
      Lemon,sour,,2024-01-03

      """,
      "catalog/recipes.csv": "id,title,fruit\n1,Pie,Apple\n2,Tart,Pear\n",
    ])
    #expect(
      try sandbox.pomona("explain", "Apple", "catalog").output == """
        fruits/Apple: catalog/fruits.csv, row 2

          fruits: fruits.csv               1 of 3 in “Fruits”
          concatenate: fruits              1 of 3 in “Fruits”
          values: name                     1 of 3 in “Fruits”
          intersect: name = recipes.fruit  1 of 2 in “Fruits”
          rows                             1 of 2 in “Fruits”
          without empty sections           1 of 2 in “Fruits”
          rows of the catalog              1 of 2 in “Fruits”
          cards                            1 of 2 in “Fruits”

        By tag:
          group: tags by element           1 of 1 in “red”
          without empty sections           1 of 1 in “red”
          cards: by-tag                    1 of 1 in “red”

          fruits/apple.html                its page
          index.html                       its card, 2 of 2 in “New”
          index.html                       its card among the first, 1 of 2 in “Fruits”
          fruits/index.html                its card, 1 of 2 in “Fruits”
          by-tag/red/index.html            its card, 1 of 1 in “red”
          by-tag/sweet/index.html          its card, 1 of 2 in “sweet”, page 1
          fruits/pomme.html                leads to its page

          _redirects                       leads to its page
          sitemap/objects-1.xml            has it
          search/shard-1.js                has it
          catalog/objects-1.json           has it

        """)
    #expect(try sandbox.pomona("explain", "Pear", "catalog").output.contains("feed.xml"))
    #expect(
      try sandbox.pomona("explain", "2", "catalog").output == """
        recipes/2, “Tart”: catalog/recipes.csv, row 3

          recipes: recipes.csv             2 of 2 in “Recipes”
          values: fruit                    2 of 2 in “Recipes”
          filter: fruit exists             2 of 2 in “Recipes”
          intersect: name = recipes.fruit  uses it for other rows

        No page shows it.

        """)
    #expect(
      try sandbox.pomona("explain", "Tart", "catalog").errors == """
        error: no row has the key “Tart”.
          The row “Tart” has the key “2”.

        """)
  }

  @Test func explanationForPrograms() throws {
    struct Explanation: Decodable {
      struct Route: Decodable { var ways: [Way] }
      struct Way: Decodable {
        var steps: [Step]
        var hiddenBy: String?
      }
      struct Step: Decodable {
        var link: String
        var section: Int
        var item: Int
      }
      struct Appearance: Decodable {
        var kind: String
        var format: String?
        var file: String
      }
      var dataset: String
      var key: String
      var row: Int
      var routes: [Route]
      var appearances: [Appearance]
    }
    let outcome = try sandbox.pomona("explain", "Lemon", "Fruitypedia", "--report", "json")
    let explanation = try JSONDecoder().decode(Explanation.self, from: Data(outcome.output.utf8))
    #expect((explanation.dataset, explanation.key, explanation.row) == ("fruits", "Lemon", 98))
    let way = try #require(explanation.routes.first?.ways.first)
    #expect(way.hiddenBy == nil)
    #expect(way.steps.first?.item == 96)
    #expect((way.steps.last?.section, way.steps.last?.item) == (3, 14))
    let appearances = explanation.appearances.map { "\($0.kind) \($0.file)" }
    #expect(appearances.prefix(2) == ["article fruits/lemon.html", "card citrus/index.html"])
    #expect(
      appearances.dropFirst(2).prefix { $0.hasPrefix("card ") } == [
        "card season/all-year/index.html", "card colour-group/yellow/index.html", "card eaten/fruit/page-2.html",
        "card genus/citrus/index.html", "card letters/l/index.html", "card vitamin-c/half-a-day-or-more/index.html",
        "card fruits-by-family/rutaceae/index.html", "card fruits-by-regions/south-asia/index.html",
        "card fruits-by-regions/south-east-asia/index.html",
      ])
    #expect(
      appearances.filter { $0.hasPrefix("export ") }.map { $0.prefix { $0 != "/" } } == [
        "export sitemap", "export search", "export catalog",
      ])
  }
}
