import PomonaSupport

extension Bytes {
  /// The maximum length of a placeholder, with some white space around it.
  static let placeholderLength = 8

  /// Whether this is a placeholder that programs and people write for a missing value: `NA`, `n/a`, `NULL`, `NaN`,
  /// `\N`, or only dashes, points, stars or question marks.
  var isPlaceholder: Bool {
    guard let first, count <= 4 else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "*"):
      return allSatisfy { $0 == first }
    // En dash and em dash.
    case 0xE2: return count == 3 && (has("–", at: 0) || has("—", at: 0))
    case UInt8(ascii: "#"): return equals(ignoringCase: "#n/a")
    // Databases export NULL as `\N`.
    case .backslash: return count == 2 && self[1] == UInt8(ascii: "N")
    case UInt8(ascii: "N"), UInt8(ascii: "n"):
      return equals(ignoringCase: "na") || equals(ignoringCase: "n/a") || equals(ignoringCase: "nan")
        || equals(ignoringCase: "null") || equals(ignoringCase: "none") || equals(ignoringCase: "n.a.")
    default: return false
    }
  }

  /// Whether this is a number, `[+-]? (digits (. digits)? | . digits) ([eE] [+-]? digits)?`, that is not too large for
  /// a `Double`. The syntax is narrower than that of `Double`, which also accepts `nan` and `0x1p3`.
  var isNumber: Bool {
    guard let form = decimalForm else { return false }
    // A number without an exponent is never too large with up to 300 digits.
    if !form.hasExponent, count <= 300 { return true }
    return Double(text)?.isFinite == true
  }

  /// Whether digits follow a leading zero, as they do in postal codes and part numbers, but not in quantities.
  var hasLeadingZeros: Bool {
    let start = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? 1 : 0
    return count > start + 1 && self[start] == UInt8(ascii: "0") && self[start + 1].isDigit
  }

  /// The form of a number; `nil` if this is not one. The `Void` is there because a single element of a tuple has no
  /// label.
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
    // Statistics programs omit the zero before a fraction.
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

  /// Whether this is a web address: `http://` or `https://`, a host, and no white space or characters that addresses
  /// cannot have (RFC 3986), such as angle brackets and quotes.
  var isWebAddress: Bool {
    guard let start = webSchemeLength else { return false }
    switch self[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "."):
      return false
    default: return part(start, count).isAddressable(withSpaces: false)
    }
  }

  /// Whether this is the relative path of an image: `images/red apple.png`.
  var isPicturePath: Bool {
    first != UInt8(ascii: "/") && hasPictureEnding && !contains(UInt8(ascii: ":")) && isAddressable(withSpaces: true)
  }

  /// Whether this is a web address whose path ends in the file extension of an image.
  var isPictureAddress: Bool {
    guard let start = webSchemeLength, isWebAddress else { return false }
    let rest = part(start, count)
    let path = rest.part(0, rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.count)
    return path.contains(UInt8(ascii: "/")) && path.hasPictureEnding
  }

  /// The length of the scheme of a web address that is not only a scheme; `nil` for other bytes.
  private var webSchemeLength: Int? {
    guard first.map(\.lowercased) == UInt8(ascii: "h") else { return nil }
    if count > 7, hasPrefix(ignoringCase: "http://") { return 7 }
    return count > 8 && hasPrefix(ignoringCase: "https://") ? 8 : nil
  }

  /// Whether a path ends in a file name with the extension of an image.
  private var hasPictureEnding: Bool {
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0, self[dot - 1] != UInt8(ascii: "/") else { return false }
    let ending = part(dot + 1, count)
    return ending.equals(ignoringCase: "png") || ending.equals(ignoringCase: "jpg")
      || ending.equals(ignoringCase: "jpeg") || ending.equals(ignoringCase: "gif")
      || ending.equals(ignoringCase: "webp") || ending.equals(ignoringCase: "svg")
      || ending.equals(ignoringCase: "avif")
  }

  /// Whether all characters may occur in an address as people write them, which includes letters of all scripts: no
  /// control characters, no white space other than spaces if these are allowed, and no characters that delimit
  /// addresses in a text.
  private func isAddressable(withSpaces: Bool) -> Bool {
    var position = 0
    while position < count {
      switch self[position] {
      case .space: if !withSpaces { return false }
      case ..<0x20, 0x7F, .quote, UInt8(ascii: "<"), UInt8(ascii: ">"), .backslash, UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        return false
      // Control characters beyond ASCII.
      case 0xC2: if position + 1 < count, self[position + 1] < 0xA0 { return false } else { fallthrough }
      case 0x80...: if spaceLength(at: position) > 0 { return false }
      default: break
      }
      position += 1
    }
    return true
  }

  /// Returns the pieces between separators, without white space at their ends and without empty pieces.
  ///
  /// - Complexity: O(*n*) in the number of bytes, times the length of the separator if its first byte is frequent.
  func listPieces(between separator: String) -> [String] {
    // In UTF-8, no character begins within another one, so bytes can be compared.
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

  /// Returns the number of pieces between semicolons or bars if every piece is a short name, so that the text may be a
  /// list and is neither prose nor markup; otherwise 0.
  ///
  /// - Parameter separator: The separator of the pieces in all texts. If it is `nil`, it is set to the first one that
  ///   occurs.
  func nameCount(between separator: inout UInt8?) -> Int {
    var start = 0, names = 0
    while true {
      var end = start
      while end < count {
        if self[end] == UInt8(ascii: ";") || self[end] == UInt8(ascii: "|") {
          if separator == nil { separator = self[end] }
          if separator == self[end] { break }
        }
        // A fast path: in most texts, a character that names cannot have comes long before the end.
        if self[end] < 0x80, !self[end].isNameByte, !(0x09...0x0D ~= self[end]) { return 0 }
        end += 1
      }
      let piece = part(start, end)
      guard piece.trimmed.isName, end == count || self[end] != UInt8(ascii: ";") || !piece.endsLikeEntity else {
        return 0
      }
      names += 1
      if end == count { return names }
      // A bar with spaces around it separates the parts of a title.
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
    // A text has at most as many characters as bytes.
    return count <= 40 || !isASCII && text.count <= 40
  }

  /// Returns the length of the character at a position, beyond ASCII, if names can have it; otherwise 0.
  @inline(never)
  private func nameCharacterLength(at position: Int) -> Int {
    let (scalar, length) = scalar(at: position)
    return scalar.isNameCharacter ? length : 0
  }

  /// Whether a semicolon after the text would end an HTML entity, such as `&amp;`. A single letter does not form an
  /// entity: `Black&W; Colour`.
  private var endsLikeEntity: Bool {
    guard let ampersand = lastIndex(of: UInt8(ascii: "&")) else { return false }
    return count - ampersand > 2 && self[(ampersand + 1)...].allSatisfy(\.isLetterOrDigit)
  }
}

extension UInt8 {
  /// Whether names can have this ASCII character.
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
  /// Whether the text is prose with Markdown markup; see `String.isMarkdownProse`, which is called only if the bytes of
  /// some markup occur.
  var isMarkdownProse: Bool { mayHaveMarkup && text.isMarkdownProse }

  /// Whether the text is long enough and contains the bytes of some markup.
  private var mayHaveMarkup: Bool {
    guard count >= 60 else { return false }
    if beginsBlock(at: 0) { return true }
    var position = 0
    // The search stops at asterisks, brackets, line breaks, and at bytes beyond ASCII, which may be a line break.
    while position < count - 1 {
      if position + 8 <= count {
        let word = word(at: position)
        let found =
          word.bytes(equalTo: UInt8(ascii: "*")) | word.bytes(equalTo: UInt8(ascii: "]")) | word.bytes(below: 0x20)
          | word & UInt64.marks
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
