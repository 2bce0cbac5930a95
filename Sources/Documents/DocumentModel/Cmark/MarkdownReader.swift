import CCmark

extension [Block] {
  /// Creates blocks from CommonMark, which may come from an untrusted source.
  ///
  /// Raw HTML never becomes markup; its characters are text. Only a table as ``rendered(as:)`` writes it, for which
  /// Markdown has no other form, is read as one. Addresses that are not safe are kept, and are omitted when
  /// the blocks are rendered. Nodes more than a hundred levels deep are read as plain text. The comment
  /// `<!-- end list -->`, which separates two lists in Markdown, is ignored.
  ///
  /// - Parameter markdown: CommonMark 0.30.
  /// - Complexity: O(*n*), *n* being the length of the text.
  public init(markdown: String) {
    var markdown = markdown
    let root = markdown.withUTF8 { bytes in
      // libcmark reads the bytes only during the call, and keeps no reference to them.
      bytes.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT) }
    }
    guard let root else {
      self = []
      return
    }
    // The root owns the whole tree. The reader keeps only copies of its strings.
    defer { cmark_node_free(root) }
    self = MarkdownReader().blocks(in: root)
  }
}

extension String {
  /// The text, which is a title, without Markdown's marks of emphasis and links, if it has any.
  ///
  /// Signs that may mean something else stay: in a word, as in `snake_case_name` and `M*A*S*H`; around a name, as in
  /// `__init__`; around something without letters; and those of links that do not lead to the web. If a title has any
  /// of these beside emphasis, all of it stays.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package var plainTextOfTitle: String {
    // A fast path: no mark begins anything within a word.
    var text = self
    let mayHaveMarks = text.withUTF8 { bytes in
      bytes.indices.contains { index in
        switch bytes[index] {
        case UInt8(ascii: "["): true
        case UInt8(ascii: "*"), UInt8(ascii: "_"):
          index == 0 || bytes[index - 1] < 0x80 && !bytes[index - 1].isLetterOrDigit
        default: false
        }
      }
    }
    guard mayHaveMarks else { return self }
    // A heading is read as one line. In it, only emphasis and links mean something.
    let words = unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: \.isSpace).map { word in
      let isName = String(word).ranges(of: "__").count > 1
      var escaped = "", last: Unicode.Scalar?
      for scalar in word {
        let isMarkup = last != "\\" && (scalar == "_" ? !isName : "*[]()!".unicodeScalars.contains(scalar))
        if !isMarkup, scalar.isSignOfASCII { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
        last = scalar
      }
      return escaped
    }
    let blocks = [Block](markdown: "# " + words.joined(separator: " "))
    guard case .heading(_, let inlines)? = blocks.first, inlines.count != 1 || !inlines[0].isText,
      inlines.haveMarksOfTitles
    else { return self }
    return inlines.plainText
  }
}

extension [Inline] {
  /// Whether the marks of all emphasis and links are meant as such.
  fileprivate var haveMarksOfTitles: Bool {
    enumerated().allSatisfy { index, inline in
      switch inline {
      case .emphasis(let content), .strong(let content):
        let before = index > 0 ? [self[index - 1]].plainText.last : nil
        let after = index + 1 < count ? [self[index + 1]].plainText.first : nil
        let isInWord = [before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
        return !isInWord && content.plainText.contains(where: \.isLetter) && content.haveMarksOfTitles
      case .link(let address, _, let content), .image(let address, _, let content):
        return ["https:", "http:", "mailto:"].contains(where: address.lowercased().hasPrefix)
          && content.haveMarksOfTitles
      default: return true
      }
    }
  }
}

extension Inline {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension Unicode.Scalar {
  /// Whether a backslash before the scalar makes it text in Markdown.
  fileprivate var isSignOfASCII: Bool {
    isASCII && value > 0x20 && value != 0x7F && !properties.isAlphabetic && !("0"..."9").contains(self)
  }
}

/// A reader that creates blocks from a libcmark tree, which the caller owns.
private struct MarkdownReader {
  /// The number of nodes above those that are read. Nodes below the maximum depth are read as text, so that recursion
  /// over the blocks, here and elsewhere, cannot exhaust the stack.
  var depth = 0
  private static let maximumDepth = 100

  func blocks(in node: OpaquePointer) -> [Block] {
    guard depth < Self.maximumDepth else { return [.paragraph([.text(plainText(of: node))])] }
    var blocks: [Block] = []
    for child in Children(of: node) where !isListSeparator(child) { blocks.append(deeper.block(child)) }
    return blocks
  }

  /// Returns whether a node is the comment that libcmark writes between two lists, which Markdown would otherwise read
  /// as one.
  private func isListSeparator(_ node: OpaquePointer) -> Bool {
    cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK && text(cmark_node_get_literal(node)) == "<!-- end list -->\n"
  }

  private var deeper: MarkdownReader { MarkdownReader(depth: depth + 1) }

  private func block(_ node: OpaquePointer) -> Block {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(node)), inlines(in: node))
    case CMARK_NODE_LIST: .list(list(node))
    case CMARK_NODE_BLOCK_QUOTE: .quote(blocks(in: node))
    case CMARK_NODE_CODE_BLOCK: .code(text(cmark_node_get_literal(node)), info: text(cmark_node_get_fence_info(node)))
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_HTML_BLOCK: block(ofHTML: text(cmark_node_get_literal(node)))
    default: .paragraph(inlines(in: node))
    }
  }

  private func block(ofHTML text: String) -> Block {
    // Nobody else writes it exactly so.
    if text.hasPrefix("<table>\n<thead>\n<tr>\n<t"), case let blocks = [Block](html: text), blocks.count == 1,
      case .table = blocks[0]
    {
      return blocks[0]
    }
    return .paragraph([.text(text.droppingLastNewline)])
  }

  private func list(_ node: OpaquePointer) -> Block.List {
    let delimiter: Block.List.Delimiter = cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM ? .parenthesis : .period
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    return Block.List(
      isOrdered ? .ordered(start: Int(cmark_node_get_list_start(node)), delimiter: delimiter) : .bullet,
      isTight: cmark_node_get_list_tight(node) != 0, items: Children(of: node).map(deeper.blocks))
  }

  private func inlines(in node: OpaquePointer) -> [Inline] {
    guard depth < Self.maximumDepth else { return [.text(plainText(of: node))] }
    var inlines: [Inline] = []
    // libcmark splits a text at every character that could have been markup. Its pieces are joined until the next other
    // inline.
    var text = ""
    for child in Children(of: node) {
      switch deeper.inline(child) {
      case .text(let more): text += more
      case let next:
        if !text.isEmpty { inlines.append(.text(text)) }
        text = ""
        inlines.append(next)
      }
    }
    if !text.isEmpty { inlines.append(.text(text)) }
    return inlines
  }

  private func inline(_ node: OpaquePointer) -> Inline {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code(text(cmark_node_get_literal(node)))
    case CMARK_NODE_EMPH: .emphasis(inlines(in: node))
    case CMARK_NODE_STRONG: .strong(inlines(in: node))
    case CMARK_NODE_LINK:
      .link(destination: text(cmark_node_get_url(node)), title: text(cmark_node_get_title(node)), inlines(in: node))
    case CMARK_NODE_IMAGE:
      .image(source: text(cmark_node_get_url(node)), title: text(cmark_node_get_title(node)), inlines(in: node))
    default: .text(text(cmark_node_get_literal(node)))
    }
  }

  /// Returns the literals of all leaves of a node, one directly after the other. A soft break is a space, and a hard
  /// line break is lost.
  private func plainText(of node: OpaquePointer) -> String {
    let iterator = cmark_iter_new(node)
    defer { cmark_iter_free(iterator) }
    var result = ""
    while cmark_iter_next(iterator) != CMARK_EVENT_DONE {
      // Only leaves have a literal, and the iterator visits a leaf once.
      let leaf = cmark_iter_get_node(iterator)
      if cmark_node_get_type(leaf) == CMARK_NODE_SOFTBREAK { result += " " }
      if let literal = cmark_node_get_literal(leaf) { result += text(literal) }
    }
    return result
  }

  /// Returns a copy of a string that a node owns.
  private func text(_ string: UnsafePointer<CChar>?) -> String { string.map { String(cString: $0) } ?? "" }
}

/// The children of a node. They are valid until the node is freed.
private struct Children: Sequence, IteratorProtocol {
  private var child: OpaquePointer?

  init(of node: OpaquePointer) { child = cmark_node_first_child(node) }

  mutating func next() -> OpaquePointer? {
    defer { child = child.flatMap { cmark_node_next($0) } }
    return child
  }
}

extension String {
  fileprivate var droppingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
