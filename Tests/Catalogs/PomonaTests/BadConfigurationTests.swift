import Testing

/// Mistakes in a `catalog.yml` with `datasets` in its first two lines; the rest begins in line 3.
@Suite struct BadConfigurationTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("shop/fruits.csv", "name,colour,swatch\nApple,red,#c8102e\nPear,green,#8db600\n")
    try sandbox.write("shop/templates/banner.md", "Fresh.\n")
  }

  /// The message for a configuration.
  private func message(_ yaml: String, into outputs: [String] = ["earlier"]) throws -> String {
    try sandbox.write("shop/catalog.yml", yaml)
    return try sandbox.refusal(of: "shop", into: outputs)
  }

  @Test(arguments: [
    (
      "title: [Fruits\n",
      """
      error: shop/catalog.yml, line 2, column 1: this is not YAML: did not find expected ',' or ']'.
        Check the indentation, the colons and the quotes there.
      """
    ),
    (
      "titel: Fruits\ndatasets:\n  fruits: fruits.csv\n",
      """
      error: shop/catalog.yml, line 1, column 1: the key “titel” is not known here.
        Did you mean “title”?
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    acent: swatch\n",
      """
      error: shop/catalog.yml, line 4, column 5: the key “acent” is not known here.
        Did you mean “accent”?
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    types: { colour: txet }\n",
      """
      error: shop/catalog.yml, line 4, column 22: “txet” is not a type of field.
        Did you mean “text”?
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    accent: swach\n",
      """
      error: shop/catalog.yml, line 4, column 13: there is no field “swach”.
        Did you mean “swatch”?
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    accent: colour\n",
      """
      error: shop/fruits.csv, row 2, field “colour”: “red” is not a colour.
      error: shop/fruits.csv, row 3, field “colour”: “green” is not a colour.
        Write it as # and six hexadecimal digits, such as #c8102e.
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    card: tile\n",
      """
      error: shop/catalog.yml, line 4, column 11: the cell “tile” has no template.
        Write it to shop/templates/tile.md.
      """
    ),
    (
      "datasets:\n  fruits:\n    file: fruits.csv\n    page: ../fruit\n",
      """
      error: shop/catalog.yml, line 4, column 11: “../fruit” cannot name a cell.
        Use letters, digits, - and _: the cell's template is templates/NAME.md.
      """
    ),
    (
      "datasets:\n  fruits: friuts.csv\n",
      """
      error: shop/friuts.csv: there is no such file.
        Did you mean “shop/fruits.csv”?
      """
    ),
    (
      "title: Fruits\n",
      """
      error: shop/catalog.yml, line 1, column 1: there is no data set.
        Name at least one data file under “datasets”.
      """
    ),
    (
      "",
      """
      error: shop/catalog.yml: the file is empty.
        Name at least one data file under “datasets”; `pomona init` writes an example.
      """
    ),
  ])
  func configuration(yaml: String, message: String) throws {
    #expect(try self.message(yaml) == message)
  }

  @Test(arguments: [
    (
      "chain:\n  - concatenate: [fruits, vegetables]\n",
      """
      error: shop/catalog.yml, line 4, column 27: there is no data set “vegetables”.
        There are: fruits.
      """
    ),
    (
      "chain:\n  - concatenate: [fruits, fruits]\n",
      """
      error: shop/catalog.yml, line 4, column 27: the data set “fruits” is listed twice.
        Remove one of them.
      """
    ),
    (
      "chain:\n  - sort: nam\n",
      """
      error: shop/catalog.yml, line 4, column 11: there is no field “nam”.
        Did you mean “name”?
      """
    ),
    (
      "chain:\n  - group: { field: color }\n",
      """
      error: shop/catalog.yml, line 4, column 21: there is no field “color”.
        Did you mean “colour”?
      """
    ),
    (
      "chain:\n  - filter: { field: ripe, equals: yes }\n",
      """
      error: shop/catalog.yml, line 4, column 22: there is no field “ripe”.
        There are: name, colour, swatch.
      """
    ),
    (
      "chain:\n  - insert: { cell: banner, at: [0, 1] }\n  - sort: name\n",
      """
      error: shop/catalog.yml, line 4, column 21: a step that adds a cell precedes a step that works on records.
        Move “insert” and “placeholder” to the end of the chain.
      """
    ),
    (
      "chain:\n  - insert: { cell: baner, at: [0, 1] }\n",
      """
      error: shop/catalog.yml, line 4, column 21: the cell “baner” has no template.
        Write it to shop/templates/baner.md.
      """
    ),
    (
      "chain:\n  - sotr: name\n",
      """
      error: shop/catalog.yml, line 4, column 5: the key “sotr” is not known here.
        Did you mean “sort”?
      """
    ),
    (
      "formats: [html, docx]\n",
      """
      error: shop/catalog.yml, line 3, column 17: there is no format “docx”.
        There are: html, markdown, latex, man, xml, text, json. A program pomona-docx on the PATH could render it.
      """
    ),
    (
      "formats: []\n",
      """
      error: shop/catalog.yml, line 3, column 10: there is no format.
        Name one at least, or delete the line.
      """
    ),
    (
      "pages: { size: 0 }\n",
      """
      error: shop/catalog.yml, line 3, column 16: a whole number from 1 on is expected here.
      """
    ),
  ])
  func chainAndFormats(lines: String, message: String) throws {
    #expect(try self.message("datasets:\n  fruits: fruits.csv\n" + lines) == message)
  }

  @Test func severalMistakesInTheChainAreReportedTogether() throws {
    let message = try message(
      """
      datasets: { fruits: fruits.csv }
      chain:
        - filter: { field: nmae, exists: true }
        - group: color
        - placeholder: nothing
      """, into: Sandbox.allOutputs)
    #expect(
      message == """
        error: shop/catalog.yml, line 3, column 22: there is no field “nmae”.
          Did you mean “name”?
        error: shop/catalog.yml, line 4, column 12: there is no field “color”.
          Did you mean “colour”?
        error: shop/catalog.yml, line 5, column 18: the cell “nothing” has no template.
          Write it to shop/templates/nothing.md.
        """)
  }
}
