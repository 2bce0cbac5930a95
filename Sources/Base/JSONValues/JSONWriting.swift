import PomonaSupport

extension JSONValue {
  /// Appends the value as JSON, without white space and with the members of objects in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public func write(to json: inout [UInt8]) {
    switch self {
    case .null: json.append(json: "null")
    case .boolean(let isTrue): json.append(json: isTrue ? "true" : "false")
    case .number(let number): json.append(json: number.literal)
    case .string(let text): json.append(jsonString: text)
    case .array(let elements):
      json.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(to: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .object(let object): object.write(to: &json)
    }
  }

  /// The value as JSON in one line, without white space and without a line break at the end.
  package var line: [UInt8] {
    var json: [UInt8] = []
    write(to: &json)
    return json
  }
}

extension JSONObject {
  /// Appends the object as JSON, without white space and with its members in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public func write(to json: inout [UInt8]) {
    json.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json.append(jsonString: member.name)
      json.append(UInt8(ascii: ":"))
      member.value.write(to: &json)
    }
    json.append(UInt8(ascii: "}"))
  }

  /// The object as JSON in one line, without white space and without a line break at the end.
  package var line: [UInt8] { JSONValue.object(self).line }
}

extension [UInt8] {
  /// Appends a text that is already JSON.
  package mutating func append(json: String) { append(contentsOf: json.utf8) }

  /// Appends a text as a JSON string.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package mutating func append(jsonString text: String) {
    var text = text
    text.withUTF8 { append(jsonString: $0) }
  }

  /// Appends a text in UTF-8 as a JSON string.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package mutating func append(jsonString text: UnsafeBufferPointer<UInt8>) {
    append(.quote)
    var copied = 0, position = text.firstSpecialOfString(from: 0)
    while position < text.count {
      append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<position]))
      append(.backslash)
      switch text[position] {
      case let byte where byte == .quote || byte == .backslash: append(byte)
      case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
      case let byte:
        append(json: "u00")
        append(Self.hexadecimalDigits[Int(byte >> 4)])
        append(Self.hexadecimalDigits[Int(byte & 0xF)])
      }
      copied = position + 1
      position = text.firstSpecialOfString(from: copied)
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
    append(.quote)
  }

  /// Appends a text as a JSON string that is also valid in a script, and in a script within HTML: characters that could
  /// end the string, the line or the script are escaped.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package mutating func append(scriptString text: String) {
    var text = text
    append(.quote)
    text.withUTF8 { bytes in
      var copied = 0, position = bytes.firstThatMayNeedEscape(from: 0)
      while position < bytes.count {
        let length = bytes.lengthOfEscaped(at: position)
        if length > 0 {
          append(contentsOf: bytes[copied..<position])
          append(contentsOf: (length == 1 ? "\\u00" : "\\u20").utf8)
          let byte = length == 1 ? bytes[position] : bytes[position + 2] - 0x80
          append(Self.hexadecimalDigits[Int(byte >> 4)])
          append(Self.hexadecimalDigits[Int(byte & 0xF)])
          copied = position + length
        }
        position = bytes.firstThatMayNeedEscape(from: position + Swift.max(length, 1))
      }
      append(contentsOf: bytes[copied...])
    }
    append(.quote)
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension String {
  /// The number of bytes of the text as a JSON string in a script, without the quotes.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package var scriptStringCount: Int {
    var text = self
    return text.withUTF8 { $0.scriptStringCount }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes of a text in UTF-8 as a JSON string in a script, without the quotes.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package var scriptStringCount: Int {
    var result = count, position = firstThatMayNeedEscape(from: 0)
    while position < count {
      let length = lengthOfEscaped(at: position)
      if length > 0 { result += 6 - length }
      position = firstThatMayNeedEscape(from: position + Swift.max(length, 1))
    }
    return result
  }

  /// Returns the first position from `start` on whose byte may need an escape, or the count if there is none.
  fileprivate func firstThatMayNeedEscape(from start: Int) -> Int {
    var position = start
    while position + 8 <= count {
      let word = word(at: position)
      let found =
        word.bytes(below: 0x20) | word.bytes(equalTo: .quote) | word.bytes(equalTo: .backslash)
        | word.bytes(equalTo: UInt8(ascii: "<")) | word.bytes(equalTo: 0x7F) | word.bytes(equalTo: 0xE2)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count, !self[position].mayNeedEscape { position += 1 }
    return position
  }

  /// Returns the number of bytes that one escape replaces, for a byte that may need one; 0 if it does not.
  fileprivate func lengthOfEscaped(at position: Int) -> Int {
    guard self[position] == 0xE2 else { return 1 }
    // The only escaped characters of more than one byte: the line separator and the paragraph separator, which end a
    // line in older versions of JavaScript.
    let isSeparator = position + 2 < count && self[position + 1] == 0x80 && self[position + 2] | 1 == 0xA9
    return isSeparator ? 3 : 0
  }
}

extension UInt8 {
  fileprivate var mayNeedEscape: Bool {
    switch self {
    case 0..<0x20, 0x7F, .quote, .backslash, UInt8(ascii: "<"), 0xE2: true
    default: false
    }
  }
}
