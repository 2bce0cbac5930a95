import CCmark

extension CmarkTree {
  /// Appends the lines of a program.
  mutating func append(code text: String, info: String) {
    var text = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    // LaTeX shows a tab as one space.
    if format == .latex { text = text.expandingTabs }
    switch format {
    case .markdown: append(markdown: fenced(text, info))
    // Nothing can be escaped in a verbatim environment, so that its own end cannot stand in it.
    case .latex where text.unicodeScalars.contains("\\end{verbatim}".unicodeScalars):
      append([.paragraph(Array(lines(of: text).map { [Inline.code($0)] }.joined(separator: [.lineBreak])))])
    case .man: appendMan(code: text)
    case .html, .latex, .xml:
      append(CMARK_NODE_CODE_BLOCK) { node in
        cmark_node_set_literal(node, text)
        cmark_node_set_fence_info(node, info)
      }
    }
  }

  /// Appends lines of Markdown that are written as they are.
  ///
  /// The paragraph is set off by blank lines, and begins on the first line of a list's item.
  mutating func append(markdown lines: String) {
    append(CMARK_NODE_PARAGRAPH, content: { $0.custom(CMARK_NODE_CUSTOM_INLINE, lines) })
  }

  /// A fenced block: libcmark indents blocks without an info, and then cannot tell two of them apart.
  private func fenced(_ text: String, _ info: String) -> String {
    let runs = text.unicodeScalars.split { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: Swift.max(3, (runs.max() ?? 0) + 1))
    // The info of such a block has no backtick in it, not even with a backslash.
    let info = info.escaping("\\").unicodeScalars.map { $0 == "`" ? "&#96;" : String($0) }.joined()
    return "\(fence)\(info)\n\(text)\(fence)"
  }

  /// Of the lines of a code block, libcmark keeps only the first from being a request.
  private mutating func appendMan(code text: String) {
    custom(CMARK_NODE_CUSTOM_BLOCK, ".IP\n.nf\n\\f[C]", "\\f[]\n.fi") { tree in
      for line in tree.lines(of: text) {
        tree.custom(CMARK_NODE_CUSTOM_INLINE, "\\&", "\n") { $0.append(text: line) }
      }
    }
  }

  private func lines(of text: String) -> [String] {
    text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
