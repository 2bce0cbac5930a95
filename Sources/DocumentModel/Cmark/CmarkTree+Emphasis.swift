import CCmark

/// Between a letter and a sign, the stars of Markdown begin or end emphasis only where the letter is in it. A letter
/// that stands outside is written as an entity there, which begins and ends with a sign.
///
/// Source: CommonMark 0.30, section 6.2, left-flanking and right-flanking delimiter runs.
extension CmarkTree {
  mutating func append(_ text: String, encodingFirst: Bool, encodingLast: Bool) {
    var scalars = Substring(text).unicodeScalars
    if encodingFirst, let first = scalars.first, first.isLetterToMarkdown {
      custom(CMARK_NODE_CUSTOM_INLINE, "&#\(first.value);")
      scalars.removeFirst()
    }
    let last = encodingLast ? scalars.last.flatMap { $0.isLetterToMarkdown ? $0 : nil } : nil
    if last != nil { scalars.removeLast() }
    append(escaping: String(scalars))
    if let last { custom(CMARK_NODE_CUSTOM_INLINE, "&#\(last.value);") }
  }
}

extension Inline {
  /// Whether the inline is emphasis that begins (`\.first`) or ends (`\.last`) with a sign.
  func isEmphasis(atPunctuation end: KeyPath<[Inline], Inline?>) -> Bool {
    switch self {
    case .emphasis(let inlines), .strong(let inlines):
      switch inlines[keyPath: end] {
      // The one letter may be an entity itself.
      case .text(let text)? where text.unicodeScalars.count == 1 && inlines.count > 1: true
      case .text(let text)?:
        (end == \.first ? text.unicodeScalars.first : text.unicodeScalars.last).map(\.isSignToMarkdown) ?? true
      case let inline? where inline.isEmphasis: inline.isEmphasis(atPunctuation: end)
      default: true
      }
    default: false
    }
  }

  private var isEmphasis: Bool {
    switch self {
    case .emphasis, .strong: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether some version of CommonMark takes the scalar for punctuation: later ones than 0.30 take symbols for it.
  fileprivate var isSignToMarkdown: Bool {
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
    default: !isLetterToMarkdown
    }
  }

  /// Whether the scalar is neither white space nor, in CommonMark 0.30, punctuation.
  fileprivate var isLetterToMarkdown: Bool {
    if isASCII { return ("0"..."9").contains(self) || properties.isAlphabetic }
    if properties.isWhitespace { return false }
    return switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      false
    default: true
    }
  }
}
