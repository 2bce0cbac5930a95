extension Bytes {
  /// Whether this is a decimal integer or a float of TOML: without leading zeros, and with underscores only between
  /// digits.
  var isTOMLDecimal: Bool {
    var position = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0
    let start = position
    guard skipDigits(&position, { $0.isDigit }), self[start] != UInt8(ascii: "0") || position == start + 1 else {
      return false
    }
    if position < count, self[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits(&position, { $0.isDigit }) else { return false }
    }
    if position < count, self[position].lowercased == UInt8(ascii: "e") {
      position += 1
      if position < count, self[position] == UInt8(ascii: "-") || self[position] == UInt8(ascii: "+") { position += 1 }
      guard skipDigits(&position, { $0.isDigit }) else { return false }
    }
    return position == count
  }

  /// The value of a hexadecimal, octal or binary integer of TOML; `nil` for other bytes and for digits that the base
  /// does not have.
  var tomlIntegerWithPrefix: UInt64? {
    let radix: Int? = has("0x", at: 0) ? 16 : has("0o", at: 0) ? 8 : has("0b", at: 0) ? 2 : nil
    var position = 2
    guard let radix, skipDigits(&position, \.isHexadecimal), position == count else { return nil }
    // The conversion fails for digits that the base does not have.
    return UInt64(part(2, count).text.filter { $0 != "_" }, radix: radix)
  }

  /// A date, a time, or both in ISO 8601, converted from the notation of TOML, which also allows a space and lower
  /// case, and requires seconds. `nil` for other bytes.
  var tomlDate: [UInt8]? {
    // Clearing a bit of a small letter makes it a capital: `t` and `z` of times.
    let text = map { $0 == .space ? UInt8(ascii: "T") : $0 >= UInt8(ascii: "a") ? $0 & 0xDF : $0 }
    let isDate = text.withUnsafeBufferPointer { text in
      text.isISODate && (text.count == 10 || text.has(":", at: 16))
    }
    if isDate { return text }
    let isTime = text.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") } && has(":", at: 5)
    // A time alone is checked as that of any day.
    return isTime && (Array("2000-01-01T".utf8) + text).withUnsafeBufferPointer(\.isISODate) ? text : nil
  }

  /// Whether this is a float of TOML that is infinite or NaN.
  var isTOMLConstant: Bool {
    let word = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? part(1, count) : self
    return word.count == 3 && (word.has("inf", at: 0) || word.has("nan", at: 0))
  }

  /// Skips digits that may have single underscores between them. Returns `false` if there are none.
  private func skipDigits(_ position: inout Int, _ isDigit: (UInt8) -> Bool) -> Bool {
    guard position < count, isDigit(self[position]) else { return false }
    while position < count {
      if self[position] == UInt8(ascii: "_"), position + 1 < count, isDigit(self[position + 1]) {
        position += 2
      } else if isDigit(self[position]) {
        position += 1
      } else {
        break
      }
    }
    return true
  }
}

extension UInt8 {
  var isHexadecimal: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= (self | 0x20) }
}
