import DocumentModel
import Testing

/// Markdown and the HTML that CommonMark specifies for it, also for the same blocks written as Markdown.
@Suite struct CommonMarkTests {
  private func expect(_ markdown: String, isShownAs html: String) {
    let blocks = [Block](markdown: markdown)
    #expect(blocks.rendered(as: .html) == html)
    let written = blocks.rendered(as: .markdown)
    #expect([Block](markdown: written).rendered(as: .html) == html, "written as \(written)")
  }

  @Test(arguments: [
    ("*(*apple*)*", "<em>(<em>apple</em>)</em>"), ("*apple *pear* fig*", "<em>apple <em>pear</em> fig</em>"),
    ("*apple *pear**", "<em>apple <em>pear</em></em>"), ("**apple* pear*", "<em><em>apple</em> pear</em>"),
    ("*_apple_*", "<em><em>apple</em></em>"), ("_*apple*_", "<em><em>apple</em></em>"),
    ("_a*b*c_", "<em>a<em>b</em>c</em>"), ("__a**b**c__", "<strong>a<strong>b</strong>c</strong>"),
    ("**apple, **pear**, fig**", "<strong>apple, <strong>pear</strong>, fig</strong>"),
    ("******apple******", "<strong><strong><strong>apple</strong></strong></strong>"),
    ("*apple **pear *fig* nut** plum*", "<em>apple <strong>pear <em>fig</em> nut</strong> plum</em>"),
    ("*apple [*pear*](/url)*", "<em>apple <a href=\"/url\"><em>pear</em></a></em>"),
    ("_____apple_____", "<em><strong><strong>apple</strong></strong></em>"),
  ])
  func `emphasis within the same emphasis`(markdown: String, html: String) {
    expect(markdown, isShownAs: "<p>\(html)</p>\n")
  }

  @Test func `emphasis that Markdown cannot express is omitted`() {
    let inner: [Inline] = ["a", .emphasis(["b", .emphasis(["c"]), "d"]), "e"]
    let blocks: [Block] = [.paragraph(["x", .emphasis(inner), "y"])]
    #expect(blocks.rendered(as: .html) == "<p>x<em>a<em>b<em>c</em>d</em>e</em>y</p>\n")
    #expect([Block](markdown: blocks.rendered(as: .markdown)) == [.paragraph(["x", .emphasis(["abcde"]), "y"])])
  }

  @Test func `emphasis is nested in XML and LaTeX, and one font in a manual page`() {
    let blocks = [Block](markdown: "*a *b* c*")
    #expect(blocks.rendered(as: .latex) == "\\emph{a \\emph{b} c}\n")
    #expect(blocks.rendered(as: .xml).components(of: "<emph>") == 2)
    #expect(blocks.rendered(as: .man) == ".PP\n\\f[I]a b c\\f[]\n")
  }

  @Test(arguments: [
    ("- a\n  > b\n- c\n", "<li>a\n<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n<li>c</li>\n"),
    (
      "- a\n  > b\n  ```\n  c\n  ```\n- d\n",
      "<li>a\n<blockquote>\n<p>b</p>\n</blockquote>\n<pre><code>c\n</code></pre>\n</li>\n<li>d</li>\n"
    ),
    ("- # a\n- b\n  ---\n  c\n", "<li>\n<h1>a</h1>\n</li>\n<li>\n<h2>b</h2>\nc</li>\n"),
    ("- a\n  ***\n  - b\n", "<li>a\n<hr />\n<ul>\n<li>b</li>\n</ul>\n</li>\n"),
    (
      "- a\n  - b\n  # c\n  d\n",
      "<li>a\n<ul>\n<li>b</li>\n</ul>\n<h1>c</h1>\nd</li>\n"
    ),
  ])
  func `a tight list with more than text in an item`(markdown: String, items: String) {
    expect(markdown, isShownAs: "<ul>\n\(items)</ul>\n")
  }

  @Test func `lines that need a blank line make a list loose`() {
    for item: [Block] in [
      [.paragraph(["a"]), .paragraph(["b"])], [.quote([.paragraph(["a"])]), .paragraph(["b"])],
      [.quote([.paragraph(["a"])]), .quote([.paragraph(["b"])])],
      [.paragraph(["a"]), .list(Block.List(.ordered(start: 2), items: [[.paragraph(["b"])]]))],
      [.paragraph(["a"]), .properties([Block.Property(label: ["b"], value: ["c"])])],
    ] {
      let html = [Block.list(Block.List(items: [item]))].rendered(as: .html)
      #expect(html == [Block.list(Block.List(isTight: false, items: [item]))].rendered(as: .html))
    }
  }

  @Test func `a line end in a title`() {
    expect(
      "[fig]\n\n[fig]: /url '\napple\npear\n'\n",
      isShownAs: "<p><a href=\"/url\" title=\"\napple\npear\n\">fig</a></p>\n")
    // A line that would begin a block elsewhere is part of the title.
    let blocks: [Block] = [.paragraph([.image(source: "a.png", title: "apple\n\n- pear", [])])]
    #expect([Block](markdown: blocks.rendered(as: .markdown)) == blocks)
  }

  @Test func `text before a colon that is no scheme`() {
    expect("[apple](foo\\):)", isShownAs: "<p><a href=\"foo):\">apple</a></p>\n")
  }

  @Test(arguments: [("1) a", "paren"), ("1. a", "period")])
  func `the delimiter of a number`(markdown: String, name: String) {
    let blocks = [Block](markdown: markdown)
    #expect(blocks.rendered(as: .xml).contains("<list type=\"ordered\" start=\"1\" delim=\"\(name)\" tight=\"true\">"))
    #expect([Block](markdown: blocks.rendered(as: .markdown)) == blocks)
  }

  @Test func `breaks in a heading`() {
    let blocks = [Block](markdown: "apple\\\npear\nfig\n===\n")
    let xml = blocks.rendered(as: .xml)
    #expect(xml.components(of: "<linebreak />") == 1)
    #expect(xml.components(of: "<softbreak />") == 1)
    #expect(blocks.rendered(as: .html) == "<h1>apple pear fig</h1>\n")
    #expect(blocks.rendered(as: .markdown) == "# apple pear fig\n")
  }

  @Test(arguments: ["    all:\n    \tcc\ta\n", "```\nall:\n\tcc\ta\n```\n", "\tall:\n\t\tcc\ta\n"])
  func `tabs in code`(markdown: String) {
    let blocks = [Block](markdown: markdown)
    #expect(blocks == [.code("all:\n\tcc\ta\n", info: "")])
    #expect(blocks.rendered(as: .html) == "<pre><code>all:\n\tcc\ta\n</code></pre>\n")
    #expect(blocks.rendered(as: .xml).contains(">all:\n\tcc\ta\n</code_block>"))
    #expect(blocks.rendered(as: .markdown) == "```\nall:\n\tcc\ta\n```\n")
    #expect(blocks.rendered(as: .man).contains("\\&all:\n\\&\tcc\ta\n"))
    // LaTeX shows a tab as one space, so that the columns are those of a terminal.
    #expect(blocks.rendered(as: .latex).contains("\nall:\n        cc      a\n"))
  }

  @Test func `tabs in code that is deep in a document`() {
    let code = Block.code("\ta\n\n\t\tb\n", info: "make")
    let blocks: [Block] = [
      .quote([.list(Block.List(.ordered(start: 7), items: [[.paragraph(["x"]), code], [code]]))]), code,
    ]
    #expect([Block](markdown: blocks.rendered(as: .markdown)) == blocks)
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
