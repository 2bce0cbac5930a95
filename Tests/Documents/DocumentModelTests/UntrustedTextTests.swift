import DocumentModel
import Foundation
import Testing

/// Text that looks like markup of some format is harmless, and is shown unchanged, at any place.
@Suite struct UntrustedTextTests {
  @Test(arguments: Hostile.positions)
  func `in HTML`(position: Position) {
    let allowed: Set = [
      "root", "p", "h2", "ul", "ol", "li", "blockquote", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td",
      "em", "strong", "a", "img", "code", "pre", "br",
    ]
    for text in Hostile.texts {
      let html = position.blocks(text).rendered(as: .html)
      let found = MarkupText(html: html)
      #expect(found.isWellFormed, "\(html)")
      #expect(found.text.visible == position.shown(text), "\(html)")
      #expect(found.elements.subtracting(allowed).isEmpty, "\(html)")
      #expect(
        found.attributes.allSatisfy { ["href", "src", "alt", "title", "class", "scope", "start"].contains($0.name) })
    }
  }

  @Test(arguments: Hostile.positions)
  func `in XML`(position: Position) {
    for text in Hostile.texts {
      let xml = position.blocks(text).rendered(as: .xml)
      let found = MarkupText(xml: xml)
      #expect(found.isWellFormed, "\(xml)")
      #expect(found.text.visible == position.shown(text), "\(xml)")
    }
  }

  @Test(arguments: Hostile.positions)
  func `in LaTeX`(position: Position) {
    for text in Hostile.texts {
      let latex = position.blocks(text).rendered(as: .latex)
      let found = LatexText(latex)
      #expect(found.problems.isEmpty, "\(latex)")
      #expect(found.text.visible == position.shown(text), "\(latex)")
    }
  }

  @Test(arguments: Hostile.positions)
  func `in a manual page`(position: Position) {
    for text in Hostile.texts {
      let man = position.blocks(text).rendered(as: .man)
      let found = ManText(man)
      let addresses = position.addresses.map { " (\($0))" }.joined()
      let shown = position.shown(text) + addresses
      #expect(found.problems.isEmpty, "\(man)")
      #expect(found.text.visible == (position.isPicture ? "[IMAGE: \(shown)]" : shown), "\(man)")
    }
  }

  @Test(arguments: Hostile.positions)
  func `in Markdown`(position: Position) {
    for text in Hostile.texts {
      let blocks = position.blocks(text)
      let markdown = blocks.rendered(as: .markdown)
      #expect([Block](markdown: markdown).outline == blocks.outline, "\(markdown)")
    }
  }

  @Test func `in an address`() {
    for text in Hostile.texts {
      let address = "items/" + text
      let blocks: [Block] = [.paragraph([.link(destination: address, title: "", ["x"])])]
      let html = MarkupText(html: blocks.rendered(as: .html))
      // A percent sign is unchanged: the address may be encoded already.
      if !text.contains("%") {
        #expect(html.attributes.map { $0.value.removingPercentEncoding?.visible } == [address.visible])
      }
      #expect(html.text.visible == "x")
      let latex = LatexText(blocks.rendered(as: .latex))
      #expect(latex.problems.isEmpty, "\(blocks.rendered(as: .latex))")
      #expect(latex.text.visible == "x")
      #expect(ManText(blocks.rendered(as: .man)).problems.isEmpty)
      let markdown = blocks.rendered(as: .markdown)
      #expect([Block](markdown: markdown).outline == blocks.outline, "\(markdown)")
    }
  }
}
