extension Bytes {
  /// Whether this is a number: `[+-]? digits (. digits)? ([eE] [+-]? digits)?`, narrower than what `Double` reads, such as `nan` and
  /// `0x1p3`; and not too large for a `Double`.
  var isNumber: Bool {
    guard let form = decimalForm else { return false }
    // So many digits alone are never too large.
    if !form.hasExponent, count <= 300 { return true }
    return Double(text)?.isFinite == true
  }

  /// Whether digits follow a leading zero, as they do in postal codes and part numbers rather than in quantities.
  var hasLeadingZeros: Bool {
    let start = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0
    return count > start + 1 && self[start] == UInt8(ascii: "0") && self[start + 1].isDigit
  }

  private var decimalForm: (hasExponent: Bool, Void)? {
    var position = 0
    func byte() -> UInt8 { position < count ? self[position] : 0 }
    func skipSign() { if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { position += 1 } }
    func skipDigits() -> Bool {
      let start = position
      while byte().isDigit { position += 1 }
      return position > start
    }
    skipSign()
    guard skipDigits() else { return nil }
    if byte() == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    let hasExponent = byte() | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      position += 1
      skipSign()
      guard skipDigits() else { return nil }
    }
    return position == count ? (hasExponent, ()) : nil
  }
}
