extension MustacheTemplate {
  /// What protects the text of a variable.
  package enum Escaping: Sendable {
    /// The five characters that have a meaning in HTML text and attributes are written as references: `&`, `<`, `>`, `"` and `'`.
    case html
    /// The text stays as it is.
    case none
  }
}

extension MustacheTemplate.Escaping {
  /// Appends a text in UTF-8, protected.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &output) }
  }

  /// Appends some text in UTF-8, protected.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // What lies between two characters that are replaced goes together; each range is within the text.
    var start = 0
    if self == .html {
      for (index, byte) in text.enumerated() {
        let reference: String
        switch byte {
        case UInt8(ascii: "&"): reference = "&amp;"
        case UInt8(ascii: "<"): reference = "&lt;"
        case UInt8(ascii: ">"): reference = "&gt;"
        case UInt8(ascii: "\""): reference = "&quot;"
        case UInt8(ascii: "'"): reference = "&#39;"
        default: continue
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        output.append(contentsOf: reference.utf8)
        start = index + 1
      }
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }
}
