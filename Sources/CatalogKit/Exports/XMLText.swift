extension [UInt8] {
  /// Appends what is XML already.
  mutating func append(xml: String) { append(contentsOf: xml.utf8) }

  /// Appends a text as the content of an element or an attribute. Characters that XML 1.0 has no place for are left out.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  mutating func append(xmlText text: String) {
    if text.utf8.allSatisfy(\.isPlainXML) { return append(xml: text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(xml: "&amp;")
      case "<": append(xml: "&lt;")
      case ">": append(xml: "&gt;")
      case "\"": append(xml: "&quot;")
      case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      default: break
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a letter of ASCII that stands for itself.
  fileprivate var isPlainXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20..<0x7F).contains(self)
    }
  }
}
