import CCmark

extension [Block] {
  /// Returns the blocks in a format.
  ///
  /// All text is escaped for the format by libcmark. Addresses that are not ``Destination/isSafe(_:)`` are omitted in every format.
  /// CommonMark has no tables: in Markdown, a table is written as an HTML block, which is valid CommonMark. In the other formats, tables
  /// and property lists are written with the means of the format.
  ///
  /// Blocks and inlines without visible content are omitted, and control characters are replaced by U+FFFD. Blocks that were written as
  /// Markdown are read by ``Swift/Array/init(markdown:)`` without a difference, apart from these limits of Markdown and libcmark:
  /// - White space at the ends of a line is lost, and several line breaks in a row become one.
  /// - Emphasis that begins or ends together with other emphasis may be nested in another way. Emphasis within emphasis of the same kind is
  ///   omitted if Markdown cannot express it.
  /// - A heading has one line, and a tab outside of code becomes a space.
  /// - If an item of a list begins with a list, it must have no other content.
  /// - A list is loose if a blank line is required between its blocks, and tight if none of its blocks but the last is a paragraph.
  ///
  /// The XML is that of libcmark for the same Markdown, except for raw HTML, which is text, white space at the ends of lines, tabs outside
  /// of code, line ends that were written as references, and links in the label of a picture, which are replaced by their text.
  ///
  /// - Complexity: O(*n*), *n* being the length of the result.
  public func rendered(as format: MarkupFormat) -> String {
    var bytes: [UInt8] = []
    write(as: format, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the blocks in a format, in UTF-8. The text is that of ``rendered(as:)``.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - bytes: The bytes to append to.
  /// - Complexity: O(*n*), *n* being the number of appended bytes.
  public func write(as format: MarkupFormat, to bytes: inout [UInt8]) {
    if format == .html { HTMLWriter.write(self, to: &bytes) } else { writeTree(as: format, to: &bytes) }
  }

  /// Appends the blocks in a format by a tree of libcmark. For HTML, only tests call this function, to compare ``HTMLWriter`` with it.
  package func writeTree(as format: MarkupFormat, to bytes: inout [UInt8]) {
    var tree = CmarkTree(format)
    // The tree frees its root, and thereby all nodes. The text that libcmark returns has to be freed separately.
    defer { tree.free() }
    tree.append(self)
    tree.write(to: &bytes)
  }
}

/// A tree of libcmark that is built from blocks for one format, as the contents of custom nodes depend on the format.
struct CmarkTree {
  typealias Node = OpaquePointer

  let format: MarkupFormat
  /// The delimiters of emphasis in Markdown.
  var emphasisMarks = EmphasisMarks.stars
  /// The number of emphases around the current node.
  var emphasisDepth = 0
  /// The node to which children are appended.
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

  /// Appends a node, and calls a closure that appends its children.
  mutating func append(
    _ type: cmark_node_type, configure: (Node) -> Void = { _ in }, content: (inout CmarkTree) -> Void = { _ in }
  ) {
    guard let node = cmark_node_new(type) else { return }
    configure(node)
    guard cmark_node_append_child(current, node) != 0 else {
      // libcmark does not own a node that its parent rejects.
      cmark_node_free(node)
      return
    }
    let parent = current
    current = node
    content(&self)
    current = parent
  }

  /// Appends a block or an inline whose `enter` and `exit` are written without escaping.
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

  /// Appends an environment of LaTeX. The empty paragraph after it separates the next block, as a blank line does.
  mutating func environment(_ begin: String, _ end: String = "", content: (inout CmarkTree) -> Void = { _ in }) {
    custom(CMARK_NODE_CUSTOM_BLOCK, begin, end, content: content)
    append(CMARK_NODE_PARAGRAPH)
  }

  /// Appends text, which libcmark escapes.
  mutating func append(text: String) {
    guard !text.isEmpty else { return }
    append(CMARK_NODE_TEXT) { cmark_node_set_literal($0, text) }
  }

  // MARK: - Blocks

  mutating func append(_ blocks: [Block]) {
    for block in blocks { append(block) }
  }

  private mutating func append(_ block: Block) {
    switch block {
    case .paragraph(let inlines): append(CMARK_NODE_PARAGRAPH, of: inlines.laidOut(.lines))
    case .heading(let level, let inlines):
      // LaTeX has five levels.
      let lowest = format == .latex ? 5 : 6
      // A heading has one line in formats for readers. The XML keeps its line breaks, as it shows the tree of CommonMark.
      append(CMARK_NODE_HEADING, of: inlines.laidOut(format == .xml ? .lines : .oneLine)) {
        cmark_node_set_heading_level($0, Int32(min(lowest, max(1, level))))
      }
    case .list(let list): append(list)
    case .quote(let blocks):
      // Otherwise a quote after a list would be indented like the items of the list.
      if format == .man { custom(CMARK_NODE_CUSTOM_BLOCK, ".PP") }
      append(CMARK_NODE_BLOCK_QUOTE, content: { $0.append(blocks) })
    case .code(let text, let info): append(code: text.cleanedLines, info: info.address)
    case .thematicBreak: appendThematicBreak()
    case .properties(let properties): append(properties)
    case .table(let table): append(table)
    }
  }

  /// Appends a block of inlines that are laid out, unless there are none.
  private mutating func append(
    _ type: cmark_node_type, of inlines: [Inline], configure: (Node) -> Void = { _ in }
  ) {
    guard !inlines.isEmpty else { return }
    let inlines = format == .markdown ? markingEmphasis(in: inlines) : inlines
    append(type, configure: configure, content: { $0.append(inlines) })
  }

  private mutating func appendThematicBreak() {
    switch format {
    // The dashes that libcmark writes would merge with the dash of a list item.
    case .markdown: append(markdown: "***")
    // LaTeX reports an error for the rule that libcmark writes, whose thickness is a command.
    case .latex: environment("\\begin{center}\\rule{0.5\\linewidth}{0.4pt}\\end{center}")
    case .html, .man, .xml: append(CMARK_NODE_THEMATIC_BREAK)
    }
  }
}
