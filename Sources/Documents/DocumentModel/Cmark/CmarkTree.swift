import CCmark

extension [Block] {
  /// Returns the blocks in a format.
  ///
  /// All text is escaped for the format. Addresses that are not ``Destination/isSafe(_:)`` are omitted in every format.
  /// CommonMark has no tables; in Markdown, a table is an HTML block, which is valid CommonMark, and is read again. The
  /// other formats use their own tables and property lists.
  ///
  /// Blocks and inlines without visible content are omitted, and control characters are replaced by U+FFFD. Markdown
  /// that this method writes, and ``Swift/Array/init(markdown:)`` reads, results in the same blocks, within these
  /// limits of Markdown and libcmark:
  /// - White space at the ends of a line is lost, and several breaks in a row become one.
  /// - Emphasis that begins or ends together with other emphasis may be read with a different nesting. Emphasis in
  ///   emphasis of the same kind is omitted where Markdown cannot express it.
  /// - A heading becomes one line, and a tab outside code becomes a space.
  /// - If an item begins with a list, the list has to be all of the item.
  /// - A list is read as loose if some of its blocks have to be separated by a blank line, and as tight if only the
  ///   last of its blocks is a paragraph.
  ///
  /// The XML is that of libcmark for the same Markdown, with these exceptions: raw HTML is text, white space at the
  /// ends of lines, tabs outside code and line ends written as character references are normalized, and a link in the
  /// label of a picture is its text.
  ///
  /// - Complexity: O(*n*), *n* being the length of the result.
  public func rendered(as format: MarkupFormat) -> String {
    var bytes: [UInt8] = []
    write(as: format, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the blocks in a format, in UTF-8, as ``rendered(as:)`` writes them.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - bytes: The bytes that the blocks are appended to.
  /// - Complexity: O(*n*), *n* being the length of what is appended.
  public func write(as format: MarkupFormat, to bytes: inout [UInt8]) {
    if format == .html { HTMLWriter.write(self, to: &bytes) } else { writeTree(as: format, to: &bytes) }
  }

  /// Appends the blocks in a format by means of a libcmark tree. Only tests use it for HTML, to compare the output of
  /// ``HTMLWriter``.
  package func writeTree(as format: MarkupFormat, to bytes: inout [UInt8]) {
    var tree = CmarkTree(format)
    // Frees the root together with all nodes below it. `write(to:)` frees the text that libcmark returns.
    defer { tree.free() }
    tree.append(self)
    tree.write(to: &bytes)
  }
}

/// A libcmark tree that is built from blocks for one format. The contents of its custom nodes depend on the format.
///
/// `free()` has to be called when the tree is no longer needed.
struct CmarkTree {
  typealias Node = OpaquePointer

  let format: MarkupFormat
  var emphasisMarks = EmphasisMarks.stars
  /// The number of emphasis nodes around the nodes that are appended.
  var emphasisDepth = 0
  /// The node to which nodes are appended.
  private var current: Node?
  private let root: Node?

  init(_ format: MarkupFormat) {
    self.format = format
    root = cmark_node_new(CMARK_NODE_DOCUMENT)
    current = root
  }

  func free() { cmark_node_free(root) }

  func write(to bytes: inout [UInt8]) {
    let text: UnsafeMutablePointer<CChar>? =
      switch format {
      case .html: cmark_render_html(root, CMARK_OPT_DEFAULT)
      case .markdown: cmark_render_commonmark(root, CMARK_OPT_DEFAULT, 0)
      case .latex: cmark_render_latex(root, CMARK_OPT_DEFAULT, 0)
      case .man: cmark_render_man(root, CMARK_OPT_DEFAULT, 0)
      case .xml: cmark_render_xml(root, CMARK_OPT_DEFAULT)
      }
    guard let text else { return }
    defer { cmark_get_default_mem_allocator().pointee.free(text) }
    bytes.append(contentsOf: String(cString: text).utf8)
  }

  // MARK: - Nodes

  /// Appends a node, and calls `content` to append the nodes below it.
  mutating func append(
    _ type: cmark_node_type, configure: (Node) -> Void = { _ in }, content: (inout CmarkTree) -> Void = { _ in }
  ) {
    guard let node = cmark_node_new(type) else { return }
    configure(node)
    guard cmark_node_append_child(current, node) != 0 else {
      // A node that the parent does not accept is not owned by the tree.
      cmark_node_free(node)
      return
    }
    let parent = current
    current = node
    content(&self)
    current = parent
  }

  /// Appends a custom block or inline. libcmark writes `enter` and `exit` without escaping.
  mutating func custom(
    _ type: cmark_node_type, _ enter: String, _ exit: String = "", content: (inout CmarkTree) -> Void = { _ in }
  ) {
    append(type) { node in
      cmark_node_set_on_enter(node, enter)
      cmark_node_set_on_exit(node, exit)
    } content: {
      content(&$0)
    }
  }

  /// Appends a LaTeX environment. The empty paragraph after it separates it from the next block like a blank line.
  mutating func environment(_ begin: String, _ end: String = "", content: (inout CmarkTree) -> Void = { _ in }) {
    custom(CMARK_NODE_CUSTOM_BLOCK, begin, end, content: content)
    append(CMARK_NODE_PARAGRAPH)
  }

  /// Appends a text, which libcmark escapes.
  mutating func append(text: String) {
    guard !text.isEmpty else { return }
    append(CMARK_NODE_TEXT) { cmark_node_set_literal($0, text) }
  }

  // MARK: - Blocks

  mutating func append(_ blocks: [Block]) { for block in blocks { append(block) } }

  private mutating func append(_ block: Block) {
    switch block {
    case .paragraph(let inlines): append(CMARK_NODE_PARAGRAPH, of: inlines.laidOut(.lines))
    case .heading(let level, let inlines):
      // LaTeX has five levels of headings, from `\section` to `\subparagraph`.
      let lowest = format == .latex ? 5 : 6
      // XML describes the tree of CommonMark, in which a heading may have line breaks. In all other formats it is one
      // line.
      append(CMARK_NODE_HEADING, of: inlines.laidOut(format == .xml ? .lines : .oneLine)) {
        cmark_node_set_heading_level($0, Int32(min(lowest, max(1, level))))
      }
    case .list(let list): append(list)
    case .quote(let blocks):
      // Without a new paragraph, a quote after a list would be indented from the text of its items.
      if format == .man { custom(CMARK_NODE_CUSTOM_BLOCK, ".PP") }
      append(CMARK_NODE_BLOCK_QUOTE, content: { $0.append(blocks) })
    case .code(let text, let info): append(code: text.cleanedLines, info: info.address)
    case .thematicBreak: appendThematicBreak()
    case .properties(let properties): append(properties)
    case .table(let table): append(table)
    }
  }

  /// Appends a block with inlines that are laid out. Appends nothing if there are none.
  private mutating func append(_ type: cmark_node_type, of inlines: [Inline], configure: (Node) -> Void = { _ in }) {
    guard !inlines.isEmpty else { return }
    let inlines = format == .markdown ? markingEmphasis(in: inlines) : inlines
    append(type, configure: configure, content: { $0.append(inlines) })
  }

  private mutating func appendThematicBreak() {
    switch format {
    // libcmark writes dashes, which would merge with the dash of a list item: `- -----` is read as a thematic break.
    case .markdown: append(markdown: "***")
    // libcmark gives the thickness of the rule by a command, which is an error in LaTeX.
    case .latex: environment("\\begin{center}\\rule{0.5\\linewidth}{0.4pt}\\end{center}")
    case .html, .man, .xml: append(CMARK_NODE_THEMATIC_BREAK)
    }
  }
}
