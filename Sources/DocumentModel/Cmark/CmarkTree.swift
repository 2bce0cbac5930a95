import CCmark

extension [Block] {
  /// Writes the blocks in a format.
  ///
  /// Every text is escaped for the format by libcmark; addresses that are not ``Destination/isSafe(_:)`` are left out
  /// in every format. Markdown has no tables of its own: a table is an HTML block there, which is valid CommonMark. In
  /// the other formats tables and property lists are what the format has for them.
  ///
  /// Blocks and inlines that show nothing are left out; for a control character stands U+FFFD. What is written as
  /// Markdown is read with ``Swift/Array/init(markdown:)`` as it was, but for these limits of Markdown and libcmark:
  /// - White space at the ends of a line is lost, and several breaks in a row are one.
  /// - Emphasis that begins or ends where other emphasis does may be read as nested in another way. Emphasis within the same emphasis is
  ///   left out where Markdown has no way to tell it.
  /// - A heading is one line, and a tab outside of lines of a program is a space.
  /// - A list with which an item begins has to be all that is in the item.
  /// - A list is loose if something has to stand between its blocks, and tight if none of them but the last is a
  ///   paragraph.
  ///
  /// The XML is that of libcmark for the same Markdown, but for raw HTML, which is text, white space at the ends of lines, tabs outside of
  /// lines of a program, line ends that were written as references, and links in the label of a picture, which are their text.
  ///
  /// - Complexity: O(*n*), *n* being the length of the result.
  public func rendered(as format: MarkupFormat) -> String {
    var bytes: [UInt8] = []
    write(as: format, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the blocks in a format, in UTF-8, as ``rendered(as:)`` does.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - bytes: What they are appended to.
  /// - Complexity: O(*n*), *n* being the length of what is appended.
  public func write(as format: MarkupFormat, to bytes: inout [UInt8]) {
    if format == .html { HTMLWriter.write(self, to: &bytes) } else { writeTree(as: format, to: &bytes) }
  }

  /// Writes the blocks through a tree of libcmark. HTML is written so only in tests, which hold ``HTMLWriter`` to it.
  package func writeTree(as format: MarkupFormat, to bytes: inout [UInt8]) {
    var tree = CmarkTree(format)
    // The tree frees its root, and with it all that was appended to it; what libcmark writes is ours to free.
    defer { tree.free() }
    tree.append(self)
    tree.write(to: &bytes)
  }
}

/// A libcmark tree that is built from values, for one format: what stands in custom nodes depends on the format.
struct CmarkTree {
  typealias Node = OpaquePointer

  let format: MarkupFormat
  /// How emphasis is marked in Markdown.
  var emphasisMarks = EmphasisMarks.stars
  /// How many emphases the node that is appended to is in.
  var emphasisDepth = 0
  /// The node that is appended to.
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

  /// Appends a node, and whatever `content` appends to it.
  mutating func append(
    _ type: cmark_node_type, configure: (Node) -> Void = { _ in }, content: (inout CmarkTree) -> Void = { _ in }
  ) {
    guard let node = cmark_node_new(type) else { return }
    configure(node)
    guard cmark_node_append_child(current, node) != 0 else {
      // A node that its parent refuses stays ours.
      cmark_node_free(node)
      return
    }
    let parent = current
    current = node
    content(&self)
    current = parent
  }

  /// Appends a block or an inline whose `enter` and `exit` are written as they are.
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

  /// Appends an environment of LaTeX. The empty paragraph sets off what follows, as a blank line does.
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
      // A heading is one line for who reads it, and what it was in the tree of CommonMark.
      append(CMARK_NODE_HEADING, of: inlines.laidOut(format == .xml ? .lines : .oneLine)) {
        cmark_node_set_heading_level($0, Int32(min(lowest, max(1, level))))
      }
    case .list(let list): append(list)
    case .quote(let blocks):
      // A quote after a list would be as far in as the list's items.
      if format == .man { custom(CMARK_NODE_CUSTOM_BLOCK, ".PP") }
      append(CMARK_NODE_BLOCK_QUOTE, content: { $0.append(blocks) })
    case .code(let text, let info): append(code: text.cleanedLines, info: info.address)
    case .thematicBreak: appendThematicBreak()
    case .properties(let properties): append(properties)
    case .table(let table): append(table)
    }
  }

  /// Appends a block of inlines that are laid out; there is none without them.
  private mutating func append(
    _ type: cmark_node_type, of inlines: [Inline], configure: (Node) -> Void = { _ in }
  ) {
    guard !inlines.isEmpty else { return }
    let inlines = format == .markdown ? markingEmphasis(in: inlines) : inlines
    append(type, configure: configure, content: { $0.append(inlines) })
  }

  private mutating func appendThematicBreak() {
    switch format {
    // The dashes of libcmark would be one with the dash of a list's item.
    case .markdown: append(markdown: "***")
    // LaTeX stops at the rule of libcmark, which has a command for its thickness.
    case .latex: environment("\\begin{center}\\rule{0.5\\linewidth}{0.4pt}\\end{center}")
    case .html, .man, .xml: append(CMARK_NODE_THEMATIC_BREAK)
    }
  }
}
