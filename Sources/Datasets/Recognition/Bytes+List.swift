extension Bytes {
  /// The pieces between semicolons, without white space at their ends; empty pieces are left out.
  var listPieces: [String] {
    split(separator: UInt8(ascii: ";")).compactMap { piece in
      let name = Bytes(rebasing: piece).trimmed
      return name.isEmpty ? nil : name.text
    }
  }

  /// The number of pieces between semicolons, if every piece is a short name, so that the text may be a list and is neither prose nor
  /// markup; else 0.
  var nameCount: Int {
    var start = 0, names = 0
    while true {
      var end = start
      while end < count, self[end] != UInt8(ascii: ";") {
        // What no name has is most often met long before the end.
        if self[end] < 0x80, !self[end].isNameByte, !(0x09...0x0D ~= self[end]) { return 0 }
        end += 1
      }
      let piece = part(start, end)
      guard piece.trimmed.isName, end == count || !piece.endsLikeEntity else { return 0 }
      names += 1
      if end == count { return names }
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
