/// Writes rows into bytes that a table keeps, for files whose own bytes are not to be read row by row.
///
/// A field is its number (2 bytes), what the file says of it (1 byte), the count of its bytes (4 bytes), and these. Numbers have their
/// lowest byte first. Fields that are missing are left out. A list is a JSON array of strings. A value of 4 GB or more has no place.
struct RowPacker {
  /// The bytes of the longest value that can be written.
  static let longestValue = Int(UInt32.max)

  private(set) var bytes: [UInt8] = []
  private(set) var starts = RowStarts(byteCount: .max)

  /// Begins a row.
  mutating func beginRow() {
    starts.append(bytes.count)
  }

  /// Writes a field of the row; nothing where it is missing.
  mutating func append(_ field: Int, _ kind: RawField.Kind, _ text: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt16(field).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(kind.rawValue)
    withUnsafeBytes(of: UInt32(text.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: text)
  }

  mutating func finish() { starts.end = bytes.count }

  /// A JSON array of strings.
  static func array(_ elements: [String]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(.comma) }
      text.append(.quote)
      for byte in element.utf8 {
        switch byte {
        case .quote, .backslash: text += [.backslash, byte]
        case ..<0x20: text += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: text.append(byte)
        }
      }
      text.append(.quote)
    }
    return text + [UInt8(ascii: "]")]
  }
}

/// A field that a ``RowPacker`` wrote.
struct PackedField {
  let field: Int
  let raw: RawField

  /// Reads the field at a position, and steps behind it; `nil` at the end of the row.
  init?(in bytes: Bytes, at position: inout Int, before end: Int) {
    // The packer wrote whole fields, and a row ends where the next one begins.
    guard position + 7 <= end, let kind = RawField.Kind(rawValue: bytes[position + 2]) else { return nil }
    field = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    let count = (0..<4).reduce(0) { $0 | Int(bytes[position + 3 + $1]) << (8 * $1) }
    raw = RawField(kind: kind, start: position + 7, end: position + 7 + count)
    position += 7 + count
  }
}
