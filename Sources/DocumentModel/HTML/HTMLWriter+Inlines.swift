extension HTMLWriter {
  /// Writes inlines that are laid out.
  mutating func write(_ inlines: [Inline]) {
    let inlines = inlines.span
    for index in inlines.indices {
      switch inlines[index] {
      case .text(let text): write(escaping: text)
      case .softBreak: write("\n")
      case .lineBreak: write("<br />\n")
      case .code(let text):
        write("<code>")
        write(escaping: text)
        write("</code>")
      case .emphasis(let inlines):
        write("<em>")
        write(inlines)
        write("</em>")
      case .strong(let inlines):
        write("<strong>")
        write(inlines)
        write("</strong>")
      case .link(let destination, let title, let label):
        write("<a href=\"")
        write(address: destination)
        write(title: title)
        write("\">")
        write(label)
        write("</a>")
      case .image(let source, let title, let alternative):
        write("<img src=\"")
        write(address: source)
        write("\" alt=\"")
        write(alternative: alternative)
        write(title: title)
        write("\" />")
      }
    }
  }

  /// Ends an attribute and writes that of a title, up to its end, where there is one.
  private mutating func write(title: String) {
    guard !title.isEmpty else { return }
    write("\" title=\"")
    write(escaping: title)
  }

  /// Writes what stands for a picture: the characters without their formatting.
  private mutating func write(alternative inlines: [Inline]) {
    for inline in inlines {
      switch inline {
      case .text(let text), .code(let text): write(escaping: text)
      case .softBreak, .lineBreak: write(" ")
      case .emphasis(let inlines), .strong(let inlines), .link(_, _, let inlines), .image(_, _, let inlines):
        write(alternative: inlines)
      }
    }
  }
}
