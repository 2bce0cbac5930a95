import CCmark

/// Property lists and tables, for which libcmark has no nodes. They are custom nodes around text nodes, so that
/// libcmark escapes the text.
extension CmarkTree {
  mutating func append(_ properties: [Block.Property]) {
    guard !properties.isEmpty else { return }
    switch format {
    case .markdown:
      append([
        .list(
          Block.List(
            items: properties.map { property in
              let label = property.label.laidOut(.oneLine) + [.text(":")]
              return [.paragraph([.strong(label), .text(" ")] + property.value)]
            }))
      ])
    case .html:
      block("<dl>", "</dl>") { tree in
        for property in properties {
          tree.inline("<dt>", "</dt>\n") { $0.append(property.label.laidOut(.oneLine)) }
          tree.inline("<dd>", "</dd>\n") { $0.append(property.value.laidOut(.lines)) }
        }
      }
    case .latex:
      environment("\\begin{description}", "\\end{description}") { tree in
        for property in properties {
          tree.block("") { tree in
            // Without the braces, a bracket in the label would end it.
            tree.inline("\\item[{", "}] ") { $0.append(property.label.laidOut(.oneLine)) }
            tree.append(property.value.laidOut(.lines))
          }
        }
      }
    case .man:
      for property in properties {
        // \& prints nothing. It keeps the line from being empty, and from being read as a request.
        block(".TP") { tree in
          for line in [[.strong(property.label)], property.value] {
            tree.block("") { $0.inline("\\&", "") { $0.append(line.laidOut(.oneLine)) } }
          }
        }
      }
      block(".PP")
    case .xml:
      block("properties") { tree in
        for property in properties {
          tree.block("property") { tree in
            tree.block("label") { $0.append([.paragraph(property.label)]) }
            tree.block("value") { $0.append([.paragraph(property.value)]) }
          }
        }
      }
    }
  }

  mutating func append(_ table: Block.Table) {
    guard !table.header.isEmpty else { return }
    switch format {
    case .markdown:
      // The HTML has no blank line, which would end an HTML block.
      let html = [Block.table(table)].rendered(as: .html).trimmedAtEnd
      // Extensions that interpret templates and mathematics in Markdown do so in HTML blocks, too.
      append(markdown: html.replacing("{", with: "&#123;").replacing("$", with: "&#36;"))
    case .html: appendHTML(table)
    case .latex: appendLaTeX(table)
    case .man: appendMan(table)
    case .xml:
      block("table") { tree in
        for (index, row) in ([table.header] + table.filledRows).enumerated() {
          tree.block(index == 0 ? "header" : "row") { tree in
            for cell in row { tree.block("cell") { $0.append([.paragraph(cell)]) } }
          }
        }
      }
    }
  }

  private mutating func appendHTML(_ table: Block.Table) {
    func row(_ cells: [[Inline]], isHeader: Bool, in tree: inout CmarkTree) {
      tree.block("<tr>", "</tr>") { tree in
        for (column, cell) in cells.enumerated() {
          let alignment =
            switch table.alignment(column) {
            case .left: ""
            case .center: " class=\"align-center\""
            case .right: " class=\"align-right\""
            }
          let (opening, closing) = table.tags(of: cell, inColumn: column, isHeader: isHeader)
          tree.inline("\(opening)\(alignment)>", "\(closing)") { $0.append(cell.laidOut(.oneLine)) }
        }
      }
    }
    block("<table>", "</table>") { tree in
      tree.block("<thead>", "</thead>") { row(table.header, isHeader: true, in: &$0) }
      tree.block("<tbody>", "</tbody>") { tree in
        for cells in table.filledRows { row(cells, isHeader: false, in: &tree) }
      }
    }
  }

  private mutating func appendLaTeX(_ table: Block.Table) {
    func row(_ cells: [[Inline]], _ end: String, in tree: inout CmarkTree) {
      tree.block("", end) { tree in
        for (column, cell) in cells.enumerated() {
          tree.inline(column == 0 ? "{" : " & {", "}") { $0.append(cell.laidOut(.oneLine)) }
        }
      }
    }
    environment("\\begin{tabular}{\(table.columnLetters.joined())}", "\\end{tabular}") { tree in
      row(table.header, "\\\\ \\hline", in: &tree)
      for cells in table.filledRows { row(cells, "\\\\", in: &tree) }
    }
  }

  /// Appends a table of tbl. Its cells are text blocks, which end at a line that begins with `T}`; so the cells' text
  /// begins with `\&`.
  private mutating func appendMan(_ table: Block.Table) {
    let columns = table.columnLetters
    // The first line of the format is that of the header. The second one, with a point at its end, is that of all other
    // rows.
    let format = columns.map { $0 + "B" }.joined(separator: " ") + "\n" + columns.joined(separator: " ") + "."
    block(".TS\n\(format)", ".TE") { tree in
      for cells in [table.header] + table.filledRows {
        tree.block("") { tree in
          for (column, cell) in cells.enumerated() {
            tree.inline(column == 0 ? "T{\n\\&" : "\tT{\n\\&", "\nT}") { $0.append(cell.laidOut(.oneLine)) }
          }
        }
      }
    }
  }

  private mutating func block(_ enter: String, _ exit: String = "", content: (inout CmarkTree) -> Void = { _ in }) {
    custom(CMARK_NODE_CUSTOM_BLOCK, enter, exit, content: content)
  }

  private mutating func inline(_ enter: String, _ exit: String, content: (inout CmarkTree) -> Void) {
    custom(CMARK_NODE_CUSTOM_INLINE, enter, exit, content: content)
  }
}

extension Block.Table {
  /// Returns the tags of a cell in HTML, the first without its end. In the column with the names of rows, an empty cell
  /// names nothing.
  func tags(of cell: [Inline], inColumn column: Int, isHeader: Bool) -> (StaticString, StaticString) {
    let isOfRows = namesRows && column == 0
    if isOfRows ? cell.isEmpty : !isHeader { return ("<td", "</td>") }
    return (isHeader ? "<th scope=\"col\"" : "<th scope=\"row\"", "</th>")
  }

  /// The alignments of the columns as in LaTeX and tbl: `l`, `c`, `r`.
  fileprivate var columnLetters: [String] {
    header.indices.map { column in
      switch alignment(column) {
      case .left: "l"
      case .center: "c"
      case .right: "r"
      }
    }
  }
}

extension CmarkTree {
  mutating func append(_ list: Block.List) {
    guard !list.items.isEmpty else { return }
    if format == .latex, let start = list.start, start != 1 {
      // libcmark starts the numbers of such a list one too high.
      environment(
        "\\begin{enumerate}\n\\setcounter{\\csname @enumctr\\endcsname}{\(start - 1)}",
        "\\end{enumerate}"
      ) { tree in
        for item in list.items { tree.custom(CMARK_NODE_CUSTOM_BLOCK, "\\item") { $0.append(item) } }
      }
      return
    }
    append(CMARK_NODE_LIST) { node in
      if let start = list.start {
        cmark_node_set_list_type(node, CMARK_ORDERED_LIST)
        cmark_node_set_list_delim(node, list.hasParentheses ? CMARK_PAREN_DELIM : CMARK_PERIOD_DELIM)
        cmark_node_set_list_start(node, Int32(start))
      } else {
        cmark_node_set_list_type(node, CMARK_BULLET_LIST)
      }
      cmark_node_set_list_tight(node, list.canBeTight ? 1 : 0)
    } content: { tree in
      for item in list.items { tree.append(CMARK_NODE_ITEM, content: { $0.append(item) }) }
    }
  }
}

extension Block.List {
  /// The first number of an ordered list; `nil` for a bullet list. It is limited so that no number is negative or has
  /// more than nine digits, which CommonMark does not read.
  var start: Int? {
    guard case .ordered(let start, _) = kind else { return nil }
    return Swift.min(Swift.max(0, start), 999_999_999 - items.count)
  }

  /// Whether each number is followed by a parenthesis.
  fileprivate var hasParentheses: Bool { if case .ordered(_, .parenthesis) = kind { true } else { false } }

  /// Whether the list is tight, and Markdown can separate the blocks of each item without blank lines.
  var canBeTight: Bool {
    isTight && items.allSatisfy { item in zip(item, item.dropFirst()).allSatisfy { $0.ends(before: $1) } }
  }
}

extension Block {
  /// Returns whether Markdown ends the block before the next one without a blank line between them.
  fileprivate func ends(before next: Block) -> Bool {
    switch (self, next) {
    // A property list is a list in Markdown, and a table is HTML, which only a blank line ends.
    case (.properties, _), (.table, _), (_, .properties), (_, .table): false
    case (.heading, _), (.code, _), (.thematicBreak, _): true
    // A paragraph continues on the next line, and so does one at the end of a quote or list. An ordered list interrupts
    // it only if it starts with 1.
    case (_, .paragraph), (.quote, .quote), (.list, .list): false
    case (_, .list(let list)): list.start ?? 1 == 1
    case (_, .heading), (_, .code), (_, .thematicBreak), (_, .quote): true
    }
  }
}

extension CmarkTree {
  mutating func append(code text: String, info: String) {
    var text = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    // LaTeX would show a tab as one space.
    if format == .latex { text = text.expandingTabs }
    switch format {
    case .markdown: append(markdown: fenced(text, info))
    // A verbatim environment has no escapes, so it cannot contain its own end.
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

  /// Appends lines of Markdown without escaping.
  ///
  /// They are a paragraph for libcmark, which therefore separates them by blank lines, and can begin an item of a list
  /// with them.
  mutating func append(markdown lines: String) {
    append(CMARK_NODE_PARAGRAPH, content: { $0.custom(CMARK_NODE_CUSTOM_INLINE, lines) })
  }

  /// Returns a fenced code block. libcmark would indent a block without an info string, and two of these in a row are
  /// read as one.
  private func fenced(_ text: String, _ info: String) -> String {
    let runs = text.unicodeScalars.split { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: Swift.max(3, (runs.max() ?? 0) + 1))
    // The info string of a fence of backticks must not contain a backtick, not even an escaped one.
    let info = info.escaping("\\").unicodeScalars.map { $0 == "`" ? "&#96;" : String($0) }.joined()
    return "\(fence)\(info)\n\(text)\(fence)"
  }

  /// Appends a code block of roff. libcmark would keep only its first line from being read as a request; here `\&` does
  /// so for each line.
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
