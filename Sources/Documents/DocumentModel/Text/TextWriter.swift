extension [Block] {
  /// Returns the blocks as plain text for people to read, in a mail or on a terminal.
  ///
  /// Paragraphs are wrapped, headings of levels 1 and 2 are underlined, and code is indented by four spaces. Properties
  /// and tables are aligned; a table that is too wide becomes a list of its rows. Links are followed by their
  /// addresses: `text <address>`. Words that are longer than a line are not broken.
  ///
  /// - Parameter width: The number of columns of a line. East Asian characters and emoji occupy two. If it is 0, lines
  ///   are not wrapped.
  /// - Complexity: O(*n*), *n* being the length of the result.
  public func renderedAsText(width: Int = 72) -> String {
    var writer = TextWriter(width: width)
    writer.write(self)
    return writer.text
  }
}

/// A writer of blocks as plain text, line by line.
///
/// The blocks around a block determine the prefix of its lines. The first line may have a different prefix, with the
/// marker of a list item. Here an ordered list is in a quote, and `firstPrefix` is `> 1. ` until the first line is
/// written:
///
///     > 1. The first line       firstPrefix
///     >    and the next         prefix
///
/// The blank line between two blocks is written together with the next line, so that a block without visible content
/// leaves no trace.
struct TextWriter {
  private(set) var text = ""
  private let width: Int
  /// The prefix of all lines after the next one.
  private var prefix = ""
  /// The prefix of the next line.
  private var firstPrefix = ""
  /// The blank line to write before the next line, with its prefix, if any.
  private var blankLine: String?
  private var lineCount = 0

  init(width: Int) { self.width = width }

  /// The number of columns that the prefix leaves on a line: at least a third of the width, however deep the nesting.
  private var columns: Int { width > 0 ? max(width - prefix.columnCount, width / 3, 1) : .max }

  private mutating func write(line: some StringProtocol) {
    if let blankLine, !text.isEmpty { text += blankLine + "\n" }
    blankLine = nil
    text += line.isEmpty ? firstPrefix.withoutTrailingSpaces : firstPrefix + line
    text += "\n"
    firstPrefix = prefix
    lineCount += 1
  }

  /// Calls `body` with the prefixes extended: by a marker on the first line, and by a continuation on the others.
  /// Restores them afterwards.
  private mutating func nest(_ mark: String, _ continuation: String, _ body: (inout TextWriter) -> Void) {
    let outer = (prefix: prefix, first: firstPrefix), start = lineCount
    prefix += continuation
    firstPrefix += mark
    body(&self)
    prefix = outer.prefix
    // If no line was written, the marker of the outer block is still to come.
    firstPrefix = lineCount == start ? outer.first : prefix
  }

  /// Writes blocks with blank lines between them.
  ///
  /// - Parameter isTight: Whether a list follows the block before it without a blank line.
  mutating func write(_ blocks: [Block], isTight: Bool = false) {
    for block in blocks {
      let start = lineCount
      if isTight, case .list = block { blankLine = nil }
      write(block)
      if lineCount > start { blankLine = prefix.withoutTrailingSpaces }
    }
  }

  private mutating func write(_ block: Block) {
    switch block {
    case .paragraph(let inlines): write(lines: inlines.shownText.filled(to: columns))
    case .heading(let level, let inlines):
      let lines = inlines.shownText.filled(to: columns)
      write(lines: lines)
      guard level <= 2, let length = lines.map(\.columnCount).max() else { return }
      write(line: String(repeating: level == 1 ? "=" : "-", count: length))
    case .list(let list): write(list)
    case .quote(let blocks): nest("> ", "> ") { $0.write(blocks) }
    case .code(let code, _):
      var lines = code.cleanedLines.expandingTabs.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      nest("    ", "    ") { writer in for line in lines { writer.write(line: line) } }
    case .thematicBreak: write(line: String(repeating: "-", count: width > 0 ? columns : 72))
    case .properties(let properties): write(properties.map { (label: $0.label.shownText, value: $0.value.shownText) })
    case .table(let table): write(table)
    }
  }

  private mutating func write(lines: [String]) { for line in lines { write(line: line) } }

  private mutating func write(_ list: Block.List) {
    let marks = list.items.indices.map { index in
      switch list.kind {
      case .bullet: "- "
      case .ordered(let start, .period): "\(start &+ index). "
      case .ordered(let start, .parenthesis): "\(start &+ index)) "
      }
    }
    let indent = marks.map(\.columnCount).max() ?? 0
    for (mark, item) in zip(marks, list.items) {
      nest(mark.padded(to: indent), String(repeating: " ", count: indent)) { writer in
        let start = writer.lineCount
        writer.write(item, isTight: list.isTight)
        // An item without visible content still shows its marker.
        if writer.lineCount == start { writer.write(line: "") }
      }
      blankLine = list.isTight ? nil : prefix.withoutTrailingSpaces
    }
  }

  /// Writes properties one below the other, with their values aligned.
  ///
  /// The longest name that occupies at most half of the line, with the space after it, determines the indentation of
  /// all values. A longer name is written on its own line, above its value.
  private mutating func write(_ properties: [(label: String, value: String)]) {
    let columns = columns
    let labels = properties.map { $0.label.filled(to: columns).joined(separator: " ") + ":" }
    // If all names are long, there is no column of values to align. They are only set off from the names.
    let indent = labels.map { $0.columnCount + 1 }.filter { $0 <= columns / 2 }.max() ?? min(4, columns / 2)
    let space = String(repeating: " ", count: indent)
    for (label, property) in zip(labels, properties) {
      if label == ":", property.value.filled(to: columns).isEmpty { continue }
      let isShort = label.columnCount < indent
      if !isShort { write(lines: label.filled(to: columns)) }
      nest(isShort ? label.padded(to: indent) : space, space) { writer in
        let lines = property.value.filled(to: writer.columns)
        writer.write(lines: lines.isEmpty && isShort ? [""] : lines)
      }
    }
  }
}

// MARK: - Tables

extension TextWriter {
  private static let gap = "  "

  private mutating func write(_ table: Block.Table) {
    let header = table.header.map { $0.shownText.filled(to: .max) }
    let filledRows = table.filledRows.map { row in row.map { $0.shownText.filled(to: .max) } }
    let rows = [header] + filledRows.filter { row in row.contains { !$0.isEmpty } }
    guard rows.count > 1 || header.contains(where: { !$0.isEmpty }) else { return }
    let widths = table.header.indices.map { column in
      rows.map { row in row[column].map(\.columnCount).max() ?? 0 }.max() ?? 0
    }
    guard widths.reduce(0, +) + Self.gap.count * (widths.count - 1) <= columns else { return writeRows(rows) }
    for (number, row) in rows.enumerated() {
      for line in 0..<max(1, row.map(\.count).max() ?? 0) {
        write(
          cells: row.enumerated().map { column, lines in
            (lines.indices.contains(line) ? lines[line] : "").padded(to: widths[column], table.alignment(column))
          })
      }
      if number == 0 { write(cells: widths.map { String(repeating: "-", count: $0) }) }
    }
  }

  private mutating func write(cells: [String]) { write(line: cells.joined(separator: Self.gap).withoutTrailingSpaces) }

  /// Writes each row of a table as properties, with the column names as labels. The first row is the header.
  private mutating func writeRows(_ rows: [[[String]]]) {
    let labels = rows[0].map { $0.joined(separator: " ") }
    // A table without rows is shown as one row of empty values.
    for row in rows.count > 1 ? rows[1...] : [labels.map { _ in [] }] {
      let start = lineCount
      let properties = zip(labels, row).map { (label: $0, value: $1.joined(separator: "\n")) }
      write(rows.count > 1 ? properties.filter { !$0.value.isEmpty } : properties)
      if lineCount > start { blankLine = prefix.withoutTrailingSpaces }
    }
  }
}

// MARK: - Inlines

extension [Inline] {
  /// The inlines as plain text, with addresses after links, and brackets around the alternative texts of pictures.
  var shownText: String {
    var text = ""
    append(to: &text, isInLink: false)
    return text
  }

  private func append(to text: inout String, isInLink: Bool) {
    for inline in self {
      switch inline {
      case .text(let characters): text += characters.cleaned
      case .code(let characters): text += characters.cleaned.oneLine
      case .softBreak: text += " "
      case .lineBreak: text += "\n"
      case .emphasis(let inlines), .strong(let inlines): inlines.append(to: &text, isInLink: isInLink)
      case .link(let destination, _, let inlines):
        var label = ""
        inlines.append(to: &label, isInLink: true)
        let address = destination.address.replacing(" ", with: "%20")
        let isShown = !isInLink && !address.isEmpty && Destination.isSafe(destination)
        if !isShown || label != address { text += label }
        if isShown { text += label.isEmpty || label == address ? "<\(address)>" : " <\(address)>" }
      case .image(_, _, let inlines):
        var alternative = ""
        inlines.append(to: &alternative, isInLink: true)
        if !alternative.isEmpty { text += "[\(alternative)]" }
      }
    }
  }
}
