package import Fingerprints

extension Record {
  /// Adds what is written in some fields, and what decides how it is read, to a fingerprint.
  ///
  /// What is the same to read may be written in two ways, and has then two fingerprints.
  ///
  /// - Parameters:
  ///   - fields: Positions of fields in the schema; `nil` for the whole record, with its identity.
  ///   - fingerprinter: Takes the parts.
  /// - Complexity: O(*n*) in the bytes of the row.
  package func combine(fields: [Int]?, into fingerprinter: inout Fingerprinter) {
    switch table.content {
    case .rows(let rows):
      guard let fields else {
        fingerprinter.combine(table.dataset)
        fingerprinter.combine(rows.fingerprint)
        if rows.key == .rowNumber { fingerprinter.combine(rows.numbers[index]) }
        return rows.combineRow(index, into: &fingerprinter)
      }
      rows.combine(fields, ofRow: index, into: &fingerprinter)
    case .made(let record):
      if fields == nil { combineIdentity(into: &fingerprinter) }
      for field in fields ?? Array(schema.fields.indices) {
        schema.fields[field].combine(isChosen: false, into: &fingerprinter)
        record.values[field].combine(into: &fingerprinter)
      }
    case .joined(let record, let others):
      let count = record.schema.fields.count
      record.combine(fields: fields.map { $0.filter { $0 < count } }, into: &fingerprinter)
      guard fields?.contains(count) ?? true else { return }
      schema.fields[count].combine(isChosen: false, into: &fingerprinter)
      Value.records(others).combine(into: &fingerprinter)
    }
  }

  private func combineIdentity(into fingerprinter: inout Fingerprinter) {
    fingerprinter.combine(table.dataset)
    fingerprinter.combine(id.key)
    fingerprinter.combine(title)
  }
}

extension Field {
  /// Adds what decides the reading of the field.
  func combine(isChosen: Bool, into fingerprinter: inout Fingerprinter) {
    fingerprinter.combine(name)
    fingerprinter.combine(type.rawValue)
    fingerprinter.combine(isChosen)
  }
}

extension FileRows {
  fileprivate func combineRow(_ row: Int, into fingerprinter: inout Fingerprinter) {
    bytes.withUnsafeBufferPointer { bytes in
      let range = range(of: row, in: bytes)
      fingerprinter.combine(UnsafeRawBufferPointer(bytes.part(range.lowerBound, range.upperBound)))
    }
  }

  fileprivate func combine(
    _ fields: [Int], ofRow row: Int, into fingerprinter: inout Fingerprinter
  ) {
    withFields(fields, ofRow: row) { bytes, raw in
      for field in fields {
        fingerprinter.combine(fieldFingerprints[field])
        fingerprinter.combine(Int(raw[field].kind.rawValue) << 8 | Int(raw[field].escaping.rawValue))
        fingerprinter.combine(UnsafeRawBufferPointer(bytes.part(raw[field].start, raw[field].end)))
      }
    }
  }
}

extension Value {
  /// Adds the kind of the value and its text.
  func combine(into fingerprinter: inout Fingerprinter) {
    switch self {
    case .missing: fingerprinter.combine(0)
    case .text(let text): fingerprinter.combine(1, text)
    case .markdown(let text): fingerprinter.combine(2, text)
    case .number(let number): fingerprinter.combine(3, number.text)
    case .boolean(let isTrue): fingerprinter.combine(isTrue ? 4 : 5)
    case .date(let text): fingerprinter.combine(6, text)
    case .url(let text): fingerprinter.combine(7, text)
    case .image(let text): fingerprinter.combine(8, text)
    case .list(let elements, let written):
      fingerprinter.combine(9)
      fingerprinter.combine(written != nil)
      fingerprinter.combine(written ?? "")
      fingerprinter.combine(elements.count)
      for element in elements { element.combine(into: &fingerprinter) }
    case .records(let records):
      fingerprinter.combine(10)
      fingerprinter.combine(records.count)
      for record in records { record.combine(fields: nil, into: &fingerprinter) }
    }
  }
}

extension Fingerprinter {
  fileprivate mutating func combine(_ kind: Int, _ text: String) {
    combine(kind)
    combine(text)
  }
}
