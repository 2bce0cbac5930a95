import TestKit

/// Creates HTML of tags that do not match, and of texts that look like Markdown.
struct RandomHTML {
  private var random: SeededGenerator

  private static let names = [
    "p", "div", "em", "b", "i", "strong", "code", "a", "ul", "ol", "li", "li", "dl", "dt", "dd", "blockquote", "pre",
    "h1", "h3", "table", "tr", "td", "th", "caption", "thead", "sub", "sup", "span", "q", "section", "x",
  ]
  private static let pieces = [
    "<br>", "<hr>", "<img src=\"a.png\" alt=\"a *b*\">", "<img src=data:x alt=b>", "<a href=\"a.html\" title='\"b\"'>",
    "<a href=javascript:alert(1)>", "<script>x</script>", "<!-- x -->", "<ol start=3>", "<td colspan=2>",
    "<th rowspan=2 align=right>", "<o:p>", "<a b=\"", "&amp;", "&lt;b&gt;", "&nbsp;", "&#8211;", "&x", "&", "<", ">",
    "*", "_", "`", "# ", "- ", "1. ", "> ", "|", "[", "](x)", "!", "\\", "\n\n", "    ", "\t", "~~~", "===", "é", "🍎",
    "\u{301}", "http://e.org", "{", "$",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func html() -> String {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in piece() }.joined()
  }

  /// Words stand between the pieces: Markdown has no emphasis that touches any other.
  private mutating func piece() -> String {
    let name = Self.names.randomElement(using: &random) ?? "p"
    return switch Int.random(in: 0...9, using: &random) {
    case 0...3: "<\(name)>"
    case 4...5: "</\(name)>"
    case 6: Self.pieces.randomElement(using: &random) ?? ""
    default: ["a", "fig ", " nut", "Apple pear.", " "].randomElement(using: &random) ?? ""
    }
  }
}
