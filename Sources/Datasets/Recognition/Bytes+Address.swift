extension Bytes {
  /// Whether this is a web address: `http://` or `https://`, a host, and no white space or characters that
  /// addresses never have (RFC 3986), such as angle brackets and quotes.
  var isWebAddress: Bool {
    guard let start = webSchemeLength else { return false }
    switch self[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "."):
      return false
    default: return part(start, count).isAddressable(withSpaces: false)
    }
  }

  /// Whether this is the path of a picture, relative to where it is mentioned: `images/red apple.png`.
  var isPicturePath: Bool {
    first != UInt8(ascii: "/") && hasPictureEnding && !contains(UInt8(ascii: ":")) && isAddressable(withSpaces: true)
  }

  /// Whether this is a web address whose path ends as the name of a picture does.
  var isPictureAddress: Bool {
    guard let start = webSchemeLength, isWebAddress else { return false }
    let rest = part(start, count)
    let path = rest.part(0, rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.count)
    return path.contains(UInt8(ascii: "/")) && path.hasPictureEnding
  }

  /// How many bytes the scheme of a web address has that something follows.
  private var webSchemeLength: Int? {
    guard first.map(\.lowercased) == UInt8(ascii: "h") else { return nil }
    if count > 7, hasPrefix(ignoringCase: "http://") { return 7 }
    return count > 8 && hasPrefix(ignoringCase: "https://") ? 8 : nil
  }

  /// Whether a path ends in a file name with the ending of a picture.
  private var hasPictureEnding: Bool {
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0, self[dot - 1] != UInt8(ascii: "/") else { return false }
    let ending = part(dot + 1, count)
    return ending.equals(ignoringCase: "png") || ending.equals(ignoringCase: "jpg")
      || ending.equals(ignoringCase: "jpeg") || ending.equals(ignoringCase: "gif")
      || ending.equals(ignoringCase: "webp") || ending.equals(ignoringCase: "svg")
      || ending.equals(ignoringCase: "avif")
  }

  /// Whether all characters may stand in an address as people write them, with letters of all scripts: no control characters, no white
  /// space but perhaps spaces, and none of those that end an address in a text.
  private func isAddressable(withSpaces: Bool) -> Bool {
    var position = 0
    while position < count {
      switch self[position] {
      case .space: if !withSpaces { return false }
      case ..<0x20, 0x7F, .quote, UInt8(ascii: "<"), UInt8(ascii: ">"), .backslash, UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        return false
      // The control characters beyond ASCII.
      case 0xC2: if position + 1 < count, self[position + 1] < 0xA0 { return false } else { fallthrough }
      case 0x80...: if spaceLength(at: position) > 0 { return false }
      default: break
      }
      position += 1
    }
    return true
  }
}
