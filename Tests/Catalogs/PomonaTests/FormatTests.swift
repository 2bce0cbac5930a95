import Foundation
import Testing

/// One catalog in all formats.
@Suite struct FormatTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let files = [
    "html": "rows/apple.html", "xml": "rows/apple.xml", "markdown": "rows/apple.md", "latex": "rows/apple.tex",
    "man": "rows/apple.7",
  ]

  /// The page of the first row in every format.
  private func pages(_ more: String = "") throws -> [String: String] {
    let yaml = """
      title: Rows
      introduction: "[first](rows/apple.html)"
      datasets: { rows: { file: rows.json, key: name, page: row, types: { text: markdown } } }
      formats: [html, markdown, latex, man, xml]
      \(more)
      """
    try sandbox.write("shop/catalog.yml", yaml)
    try sandbox.build("shop", "--output", "out")
    return try Self.files.mapValues { try sandbox.text("out/\($0)") }
  }

  @Test func linesOfAProgramKeepTheirTabs() throws {
    try sandbox.write([
      "shop/rows.json": #"[{"name": "Apple", "text": "```make\nall:\n\tcc\ta\n```"}]"#,
      "shop/templates/row.md": "{{text}}\n\n```sh\nif\n\t{{name}}\n```\n",
    ])
    let pages = try pages()
    for format in ["html", "xml", "markdown"] {
      #expect(pages[format]?.contains("all:\n\tcc\ta\n") == true, "\(format)")
      #expect(pages[format]?.contains("if\n\tApple\n") == true, "\(format)")
    }
    #expect(pages["man"]?.contains("\\&all:\n\\&\tcc\ta\n") == true)
    #expect(pages["man"]?.contains("\\&if\n\\&\tApple\n") == true)
    // LaTeX shows a tab as one space.
    #expect(pages["latex"]?.contains("\nall:\n        cc      a\n") == true)
    #expect(pages["latex"]?.contains("\nif\n        Apple\n") == true)
  }

  @Test func aRowOfATableHasEmptyCells() throws {
    try sandbox.write([
      "shop/rows.json":
        #"[{"name": "Apple", "text": "x", "size": null, "kind": "pome"}, {"name": "Pear", "size": 1, "kind": ""}]"#,
      "shop/templates/row.md":
        "```table\nName | Size | Kind\n{{name}} | {{size}} g | {{kind}}\n(size) | {{size}} | x\n```\n",
    ])
    let pages = try pages()
    #expect(pages["html"]?.contains("<td>Apple</td><td></td><td>pome</td>") == true)
    #expect(pages["markdown"]?.contains("<td>Apple</td><td></td><td>pome</td>") == true)
    #expect(pages["latex"]?.contains("{Apple} & {} & {pome}") == true)
    #expect(pages["man"]?.contains("\\&Apple\nT}\tT{\n\\&\nT}\tT{\n\\&pome\nT}") == true)
    #expect(pages["xml"]?.ranges(of: "pome").count == 1)
    for (format, page) in pages { #expect(!page.contains("(size)"), "\(format)") }
  }

  @Test func linksToPagesAreThoseOfTheFormat() throws {
    try sandbox.write([
      "shop/rows.json":
        #"[{"name": "Apple", "text": "See [it](rows/pear.html#top), [own](own.html)."}, {"name": "Pear"}]"#,
      "shop/templates/row.md": "{{text}} [next](rows/{{name}}.html?a)\n", "shop/own.html": "<p>",
    ])
    let before = try pages()
    #expect(before["html"]?.contains("<a href=\"../rows/pear.html#top\">it</a>") == true)
    #expect(before["markdown"]?.contains("[it](../rows/pear.md#top), [own](../own.md)") == true)
    #expect(before["markdown"]?.contains("[next](../rows/Apple.md?a)") == true)
    #expect(before["latex"]?.contains("\\href{../rows/pear.pdf\\#top}{it}") == true)
    #expect(before["man"]?.contains("it (../rows/pear.7#top)") == true)
    #expect(before["xml"]?.contains("destination=\"../rows/pear.xml#top\"") == true)
    #expect(try sandbox.text("out/index.md").contains("[first](rows/apple.md)"))
    // The name of a copied file is unchanged.
    let after = try pages("assets: [own.html]")
    #expect(after["markdown"]?.contains("[it](../rows/pear.md#top), [own](../own.html)") == true)
    #expect(after["html"] == before["html"])
    try sandbox.build("shop", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test func linksMayNamePagesAsInHTMLInAllFormats() throws {
    try sandbox.write([
      "shop/rows.csv": "name,text\nApple,[a](rows/pear.html) [b](rows/plum.html) [c](rows/pear.md)\nPear,\n",
      "shop/catalog.yml":
        "datasets: { rows: { file: rows.csv, key: name, types: { text: markdown } } }\nformats: markdown\n",
    ])
    let outcome = try sandbox.pomona("check", "shop")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("“rows/plum.html” is no page"))
    #expect(outcome.output.contains("1 error in 2 rows"))
  }
}
