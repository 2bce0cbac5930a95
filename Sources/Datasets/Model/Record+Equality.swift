extension Record: Hashable {
  /// Whether two records have the same identity, title, row, fields and values.
  ///
  /// - Complexity: O(*n*) in the bytes of both rows.
  public static func == (left: Record, right: Record) -> Bool {
    if left.table === right.table, left.index == right.index { return true }
    return left.schema == right.schema && left.row == right.row && left.id == right.id && left.title == right.title
      && left.values == right.values
  }

  /// Hashes the identity, which tells records apart well enough.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Record {
  /// Whether another record is written in the same way, byte by byte, wherever it stands in its file.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  package func hasSameContent(as other: Record) -> Bool {
    if table === other.table, index == other.index { return true }
    switch (table.content, other.table.content) {
    case (.rows(let rows), .rows(let others)):
      return rows.fingerprint == others.fingerprint && table.dataset == other.table.dataset
        && rows.hasSameBytes(index, others, other.index)
        && (rows.key != .rowNumber || rows.numbers[index] == others.numbers[other.index])
    case (.joined(let record, let rows), .joined(let otherRecord, let others)):
      return schema == other.schema && record.hasSameContent(as: otherRecord) && rows.count == others.count
        && zip(rows, others).allSatisfy { $0.hasSameContent(as: $1) }
    default:
      // Numbers and texts may be equal and yet not the same to look at.
      return schema == other.schema && id.key.utf8.elementsEqual(other.id.key.utf8)
        && title.utf8.elementsEqual(other.title.utf8) && values == other.values
        && zip(values, other.values).allSatisfy { $0.text.utf8.elementsEqual($1.text.utf8) }
    }
  }

  /// A key that is compared by its bytes, and most often without being made.
  package struct Key: Hashable {
    let record: Record

    package static func == (left: Key, right: Key) -> Bool {
      let (left, right) = (left.record, right.record)
      if case .rows(let rows) = left.table.content, case .rows(let others) = right.table.content,
        rows.key != .rowNumber, rows.fingerprint == others.fingerprint,
        rows.hasSameBytes(left.index, others, right.index)
      {
        return left.table.dataset == right.table.dataset
      }
      return left.id == right.id
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(record.id) }
  }

  /// The identity, for those who compare many records that are mostly the same.
  package var fastID: Key { Key(record: self) }
}

extension FileRows {
  fileprivate func hasSameBytes(_ row: Int, _ others: FileRows, _ otherRow: Int) -> Bool {
    bytes.withUnsafeBufferPointer { mine in
      others.bytes.withUnsafeBufferPointer { other in
        let (left, right) = (range(of: row, in: mine), others.range(of: otherRow, in: other))
        return mine.part(left.lowerBound, left.upperBound)
          .elementsEqual(other.part(right.lowerBound, right.upperBound))
      }
    }
  }
}
