import Cells
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Testing

/// Sections whose cells are lines of a list, or rows of a table.
@Suite struct ViewTests {
  /// Things whose notes are `label: value`, with semicolons between them.
  private func page(_ notes: [String], _ view: PageLayout.View, titleLabel: String? = nil) throws -> Page {
    let things = notes.enumerated().map { Thing(title: "T\($0)", note: $1) }
    let cells = CellSource<Thing, DocumentCell>(ArraySource(things, name: "All")) { _ in "thing" }
    cells.register("thing", following: Fingerprint("")) { thing in
      let parts = thing.note.split(separator: ";").map { $0.split(separator: ":").map(String.init) }
      let properties = parts.filter { $0.count == 2 }.map {
        Block.Property(label: [.text($0[0])], value: [.text($0[1])])
      }
      let rest = parts.filter { $0.count == 1 }.map { Block.paragraph([.text($0[0])]) }
      return CellContent(title: thing.title, body: CellBody(rest + [.properties(properties)]))
    }
    var layout = PageLayout(view: view)
    layout.titleLabel = titleLabel
    let document = Document(CatalogInfo(title: "Things"), listing: cells, articles: cells, layout: layout)
    return try #require(document.pages.first { $0.kind == .section })
  }

  private func text(_ page: Page, _ format: String) throws -> String {
    String(decoding: try RendererFormat.renderer(format).render(page), as: UTF8.self)
  }

  @Test func aTableHasAColumnForEachLabel() throws {
    let page = try page(["Year:1795;Kind:print", "Kind:oil;Size:3 cm", "Artist:Blake;Year:1801", ""], .table)
    let (name, right) = ("<th scope=\"row\"><a href=\"../things/", "<td class=\"align-right\">")
    let rows = [
      "<th scope=\"col\">Name</th><th scope=\"col\">Artist</th><th scope=\"col\" class=\"align-right\">Year</th>",
      "\(name)t0.EXT\">T0</a></th><td></td>\(right)1795</td><td>print</td><td class",
      "\(name)t1.EXT\">T1</a></th><td></td>\(right)</td><td>oil</td><td class",
      "\(name)t2.EXT\">T2</a></th><td>Blake</td>\(right)1801</td><td></td>",
      "\(name)t3.EXT\">T3</a></th><td></td>\(right)</td><td></td><td class",
    ]
    for (format, ending) in [("html", "html"), ("markdown", "md")] {
      let text = try text(page, format)
      for row in rows { #expect(text.contains(row.replacing("EXT", with: ending)), "\(text)") }
    }
    let html = try text(page, "html")
    #expect(!html.contains("class=\"cells"))
  }

  @Test func theTitlesAreUnderTheirLabel() throws {
    let page = try page(["Year:1795"], .table, titleLabel: "Work")
    #expect(try text(page, "html").contains("<th scope=\"col\">Work</th><th scope=\"col\" class=\"align-right\">Year"))
    for format in ["latex", "man", "xml", "text"] { #expect(try text(page, format).contains("Work"), "\(format)") }
  }

  @Test func otherBlocksFollowTheTitle() throws {
    let page = try page(["Some words;Year:1795", "Others"], .table)
    #expect(try text(page, "html").contains("T0</a> Some words</th><td class=\"align-right\">1795</td>"))
    #expect(try text(page, "html").contains("T1</a> Others</th>"))
  }

  @Test(arguments: [
    ("1795", true), ("-3.5", true), ("1,234.50 kg", true), ("1 234 €", true), ("50 %", true), ("1850s", true),
    ("12 April 1985", false), ("1849–51", false), ("1985-04-12", false), ("c. 1850", false), ("", true), ("x", false),
    ("3 × 4 cm", false),
  ])
  func numbersAreRightAligned(value: String, isNumber: Bool) throws {
    let page = try page(["Value:7", "Value:\(value)"], .table)
    #expect(try text(page, "html").contains("class=\"align-right\">Value") == isNumber)
  }

  @Test func aListHasALineForEach() throws {
    let page = try page(["Year:1795;Kind:print", "Words;Kind:oil"], .list)
    let markdown = try text(page, "markdown")
    #expect(markdown.contains("[T0](../things/t0.md) · Year: 1795 · Kind: print\n"), "\(markdown)")
    #expect(markdown.contains("[T1](../things/t1.md) · Words · Kind: oil\n"), "\(markdown)")
    let html = try text(page, "html")
    #expect(html.contains("<ul class=\"cells list\" role=\"list\">") && html.contains("<dt>Year</dt>"))
  }

  @Test(arguments: PageLayout.View.allCases) func allFormatsShowAllContent(view: PageLayout.View) throws {
    let page = try page(["Year:1795;Kind:print", "Words;Kind:oil"], view)
    for format in ["html", "markdown", "latex", "man", "xml", "text", "json"] {
      let text = try text(page, format)
      for word in ["T0", "1795", "print", "Words", "oil"] {
        #expect(text.contains(word), "\(word), \(format)")
      }
    }
  }
}
