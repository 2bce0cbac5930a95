import DocumentModel
import Testing

@Suite struct MarkdownReadingTests {
  @Test func `every kind of block`() {
    let markdown = """
      ## Apples

      Some *fruit* of **the** `orchard`,
      see [here](pears.html "Pears") and ![there](p.png)\\
      now.

      - a

        b
      - c

      3. d

      > e

      ```swift
      f
      ```

      ---
      """
    #expect(
      [Block](markdown: markdown) == [
        .heading(level: 2, ["Apples"]),
        .paragraph([
          "Some ", .emphasis(["fruit"]), " of ", .strong(["the"]), " ", .code("orchard"), ",", .softBreak, "see ",
          .link(destination: "pears.html", title: "Pears", ["here"]), " and ",
          .image(source: "p.png", title: "", ["there"]), .lineBreak, "now.",
        ]),
        .list(Block.List(isTight: false, items: [[.paragraph(["a"]), .paragraph(["b"])], [.paragraph(["c"])]])),
        .list(Block.List(.ordered(start: 3), items: [[.paragraph(["d"])]])),
        .quote([.paragraph(["e"])]),
        .code("f\n", info: "swift"),
        .thematicBreak,
      ])
  }

  @Test(arguments: [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"), ("<!-- x -->\n", "<!-- x -->"),
    ("a <b onclick=\"x\">c</b> d", "a <b onclick=\"x\">c</b> d"), ("<div>\n  <p>x\n</div>", "<div>\n  <p>x\n</div>"),
    ("a <!-- x --> b", "a <!-- x --> b"), ("<?php x ?>", "<?php x ?>"),
  ])
  func `raw HTML is text`(markdown: String, text: String) {
    let blocks = [Block](markdown: markdown)
    #expect(blocks == [.paragraph([.text(text)])])
    let html = MarkupText(html: blocks.rendered(as: .html))
    #expect(html.text.visible == text.visible)
    #expect(html.elements.subtracting(["root", "p", "br"]).isEmpty)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)", "javascript&colon;alert(1)",
    "&#x6A;avascript:alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert(1)", "java&#9;script:alert(1)",
    "&#1;javascript:alert(1)", "vbscript:x", "data:text/html,x", "data:image/png;base64,x", "file:///etc/passwd",
    "jar:x", "x-y:z",
  ])
  func `an address that is not safe reaches no format`(address: String) {
    for markdown in [
      "[label](<\(address)>)", "![label](<\(address)>)", "[label]\n\n[label]: <\(address)>", "[label](<  \(address)>)",
    ] {
      let blocks = [Block](markdown: markdown)
      #expect(blocks != [.paragraph(["label"])], "there was an address to leave out")
      for format in MarkupFormat.allCases {
        #expect(blocks.rendered(as: format) == [.paragraph(["label"])].rendered(as: format), "\(markdown) as \(format)")
      }
    }
  }

  @Test(arguments: [
    "https://example.org/a", "HTTP://example.org", "mailto:a@example.org", "tel:+49123", "ftp://example.org",
    "a/b.html",
    "../a.html", "#part", "?q=x", "/a", "//example.org/a", "a/b:c",
  ])
  func `an address that is safe reaches every format`(address: String) {
    let blocks = [Block](markdown: "[label](\(address))")
    #expect(blocks == [.paragraph([.link(destination: address, title: "", ["label"])])])
    for format in MarkupFormat.allCases {
      #expect(
        blocks.rendered(as: format).replacing("\\-", with: "-").replacing("\\#", with: "#").contains(address),
        "\(format)")
    }
  }

  @Test func `an address is no tag if it is its own text`() {
    for (destination, text) in [("mailto:script", "script"), ("https:img src=x", "https:img src=x"), ("mailto:", "")] {
      let blocks: [Block] = [.paragraph(["a ", .link(destination: destination, title: "", [.text(text)])])]
      #expect([Block](markdown: blocks.rendered(as: .markdown)).outline == blocks.outline)
    }
  }

  @Test func `adjacent lists stay separate`() {
    let blocks: [Block] = [
      .list(Block.List(items: [[.paragraph(["a"])]])), .list(Block.List(items: [[.paragraph(["b"])]])),
      .code("c\n", info: ""),
      .code("d\n", info: ""),
    ]
    #expect([Block](markdown: blocks.rendered(as: .markdown)) == blocks)
  }

  @Test func `blocks that are nested too deeply are read as text`() {
    for opening in ["> ", "- ", "1. "] {
      let blocks = [Block](markdown: String(repeating: opening, count: 10_000) + "apple")
      #expect(blocks.plainText.contains("apple"))
      #expect(!blocks.rendered(as: .xml).isEmpty)
    }
    for opening in ["*a **b ", "![", "_a "] {
      let closing = opening == "![" ? "](x)" : opening == "_a " ? "_" : "***"
      let markdown = String(repeating: opening, count: 2_000) + "apple" + String(repeating: closing, count: 2_000)
      #expect([Block](markdown: markdown).plainText.contains("apple"))
    }
  }

  @Test func `long texts full of special characters`() {
    let text = String(repeating: "a!b&c\\", count: 20_000)
    #expect([Block](markdown: text).plainText == text.replacing("\\\\", with: "\\"))
  }

  @Test(arguments: ["", "\n", "   ", "\u{0}", "\r\n\r\n"])
  func `little or nothing`(markdown: String) {
    #expect([Block](markdown: markdown).plainText.visible == markdown.visible)
  }
}
