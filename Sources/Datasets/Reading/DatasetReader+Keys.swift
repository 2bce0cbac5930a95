import Diagnostics
import Fingerprints
import Foundation

extension DatasetReader {
  /// Chooses where the keys come from.
  ///
  /// A field with a usual name is taken at its word, whatever its values: a choice that depended on them would change
  /// the address of every record when one row is added.
  mutating func key(_ rows: DatasetRows, file: String?) -> FileRows.Key {
    let schema = rows.schema
    if let key = options.key {
      return key == Dataset.Options.rowNumbers ? .rowNumber : field(key, schema, file).map { .field($0) } ?? .rowNumber
    }
    let names = schema.fields.map { $0.name.lowercased() }
    if let path = filePathField(schema) {
      // The name of a page's file tells it apart; its title need not.
      return ["id", "key", "slug", "code"].lazy.compactMap(names.firstIndex).first.map { .field($0) }
        ?? .fileName(pathField: path)
    }
    let usual = ["id", "key", "slug", "code", "name", "title", "label"].lazy.compactMap(names.firstIndex).first
    if let field = usual ?? firstUniqueField(rows) { return .field(field) }
    if rows.count > 0 {
      warnings.append(
        Diagnostic(
          .warning, code: "datasets/row-number-keys",
          "no field has a different value in every row; row numbers are the keys",
          at: .init(file: file),
          hint: "Choose a field with --key NAME, or --key @row if row numbers are what you want."))
    }
    return .rowNumber
  }

  /// The field with the path of each row's own file, where each has one.
  private func filePathField(_ schema: Schema) -> Int? {
    files.contains { $0.source.format == .markdown } ? schema.index(of: MarkdownPage.pathField) : nil
  }

  /// Chooses the field that the titles come from; `nil` means the keys.
  mutating func titleField(_ schema: Schema, key: FileRows.Key, file: String?) -> Int? {
    if let title = options.title { return field(title, schema, file) }
    return schema.fields.firstIndex { ["name", "title", "label"].contains($0.name.lowercased()) }
      ?? (filePathField(schema) != nil ? key.field : schema.fields.firstIndex { $0.type == .text } ?? key.field)
  }

  /// Reports the rows without a key of their own.
  ///
  /// Keys are exact: case and accents count.
  mutating func checkKeys(_ rows: DatasetRows) {
    let keyField = rows.files.first?.key.field
    var table = KeyTable(count: rows.count)
    lazy var alternative = firstUniqueField(rows).map { rows.schema.fields[$0].name }
    var row = 0
    for file in rows.files {
      file.forEachKey { bytes in
        defer { row += 1 }
        let first = table.insert(bytes, row: row) { other in rows.withKey(ofRow: other) { $0.isSameText(as: bytes) } }
        guard bytes.isEmpty || first != nil, !errors.skipsNext() else { return }
        let place = rows.place(of: row)
        let location = files[place.file].location(
          ofRow: place.row, field: keyField.map { rows.schema.fields[$0].name })
        let error = duplicateOrMissing(
          bytes.text, bytes.isEmpty ? nil : first.map(rows.place), location, alternative: alternative)
        errors.append(error)
      }
    }
  }

  /// Says that a row has no key, or one that the row at another place has.
  private func duplicateOrMissing(
    _ key: String, _ first: (file: Int, row: Int)?, _ location: Diagnostic.Location, alternative: String?
  ) -> Diagnostic {
    guard let first else {
      return Diagnostic(
        code: "datasets/missing-key", "the row has no key", at: location,
        hint: keyHint("Fill in the field", alternative))
    }
    let other = files[first.file].location(ofRow: first.row, field: nil)
    let place = [other.row.map { "row \($0)" }, other.file == location.file ? nil : other.file].compactMap(\.self)
    return Diagnostic(
      code: "datasets/duplicate-key",
      "\(key.excerpt) is already the key of \(place.joined(separator: " of "))", at: location,
      hint: keyHint("Give each row a key of its own", alternative))
  }

  /// Says what to do about keys: mend them, or take other ones.
  private func keyHint(_ remedy: String, _ alternative: String?) -> String {
    guard let alternative else { return "\(remedy), or number the rows: choose it with --key @row." }
    let argument = alternative.contains(" ") ? "\"\(alternative)\"" : alternative
    return "\(remedy), or use “\(alternative)”, which is different in every row: choose it with --key \(argument)."
  }

  /// The first field that has a value in every row, and a different one in each.
  private func firstUniqueField(_ rows: DatasetRows) -> Int? {
    rows.schema.fields.indices.first { field in
      // Most fields have some value twice among the first rows: room is made for more only then.
      isUnique(field, rows, limit: 1000) && (rows.count <= 1000 || isUnique(field, rows, limit: rows.count))
    }
  }

  private func isUnique(_ field: Int, _ rows: DatasetRows, limit: Int) -> Bool {
    let count = min(limit, rows.count)
    var table = KeyTable(count: count)
    return (0..<count).allSatisfy { row in
      rows.withKeyText(field, ofRow: row) { bytes in
        !bytes.isEmpty
          && table.insert(bytes, row: row, where: { rows.withKeyText(field, ofRow: $0) { $0.isSameText(as: bytes) } })
            == nil
      }
    }
  }

  /// Finds a field that the options name, or reports that there is none.
  private mutating func field(_ name: String, _ schema: Schema, _ file: String?) -> Int? {
    if let index = schema.index(of: name) { return index }
    reportUnknownField(name, fields: schema.fields.map(\.name), file: file)
    return nil
  }
}

extension FileRows.Key {
  /// The field that keys are, if they are one.
  var field: Int? { if case .field(let field) = self { field } else { nil } }
}

extension DatasetRows {
  /// Gives a closure the bytes of a row's key.
  fileprivate func withKey<Result>(ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    let place = place(of: row)
    let file = files[place.file]
    if case .field(let field) = file.key { return file.withKeyText(field, ofRow: place.row, body) }
    var text = file.key(ofRow: place.row)
    return text.withUTF8(body)
  }
}

/// Finds rows that have the same key, in some 11 bytes for each row, whatever the length of the keys.
///
/// Canonically equivalent texts are the same key, as they look the same.
struct KeyTable {
  /// For each place nothing, or the number of a row, counted from 1, below the upper half of its key's hash.
  private var slots: [UInt64]

  /// Makes room for a number of rows.
  init(count: Int) { slots = Array(repeating: 0, count: count + count / 3 + 2) }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - key: The bytes of its key.
  ///   - row: Its number, below the number of rows that there is room for.
  ///   - isKey: Whether another row has the key.
  /// - Returns: The row that was added before with the same key, if there is one; then this row is not added.
  /// - Complexity: O(1) on average.
  mutating func insert(_ key: Bytes, row: Int, where isKey: (Int) -> Bool) -> Int? {
    let hash = KeyTable.hash(key)
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    let tag = hash & 0xFFFF_FFFF
    // More than a quarter of the places stays free, so that the search ends.
    while slots[slot] != 0 {
      let other = slots[slot]
      if other >> 32 == tag, case let row = Int(other & 0xFFFF_FFFF) - 1, isKey(row) { return row }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = tag << 32 | UInt64(row + 1)
    return nil
  }

  private static func hash(_ key: Bytes) -> UInt64 {
    if key.isASCII { return Fingerprint(UnsafeRawBufferPointer(key)).low }
    return Fingerprint(key.text.precomposedStringWithCanonicalMapping).low
  }
}

extension Bytes {
  /// Whether two texts are canonically equivalent.
  func isSameText(as other: Bytes) -> Bool {
    elementsEqual(other) || !(isASCII && other.isASCII) && text == other.text
  }
}
