extension String {
  /// The pieces between semicolons, without white space at their ends; empty pieces are left out.
  var listPieces: [String] {
    split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Whether every piece between semicolons is a short name, so that the text may be a list and is neither prose nor markup.
  var isList: Bool {
    let pieces = split(separator: ";", omittingEmptySubsequences: false)
    return pieces.enumerated().allSatisfy { index, piece in
      let isLast = index == pieces.count - 1
      let name = String(piece).trimmed
      return (1...40).contains(name.count) && name.unicodeScalars.allSatisfy(\.isNameCharacter)
        && (isLast || !piece.endsLikeEntity)
    }
  }
}

extension Substring {
  /// Whether a semicolon after the text would end an HTML entity, such as `&amp;`. One letter makes none: `Black&W; Colour`.
  fileprivate var endsLikeEntity: Bool {
    guard let ampersand = utf8.lastIndex(of: UInt8(ascii: "&")) else { return false }
    let name = self[ampersand...].dropFirst()
    return name.utf8.count >= 2 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension Unicode.Scalar {
  fileprivate var isNameCharacter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "'", "’", ".", ",", "/", "&", "+", "°", "%": return true
    case "\0"..."\u{7F}": return false
    default: break
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber:
      true
    default: false
    }
  }
}
