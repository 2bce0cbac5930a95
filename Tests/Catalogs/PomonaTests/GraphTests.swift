import Foundation
import Testing

/// `pomona graph`: one picture of the chain of a catalog.
@Suite struct GraphTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "catalog.yml": """
      title: Fruit
      datasets: { fruits: fruits.csv, nuts: nuts.json }
      chain:
        - concatenate: [fruits, nuts]
        - filter:
            - { not: { field: kind, in: [a, b] } }
            - any: [{ field: price, range: { above: 1, to: 9 } }, { field: price, exists: false }]
        - group: { field: kind, by: first_letter, order: sorted }
        - sort: [{ field: price, order: descending }, name]
        - limit: { count: 10, skip: 1 }
      documents:
        letters: name

      """,
      "fruits.csv": "name,kind,price\nApple,pome,2\nPear,pome,3\nFig,,4\n",
      "nuts.json": #"[{"name": "Hazel", "kind": "nut", "price": 5}, {"name": "Pecan", "kind": "nut"}]"#,
    ])
  }

  @Test func chainAsATree() throws {
    let outcome = try sandbox.pomona("graph", "--format", "text")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        document: 8 pages in html: 6 sections (“N”, “P”, “A”, …), 6 items
          cards: 2 sections (“N”, “P”), 2 items
            rows of the catalog #2: 2 sections (“N”, “P”), 2 items
              without empty sections: 2 sections (“N”, “P”), 2 items
                limit: 10, skip 1: 3 sections (“N”, “P”, “Other”), 2 items
                  sort: price descending, name: 3 sections (“N”, “P”, “Other”), 5 items
                    group: kind by first_letter, sorted: 3 sections (“N”, “P”, “Other”), 5 items
                      filter: not (kind in “a”, “b”) and (price above 1, to 9 or price does not exist): 2 sections \
        (“Fruits”, “Nuts”), 5 items
                        concatenate: fruits, nuts: 2 sections (“Fruits”, “Nuts”), 5 items
                          fruits: fruits.csv: 1 section (“Fruits”), 3 items
                          nuts: nuts.json: 1 section (“Nuts”), 2 items
          cards: letters: 2 sections (“A”, “P”), 2 items
            without empty sections: 2 sections (“A”, “P”), 2 items
              sort: name: 2 sections (“A”, “P”), 2 items
                group: name by first_letter, sorted: 2 sections (“A”, “P”), 2 items
                  rows of the catalog #2, as above
          pages: 2 sections (“N”, “P”), 2 items
            rows of the catalog #2, as above

        """)
  }

  @Test func everyLinkIsOnceInThePicture() throws {
    let mermaid = try sandbox.pomona("graph").output
    #expect(mermaid.hasPrefix("flowchart LR\n  n0[\"document#58; 8 pages in html<br>"))
    let dot = try sandbox.pomona("graph", "-f", "dot").output
    #expect(dot.hasPrefix("digraph chain {\n"))
    for text in [mermaid, dot] {
      #expect(text.matches(of: /(?m)^ *n\d+ ?\[/).count == 16)
      #expect(text.matches(of: /(?m)^ *n\d+ -+>/).count == 17)
      #expect(text.matches(of: /limit/).count == 1)
    }
  }

  @Test func namesAreEscapedInThePicture() throws {
    // A combining mark changes the character of a quotation mark, but not the escaping.
    try sandbox.write([
      "catalog.yml": "datasets: { a: a.csv }\nchain: [{ group: kind }]\n",
      "a.csv": "name,kind\nx,\"\"\"\u{301}] <b>&amp; \u{1B}[2J\"\n",
    ])
    let dot = try sandbox.pomona("graph", "--format", "dot").output
    #expect(dot.contains("“\\\"\u{301}] <b>&amp;amp; \\\\u{1b}[2J”"), "\(dot)")
    let mermaid = try sandbox.pomona("graph", "--format", "mermaid").output
    #expect(!mermaid.contains("<b>"))
    #expect(!(dot + mermaid).unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test func picturesHaveAFormat() throws {
    let outcome = try sandbox.pomona("graph", "--format", "png")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: The value 'png' is invalid for '--format <format>'"), "\(outcome.errors)")
  }
}
