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
