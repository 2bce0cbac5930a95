import Changesets
import DataSources
import Diagnostics
import DocumentModel
import Foundation
import Rendering
import Testing

@Suite struct RendererTests {
  private let body: [Block] = [
    .heading(level: 1, ["Inner"]),
    .paragraph([
      .link(destination: "https://example.org/", title: "", ["out"]), " ",
      .image(source: "images/a.png", title: "", ["A"]),
    ]),
  ]

  /// The text of every page in a format, by file.
  private func render(_ document: Document<Thing>, _ format: String) throws -> [String: String] {
    let renderer = try RendererFormat.renderer(format)
    return Dictionary(
      uniqueKeysWithValues: try document.pages.map {
        (renderer.file(of: $0.path), String(decoding: try renderer.render($0), as: UTF8.self))
      })
  }

  @Test func theBuiltInFormatsHaveNames() throws {
    #expect(RendererFormat.builtIn.map(\.name) == ["html", "markdown", "latex", "man", "xml", "text", "json"])
    for format in RendererFormat.builtIn { #expect(try RendererFormat.renderer(format.name).format == format.name) }
  }

  @Test(arguments: ["html", "markdown", "latex", "man", "xml"])
  func everyFormatHasAFileForEveryPage(format: String) throws {
    let files = try render(document(["Apple", "Pear"], body: body), format)
    let ending = ["html": "html", "markdown": "md", "latex": "tex", "man": "7", "xml": "xml"][format] ?? ""
    #expect(Set(files.keys) == Set(["index", "all/index", "things/apple", "things/pear"].map { "\($0).\(ending)" }))
    for text in files.values { #expect(text.hasSuffix("\n")) }
    let apple = try #require(files["things/apple.\(ending)"])
    #expect(apple.contains("Apple") && apple.contains("Inner"))
    // A manual page shows the alternative text of a picture.
    #expect(apple.contains(format == "man" ? "IMAGE: A" : "images/a.png"))
  }

  @Test func markdownPagesLinkToEachOther() throws {
    let files = try render(document(["Apple", "Pear"], body: body), "markdown")
    let home = try #require(files["index.md"])
    #expect(home.hasPrefix("# Things\n\nHello\n\n## [All](all/index.md)\n\n### [Apple](things/apple.md)\n"))
    #expect(home.contains("#### Inner"))
    let apple = try #require(files["things/apple.md"])
    #expect(
      apple == """
        [Things](../index.md) › [All](../all/index.md) › Apple

        # Apple

        ## Inner

        [out](https://example.org/) ![A](../images/a.png)

        ***

        [Pear](pear.md) →

        """)
  }

  @Test func aPageOfHTMLIsCompleteAndAccessible() throws {
    let files = try render(document(["Apple", "Pear"], body: body), "html")
    let apple = try #require(files["things/apple.html"])
    #expect(apple.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(apple.contains("<title>Apple · Things</title>"))
    #expect(apple.contains("<link rel=\"stylesheet\" href=\"../assets/style.css\">"))
    #expect(apple.contains("<a class=\"skip\" href=\"#main-content\">") && apple.contains("<main id=\"main-content\">"))
    #expect(apple.components(separatedBy: "<h1").count == 2)
    #expect(apple.contains("<h2>Inner</h2>"))
    #expect(apple.contains("aria-current=\"page\">Apple<"))
    #expect(apple.contains("<a rel=\"next\" href=\"pear.html\">"))
    #expect(!apple.contains("<script"))
    #expect(!apple.contains("{{"))
    let home = try #require(files["index.html"])
    #expect(home.contains("<title>Things</title>"))
    #expect(home.contains("2 entries"))
    #expect(home.contains("<a href=\"things/apple.html\">Apple</a>"))
    #expect(home.contains("src=\"images/a.png\""))
  }

  @Test func aSectionThatIsTheCatalogIsNamedOnce() throws {
    let files = try render(document([("Things", [Thing(title: "Apple")])], body: body), "html")
    let home = try #require(files["index.html"])
    #expect(home.contains("<h1>Things</h1>") && !home.contains("section-header"))
    #expect(home.components(separatedBy: "1 entry").count == 2)
    // No level of headings is left out.
    #expect(home.contains("<h2 class=\"cell-title\">") && home.contains("<h3>Inner</h3>"))
    let apple = try #require(files["things/apple.html"])
    let crumbs = apple.components(separatedBy: "<ol>")[1].components(separatedBy: "</ol>")[0]
    #expect(crumbs.components(separatedBy: "<li>").count == 3)
    #expect(crumbs.contains("<a href=\"index.html\">Things</a>") && crumbs.contains(">Apple<"))
    let others = try render(document(["Apple"], body: body), "html")
    #expect(others["index.html"]?.contains("<h2><a href=\"all/index.html\">All</a></h2>") == true)
    #expect(others["index.html"]?.contains("<h3 class=\"cell-title\">") == true)
  }

  @Test func picturesOfAPageAreLoadedLazily() throws {
    let home = try #require(try render(document(["Apple"], body: body), "html")["index.html"])
    let pictures = home.components(separatedBy: "<img ").dropFirst()
    #expect(!pictures.isEmpty && pictures.allSatisfy { $0.contains(" loading=\"lazy\" />") })
    #expect(body.rendered(as: .html).contains("loading") == false)
  }

  @Test func aCellWithoutAPageIsNotALink() throws {
    let document = document([("All", [Thing(title: "Apple")])], insertingAt: ItemPath(0, 0))
    let section = try #require(try render(document, "html")["all/index.html"])
    let cells = section.components(separatedBy: "<li class=\"cell ").dropFirst()
    #expect(cells.count == 2)
    #expect(cells.first?.contains("<a ") == false)
    #expect(cells.last?.contains("<a href=\"../things/apple.html\">Apple</a>") == true)
  }

  @Test func titlesAreEscapedInEveryFormat() throws {
    let title = #"<b>&"x" \end{document} .TH"#
    let html = try render(document([title]), "html").values.joined()
    #expect(!html.contains("<b>&") && html.contains("&lt;b&gt;&amp;&quot;x&quot;"))
    let latex = try render(document([title]), "latex").values
    #expect(latex.allSatisfy { $0.components(separatedBy: "\\end{document}").count == 2 })
    let man = try render(document(["a\"b\\c\nd"]), "man")
    #expect(man.values.contains { $0.contains(".TH \"A\\(dqB\\(rsC D\" 7 \"\" \"Things\"\n") })
  }

  @Test func numbersOfPagesAreShown() throws {
    let document = document((0..<5).map { "T\($0)" }, layout: PageLayout(pageSize: 2))
    for format in ["html", "markdown", "latex", "man", "xml"] {
      #expect(try render(document, format).values.contains { $0.contains("Page 2 of 3") }, "\(format)")
    }
  }

  @Test func onlyColoursAreAccents() {
    #expect(Accent("#C8102E")?.css == "#c8102e")
    for text in ["red", "#fff", "#12345g", "#123456;", "url(x)", "", "#1234567", "＃123456"] {
      #expect(Accent(text) == nil, "\(text)")
    }
  }

  @Test func theSameDocumentHasTheSameBytes() throws {
    for format in ["html", "markdown", "latex", "man", "xml"] {
      #expect(
        try render(document(["a", "b"], body: body), format) == render(document(["a", "b"], body: body), format))
    }
  }
}
