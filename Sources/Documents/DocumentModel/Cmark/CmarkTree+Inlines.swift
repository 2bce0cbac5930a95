import CCmark

extension CmarkTree {
  /// Appends inlines that are laid out.
  mutating func append(_ inlines: [Inline]) {
    for (index, inline) in inlines.enumerated() {
      if format == .markdown, case .text(let text) = inline {
        // Next to emphasis at punctuation, a letter has to be an entity; see “Emphasis at punctuation” below.
        let isClose = index > 0 && inlines[index - 1].isEmphasis(atPunctuation: \.last)
        let isOpen = index + 1 < inlines.count && inlines[index + 1].isEmphasis(atPunctuation: \.first)
        append(text, encodingFirst: isClose, encodingLast: isOpen)
      } else {
        append(inline)
      }
    }
  }

  private mutating func append(_ inline: Inline) {
    switch inline {
    case .text(let text): append(escaping: text)
    case .softBreak: append(CMARK_NODE_SOFTBREAK)
    case .lineBreak: appendLineBreak()
    case .code(let text): append(code: text)
    case .emphasis(let inlines): append(CMARK_NODE_EMPH, markedBy: 1, emphasizing: inlines)
    case .strong(let inlines): append(CMARK_NODE_STRONG, markedBy: 2, emphasizing: inlines)
    case .link(let destination, let title, let label): append(linkTo: destination, title, label)
    case .image(let source, let title, let alternative): append(image: source, title, alternative)
    }
  }

  /// Appends a text, and escapes the characters for which the escaping by libcmark is not sufficient.
  mutating func append(escaping text: String) {
    var plain = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let escaped = escape(scalar, after: last) {
        append(text: plain)
        custom(CMARK_NODE_CUSTOM_INLINE, escaped)
        plain = ""
      } else {
        plain.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    append(text: plain)
  }

  private func escape(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> String? {
    switch (format, scalar) {
    // Common extensions of CommonMark interpret these characters: tables, strikethrough, mathematics, attributes and
    // templates.
    case (.markdown, "|"), (.markdown, "~"), (.markdown, "$"), (.markdown, "{"): "\\\(scalar)"
    // LaTeX shows these characters as quotation marks.
    case (.latex, "`"): "\\textasciigrave{}"
    case (.latex, ",") where last == ",": "{},"
    default: nil
    }
  }

  private mutating func appendLineBreak() {
    switch format {
    case .html, .xml: append(CMARK_NODE_LINEBREAK)
    case .markdown:
      // libcmark writes spaces at the end of the line, which editors remove.
      custom(CMARK_NODE_CUSTOM_INLINE, "\\")
      append(CMARK_NODE_SOFTBREAK)
    case .latex:
      append(CMARK_NODE_LINEBREAK)
      // LaTeX takes a star or a bracket after a line break, even on the next line, as an argument. The braces prevent
      // this.
      custom(CMARK_NODE_CUSTOM_INLINE, "{}")
    case .man:
      // libcmark writes the request within a line of text, where it has no effect. \& keeps the next line from being
      // read as a request.
      custom(CMARK_NODE_CUSTOM_INLINE, "\n.br\n\\&")
    }
  }

  private mutating func append(code text: String) {
    if format == .latex {
      custom(CMARK_NODE_CUSTOM_INLINE, "\\texttt{", "}") { $0.append(escaping: text) }
    } else {
      append(CMARK_NODE_CODE) { cmark_node_set_literal($0, text) }
    }
  }

  private mutating func append(_ type: cmark_node_type, markedBy count: Int, emphasizing inlines: [Inline]) {
    // roff remembers only one previous font, so fonts cannot be nested.
    let inlines = format == .man ? inlines.withoutFonts : inlines
    let mark = emphasisMarks.mark(atDepth: emphasisDepth).map { String(repeating: $0, count: count) }
    emphasisDepth += 1
    if let mark {
      custom(CMARK_NODE_CUSTOM_INLINE, mark, mark) { $0.append(inlines) }
    } else {
      append(type, content: { $0.append(inlines) })
    }
    emphasisDepth -= 1
  }
}

extension [Inline] {
  fileprivate var withoutFonts: [Inline] {
    flatMapInlines { inline in
      switch inline {
      case .emphasis(let inlines), .strong(let inlines): inlines
      case .code(let text): [.text(text)]
      default: [inline]
      }
    }
  }
}

/// Emphasis at punctuation.
///
/// Between a letter and a punctuation character, the stars of Markdown open or close emphasis only if the letter is the
/// one inside. A letter outside is therefore written as a numeric entity, which begins and ends with punctuation:
///
///     a**(b)**c         the stars are text
///     &#97;**(b)**&#99; the stars are delimiters
///
/// Source: CommonMark 0.30, section 6.2, left-flanking and right-flanking delimiter runs.
extension CmarkTree {
  mutating func append(_ text: String, encodingFirst: Bool, encodingLast: Bool) {
    var scalars = Substring(text).unicodeScalars
    if encodingFirst, let first = scalars.first, first.isLetterToMarkdown {
      custom(CMARK_NODE_CUSTOM_INLINE, "&#\(first.value);")
      scalars.removeFirst()
    }
    let last = encodingLast ? scalars.last.flatMap { $0.isLetterToMarkdown ? $0 : nil } : nil
    if last != nil { scalars.removeLast() }
    append(escaping: String(scalars))
    if let last { custom(CMARK_NODE_CUSTOM_INLINE, "&#\(last.value);") }
  }
}

extension Inline {
  /// Returns whether the inline is emphasis that begins (`\.first`) or ends (`\.last`) with punctuation, white space or
  /// markup.
  func isEmphasis(atPunctuation end: KeyPath<[Inline], Inline?>) -> Bool {
    switch self {
    case .emphasis(let inlines), .strong(let inlines):
      switch inlines[keyPath: end] {
      // A single letter next to other inlines may itself be written as an entity.
      case .text(let text)? where text.unicodeScalars.count == 1 && inlines.count > 1: true
      case .text(let text)?:
        (end == \.first ? text.unicodeScalars.first : text.unicodeScalars.last).map(\.isSignToMarkdown) ?? true
      case let inline? where inline.isEmphasis: inline.isEmphasis(atPunctuation: end)
      default: true
      }
    default: false
    }
  }

  var isEmphasis: Bool {
    switch self {
    case .emphasis, .strong: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space or, in some version of CommonMark, punctuation: versions after 0.30 include
  /// symbols.
  fileprivate var isSignToMarkdown: Bool {
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
    default: !isLetterToMarkdown
    }
  }

  /// Whether the scalar is neither white space nor, in CommonMark 0.30, punctuation.
  fileprivate var isLetterToMarkdown: Bool {
    if isASCII { return ("0"..."9").contains(self) || properties.isAlphabetic }
    if properties.isWhitespace { return false }
    return switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      false
    default: true
    }
  }
}

/// The delimiters of emphasis in Markdown.
enum EmphasisMarks: CaseIterable {
  /// Stars at all levels, as libcmark writes them.
  case stars
  /// Alternating stars and underscores, named by the outermost.
  case starsOutside, underscoresOutside

  /// Returns the delimiter of emphasis inside a number of others, or `nil` if libcmark writes it.
  func mark(atDepth depth: Int) -> String? {
    switch self {
    case .stars: nil
    case .starsOutside: depth.isMultiple(of: 2) ? "*" : "_"
    case .underscoresOutside: depth.isMultiple(of: 2) ? "_" : "*"
    }
  }
}

extension CmarkTree {
  /// Chooses the delimiters of emphasis in a block of Markdown.
  ///
  /// How Markdown reads emphasis in emphasis of the same kind depends on the delimiters and on the characters around
  /// them. Such a block is written with one choice of delimiters after the other, and read again each time. The first
  /// choice that results in the same inlines is used. Blocks without such emphasis are not written twice.
  ///
  /// - Parameter inlines: The inlines of the block, laid out.
  /// - Returns: The inlines. If no delimiters preserve the nesting, emphasis in emphasis of the same kind is removed.
  mutating func markingEmphasis(in inlines: [Inline]) -> [Inline] {
    emphasisMarks = .stars
    guard inlines.containsNestedEmphasis else { return inlines }
    if let marks = EmphasisMarks.allCases.first(where: { Self.reading(inlines, $0) == inlines }) {
      emphasisMarks = marks
      return inlines
    }
    return inlines.withoutNestedEmphasis.laidOut(.lines)
  }

  /// Writes a paragraph with some delimiters and reads it again. Returns `nil` if the result is not a single paragraph.
  private static func reading(_ inlines: [Inline], _ marks: EmphasisMarks) -> [Inline]? {
    var tree = CmarkTree(.markdown)
    defer { tree.free() }
    tree.emphasisMarks = marks
    tree.append(CMARK_NODE_PARAGRAPH, content: { $0.append(inlines) })
    var bytes: [UInt8] = []
    tree.write(to: &bytes)
    let blocks = [Block](markdown: String(decoding: bytes, as: UTF8.self))
    guard blocks.count == 1, case .paragraph(let read) = blocks[0] else { return nil }
    return read.laidOut(.lines)
  }
}

extension [Inline] {
  /// Whether some emphasis is nested in emphasis of the same kind.
  fileprivate var containsNestedEmphasis: Bool { containsEmphasis(in: (false, false)) }

  private func containsEmphasis(in outer: (emphasis: Bool, strong: Bool)) -> Bool {
    contains { inline in
      switch inline {
      case .emphasis(let inlines): outer.emphasis || inlines.containsEmphasis(in: (true, outer.strong))
      case .strong(let inlines): outer.strong || inlines.containsEmphasis(in: (outer.emphasis, true))
      case .link(_, _, let inlines), .image(_, _, let inlines): inlines.containsEmphasis(in: outer)
      case .text, .code, .softBreak, .lineBreak: false
      }
    }
  }

  /// The inlines without emphasis that is nested in emphasis of the same kind.
  fileprivate var withoutNestedEmphasis: [Inline] {
    flatMapInlines { inline in
      switch inline {
      case .emphasis(let inlines):
        [.emphasis(inlines.flatMapInlines { if case .emphasis(let inner) = $0 { inner } else { [$0] } })]
      case .strong(let inlines):
        [.strong(inlines.flatMapInlines { if case .strong(let inner) = $0 { inner } else { [$0] } })]
      default: [inline]
      }
    }
  }
}

/// Links and pictures. Their addresses are safe, because the inlines have been laid out.
extension CmarkTree {
  mutating func append(linkTo destination: String, _ title: String, _ label: [Inline]) {
    switch format {
    case .markdown:
      // libcmark writes a link whose text is its address as `<address>`, even if that would be read as an HTML tag.
      custom(CMARK_NODE_CUSTOM_INLINE, "[", markdownEnd(destination, title)) { $0.append(label) }
    case .latex:
      // libcmark omits addresses without a scheme.
      custom(CMARK_NODE_CUSTOM_INLINE, "\\href{\(destination.latexAddress)}{", "}") { $0.append(label) }
    case .html, .man, .xml: append(CMARK_NODE_LINK, destination, title, label)
    }
  }

  mutating func append(image source: String, _ title: String, _ alternative: [Inline]) {
    switch format {
    case .markdown: custom(CMARK_NODE_CUSTOM_INLINE, "![", markdownEnd(source, title)) { $0.append(alternative) }
    case .latex where !source.isIncludedByLatex:
      append(linkTo: source, title, alternative.plainText.isEmpty ? [.text(source)] : alternative)
    case .latex, .html, .man, .xml: append(CMARK_NODE_IMAGE, source, title, alternative)
    }
  }

  private mutating func append(_ type: cmark_node_type, _ address: String, _ title: String, _ content: [Inline]) {
    append(type) { node in
      cmark_node_set_url(node, address)
      cmark_node_set_title(node, title)
    } content: {
      $0.append(content)
    }
  }

  /// Returns the part of a Markdown link after its text: the closing bracket, the address and the title.
  private func markdownEnd(_ address: String, _ title: String) -> String {
    let isPlain =
      !address.isEmpty && !address.unicodeScalars.contains { $0 == "(" || $0 == ")" || $0.properties.isWhitespace }
    let address = address.escaping("\\<>{|$`")
    // libcmark reads even an escaped backslash at the end as one that escapes the quotation mark. A space separates
    // them.
    let title = title.escaping("\\<>{|$`\"").replacing("\n", with: "&#10;") + (title.hasSuffix("\\") ? " " : "")
    return "](" + (isPlain ? address : "<\(address)>") + (title.isEmpty ? ")" : " \"\(title)\")")
  }
}

extension String {
  /// Whether the address is that of a picture that LaTeX can include. Any other picture becomes a link.
  fileprivate var isIncludedByLatex: Bool {
    Destination.isRelative(self) && [".png", ".jpg", ".jpeg", ".pdf"].contains(where: lowercased().hasSuffix)
  }

  /// The address as the argument of `\href`: percent-encoded so that it contains no LaTeX command, with `%`, `#` and
  /// `&` escaped.
  fileprivate var latexAddress: String {
    utf8.map { byte in
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "&"): "\\" + String(UnicodeScalar(byte))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      case _ where "-._/?=+,;:@".utf8.contains(byte): String(UnicodeScalar(byte))
      default: "\\%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
