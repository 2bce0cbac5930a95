import DocumentModel
import Testing

/// Runs the examples of the landing page of DocumentModel.
@Suite struct DocumentModelDocumentationTests {
  @Test func blocksAreReadAndWritten() {
    let blocks = [Block](markdown: "*Citrus limon* & friends\n")
    #expect(blocks == [.paragraph([.emphasis(["Citrus limon"]), " & friends"])])
    #expect(blocks.rendered(as: .html) == "<p><em>Citrus limon</em> &amp; friends</p>\n")
    #expect(blocks.rendered(as: .latex) == "\\emph{Citrus limon} \\& friends\n")
    #expect(blocks.plainText == "Citrus limon & friends")
  }

  @Test func blocksAreBuilt() {
    @BlockBuilder func article(of fruit: (name: String, uses: [String])) -> [Block] {
      Block.heading(level: 1, [.text(fruit.name)])
      for use in fruit.uses { Block.paragraph([.text(use)]) }
    }
    #expect(article(of: ("Lemon", ["Juice.", "Zest."])).plainText == "Lemon\nJuice.\nZest.")
  }

  @Test func textIsEscaped() {
    let blocks: [Block] = [.paragraph(["<b>", .link(destination: "javascript:alert(1)", title: "", ["a link"])])]
    #expect(blocks.rendered(as: .html) == "<p>&lt;b&gt;a link</p>\n")
  }
}
