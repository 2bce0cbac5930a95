import CCmark

/// Links and pictures, whose addresses are safe: ``Inline`` is laid out before it comes here.
extension CmarkTree {
  mutating func append(linkTo destination: String, _ title: String, _ label: [Inline]) {
    switch format {
    case .markdown:
      // libcmark writes a link whose text is its address as `<address>`, even where that is a tag.
      custom(CMARK_NODE_CUSTOM_INLINE, "[", markdownEnd(destination, title)) { $0.append(label) }
    case .latex:
      // libcmark leaves out addresses without a scheme.
      custom(CMARK_NODE_CUSTOM_INLINE, "\\href{\(destination.latexAddress)}{", "}") { $0.append(label) }
    case .html, .man, .xml: append(CMARK_NODE_LINK, destination, title, label)
    }
  }

  mutating func append(image source: String, _ title: String, _ alternative: [Inline]) {
    switch format {
    case .markdown:
      custom(CMARK_NODE_CUSTOM_INLINE, "![", markdownEnd(source, title)) { $0.append(alternative) }
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

  /// What follows the text of a link in Markdown.
  private func markdownEnd(_ address: String, _ title: String) -> String {
    let isPlain =
      !address.isEmpty && !address.unicodeScalars.contains { $0 == "(" || $0 == ")" || $0.properties.isWhitespace }
    let address = address.escaping("\\<>{|$`")
    // libcmark takes a backslash at the end for one before the quotation mark, though it is escaped.
    let title = title.escaping("\\<>{|$`\"").replacing("\n", with: "&#10;") + (title.hasSuffix("\\") ? " " : "")
    return "](" + (isPlain ? address : "<\(address)>") + (title.isEmpty ? ")" : " \"\(title)\")")
  }
}

extension String {
  /// Whether the address is that of a picture that LaTeX can include: what it cannot include is something to follow.
  fileprivate var isIncludedByLatex: Bool {
    Destination.isRelative(self) && [".png", ".jpg", ".jpeg", ".pdf"].contains(where: lowercased().hasSuffix)
  }

  /// The address in the argument of `\href`: encoded so that nothing in it is a command, and the signs left over
  /// escaped.
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
