extension HTMLWriter {
  mutating func write(_ properties: [Block.Property]) {
    guard !properties.isEmpty else { return }
    writeOnNewLine("<dl>\n")
    for property in properties {
      write("<dt>")
      write(property.label.laidOut(.oneLine, joinsTexts: false))
      write("</dt>\n<dd>")
      write(property.value.laidOut(.lines, joinsTexts: false))
      write("</dd>\n")
    }
    write("</dl>\n")
  }

  mutating func write(_ table: Block.Table) {
    guard !table.header.isEmpty else { return }
    writeOnNewLine("<table>\n<thead>\n")
    writeRow(table.header, "<th scope=\"col\"", "</th>", of: table)
    write("</thead>\n<tbody>\n")
    for cells in table.filledRows { writeRow(cells, "<td", "</td>", of: table) }
    write("</tbody>\n</table>\n")
  }

  private mutating func writeRow(
    _ cells: [[Inline]], _ opening: StaticString, _ closing: StaticString, of table: Block.Table
  ) {
    write("<tr>\n")
    for (column, cell) in cells.enumerated() {
      write(opening)
      switch table.alignment(column) {
      case .left: break
      case .center: write(" class=\"align-center\"")
      case .right: write(" class=\"align-right\"")
      }
      write(">")
      write(cell.laidOut(.oneLine, joinsTexts: false))
      write(closing)
    }
    write("\n</tr>\n")
  }
}
