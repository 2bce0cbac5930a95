import DocumentModel
import Testing

/// Texts that mean something in one format or another.
enum Hostile {
  static let texts = [
    "<script>alert(1)</script>", "\"><img onerror=alert(1)>", "[x](javascript:alert(1))", "![x](y)", "*not bold*",
    "_x_",
    "| not | a | table |", "| a | b |\n|---|---|\n| c | d |", "a | b\n- | -", "~~x~~", "$x$", "${x}", "{{x}}", ".TH x",
    "'so /etc/passwd", "- x", "+ x", "1. x", "1) x", "12.", "12. x", "# x", "> x", "===", "---", "a\n===", "a\n---",
    "a\n\n\nb", "    four", "&amp;", "&#60;", "&#x3c;script&#x3E;", "<!-- x", "<!-- end list -->", "\\", "\\\\", "a\\",
    "\\input{/etc/passwd}", "\\end{document}", "\\end{verbatim}", "\\end{verbatim}\u{301}\\input{x}", "\\end{tabular}",
    "^^M", "--", "---- a", "T}", "T{", ".TE", ".br\n.so x", "a\n.so /etc/passwd\n'so x", "\\&.so x", "\\f[B]", "\\n(.x",
    "]]>", "<![CDATA[x]]>", "<?x?>", "a\u{0}b", "a\u{1B}[31mb", "a\u{9B}31mb", "a\u{7F}b\u{8}", "a\u{2028}b\u{2029}c",
    "a\r\nb\rc", "a\u{85}b", "a\tb", "trailing  ", "trailing  \nspaces  ", "wow!", "!", "a]", "[", "](x)", "[a]: /b",
    "```\nx", "~~~\nx", "`", "``", "` x `", "a`b``c", "\u{202E}evil", "שלום", "مرحبا", "👩‍👩‍👧 é e\u{301} 日本",
    "|\u{301}",
    "<\u{301}b>", "*\u{301}x*", "https://example.org", "<https://example.org>", "www.example.org", "a@example.org",
    "100% #1 & $5 {x} ~y^2", "\"quoted\" 'single' ``tex''", "?`!`", ":x:", "[^1]", "\u{FEFF}x", "\u{FFFE}", "%s%n",
    "\u{A0}x\u{A0}",
    "a,b;c", "a,,b,,,c", "x\\\ny",
  ]

  /// The possible places of a text in a document.
  static let positions: [Position] = [
    Position("paragraph") { [.paragraph([.text($0)])] },
    Position("second line", before: "first") { [.paragraph(["first", .lineBreak, .text($0)])] },
    Position("line of a source", before: "first") { [.paragraph(["first", .softBreak, .text($0)])] },
    Position("heading") { [.heading(level: 2, [.text($0)])] },
    Position("list", after: "next") {
      [.list(Block.List(items: [[.paragraph([.text($0)])], [.paragraph(["next"])]]))]
    },
    Position("loose list", before: "first") {
      [
        .list(
          Block.List(.ordered(start: 3), isTight: false, items: [[.paragraph(["first"]), .paragraph([.text($0)])]]))
      ]
    },
    Position("quote") { [.quote([.paragraph([.text($0)])])] },
    Position("label", after: "value") { [.properties([Block.Property(label: [.text($0)], value: ["value"])])] },
    Position("value", before: "label") { [.properties([Block.Property(label: ["label"], value: [.text($0)])])] },
    Position("header", after: "cell") { [.table(Block.Table(header: [[.text($0)]], rows: [[["cell"]]]))] },
    Position("cell", before: "header next", after: "end") {
      [.table(Block.Table(header: [["header"], ["next"]], rows: [[[.text($0)], ["end"]]]))]
    },
    Position("emphasis", before: "a", after: "z") { [.paragraph(["a ", .emphasis([.text($0)]), " z"])] },
    Position("strong", before: "a", after: "z") { [.paragraph(["a ", .strong([.text($0)]), " z"])] },
    Position("link", addresses: ["apples.html"]) {
      [.paragraph([.link(destination: "apples.html", title: "", [.text($0)])])]
    },
    Position("before a link", after: "apples", addresses: ["apples.html"]) {
      [.paragraph([.text($0), .text(" "), .link(destination: "apples.html", title: "", ["apples"])])]
    },
    Position("link title", isShown: false, after: "apples", addresses: ["apples.html"]) {
      [.paragraph([.link(destination: "apples.html", title: $0, ["apples"])])]
    },
    Position("alternative", isPicture: true) {
      [.paragraph([.image(source: "https://example.org/a.png", title: "", [.text($0)])])]
    },
    Position("code") { [.paragraph([.code($0)])] },
    Position("code block") { [.code($0, info: "")] },
    Position("code info", isShown: false, after: "code") { [.code("code\n", info: $0)] },
  ]
}

/// A place in a document, and the visible text around it.
struct Position: Sendable, CustomTestStringConvertible {
  let name: String
  var isShown: Bool
  var before: String
  var after: String
  var addresses: [String]
  var isPicture: Bool
  let blocks: @Sendable (String) -> [Block]

  init(
    _ name: String, isShown: Bool = true, before: String = "", after: String = "", addresses: [String] = [],
    isPicture: Bool = false, _ blocks: @escaping @Sendable (String) -> [Block]
  ) {
    self.name = name
    self.isShown = isShown
    self.before = before
    self.after = after
    self.addresses = addresses
    self.isPicture = isPicture
    self.blocks = blocks
  }

  var testDescription: String { name }

  /// The visible text at this place, for a text.
  func shown(_ text: String) -> String { "\(before) \(isShown ? text : "") \(after)".visible }
}

extension String {
  /// The visible text: one space for any white space, a replacement character for what controls a machine.
  var visible: String {
    let shown = unicodeScalars.filter { $0 != "\u{FEFF}" }.map { scalar -> Character in
      switch scalar {
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}": "\u{FFFD}"
      default: scalar.properties.isWhitespace ? " " : Character(scalar)
      }
    }
    return String(shown).split(separator: " ").joined(separator: " ")
  }
}
