import Diagnostics
import JSONValues

extension DatasetReader {
  /// Reads an array that has no objects: of plain values, each of which is a row with one field; or of arrays, the first of which has the names
  /// of the fields if it is different texts.
  ///
  /// - Parameter offset: The first byte of the array, which was read before without an error.
  mutating func readTable(at offset: Int, _ bytes: Bytes, _ source: SourceText) {
    var elements: [RawField] = []
    var scanner = JSONScanner(again: bytes, from: offset)
    try? scanner.forEachElement { elements.append($0) }
    let header = elements.first.flatMap { names(in: $0, bytes) } ?? []
    let start = header.isEmpty ? 0 : 1
    var rows = WrittenRows(source)
    for (index, element) in elements.enumerated().dropFirst(start) {
      guard begin(&rows, number: index + 1, at: ReadFile.Place(offset: element.start)) else { return }
      rows.writer.open("{")
      if element.kind == .list {
        for (column, cell) in cells(of: element, bytes).enumerated() {
          rows.writer.name(column < header.count ? header[column] : "column_\(column + 1)")
          // In a table with names, numbers may stand in quotes as all else does.
          write(cell, bytes, isTyped: header.isEmpty, to: &rows)
        }
      } else {
        rows.writer.name("value")
        write(element, bytes, isTyped: true, to: &rows)
      }
      rows.writer.close("}")
      end(&rows)
    }
    files.append(rows.finished())
  }

  private func write(_ value: RawField, _ bytes: Bytes, isTyped: Bool, to rows: inout WrittenRows) {
    switch value.kind {
    case .missing: rows.writer.json("null".utf8)
    case .string: value.withContent(in: bytes) { rows.writer.string($0, isTyped: isTyped) }
    default: rows.writer.json(bytes.part(value.start, value.end))
    }
  }

  /// The names that the first row of a table has, if it has different texts and nothing else.
  private func names(in row: RawField, _ bytes: Bytes) -> [String]? {
    guard row.kind == .list, case let cells = cells(of: row, bytes), cells.allSatisfy({ $0.kind == .string }) else {
      return nil
    }
    let names = cells.map { $0.text(in: bytes).trimmed }
    return Set(names.map(ExactName.init)).count == names.count ? names : nil
  }

  private func cells(of row: RawField, _ bytes: Bytes) -> [RawField] {
    var cells: [RawField] = []
    var scanner = JSONScanner(again: bytes, from: row.start)
    try? scanner.forEachElement { cells.append($0) }
    return cells
  }
}
