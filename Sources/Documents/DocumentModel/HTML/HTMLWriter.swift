/// A writer of blocks as HTML, byte for byte as libcmark writes their tree.
///
/// Most pages are HTML, and HTML can be written without a libcmark tree: the writer appends the blocks directly to the
/// bytes.
struct HTMLWriter {
  /// The output, after the bytes that were there before.
  private(set) var bytes: [UInt8] = []
  /// The positions of relative addresses in the bytes, in ascending order. Empty unless the writer is for pages in any
  /// folder.
  private(set) var relativeAddresses: [Int] = []
  /// The number of bytes before the output of the writer.
  private let start: Int
  /// The level of the heading above the blocks.
  private let headingLevel: Int
  /// Whether the HTML is for pages of a catalog. Then relative addresses are adapted to the page or recorded, and
  /// pictures are loaded lazily, unlike in the HTML of libcmark.
  private let isForPages: Bool
  /// The relative path from the page to the root of the catalog; `nil` if the HTML is not for a page, or for pages in
  /// any folder.
  private let root: String?
  /// Returns inlines with the placeholders in links replaced, or `nil` if the blocks have none.
  private let resolve: (([Inline]) -> [Inline])?

  static func write(_ blocks: [Block], to bytes: inout [UInt8]) { append(to: &bytes) { $0.write(blocks) } }

  /// Appends an address to some bytes, encoded as in `write(address:)`.
  static func write(address: String, to bytes: inout [UInt8]) { append(to: &bytes) { $0.write(address: address) } }

  private static func append(to bytes: inout [UInt8], _ write: (inout HTMLWriter) -> Void) {
    var writer = HTMLWriter(start: bytes.count)
    writer.append(to: &bytes, write)
  }

  /// Appends what a closure writes to some bytes.
  mutating func append(to bytes: inout [UInt8], _ write: (inout HTMLWriter) -> Void) {
    // The swap keeps the array uniquely referenced, so that it grows in place.
    swap(&self.bytes, &bytes)
    write(&self)
    swap(&self.bytes, &bytes)
  }

  private init(start: Int) {
    self.start = start
    (headingLevel, isForPages, root, resolve) = (0, false, nil, nil)
  }

  /// Creates a writer for pages of a catalog. Without a path to the root, it records the positions of relative
  /// addresses.
  ///
  /// - Parameter resolve: Returns inlines with the placeholders in links replaced. No placeholder is a safe
  ///   destination.
  init(
    forPagesUnder headingLevel: Int, at start: Int = 0, from root: String? = nil,
    resolving resolve: (([Inline]) -> [Inline])?
  ) {
    self.start = start
    self.headingLevel = headingLevel
    isForPages = true
    self.root = root
    self.resolve = resolve
  }

  // MARK: - Blocks

  /// - Parameter isTight: Whether the blocks are in an item of a tight list, where paragraphs have no `<p>` element.
  mutating func write(_ blocks: [Block], isTight: Bool = false) {
    // A span avoids retaining and releasing the blocks, which would take most of the time.
    let blocks = blocks.span
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(let inlines): writeParagraph(inlines, isTight: isTight)
      case .heading(let level, let inlines): writeHeading(inlines, level: min(6, max(1, level + headingLevel)))
      case .list(let list): write(list)
      case .quote(let blocks):
        writeOnNewLine("<blockquote>\n")
        write(blocks)
        writeOnNewLine("</blockquote>\n")
      case .code(let text, let info): write(code: text.cleanedLines, info: info.address)
      case .thematicBreak: writeOnNewLine("<hr />\n")
      case .properties(let properties): write(properties)
      case .table(let table): write(table)
      }
    }
  }

  private mutating func writeParagraph(_ inlines: [Inline], isTight: Bool) {
    let inlines = laidOut(inlines, .lines)
    guard !inlines.isEmpty else { return }
    if isTight { return write(inlines) }
    writeOnNewLine("<p>")
    write(inlines)
    write("</p>\n")
  }

  private mutating func writeHeading(_ inlines: [Inline], level: Int) {
    let inlines = laidOut(inlines, .oneLine)
    guard !inlines.isEmpty else { return }
    writeOnNewLine("<h")
    write(level)
    write(">")
    write(inlines)
    write("</h")
    write(level)
    write(">\n")
  }

  private mutating func write(_ list: Block.List) {
    guard !list.items.isEmpty else { return }
    switch list.start {
    case nil: writeOnNewLine("<ul>\n")
    case 1: writeOnNewLine("<ol>\n")
    case let start?:
      writeOnNewLine("<ol start=\"")
      write(start)
      write("\">\n")
    }
    let isTight = list.canBeTight
    for item in list.items {
      writeOnNewLine("<li>")
      write(item, isTight: isTight)
      write("</li>\n")
    }
    if list.start == nil { write("</ul>\n") } else { write("</ol>\n") }
  }

  private mutating func write(code text: String, info: String) {
    writeOnNewLine("<pre><code")
    let language = info.prefix { $0 != " " }
    if !info.isEmpty {
      write(" class=\"language-")
      write(escaping: String(language))
      write("\"")
    }
    write(">")
    write(escaping: text)
    if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { write("\n") }
    write("</code></pre>\n")
  }

  /// Returns inlines laid out, with their links resolved.
  private func laidOut(_ inlines: [Inline], _ layout: InlineLayout) -> [Inline] {
    // Inlines with a placeholder are not laid out, because it is not a safe destination. Nearly all others are.
    if inlines.isLaidOut(layout, joinsTexts: false) { return inlines }
    return (resolve?(inlines) ?? inlines).laidOut(layout, joinsTexts: false)
  }

  // MARK: - Pieces

  /// Writes markup. A `StaticString` is part of the program, so it needs no reference counting and cannot contain data.
  mutating func write(_ markup: StaticString) { markup.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  /// Writes markup at the beginning of a line. Ends the line before it, if any.
  mutating func writeOnNewLine(_ markup: StaticString) {
    if bytes.count > start, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    write(markup)
  }

  /// Writes a text with the characters that HTML reserves as character references.
  mutating func write(escaping text: consuming String) { text.withUTF8 { write(escaping: $0) } }

  private mutating func write(escaping text: UnsafeBufferPointer<UInt8>) {
    // The bytes between two reserved characters are appended together. All ranges are within the text.
    var start = 0
    var index = text.endOfPlain(from: 0)
    while index < text.count {
      let reference: StaticString? =
        switch text[index] {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
      if let reference {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        write(reference)
        start = index + 1
      }
      index = text.endOfPlain(from: index + 1)
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Writes a text that is shown as running text. On pages, its long words may break.
  mutating func write(shown text: consuming String) {
    guard isForPages else { return write(escaping: text) }
    text.withUTF8 { text in
      // All breaks are within the text, in ascending order.
      var start = 0
      text.forEachWordBreak { index in
        write(escaping: UnsafeBufferPointer(rebasing: text[start..<index]))
        write("<wbr />")
        start = index
      }
      write(escaping: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Writes an address, which has to be safe. Bytes that cannot be in an address are percent-encoded, and `&` and `'`
  /// are written as character references. A `%` stays as it is.
  mutating func write(address: String) {
    var address = address
    address.withUTF8 { address in
      // Nearly all addresses are appended as a whole.
      if address.allSatisfy(\.isPlainInAddress) { return bytes.append(contentsOf: address) }
      for byte in address {
        switch byte {
        case UInt8(ascii: "&"): write("&amp;")
        case UInt8(ascii: "'"): write("&#x27;")
        case _ where byte.isPlainInAddress: bytes.append(byte)
        default:
          write("%")
          for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
          }
        }
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte stays as it is in an address.
  fileprivate var isPlainInAddress: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "'"): false
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "#")...UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"),
      UInt8(ascii: "!"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension HTMLWriter {
  /// Writes inlines that are laid out.
  mutating func write(_ inlines: [Inline]) {
    let inlines = inlines.span
    for index in inlines.indices {
      switch inlines[index] {
      case .text(let text): write(shown: text)
      case .softBreak: write("\n")
      case .lineBreak: write("<br />\n")
      case .code(let text):
        write("<code>")
        write(shown: text)
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
        write(destination: destination)
        write(title: title)
        write("\">")
        write(label)
        write("</a>")
      case .image(let source, let title, let alternative):
        write("<img src=\"")
        write(destination: source)
        write("\" alt=\"")
        write(alternative: alternative)
        write(title: title)
        write(isForPages ? "\" loading=\"lazy\" />" : "\" />")
      }
    }
  }

  /// Writes the address of a link or a picture. If it is relative and the writer is for pages, the path to the root
  /// precedes it, or its position is recorded.
  private mutating func write(destination: String) {
    if isForPages, Destination.isRelative(destination) {
      if let root { write(address: root) } else { relativeAddresses.append(bytes.count) }
    }
    write(address: destination)
  }

  /// Writes the `title` attribute after another attribute: the quotation mark that ends the other one, and all but its
  /// own. Writes nothing if the title is empty.
  private mutating func write(title: String) {
    guard !title.isEmpty else { return }
    write("\" title=\"")
    write(escaping: title)
  }

  /// Writes the alternative text of a picture: the characters without their formatting.
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

  mutating func write(_ properties: [Block.Property]) {
    guard !properties.isEmpty else { return }
    writeOnNewLine("<dl>\n")
    for property in properties {
      write("<dt>")
      write(laidOut(property.label, .oneLine))
      write("</dt>\n<dd>")
      write(laidOut(property.value, .lines))
      write("</dd>\n")
    }
    write("</dl>\n")
  }

  mutating func write(_ table: Block.Table, rowAttributes attributes: [String] = []) {
    guard !table.header.isEmpty else { return }
    writeOnNewLine("<table>\n<thead>\n")
    writeRow(table.header, isHeader: true, of: table)
    write("</thead>\n<tbody>\n")
    for (row, cells) in table.filledRows.enumerated() {
      writeRow(cells, isHeader: false, of: table, attributes: row < attributes.count ? attributes[row] : "")
    }
    write("</tbody>\n</table>\n")
  }

  private mutating func writeRow(_ cells: [[Inline]], isHeader: Bool, of table: Block.Table, attributes: String = "") {
    write("<tr")
    bytes += attributes.utf8
    write(">\n")
    for (column, cell) in cells.enumerated() {
      let (opening, closing) = table.tags(of: cell, inColumn: column, isHeader: isHeader)
      write(opening)
      switch table.alignment(column) {
      case .left: break
      case .center: write(" class=\"align-center\"")
      case .right: write(" class=\"align-right\"")
      }
      write(">")
      write(laidOut(cell, .oneLine))
      write(closing)
    }
    write("\n</tr>\n")
  }
}
