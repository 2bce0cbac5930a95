extension Bytes {
  /// No value that stands for none has more bytes than this, with some white space around it.
  static let placeholderLength = 8

  /// Whether this is what programs and people write where there is no value: `NA`, `n/a`, `NULL`, `NaN`, `\N`, or dashes, points, stars or question
  /// marks and nothing else.
  var isPlaceholder: Bool {
    guard let first, count <= 4 else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "*"):
      return allSatisfy { $0 == first }
    // The dashes of print.
    case 0xE2: return count == 3 && (has("–", at: 0) || has("—", at: 0))
    case UInt8(ascii: "#"): return equals(ignoringCase: "#n/a")
    // Databases write it into files.
    case .backslash: return count == 2 && self[1] == UInt8(ascii: "N")
    case UInt8(ascii: "N"), UInt8(ascii: "n"):
      return equals(ignoringCase: "na") || equals(ignoringCase: "n/a") || equals(ignoringCase: "nan")
        || equals(ignoringCase: "null") || equals(ignoringCase: "none") || equals(ignoringCase: "n.a.")
    default: return false
    }
  }

  /// Whether this is a number: `[+-]? (digits (. digits)? | . digits) ([eE] [+-]? digits)?`, narrower than what `Double` reads, such as `nan` and
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
    // Statistics programs leave out the zero before a fraction.
    let hasWhole = skipDigits()
    if byte() == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    } else if !hasWhole {
      return nil
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

extension Bytes {
  /// The pieces between separators, without white space at their ends; empty pieces are left out.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes, times the length of the separator where its first byte is frequent.
  func listPieces(between separator: String) -> [String] {
    // No character of UTF-8 begins within another one, so that bytes can be compared.
    let separator = separator.utf8
    var pieces: [String] = []
    var start = 0
    func endPiece(at end: Int) {
      let piece = part(start, end).trimmed
      if !piece.isEmpty { pieces.append(piece.text) }
      start = end + separator.count
    }
    for index in indices where index >= start && self[index] == separator.first {
      if self[index...].starts(with: separator) { endPiece(at: index) }
    }
    endPiece(at: count)
    return pieces
  }

  /// The number of pieces between semicolons or bars, if every piece is a short name, so that the text may be a list and is neither prose
  /// nor markup; else 0.
  ///
  /// - Parameter separator: Which of them stands between the pieces of all texts; the first one that is met, where that is not known.
  func nameCount(between separator: inout UInt8?) -> Int {
    var start = 0, names = 0
    while true {
      var end = start
      while end < count {
        if self[end] == UInt8(ascii: ";") || self[end] == UInt8(ascii: "|") {
          if separator == nil { separator = self[end] }
          if separator == self[end] { break }
        }
        // What no name has is most often met long before the end.
        if self[end] < 0x80, !self[end].isNameByte, !(0x09...0x0D ~= self[end]) { return 0 }
        end += 1
      }
      let piece = part(start, end)
      guard piece.trimmed.isName, end == count || self[end] != UInt8(ascii: ";") || !piece.endsLikeEntity else {
        return 0
      }
      names += 1
      if end == count { return names }
      // With spaces around it, a bar stands between parts of a title.
      if self[end] == UInt8(ascii: "|"), self[end - 1] == .space || end + 1 < count && self[end + 1] == .space {
        return 0
      }
      start = end + 1
    }
  }

  private var isName: Bool {
    guard !isEmpty else { return false }
    var position = 0
    while position < count {
      if self[position] < 0x80 {
        guard self[position].isNameByte else { return false }
        position += 1
      } else {
        guard case let length = nameCharacterLength(at: position), length > 0 else { return false }
        position += length
      }
    }
    // There are no more characters than bytes.
    return count <= 40 || !isASCII && text.count <= 40
  }

  /// How many bytes a character beyond ASCII has that names have; 0 for others.
  @inline(never)
  private func nameCharacterLength(at position: Int) -> Int {
    let (scalar, length) = scalar(at: position)
    return scalar.isNameCharacter ? length : 0
  }

  /// Whether a semicolon after the text would end an HTML entity, such as `&amp;`. One letter makes none: `Black&W; Colour`.
  private var endsLikeEntity: Bool {
    guard let ampersand = lastIndex(of: UInt8(ascii: "&")) else { return false }
    return count - ampersand > 2 && self[(ampersand + 1)...].allSatisfy(\.isLetterOrDigit)
  }
}

extension UInt8 {
  /// Whether an ASCII character is one that names have.
  fileprivate var isNameByte: Bool {
    if isLetterOrDigit { return true }
    return switch Unicode.Scalar(self) {
    case " ", "-", "'", ".", ",", "/", "&", "+", "%": true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isNameCharacter: Bool {
    if self == "’" || self == "°" { return true }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber:
      true
    default: false
    }
  }
}

extension Bytes {
  /// Whether the text is prose with Markdown markup; see `String.isMarkdownProse`, which is asked only where there may be some.
  var isMarkdownProse: Bool { mayHaveMarkup && text.isMarkdownProse }

  /// Whether the bytes of some markup are there, in a text that is long enough.
  private var mayHaveMarkup: Bool {
    guard count >= 60 else { return false }
    if beginsBlock(at: 0) { return true }
    let (asterisk, bracket) = (Bytes.pattern(UInt8(ascii: "*")), Bytes.pattern(UInt8(ascii: "]")))
    var position = 0
    // Asterisks, brackets, line breaks, and what is not ASCII and may be one.
    while position < count - 1 {
      if position + 8 <= count {
        let word = word(at: position)
        let found =
          Bytes.zeros(word ^ asterisk) | Bytes.zeros(word ^ bracket) | Bytes.below(0x20, word)
          | word & 0x8080_8080_8080_8080
        if found == 0 {
          position += 8
          continue
        }
        position += found.trailingZeroBitCount >> 3
        guard position < count - 1 else { return false }
      }
      switch self[position] {
      case UInt8(ascii: "*"): if self[position + 1] == UInt8(ascii: "*") { return true }
      case UInt8(ascii: "]"): if has("](http", at: position) { return true }
      case 0x0A...0x0D, 0x85, 0xA8, 0xA9: if beginsBlock(at: position + 1) { return true }
      default: break
      }
      position += 1
    }
    return false
  }

  private func beginsBlock(at position: Int) -> Bool {
    switch self[position] {
    case UInt8(ascii: "#"): has("# ", at: position) || has("## ", at: position)
    case UInt8(ascii: "-"): has("- ", at: position)
    case UInt8(ascii: "*"): has("* ", at: position)
    case UInt8(ascii: "1"): has("1. ", at: position)
    case UInt8(ascii: ">"): has("> ", at: position)
    case UInt8(ascii: "`"): has("```", at: position)
    case UInt8(ascii: "~"): has("~~~", at: position)
    default: false
    }
  }
}
