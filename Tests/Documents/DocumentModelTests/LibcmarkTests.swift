import DocumentModel
import TestKit
import Testing

/// Text written without libcmark equals that of libcmark.
@Suite struct LibcmarkTests {
  private func tree(_ blocks: [Block]) -> String {
    var bytes: [UInt8] = []
    blocks.writeTree(as: .html, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Seeds.fixed(2, fresh: 1))
  func `any document is written as by libcmark`(seed: UInt64) {
    var documents = RandomDocument(seed: seed)
    for _ in 0..<150 {
      let blocks = documents.blocks()
      #expect(blocks.rendered(as: .html) == tree(blocks), "seed \(seed), \(blocks)")
    }
  }

  @Test func `the sample, and every hostile text in every position, is written as by libcmark`() {
    #expect(Sample.blocks.rendered(as: .html) == tree(Sample.blocks))
    for position in Hostile.positions {
      for text in Hostile.texts {
        let blocks = position.blocks(text)
        #expect(blocks.rendered(as: .html) == tree(blocks), "\(blocks)")
      }
    }
  }

  @Test(arguments: [
    ("procedure_end_datetime", "procedure_|end_|datetime"), ("a procedure_end_dt or two", "a procedure_end_dt or two"),
    ("NumberOfThingsPerYear", "Number|OfThings|Per|Year"),
    ("https://example.org/a/list-of-things.html?q", "https://|example.|org/|a/list-|of-|things.|html?q"),
    ("short_name", "short_name"), ("sixteen_letters_", "sixteen_letters_"),
    ("3.14159265358979323846", "3.14159265358979323846"),
    ("2026-11-29T22:21:46Z", "2026-11-29T22:21:46Z"), ("größen_übersicht_länge", "größen_|übersicht_|länge"),
    ("Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsgesellschaft"),
    ("a<b_and_some_more_letters", "a&lt;b_|and_|some_|more_|letters"),
    ("____________________", "____________________"), ("ends_in_a_long_word_x", "ends_|in_|a_long_|word_x"),
  ])
  func `on pages, long words may break`(text: String, broken: String) {
    func page(_ inlines: [Inline]) -> String {
      var bytes: [UInt8] = []
      RootedHTML.write([.paragraph(inlines)], headingLevel: 1, from: "", to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let escaped = text.replacing("<", with: "&lt;")
    let html = page([.text(text)])
    #expect(html.replacing("<wbr />", with: "") == "<p>\(escaped)</p>\n")
    let shown = html.replacing("<wbr />", with: "|").dropFirst(3).dropLast(5)
    #expect(shown == broken)
    #expect(page([.code(text)]).replacing("<wbr />", with: "|") == "<p><code>\(shown)</code></p>\n")
    // Addresses are whole, and so is the HTML of other formats.
    #expect(page([.link(destination: "a", title: text, ["x"])]).contains("title=\"\(escaped)\""))
    #expect(![.paragraph([.text(text)])].rendered(as: .html).contains("<wbr"))
  }

  @Test func `the names of rows are heads, and an empty head above them is none`() {
    var table = Block.Table(header: [[], ["Weight"]], rows: [[["Gala"], ["150 g"]], []], namesRows: true)
    let html = [Block.table(table)].rendered(as: .html)
    #expect(
      html == """
        <table>
        <thead>
        <tr>
        <td></td><th scope="col">Weight</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <th scope="row">Gala</th><td>150 g</td>
        </tr>
        <tr>
        <td></td><td></td>
        </tr>
        </tbody>
        </table>

        """)
    #expect(html == tree([.table(table)]))
    table.header[0] = ["Kind"]
    let named = [Block.table(table)].rendered(as: .html)
    #expect(named.contains("<th scope=\"col\">Kind</th><th scope=\"col\">Weight</th>"))
    #expect(named == tree([.table(table)]))
  }

  @Test func `every character is written as by libcmark`() {
    let scalars =
      (0x1...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{3000}", "\u{FEFF}", "\u{FFFF}", "\u{1F34E}"]
    for text in scalars.map(String.init) {
      let blocks: [Block] = [
        .paragraph([.text(text), .code(text), .text("a\(text)"), .softBreak, .text("\(text)a\(text)")]),
        .paragraph([
          .link(destination: "a\(text)b", title: text, [.text(text)]),
          .image(source: "a\(text)", title: "", [.code(text)]),
        ]),
        .code(text, info: "\(text)x y"), .heading(level: 2, [.strong([.text("\(text)a")]), .emphasis([.text(text)])]),
        .properties([Block.Property(label: [.text(text)], value: [.text(text), .lineBreak, .text(text)])]),
      ]
      #expect(blocks.rendered(as: .html) == tree(blocks), "\(text.debugDescription)")
    }
  }

  @Test func `every character in a longer text is written as by libcmark`() {
    let scalars = (0x1...0xFF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{1F34E}"]
    let blocks: [Block] = scalars.flatMap { scalar in
      (0...17).map { place in
        // Plain text on both sides, with the neighbours of the special characters of HTML, and of the ends of the plain
        // ranges.
        let text = String("%';=?#!~}x %';=?#!~".prefix(place)) + String(scalar) + "%';=?#!~}x"
        return .paragraph([.text(text), .code(text)])
      }
    }
    for block in blocks {
      #expect([block].rendered(as: .html) == tree([block]), "\(block)")
    }
  }

  @Test func `appended text does not depend on the text before it`() {
    for before in ["", "<div>", "<div>\n"] {
      for blocks: [Block] in [[.paragraph(["a"])], [.properties([Block.Property(label: ["a"], value: ["b"])])], []] {
        var bytes = Array(before.utf8)
        blocks.write(as: .html, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == before + blocks.rendered(as: .html))
      }
    }
  }
}
