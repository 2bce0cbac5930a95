extension [UInt8] {
  /// Appends a text as a string of JSON that can stand in a script, and in a script within HTML: whatever could end the string, the line
  /// or the script is written as an escape.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package mutating func append(scriptString text: String) {
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let plain = rest.prefix { !Self.mayNeedEscape($0) }
        append(contentsOf: plain)
        rest = rest[plain.endIndex...]
        guard !rest.isEmpty else { break }
        // The only letters of more than one byte: the line and the paragraph separator, which end a line of an older script.
        let isSeparator = rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9])
        let byte = rest.removeFirst()
        if isSeparator {
          append(contentsOf: rest.dropFirst().first == 0xA8 ? "\\u2028".utf8 : "\\u2029".utf8)
          rest = rest.dropFirst(2)
        } else if byte == 0xE2 {
          append(byte)
        } else {
          append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
          append(contentsOf: String(byte, radix: 16).utf8)
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0xE2: true
    default: false
    }
  }
}
