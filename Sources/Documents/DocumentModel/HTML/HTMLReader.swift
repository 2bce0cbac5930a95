import CGumbo

extension [Block] {
  /// Creates blocks from HTML, which may come from an untrusted source.
  ///
  /// Paragraphs, headings, lists, quotations, code, tables, links, pictures and emphasis become those of blocks. Of
  /// other elements, only the text is kept; scripts, styles, forms and embedded documents are left out. So are the
  /// addresses of links and pictures that are not ``Destination/isSafe(_:)``, and links to places on the page. Tags of
  /// elements that HTML does not know are text. A text without tags and character references is plain: its lines stay.
  ///
  /// - Parameter html: A fragment of HTML, which is read as browsers read it, whatever mistakes it has.
  /// - Complexity: O(*n*), *n* being the length of the text.
  package init(html: String) {
    let tags = HTMLTags(html)
    self = tags.hasMarkup ? HTMLReader.blocks(in: tags.cleaned) : HTMLReader.blocks(inLines: html)
  }
}

extension String {
  /// The text, which is HTML, as Markdown with the same blocks; see ``Swift/Array/init(html:)``.
  package var markdownOfHTML: String { [Block](html: self).rendered(as: .markdown) }

  /// The text, which is HTML, without its tags, on one line. A text without tags and character references stays as it
  /// is.
  package var plainTextOfHTML: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return self }
    let tags = HTMLTags(self)
    return tags.hasMarkup ? HTMLReader.blocks(in: tags.cleaned).plainText.collapsed : self
  }

  /// The text, which is cleaned, with one space for any white space of HTML, and none at its ends.
  fileprivate var words: String {
    unicodeScalars.split(whereSeparator: \.isSpaceOfHTML).map { String($0) }.joined(separator: " ")
  }

  /// The text on one line, with one space for any white space, and none at its ends.
  fileprivate var collapsed: String { cleaned.words }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space of which only one is shown. A space at which no line breaks is a space.
  fileprivate var isSpaceOfHTML: Bool { isASCII ? isSpace : self == "\u{A0}" }
}

/// A reader that creates blocks from a tree of gumbo, which the caller owns.
private struct HTMLReader {
  typealias Node = UnsafeMutablePointer<GumboNode>

  private enum Style: Hashable {
    case emphasis, strong
    /// Two links that follow each other have different numbers.
    case link(Int, destination: String, title: String)
  }

  /// A text, a line break or a picture, and its styles from the outside in.
  private struct Run {
    var inline: Inline
    var styles: [Style] = []
  }

  private var blocks: [Block] = []
  /// The inlines of the paragraph that is read.
  private var runs: [Run] = []
  private var styles: [Style] = []
  private var isCode = false
  private var script: Script?
  /// Whether all is read as one line, in which white space separates blocks.
  private var isLine = false
  private var linkCount = 0
  /// Whether white space would be at the beginning of a line, or after other white space.
  private var endsInSpace = true

  /// Returns the blocks of cleaned HTML.
  static func blocks(in html: [UInt8]) -> [Block] {
    var options = kGumboDefaultOptions
    options.max_errors = 0
    options.fragment_context = GUMBO_TAG_BODY
    return html.withUnsafeBytes { bytes in
      // gumbo reads the bytes during the call, and its tree refers to them, which is destroyed before they are.
      guard let output = gumbo_parse_with_options(&options, bytes.baseAddress, bytes.count) else { return [] }
      defer { gumbo_destroy_output(&options, output) }
      var reader = HTMLReader()
      reader.read(children(of: output.pointee.root))
      return reader.finish()
    }
  }

  /// Returns the paragraphs of a plain text: blank lines separate them, and other line ends stay.
  static func blocks(inLines text: String) -> [Block] {
    var reader = HTMLReader()
    for line in text.cleaned.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.unicodeScalars.allSatisfy(\.isSpace) { reader.endParagraph() }
      reader.runs += [Run(inline: .text(String(line))), Run(inline: .lineBreak)]
    }
    return reader.finish()
  }

  // MARK: - Nodes

  private static func children(of node: Node?) -> [Node] {
    guard let node, node.pointee.type == GUMBO_NODE_ELEMENT else { return [] }
    let children = node.pointee.v.element.children
    // The vector has that number of pointers to nodes.
    return (0..<Int(children.length)).compactMap { children.data[$0]?.assumingMemoryBound(to: GumboNode.self) }
  }

  /// Returns the tag of an element, or `nil` if a node is none.
  private static func tag(of node: Node) -> GumboTag? {
    node.pointee.type == GUMBO_NODE_ELEMENT ? node.pointee.v.element.tag : nil
  }

  /// Returns the text of a node; it is empty if the node is an element.
  private static func text(of node: Node) -> String {
    switch node.pointee.type {
    case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: String(cString: node.pointee.v.text.text)
    default: ""
    }
  }

  /// Returns an attribute of an element, or an empty text if it has none.
  private static func attribute(_ name: String, of node: Node) -> String {
    let attribute = gumbo_get_attribute(&node.pointee.v.element.attributes, name)
    return attribute.map { String(cString: $0.pointee.value) } ?? ""
  }

  private static func contains(_ tag: GumboTag, in node: Node) -> Bool {
    children(of: node).contains { Self.tag(of: $0) == tag || contains(tag, in: $0) }
  }

  // MARK: - Reading

  private mutating func read(_ nodes: [Node]) { for node in nodes { read(node) } }

  private mutating func read(_ node: Node) {
    let children = Self.children(of: node)
    switch Self.tag(of: node) {
    case nil: append(text: Self.text(of: node))
    case GUMBO_TAG_EM: read(children, in: .emphasis)
    case GUMBO_TAG_STRONG: read(children, in: .strong)
    case GUMBO_TAG_A: read(link: node)
    case GUMBO_TAG_CODE: read(children) { $0.isCode = true }
    case GUMBO_TAG_SMALL: read(children) { $0.script = .subscript }
    case GUMBO_TAG_BIG: read(children) { $0.script = .superscript }
    case GUMBO_TAG_IMG: read(image: node)
    case GUMBO_TAG_BR: appendLineBreak()
    case _ where isLine:
      appendSpace()
      read(children) { if Self.tag(of: node) == GUMBO_TAG_PRE { $0.isCode = true } }
      appendSpace()
    case let tag?:
      endParagraph()
      read(tag, children, of: node)
      endParagraph()
    }
  }

  /// Reads a block.
  private mutating func read(_ tag: GumboTag, _ children: [Node], of node: Node) {
    switch tag {
    case GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6:
      let content = line(children)
      let level = Int(tag.rawValue - GUMBO_TAG_H1.rawValue) + 1
      if !content.isEmpty { blocks.append(.heading(level: level, content)) }
    case GUMBO_TAG_HR: blocks.append(.thematicBreak)
    case GUMBO_TAG_BLOCKQUOTE:
      let content = blocks(of: children)
      if !content.isEmpty { blocks.append(.quote(content)) }
    case GUMBO_TAG_PRE:
      var code = ""
      Self.append(code: children, to: &code)
      code = code.replacing("\u{A0}", with: " ").cleanedLines
      if code.hasSuffix("\n") { code.removeLast() }
      if !code.trimmedAtEnd.isEmpty { blocks.append(.code(code + "\n", info: "")) }
    case GUMBO_TAG_UL: appendList(.bullet, children)
    case GUMBO_TAG_OL:
      appendList(.ordered(start: min(max(0, Int(Self.attribute("start", of: node)) ?? 1), 999_999_999)), children)
    case GUMBO_TAG_DT: read(children, in: .strong)
    case GUMBO_TAG_TABLE: appendTable(children)
    default: read(children)
    }
  }

  /// Reads nodes with changes to the reader that concern only them.
  private mutating func read(_ nodes: [Node], with change: (inout Self) -> Void) {
    let outer = (styles, isCode, script)
    change(&self)
    read(nodes)
    (styles, isCode, script) = outer
  }

  private mutating func read(_ nodes: [Node], in style: Style) {
    read(nodes) { if !$0.styles.contains(style) { $0.styles.append(style) } }
  }

  private mutating func read(link node: Node) {
    let destination = Self.attribute("href", of: node).address
    let isInLink = styles.contains { if case .link = $0 { true } else { false } }
    // Nothing on the page has an address, so that nothing leads there.
    let isLink = !isInLink && !destination.isEmpty && !destination.hasPrefix("#") && Destination.isSafe(destination)
    linkCount += 1
    let link = Style.link(linkCount, destination: destination, title: Self.attribute("title", of: node).collapsed)
    if isLink { read(Self.children(of: node), in: link) } else { read(Self.children(of: node)) }
  }

  private mutating func read(image node: Node) {
    let source = Self.attribute("src", of: node).address
    let alternative = Self.attribute("alt", of: node).collapsed
    guard !source.isEmpty, Destination.isSafe(source) else { return append(text: alternative) }
    let title = Self.attribute("title", of: node).collapsed
    append(.image(source: source, title: title, alternative.isEmpty ? [] : [.text(alternative)]))
  }

  /// Returns nodes within a block as blocks.
  private func blocks(of nodes: [Node]) -> [Block] {
    var reader = HTMLReader()
    (reader.styles, reader.isCode, reader.script, reader.linkCount) = (styles, isCode, script, linkCount)
    reader.read(nodes)
    return reader.finish()
  }

  /// Returns nodes as the inlines of one line.
  private func line(_ nodes: [Node]) -> [Inline] {
    var reader = HTMLReader()
    (reader.styles, reader.isCode, reader.script, reader.linkCount) = (styles, isCode, script, linkCount)
    reader.isLine = true
    reader.read(nodes)
    return reader.inlines.laidOut(.oneLine)
  }

  // MARK: - Inlines

  private mutating func append(_ inline: Inline) {
    runs.append(Run(inline: inline, styles: styles))
    endsInSpace = false
  }

  /// Appends a text with one space for any white space, as browsers show it.
  private mutating func append(text: String) {
    let text = text.cleaned
    let words = text.words
    if text.unicodeScalars.first?.isSpaceOfHTML == true { appendSpace() }
    guard !words.isEmpty else { return }
    append(isCode ? .code(words) : .text(script?.write(words) ?? words))
    if text.unicodeScalars.last?.isSpaceOfHTML == true { appendSpace() }
  }

  private mutating func appendSpace() {
    guard !endsInSpace else { return }
    append(.text(" "))
    endsInSpace = true
  }

  /// Appends a line break. Two of them end the paragraph.
  private mutating func appendLineBreak() {
    if isLine {
      appendSpace()
    } else if case .lineBreak? = runs.last?.inline {
      endParagraph()
    } else {
      append(.lineBreak)
      endsInSpace = true
    }
  }

  private mutating func endParagraph() {
    let content = inlines.laidOut(.lines)
    if !content.isEmpty { blocks.append(.paragraph(content)) }
    runs = []
    endsInSpace = true
  }

  private mutating func finish() -> [Block] {
    endParagraph()
    return blocks
  }

  private var inlines: [Inline] { Self.nested(runs[...], at: 0) }

  /// Returns runs as inlines in each other, from the style with an index inward.
  private static func nested(_ runs: ArraySlice<Run>, at depth: Int) -> [Inline] {
    var rest = runs
    var inlines: [Inline] = []
    while let first = rest.first {
      guard first.styles.count > depth else {
        inlines.append(first.inline)
        rest.removeFirst()
        continue
      }
      let style = first.styles[depth]
      let run = rest.prefix { $0.styles.count > depth && $0.styles[depth] == style }
      let content = nested(run, at: depth + 1)
      // Markdown cannot tell emphases apart that follow each other without a space.
      let isTouching =
        inlines.last?.isEmphasis == true && [inlines[inlines.count - 1]].plainText.last?.isWhitespace == false
        && content.plainText.first?.isWhitespace == false
      switch style {
      case .emphasis where isTouching, .strong where isTouching: inlines += content
      case .emphasis: inlines.append(.emphasis(content))
      case .strong: inlines.append(.strong(content))
      case .link(_, let destination, let title):
        inlines.append(.link(destination: destination, title: title, content))
      }
      rest = rest[run.endIndex...]
    }
    return inlines
  }

  // MARK: - Code

  /// Appends nodes as they are shown with all white space. Blocks begin and end lines.
  private static func append(code nodes: [Node], to code: inout String) {
    func endLine() { if !code.isEmpty, !code.hasSuffix("\n") { code += "\n" } }
    for node in nodes {
      switch tag(of: node) {
      case nil: code += text(of: node)
      case GUMBO_TAG_BR: code += "\n"
      case GUMBO_TAG_EM, GUMBO_TAG_STRONG, GUMBO_TAG_A, GUMBO_TAG_CODE, GUMBO_TAG_SMALL, GUMBO_TAG_BIG, GUMBO_TAG_IMG:
        append(code: children(of: node), to: &code)
      default:
        endLine()
        append(code: children(of: node), to: &code)
        endLine()
      }
    }
  }

  // MARK: - Lists

  private mutating func appendList(_ kind: Block.List.Kind, _ nodes: [Node]) {
    var items: [[Block]] = []
    for node in nodes {
      let isItem = Self.tag(of: node) == GUMBO_TAG_LI
      var item = blocks(of: isItem ? Self.children(of: node) : [node])
      // A list in a list is part of the item before it.
      if !isItem, let last = items.last, last.first?.isList == false {
        items[items.count - 1] = last + item
        continue
      }
      // Markdown has no item with anything after a list at its beginning.
      while item.count > 1, item[0].isList { items.append([item.removeFirst()]) }
      if !item.isEmpty { items.append(item) }
    }
    guard !items.isEmpty else { return }
    var list = Block.List(kind, items: items)
    list.isTight = list.canBeTight
    blocks.append(.list(list))
  }

  // MARK: - Tables

  private typealias Row = (cells: [Node], isHeader: Bool)

  private mutating func appendTable(_ nodes: [Node]) {
    var rows: [Row] = []
    for node in nodes {
      switch Self.tag(of: node) {
      case GUMBO_TAG_CAPTION: blocks += blocks(of: Self.children(of: node))
      case GUMBO_TAG_THEAD, GUMBO_TAG_TBODY, GUMBO_TAG_TFOOT:
        for row in Self.children(of: node) {
          let cells = Self.children(of: row).filter { [GUMBO_TAG_TD, GUMBO_TAG_TH].contains(Self.tag(of: $0)) }
          let isHeader = Self.tag(of: node) == GUMBO_TAG_THEAD || cells.allSatisfy { Self.tag(of: $0) == GUMBO_TAG_TH }
          if !cells.isEmpty { rows.append((cells, isHeader)) }
        }
      default: break
      }
    }
    let cells = rows.flatMap(\.cells)
    let isColumn = rows.allSatisfy { $0.cells.count == 1 } && cells.allSatisfy { Self.tag(of: $0) == GUMBO_TAG_TD }
    let isLayout = isColumn || cells.contains { Self.contains(GUMBO_TAG_TABLE, in: $0) }
    if !isLayout, let table = table(rows, cellCount: cells.count) {
      if table != Block.Table(header: [], rows: []) { blocks.append(.table(table)) }
    } else {
      // The table is only the layout of a page.
      for cell in cells { blocks += blocks(of: Self.children(of: cell)) }
    }
  }

  /// Returns a table, which has no header if it has no text; or `nil` if nearly all its cells would be empty.
  private func table(_ rows: [Row], cellCount: Int) -> Block.Table? {
    func isDense(_ width: Int) -> Bool { width * rows.count <= 20 * cellCount }
    guard isDense(rows.map(\.cells.count).max() ?? 0) else { return nil }
    var lines: [[[Inline]]] = []
    var alignments: [Int: Block.Table.Alignment] = [:]
    // The number of further rows that the cell of each column is in. Its content is only in the first.
    var taken: [Int] = []
    for row in rows {
      var line: [[Inline]] = []
      for cell in row.cells {
        while line.count < taken.count, taken[line.count] > 0 {
          taken[line.count] -= 1
          line.append([])
        }
        if alignments[line.count] == nil { alignments[line.count] = Self.alignment(of: cell) }
        for column in 0..<Self.span("colspan", of: cell) {
          if line.count == taken.count { taken.append(0) }
          taken[line.count] = Self.span("rowspan", of: cell) - 1
          line.append(column == 0 ? self.line(Self.children(of: cell)) : [])
        }
      }
      for column in line.count..<taken.count where taken[column] > 0 { taken[column] -= 1 }
      lines.append(line)
    }
    // Columns without any text are those of cells that are wider than the table.
    let width = lines.map { ($0.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0
    guard isDense(width) else { return nil }
    lines = lines.map { Array(($0 + Array(repeating: [], count: max(0, width - $0.count))).prefix(width)) }
    let header = rows.first?.isHeader == true ? lines.removeFirst() : Array(repeating: [], count: width)
    let names = zip(rows.suffix(lines.count), lines).filter { $1.first?.isEmpty == false }
    return Block.Table(
      header: header, rows: width == 0 ? [] : lines,
      alignments: alignments.isEmpty ? [] : (0..<width).map { alignments[$0] ?? .left },
      namesRows: !names.isEmpty && names.allSatisfy { Self.tag(of: $0.0.cells[0]) == GUMBO_TAG_TH })
  }

  /// Returns the number of columns or rows of a cell.
  private static func span(_ name: String, of cell: Node) -> Int {
    min(max(1, Int(attribute(name, of: cell)) ?? 1), 20)
  }

  private static func alignment(of cell: Node) -> Block.Table.Alignment? {
    switch (attribute("align", of: cell).lowercased(), attribute("class", of: cell)) {
    case ("right", _), (_, "align-right"): .right
    case ("center", _), (_, "align-center"): .center
    default: nil
    }
  }
}

extension Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

/// A position above or below the line, of which Unicode has some characters.
private enum Script: String {
  case superscript = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"
  case `subscript` = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"

  /// Returns a text at the position, or `nil` if Unicode does not have all its characters there.
  func write(_ text: String) -> String? {
    let signs = Array("0123456789+-=()"), written = Array(rawValue)
    let characters = text.map { sign in signs.firstIndex(of: sign == "−" ? "-" : sign).map { written[$0] } }
    return characters.contains(nil) ? nil : String(characters.compactMap(\.self))
  }
}
