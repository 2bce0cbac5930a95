extension Record {
  /// Gives a closure the bytes of some fields, mostly as the file has them: with its escapes, and without a value being made of them.
  ///
  /// - Parameters:
  ///   - fields: Positions of fields in the schema.
  ///   - body: Called once for each field.
  /// - Complexity: O(*n*) in the bytes of the row up to the last of the fields.
  package func forEachText(of fields: [Int], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch table.content {
    case .rows(let rows):
      rows.withFields(fields, ofRow: index) { bytes, raw in
        for field in fields { body(bytes.part(raw[field].start, raw[field].end)) }
      }
    case .joined(let record, _) where fields.allSatisfy { $0 < record.schema.fields.count }:
      record.forEachText(of: fields, body)
    case .made, .joined:
      for value in values(at: fields) {
        var text = value.text
        text.withUTF8(body)
      }
    }
  }
}
