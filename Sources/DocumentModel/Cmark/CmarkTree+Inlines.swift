import CCmark

extension CmarkTree {
  /// Appends inlines that are laid out.
  mutating func append(_ inlines: [Inline]) {
    for (index, inline) in inlines.enumerated() {
      if format == .markdown, case .text(let text) = inline {
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

  /// Text in which the format's own escapes are not enough.
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
    // Widespread extensions of CommonMark read these: tables, strikethrough, mathematics, attributes and templates.
    case (.markdown, "|"), (.markdown, "~"), (.markdown, "$"), (.markdown, "{"): "\\\(scalar)"
    // LaTeX shows these as quotation marks.
    case (.latex, "`"): "\\textasciigrave{}"
    case (.latex, ",") where last == ",": "{},"
    default: nil
    }
  }

  private mutating func appendLineBreak() {
    switch format {
    case .html, .xml: append(CMARK_NODE_LINEBREAK)
    case .markdown:
      // libcmark writes spaces, which editors cut off.
      custom(CMARK_NODE_CUSTOM_INLINE, "\\")
      append(CMARK_NODE_SOFTBREAK)
    case .latex:
      append(CMARK_NODE_LINEBREAK)
      // LaTeX looks for a star or a bracket after a line break, on the next line too.
      custom(CMARK_NODE_CUSTOM_INLINE, "{}")
    case .man:
      // libcmark writes a request on the line of the text; \& keeps the next line from being one.
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
    // roff goes back by one font only, so that there is none within another.
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
