import Diagnostics
import DocumentModel
import Foundation
import Rendering
import Testing

/// Links of texts to other pages of the catalog, which are written with the endings of HTML.
@Suite struct ReferenceTests {
  private static let references = [
    "things/pear.html", "./things/pear.html?a=b.html#c.html", "a/../things/b%20c.html", "index.html#top",
    "own/page.html",
    "own/./page.html?x", "../things/pear.html", "things/", "images/a.png", "note.htm", ".html", "#a.html", "/a.html",
    "https://example.org/a.html", "mailto:a@example.org", "?x=a.html",
  ]

  /// The references of an object's page in a format.
  private func references(_ renderer: some PageRenderer, isPicture: Bool = false) throws -> [String] {
    var body: [Block] = []
    for reference in Self.references {
      body.append(
        .paragraph([
          isPicture
            ? .image(source: reference, title: "", ["x"]) : .link(destination: reference, title: "", ["x"])
        ]))
    }
    var info = CatalogInfo(title: "Things")
    info.copiedPages = ["own/page.html"]
    let page = try #require(document(["Apple"], body: body, info: info).pages.first { $0.kind == .object })
    let text = String(decoding: try renderer.render(page), as: UTF8.self)
    let pattern = try Regex(
      isPicture ? #"!\[x\]\(<?([^)>]*)>?\)"# : #"\[x\]\(<?([^)>]*)>?\)|<a href="([^"]*)">x</a>|destination="([^"]*)""#)
    return text.matches(of: pattern).compactMap { match in
      match.output.dropFirst().compactMap(\.substring).first.map(String.init)
    }.filter { !["../index.xml", "../all/index.xml"].contains($0) }
  }

  private static func expected(_ ending: String) -> [String] {
    [
      "../things/pear.\(ending)", ".././things/pear.\(ending)?a=b.html#c.html", "../a/../things/b%20c.\(ending)",
      "../index.\(ending)#top", "../own/page.html", "../own/./page.html?x", "../../things/pear.html", "../things/",
      "../images/a.png", "../note.htm", "../.html", "#a.html", "/a.html", "https://example.org/a.html",
      "mailto:a@example.org", "../?x=a.html",
    ]
  }

  @Test func linksToPagesHaveTheEndingOfTheFormat() throws {
    #expect(try references(MarkupRenderer.markdown) == Self.expected("md"))
    #expect(try references(MarkupRenderer.xml) == Self.expected("xml"))
    #expect(try references(try HTMLRenderer()) == Self.expected("html"))
  }

  @Test func picturesAreUnchanged() throws {
    #expect(try references(MarkupRenderer.markdown, isPicture: true) == Self.expected("html"))
  }

  @Test func linksOfDocumentsOfLatexAndOfManualPages() throws {
    let body: [Block] = [.paragraph([.link(destination: "things/pear.html", title: "", ["x"])])]
    let page = try #require(document(["Apple"], body: body).pages.first { $0.kind == .object })
    let latex = String(decoding: try MarkupRenderer.latex().render(page), as: UTF8.self)
    #expect(latex.contains("\\href{../things/pear.pdf}{x}"))
    let man = String(decoding: try MarkupRenderer.man(section: "5").render(page), as: UTF8.self)
    #expect(man.contains("x (../things/pear.5)"))
  }

  @Test func linksOfThePageForMissingOnesWorkAtAnyAddress() throws {
    let page = document(["Apple"]).notFoundPage(root: "/my shop/")
    #expect(page.kind == .notFound && page.path.file("html") == "404.html")
    let renderer = try HTMLRenderer(search: true)
    let html = String(decoding: renderer.render(page), as: UTF8.self)
    let references = html.matches(of: /(?:href|src)="([^"#][^"]*)"/).map { String($0.1) }
      .filter { !$0.hasPrefix("data:") }
    #expect(
      references == [
        "/my shop/assets/style.css", "/my shop/assets/search.js", "/my shop/index.html", "/my shop/index.html",
        "/my%20shop/index.html",
      ])
    #expect(html.contains("<h1>Page not found</h1>"))
  }
}
