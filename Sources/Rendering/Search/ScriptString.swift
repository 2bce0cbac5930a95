extension [UInt8] {
  /// Appends a text as a string of JSON that can stand in a script, and in a script within HTML: whatever could end the string, the line
  /// or the script is written as an escape.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package mutating func append(scriptString text: String) {
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      var copied = 0
      for position in bytes.indices where bytes[position].mayNeedEscape {
        let length = bytes.lengthOfEscaped(at: position)
        if length == 0 { continue }
        append(contentsOf: bytes[copied..<position])
        append(contentsOf: (length == 1 ? "\\u00" : "\\u20").utf8)
        let byte = length == 1 ? bytes[position] : bytes[position + 2] - 0x80
        append(Self.hexadecimalDigits[Int(byte >> 4)])
        append(Self.hexadecimalDigits[Int(byte & 0xF)])
        copied = position + length
      }
      append(contentsOf: bytes[copied...])
    }
    append(UInt8(ascii: "\""))
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension String {
  /// The number of bytes that the text has in a string of JSON in a script, without the quotes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var scriptStringCount: Int {
    var text = self
    return text.withUTF8 { $0.scriptStringCount }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes that a text in UTF-8 has in a string of JSON in a script, without the quotes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package var scriptStringCount: Int {
    var result = count
    for position in indices where self[position].mayNeedEscape {
      let length = lengthOfEscaped(at: position)
      if length > 0 { result += 6 - length }
    }
    return result
  }

  /// The number of bytes that are one escape, where a byte may need one; 0 if it needs none.
  fileprivate func lengthOfEscaped(at position: Int) -> Int {
    guard self[position] == 0xE2 else { return 1 }
    // The only letters of more than one byte: the line and the paragraph separator, which end a line of an older script.
    let isSeparator = position + 2 < count && self[position + 1] == 0x80 && self[position + 2] | 1 == 0xA9
    return isSeparator ? 3 : 0
  }
}

extension UInt8 {
  fileprivate var mayNeedEscape: Bool {
    switch self {
    case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0xE2: true
    default: false
    }
  }
}
