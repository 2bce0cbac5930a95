import DocumentModel
import TestKit
import Testing

@Suite struct HTMLReadingTests {
  // MARK: - Elements

  @Test(
    arguments: [
      ("<p>A <em>cup</em> &amp; saucer.</p>", [.paragraph(["A ", .emphasis(["cup"]), " & saucer."])]),
      ("a<p>b</p>c<p>d", [.paragraph(["a"]), .paragraph(["b"]), .paragraph(["c"]), .paragraph(["d"])]),
      ("<div>a<section>b</section></div><article>c", [.paragraph(["a"]), .paragraph(["b"]), .paragraph(["c"])]),
      ("<h1>a</h1><h6>b<br><i>c</i></h6>", [.heading(level: 1, ["a"]), .heading(level: 6, ["b ", .emphasis(["c"])])]),
      ("<h2>a</h3>b", [.heading(level: 2, ["a"]), .paragraph(["b"])]),
      ("a<br>b<br/> c", [.paragraph(["a", .lineBreak, "b", .lineBreak, "c"])]),
      ("a<br>\n<br>b<br>", [.paragraph(["a"]), .paragraph(["b"])]),
      ("<i>a</i> <cite>b</cite>", [.paragraph([.emphasis(["a"]), " ", .emphasis(["b"])])]),
      (
        "<b>a</b> <strong>b <em>c</em></strong>",
        [.paragraph([.strong(["a"]), " ", .strong(["b ", .emphasis(["c"])])])]
      ),
      (
        "<code>a</code> <kbd>b  c</kbd> <samp>d</samp> <tt>e</tt>",
        [.paragraph([.code("a"), " ", .code("b c"), " ", .code("d"), " ", .code("e")])]
      ),
      ("<pre>\n a\n  b &lt;c></pre>", [.code(" a\n  b <c>\n", info: "")]),
      ("<pre><code>a<br>b\n\n</code></pre>", [.code("a\nb\n\n", info: "")]),
      (
        "<a href='/a?b&amp;c' title=' t '> a <b>b</b></a>",
        [.paragraph([.link(destination: "/a?b&c", title: "t", ["a ", .strong(["b"])])])]
      ),
      ("<a name=x>a</a> <a href=''>b</a> <a href='#x'>c</a>", [.paragraph(["a b c"])]),
      (
        "<a href=a>a<a href=b>b",
        [
          .paragraph([.link(destination: "a", title: "", ["a"]), .link(destination: "b", title: "", ["b"])])
        ]
      ),
      ("<img src=a.png alt='b  c' title=d>", [.paragraph([.image(source: "a.png", title: "d", ["b c"])])]),
      ("a <img alt=b> <img src=>", [.paragraph(["a b"])]),
      ("a<hr>b", [.paragraph(["a"]), .thematicBreak, .paragraph(["b"])]),
      ("<blockquote>a<p>b</blockquote>", [.quote([.paragraph(["a"]), .paragraph(["b"])])]),
      ("<del>a</del> <s>b</s> <u>c</u> <font color=red>d</font> <abbr title=x>e</abbr>", [.paragraph(["a b c d e"])]),
      (
        "H<sub>2</sub>O, 10<sup>−6</sup>, 1<sup>st</sup>, <sup><a href=b>3</a></sup>",
        [.paragraph(["H₂O, 10⁻⁶, 1st, ", .link(destination: "b", title: "", ["³"])])]
      ),
      ("<q>a</q>", [.paragraph(["“a”"])]),
    ] as [(String, [Block])])
  func `an element`(html: String, blocks: [Block]) {
    #expect([Block](html: html) == blocks)
    expectRoundTrip(html)
  }

  @Test(
    arguments: [
      ("<ul><li>a</li> <li><p>b</p></ul>", [.list(.init(items: [[.paragraph(["a"])], [.paragraph(["b"])]]))]),
      (
        "<ol start=3><li>a<p>b</ol>",
        [.list(.init(.ordered(start: 3), isTight: false, items: [[.paragraph(["a"]), .paragraph(["b"])]]))]
      ),
      ("<ol start=-1><li>a</ol>", [.list(.init(.ordered(start: 0), items: [[.paragraph(["a"])]]))]),
      (
        "<ul><li>a<ul><li>b</ul></ul>",
        [.list(.init(items: [[.paragraph(["a"]), .list(.init(items: [[.paragraph(["b"])]]))]]))]
      ),
      (
        "<ul><li>a</li><ul><li>b</ul></ul>",
        [.list(.init(items: [[.paragraph(["a"]), .list(.init(items: [[.paragraph(["b"])]]))]]))]
      ),
      (
        "<ul><li><ul><li>a</ul>b</ul>",
        [.list(.init(items: [[.list(.init(items: [[.paragraph(["a"])]]))], [.paragraph(["b"])]]))]
      ),
      ("<ul><li> </li><li></ul><ul></ul>a", [.paragraph(["a"])]),
      (
        "<b><ul><li>a</b></li><li>b</ul>",
        [.list(.init(items: [[.paragraph([.strong(["a"])])], [.paragraph(["b"])]]))]
      ),
      (
        "a<li>b</li> <li>c</li>d",
        [.paragraph(["a"]), .paragraph(["b"]), .paragraph(["c"]), .paragraph(["d"])]
      ),
      (
        "<dl><dt>a<dd>b<dt>c<dt>d<dd>e<dd>f</dl>",
        [
          .paragraph([.strong(["a"])]), .paragraph(["b"]), .paragraph([.strong(["c"])]), .paragraph([.strong(["d"])]),
          .paragraph(["e"]), .paragraph(["f"]),
        ]
      ),
      (
        "<dl><div><dt>a</dt><dd>b<ul><li>c</ul></dd></div></dl>",
        [.paragraph([.strong(["a"])]), .paragraph(["b"]), .list(.init(items: [[.paragraph(["c"])]]))]
      ),
    ] as [(String, [Block])])
  func `a list`(html: String, blocks: [Block]) {
    #expect([Block](html: html) == blocks)
    expectRoundTrip(html)
  }

  @Test(
    arguments: [
      (
        "<table><caption>a</caption><thead><tr><th>b<th align=right>c<tbody><tr><td>1<td><i>2</i></table>",
        [
          .paragraph(["a"]),
          .table(.init(header: [["b"], ["c"]], rows: [[["1"], [.emphasis(["2"])]]], alignments: [.left, .right])),
        ]
      ),
      (
        "<table><tr><td>a<td>b<tr><td>c</table>",
        [.table(.init(header: [[], []], rows: [[["a"], ["b"]], [["c"], []]]))]
      ),
      (
        "<table><tr><th>a<td>1<tr><th>b<td>2</table>",
        [.table(.init(header: [[], []], rows: [[["a"], ["1"]], [["b"], ["2"]]], namesRows: true))]
      ),
      (
        "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3<tr><td colspan=9>4</table>",
        [.table(.init(header: [["a"], [], ["b"]], rows: [[["1"], ["2"], ["3"]], [["4"], [], []]]))]
      ),
      (
        "<table><tr><td rowspan=2>a<td>b<tr><td>c</table>",
        [.table(.init(header: [[], []], rows: [[["a"], ["b"]], [[], ["c"]]]))]
      ),
      (
        "<table><tr><th>a<tr><td><p>1</p><ul><li>2<li>3</ul></table>",
        [.table(.init(header: [["a"]], rows: [[["1 2 3"]]]))]
      ),
      ("<table><tr><td><h2>a</h2>b</table>", [.heading(level: 2, ["a"]), .paragraph(["b"])]),
      (
        "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>",
        [.paragraph(["a"]), .table(.init(header: [[], []], rows: [[["b"], ["c"]]]))]
      ),
      ("<table><tr><td> <td>&nbsp;</table>a", [.paragraph(["a"])]),
      ("<tr><td>a</td><td>b</td></tr>", [.paragraph(["ab"])]),
    ] as [(String, [Block])])
  func `a table`(html: String, blocks: [Block]) {
    #expect([Block](html: html) == blocks)
    expectRoundTrip(html)
  }

  @Test(arguments: [
    ("a<script>b</script>c", "ac"), ("<style>b</style>a", "a"), ("<head><title>b</title></head><body>a</body>", "a"),
    ("a<iframe src=b>c</iframe>", "a"), ("a<object>b<object>c</object>d</object>e", "ae"),
    ("a<svg><path d=b />c</svg>", "a"),
    ("a<select><option>b</select><textarea>c</textarea><input value=d><button>e</button>", "a"),
    ("a<script>\"<script>\" </b></script>c", "ac"), ("a<script>b", "a"), ("a<iframe src=b />c", "ac"),
    ("a<!-- b <b> -->c", "ac"), ("a<!-->b", "ab"), ("a<!-- b", "a"), ("<!DOCTYPE html>a<?xml b?>", "a"),
    ("a<o:p>b</o:p><w:sdt>", "ab"), ("a<custom-element>b", "a<custom-element>b"),
  ])
  func `what is left out`(html: String, text: String) {
    #expect([Block](html: html) == [.paragraph([.text(text)])])
    expectRoundTrip(html)
  }

  @Test(arguments: [
    ("Vec<String> &amp; <b>b</b>", "Vec<String> & b"), ("<i>Map<K, Vec<u8>></i>", "Map<K, Vec<u8>>"),
    ("<p>an <unknown> value</unknown></p>", "an <unknown> value</unknown>"),
    ("<p>Ann <ann@example.org>", "Ann <ann@example.org>"), ("<p><https://e.org>", "<https://e.org>"),
    ("<p>1 <2 & 3> 4 <b", "1 <2 & 3> 4 <b"), ("<p>a </ b", "a </ b"), ("<p>a <b and c", "a <b and c"),
    ("<p>&unknown; &copy &#150; &#0; &#x1F34E; &#99999999;", "&unknown; © – \u{FFFD} 🍎 \u{FFFD}"),
    ("<p>a\0b</\0p>", "ab"), ("<p>a<a href=\"b", "a"), ("<a href=\"b>c</a> <b>d</b>", "c d"),
    ("<p>a \n\t b&nbsp; c", "a b c"), ("<p>*a* _b_ [c](d) `e` # f", "*a* _b_ [c](d) `e` # f"),
  ])
  func `text that is no markup`(html: String, text: String) {
    #expect([Block](html: html).plainText == text)
    expectRoundTrip(html)
  }

  @Test func `a text without tags keeps its lines`() {
    let blocks: [Block] = [.paragraph(["*a*", .lineBreak, "b <c> & d"]), .paragraph(["# e"])]
    #expect([Block](html: "\n *a*  \r\n  b <c> & d\n \n\n# e\n") == blocks)
    #expect("*a*\nb <c> & d\n\n# e".markdownOfHTML == "\\*a\\*\\\nb \\<c\\> & d\n\n\\# e\n")
    #expect([Block](html: "a\n\nb &amp; c") == [.paragraph(["a b & c"])])
    #expect([Block](html: "") == [])
  }

  // MARK: - Untrusted HTML

  static let hostile = [
    "<a href=\"javascript:alert(1)\">a</a>", "<a href='JaVa&#115;cript:alert(1)'>a</a>", "<a href=' java\nscript:x'>a",
    "<a href=&#1;javascript:x>a", "<a href=javascript&colon;x>a", "<a href=data:text/html,x>a", "<a href=vbscript:x>a",
    "<img src=x onerror=alert(1)>", "<img src='javascript:x' alt=a>", "<img src=data:image/png;base64,x alt=a>",
    "<p onclick=x style='background:url(javascript:x)'>a", "<svg onload=x><a xlink:href=javascript:x>a</a></svg>",
    "<scr<script>ipt>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;<b>", "<<script>script>a</script>",
    "<img alt='<script>' src='\"onerror=x'>", "<a href='\"><script>x</script>'>a</a>",
    "<a title='\"><b onclick=x>' href=a>a",
    "<math><mtext><script>x</script></math>", "<noscript><p title=\"</noscript><img src=x onerror=x>\">",
    "<table><script>x</script><tr><td onclick=x>a<td>b", "<textarea></textarea><script>x</script>", "<x onclick=y>a",
    "<!--><script>x</script>-->", "<![CDATA[<script>x</script>]]>", "<style><!--</style><script>x</script>-->",
    "<pre><script>x</script>a</pre>", "<base href=javascript:x><meta http-equiv=refresh content=0>a", "<title><a", "</",
    "<form action=javascript:x><input onfocus=x autofocus><isindex></form>", "<a/href=javascript:x/onclick=y>a",
    "<p title=\"a>b", "<frameset><frame src=javascript:x>", "<plaintext>a</plaintext><b onclick=x>b",
  ]

  @Test(arguments: hostile)
  func `no markup of the HTML itself comes out`(html: String) {
    expectRoundTrip(html)
    for blocks in [[Block](html: html), [Block](markdown: html.markdownOfHTML)] { expectHarmless(blocks, html) }
  }

  /// Nesting would be as deep, and reading as slow, as the text is long.
  @Test(arguments: [
    "<div>", "<b>", "<b x=1>", "<ul>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<table>", "<a href=a><div>",
    "<li><dd>", "<dl><dt>a<dd>", "<em><div></em></div>", "<sub><p></sub></p>", "<em><table><td></em></table>", "<svg>",
    "<a ", "<a", "<!", "<?", "<a b='>", "<a b='\">", "<a b=", "\0<", "&", "<x>", "<h1><em>",
    "<td colspan=100 rowspan=100>",
    "<table><tr><td><em><b><code><a href=a><sub><sup>", "<p><i>a",
  ])
  func `many tags that do not end`(tags: String) {
    let html = String(repeating: tags + "a ", count: 300)
    let blocks = [Block](html: html)
    expectHarmless(blocks, tags)
    #expect([Block](markdown: html.markdownOfHTML).outline == blocks.outline)
    #expect([Block](html: String(repeating: tags, count: 3_000)).plainText.utf8.count < 200_000)
  }

  @Test func `a table with one long row has no empty cells for all others`() {
    let html = "<table><tr>" + String(repeating: "<td>a", count: 1_000) + String(repeating: "<tr><td>a", count: 1_000)
    #expect([Block](html: html) == Array(repeating: .paragraph(["a"]), count: 2_000))
  }

  @Test(arguments: Seeds.fixed(42, fresh: 42))
  func `HTML is the same as Markdown`(seed: UInt64) {
    var random = RandomHTML(seed: seed)
    for _ in 0..<10 {
      let html = random.html()
      expectRoundTrip(html, "seed \(seed)")
      expectHarmless([Block](html: html), "seed \(seed): \(html)")
    }
  }

  private func expectRoundTrip(_ html: String, _ comment: String = "") {
    let blocks = [Block](html: html), markdown = html.markdownOfHTML
    #expect([Block](markdown: markdown).outline == blocks.outline, "\(comment): \(html), written as \(markdown)")
  }

  private func expectHarmless(_ blocks: [Block], _ html: String) {
    let allowed: Set = [
      "root", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "dl", "dt", "dd", "table",
      "thead", "tbody", "tr", "th", "td", "em", "strong", "a", "img", "code", "pre", "br", "hr",
    ]
    let found = MarkupText(html: blocks.rendered(as: .html))
    #expect(found.isWellFormed, "\(html)")
    #expect(found.elements.subtracting(allowed).isEmpty, "\(html)")
    for attribute in found.attributes {
      #expect(["href", "src", "alt", "title", "class", "scope", "start"].contains(attribute.name), "\(html)")
      let isAddress = attribute.name == "href" || attribute.name == "src"
      #expect(!isAddress || Destination.isSafe(attribute.value), "\(html)")
    }
    #expect(!blocks.containsDestination { !Destination.isSafe($0) }, "\(html)")
  }

  // MARK: - Plain text

  @Test(arguments: [
    ("A  plain\ntitle", "A  plain\ntitle"), ("AT&T < IBM, a<b>c", "AT&T < IBM, ac"), ("AT&T < IBM", "AT&T < IBM"),
    ("Vec<String>", "Vec<String>"), ("A <em>cup</em> &amp;\n saucer<br>&#039;s", "A cup & saucer 's"),
    ("<ul><li>a<li>b</ul>", "a b"), ("<script>x</script>", ""), ("<img src=a alt=b> c", "b c"),
  ])
  func `plain text on one line`(html: String, text: String) { #expect(html.plainTextOfHTML == text) }

  @Test(arguments: [
    ("_Studies in Art_", "Studies in Art"), ("*x y*", "x y"), ("**Bold** name", "Bold name"), ("_One_", "One"),
    ("See [the text](https://e.org/a_b).", "See the text."), ("![A *b*](https://e.org/c.png)", "A b"),
    ("**A _b_** & <c> `d` 1. #", "A b & <c> `d` 1. #"), ("1. *A b*", "1. A b"), ("\\ *A b*", "\\ A b"),
    ("(_A b_), “*c*”", "(A b), “c”"), ("a.__init__() of *B c*", "a.__init__() of B c"),
  ])
  func `a title without its marks`(title: String, text: String) { #expect(title.plainTextOfTitle == text) }

  @Test(arguments: [
    "snake_case_name", "__init__", "__init__.py", "*.txt", "*.txt, *.md", "5 * 3 * 2", "5*3*2", "Foo*", "A* and D*",
    "f(*args, **kwargs)", "M*A*S*H", "*5*", "_ _", "a [b]", "a[0](b)", "[a](javascript:b)", "[a][b]", "**", "_a",
    "a  b",
    "# a", "- a", "\\*a\\*", " *a", "[a]: https://e.org", "*a\n\n*b",
  ])
  func `a title that stays`(title: String) { #expect(title.plainTextOfTitle == title) }

  // MARK: - Tables in Markdown

  @Test func `a table that was written as Markdown is read again`() {
    let table = Block.Table(
      header: [["a {b}"], ["c"]], rows: [[["$1 | 2"], [.strong(["d"]), " ", .code("e")]], [["*f*"], []]],
      alignments: [.left, .center], namesRows: true)
    let blocks: [Block] = [
      .list(.init(items: [[.paragraph(["x"]), .table(table)]])), .table(table), .paragraph(["y"]),
    ]
    #expect([Block](markdown: blocks.rendered(as: .markdown)).outline == blocks.outline)
    // Any other HTML is text.
    let html = "<table><tr><td>a</table>"
    #expect([Block](markdown: html) == [.paragraph([.text(html)])])
  }
}
