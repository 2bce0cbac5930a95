import DocumentModel

extension Page.Section {
  /// Returns a table with a row for each cell: a column for the titles, and one for each label of the cells'
  /// properties. The remaining content of a cell follows its title in the first column, which names the rows. A column
  /// with only amounts is aligned to the right.
  func table(title: (Page.Cell) -> [Inline], body: (Page.Cell) -> [Block]) -> Block.Table {
    let rows = cells.map { cell in
      let blocks = body(cell)
      let words = [title(cell), blocks.rest].filter { !$0.isEmpty }
      return (title: [Inline](words.joined(separator: [.text(" ")])), properties: blocks.properties)
    }
    var labels: [[Inline]] = []
    for row in rows { labels.addLabels(of: row.properties) }
    let values = rows.map { row in labels.map { label in row.properties.first { $0.label == label }?.value ?? [] } }
    let alignments = labels.indices.map { column in
      values.allSatisfy { $0[column].isEmpty || $0[column].plainText.isAmount } ? Block.Table.Alignment.right : .left
    }
    return Block.Table(
      header: [[.text(titleLabel ?? PageStrings.name)]] + labels, rows: zip(rows, values).map { [$0.title] + $1 },
      alignments: [.left] + alignments, namesRows: true)
  }

  /// Returns a list with a line for each cell: its title, the remaining content of its body, and its properties.
  func list(title: (Page.Cell) -> [Inline], body: (Page.Cell) -> [Block]) -> Block.List {
    Block.List(
      items: cells.map { cell in
        let blocks = body(cell)
        let facts = blocks.properties.map { $0.label + [.text(": ")] + $0.value }
        let rest = blocks.rest
        let parts = [title(cell)] + (rest.isEmpty ? [] : [rest]) + facts
        return [.paragraph([Inline](parts.filter { !$0.isEmpty }.joined(separator: [.text(" · ")])))]
      })
  }
}

extension [Block] {
  var properties: [Block.Property] {
    flatMap { block -> [Block.Property] in if case .properties(let properties) = block { properties } else { [] } }
  }

  /// The content of the blocks other than properties, in one line.
  fileprivate var rest: [Inline] {
    let lines = compactMap { block -> [Inline]? in
      switch block {
      case .properties: nil
      case .paragraph(let inlines), .heading(_, let inlines): inlines
      case let block: [.text([block].plainText)]
      }
    }
    return [Inline](lines.joined(separator: [.text(" ")]))
  }
}

extension [[Inline]] {
  /// Adds the missing labels of a row, each after the label that precedes it in the row.
  fileprivate mutating func addLabels(of properties: [Block.Property]) {
    var place = 0
    for property in properties {
      if let index = firstIndex(of: property.label) {
        place = index + 1
      } else {
        insert(property.label, at: place)
        place += 1
      }
    }
  }
}

extension String {
  /// Whether the text is a number, optionally followed by a unit of at most 12 characters.
  fileprivate var isAmount: Bool {
    let text = unicodeScalars.drop { "+-−".unicodeScalars.contains($0) }
    guard let first = text.first, first.properties.numericType == .decimal else { return false }
    let unit = text.drop { $0.properties.numericType == .decimal || ".,'’ \u{A0}\u{202F}".unicodeScalars.contains($0) }
    return unit.count <= 12 && !unit.contains { $0.properties.numericType == .decimal }
  }
}
