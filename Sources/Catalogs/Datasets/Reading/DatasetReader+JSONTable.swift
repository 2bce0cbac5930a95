import Diagnostics
import JSONValues

extension DatasetReader {
  /// The field of values that are rows.
  private static let valueField = "value"

  /// Reads an array that has no objects: plain values, each of which is a row with one field; or arrays, the first of
  /// which has the names of the fields if it consists of different texts.
  ///
  /// - Parameter offset: The first byte of the array, which was read before without an error.
  mutating func readTable(at offset: Int, _ bytes: Bytes, _ source: SourceText) {
    let elements = elements(ofArrayAt: offset, bytes)
    let header = elements.first.flatMap { names(in: $0, bytes) } ?? []
    let start = header.isEmpty ? 0 : 1
    var rows = WrittenRows(source)
    for (index, element) in elements.enumerated().dropFirst(start) {
      guard begin(&rows, number: index + 1, at: .offset(element.start)) else { return }
      rows.writer.open("{")
      if element.kind == .list {
        for (column, cell) in self.elements(ofArrayAt: element.start, bytes).enumerated() {
          rows.writer.name(column < header.count ? header[column] : "column_\(column + 1)")
          // In a table with a header row, numbers may be in quotes like all other values.
          write(cell, bytes, isTyped: header.isEmpty, to: &rows)
        }
      } else {
        rows.writer.name(Self.valueField)
        write(element, bytes, isTyped: true, to: &rows)
      }
      rows.writer.close("}")
      end(&rows)
    }
    files.append(rows.finished())
  }

  /// Reads arrays, each of which has the values of a field.
  mutating func readColumns(_ columns: [DocumentMember], _ bytes: Bytes, _ source: SourceText) {
    var rows = WrittenRows(source)
    var values: [[RawField]] = []
    for column in columns {
      let elements = elements(ofArrayAt: column.place, bytes)
      if column.name.isBlank {
        report(source.code("unnamed-field"), "a field has no name", in: source, offset: column.place)
      }
      if let first = values.first, first.count != elements.count {
        report(
          source.code("column-length"),
          "\(elements.count) values found, \(first.count) in the field “\(columns[0].name)”",
          in: source, offset: column.place, field: column.name,
          hint: "Give each array one value for each row, null if there is none.")
      }
      values.append(elements)
    }
    guard errors.errors.isEmpty else { return }
    for row in 0..<(values.first?.count ?? 0) {
      let place = values.first.map { ReadFile.Place.offset($0[row].start) }
      guard begin(&rows, number: row + 1, at: place) else { return }
      rows.writer.open("{")
      for (column, elements) in zip(columns, values) {
        rows.writer.name(column.name)
        write(elements[row], bytes, isTyped: true, to: &rows)
      }
      rows.writer.close("}")
      end(&rows)
    }
    files.append(rows.finished())
  }

  /// Reads members, each of which is a row that is identified by the member's name.
  mutating func readPairs(_ members: [DocumentMember], _ bytes: Bytes, _ source: SourceText) {
    var rows = WrittenRows(source)
    rows.setNameField(fields.index(of: Self.nameField))
    for (index, member) in members.enumerated() {
      guard begin(&rows, number: index + 1, named: member.name, at: .offset(member.place)) else { return }
      var scanner = JSONScanner(again: bytes, from: member.place)
      rows.writer.open("{")
      rows.writer.name(Self.valueField)
      write((try? scanner.field()) ?? .missing, bytes, isTyped: true, to: &rows)
      rows.writer.close("}")
      end(&rows)
    }
    files.append(rows.finished())
  }

  /// Reads arrays, each of which has the rows of a group. The name of the group is a field of them.
  mutating func readGroups(_ groups: [DocumentMember], _ bytes: Bytes, _ source: SourceText) {
    var rows = WrittenRows(source)
    rows.setNameField(fields.index(of: Self.groupField))
    var number = 0
    for group in groups {
      for element in elements(ofArrayAt: group.place, bytes) {
        number += 1
        guard begin(&rows, number: number, named: group.name, at: .offset(element.start)) else { return }
        write(element, bytes, isTyped: true, to: &rows)
        end(&rows)
      }
    }
    files.append(rows.finished())
  }

  private func write(_ value: RawField, _ bytes: Bytes, isTyped: Bool, to rows: inout WrittenRows) {
    rows.writer.value(value, in: bytes, isTyped: isTyped && value.kind == .string)
  }

  /// Returns the names of fields in the first row of a table, or `nil` unless it consists of different texts.
  private func names(in row: RawField, _ bytes: Bytes) -> [String]? {
    guard row.kind == .list, case let cells = elements(ofArrayAt: row.start, bytes),
      cells.allSatisfy({ $0.isName(in: bytes) })
    else { return nil }
    let names = cells.map { $0.text(in: bytes).trimmed }
    return Set(names.map(ExactName.init)).count == names.count ? names : nil
  }

  /// Returns the elements of an array that was read before without an error.
  private func elements(ofArrayAt offset: Int, _ bytes: Bytes) -> [RawField] {
    var elements: [RawField] = []
    var scanner = JSONScanner(again: bytes, from: offset)
    try? scanner.forEachElement { elements.append($0) }
    return elements
  }
}

extension RawField {
  /// Whether the value is a text, according to its file or, if the file does not state its type, according to its
  /// characters.
  fileprivate func isName(in bytes: Bytes) -> Bool {
    kind == .string || DocumentMember.Kind(self, in: bytes) == .scalar(.text) && kind == .untyped
  }
}
