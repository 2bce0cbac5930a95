import CatalogKit
import Testing

/// How records look that have no template.
@Suite struct DefaultLayoutTests {
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

  @Test func pageShowsEveryFieldAsItsTypeAsks() throws {
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

  @Test func blankLinesPartParagraphs() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,story\nApple,\"One.\n\nTwo *stars*.\n \nThree.\"\n"])
    let page = try #require(try folder.pages(of: "fruits.csv")["fruits/apple.md"])
    #expect(page.contains("\nOne.\n\nTwo \\*stars\\*.\n\nThree.\n"))
  }

  @Test func templateNamedLikeTheLayoutTakesItsPlace() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,taste\nApple,sweet\n", "catalog.yml": "datasets: { fruits: fruits.csv }\n",
      "templates/card.md": "It is {{taste}}.\n",
    ])
    let pages = try folder.pages()
    #expect(pages["fruits/index.md"]?.hasSuffix("## [Apple](apple.md)\n\nIt is sweet.\n") == true)
    #expect(pages["fruits/apple.md"]?.contains("**Taste:** sweet") == true)
  }
}
