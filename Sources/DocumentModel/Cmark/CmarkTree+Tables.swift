import CCmark

/// What libcmark has no nodes for: custom nodes around real text, so that the text is still escaped by libcmark.
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
            // The braces keep a bracket in the label from ending it.
            tree.inline("\\item[{", "}] ") { $0.append(property.label.laidOut(.oneLine)) }
            tree.append(property.value.laidOut(.lines))
          }
        }
      }
    case .man:
      for property in properties {
        // \& is nothing: it makes sure that there is a line, and that it is no request.
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
      // No line of it is blank, which would end an HTML block.
      let html = [Block.table(table)].rendered(as: .html).trimmedAtEnd
      // What reads templates and mathematics in Markdown reads them in HTML, too.
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
    func row(_ cells: [[Inline]], _ element: String, _ attributes: String, in tree: inout CmarkTree) {
      tree.block("<tr>", "</tr>") { tree in
        for (column, cell) in cells.enumerated() {
          let alignment =
            switch table.alignment(column) {
            case .left: ""
            case .center: " class=\"align-center\""
            case .right: " class=\"align-right\""
            }
          tree.inline("<\(element)\(attributes)\(alignment)>", "</\(element)>") { $0.append(cell.laidOut(.oneLine)) }
        }
      }
    }
    block("<table>", "</table>") { tree in
      tree.block("<thead>", "</thead>") { row(table.header, "th", " scope=\"col\"", in: &$0) }
      tree.block("<tbody>", "</tbody>") { tree in
        for cells in table.filledRows { row(cells, "td", "", in: &tree) }
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

  /// A table of tbl. Cells are text blocks, which only a line that begins with `T}` could end: theirs begin with `\&`.
  private mutating func appendMan(_ table: Block.Table) {
    let columns = table.columnLetters
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
  /// The alignment of each column as LaTeX and tbl write it: `l`, `c`, `r`.
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
