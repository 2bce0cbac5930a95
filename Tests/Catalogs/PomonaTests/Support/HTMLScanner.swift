/// Cuts HTML into tags and texts. It works on bytes, where no combining mark hides a bracket or a quote.
struct HTMLScanner {
  enum Piece {
    case text(String)
    case opening(String, [String: String])
    case closing(String)
    /// Text that begins like a tag and is none.
    case problem(String)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func next() -> Piece? {
    guard let byte = current else { return nil }
    if byte != UInt8(ascii: "<") { return .text(decoded(take { $0 != UInt8(ascii: "<") })) }
    let start = position
    if let tag = tag() { return tag }
    position = start + 1
    return .problem(text(bytes[start..<min(bytes.count, start + 60)]))
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let byte = current, isWanted(byte) { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skipSpace() { _ = take { $0 <= 0x20 } }

  private mutating func tag() -> Piece? {
    if skip("<!DOCTYPE html>") { return .text("") }
    let isClosing = skip("</")
    guard isClosing || skip("<") else { return nil }
    let name = text(take(while: isAlphanumeric))
    guard !name.isEmpty else { return nil }
    var attributes: [String: String] = [:]
    skipSpace()
    while let byte = current, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      let key = text(take { $0 > 0x20 && !"=>\"'/<".utf8.contains($0) })
      if key == "defer", !bytes[position...].starts(with: "=".utf8) {
        // The only attribute of the pages without a value.
        attributes[key] = ""
        skipSpace()
        continue
      }
      guard !key.isEmpty, skip("=\"") else { return nil }
      attributes[key.lowercased()] = decoded(take { $0 != UInt8(ascii: "\"") })
      guard skip("\"") else { return nil }
      skipSpace()
    }
    _ = skip("/")
    guard skip(">") else { return nil }
    return isClosing ? .closing(name) : .opening(name, attributes)
  }

  private func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The text without its character references; only those that the catalog's pages have.
  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let text = text(bytes)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing(/&(?:#(\d+)|(amp|lt|gt|quot));/) { match in
      if let number = match.1.flatMap({ UInt32($0) }).flatMap(UnicodeScalar.init) { return String(Character(number)) }
      return ["amp": "&", "lt": "<", "gt": ">", "quot": "\""][match.2.map(String.init) ?? ""] ?? ""
    }
  }
}
