extension [Inline] {
  /// Whether the inlines are there and ``laidOut(_:)`` would leave them as they are. It may say no where the answer is yes: it is there
  /// for the many that need nothing.
  ///
  /// - Parameters:
  ///   - joinsTexts: Whether it counts that of two texts next to each other one would be made: HTML is the same for both.
  ///   - isInLink: Whether the inlines are in a link or a picture.
  func isLaidOut(_ layout: InlineLayout, joinsTexts: Bool = true, isInLink: Bool = false) -> Bool {
    // Each is looked at for itself, and together with the one before it.
    var last = Neighbour.edge
    var endsInSpace = false
    let inlines = span
    for index in inlines.indices {
      switch inlines[index] {
      case .text(let text):
        guard last != .text || !joinsTexts, text.isPlain, last != .edge && last != .lineEnd || !text.beginsWithSpace
        else {
          return false
        }
        (last, endsInSpace) = (.text, text.endsInSpace)
        continue
      case .softBreak, .lineBreak:
        guard layout == .lines, last != .edge, last != .lineEnd, !endsInSpace else { return false }
        last = .lineEnd
      case .code(let text):
        guard last != .code, text.isPlain else { return false }
        last = .code
      case .emphasis(let inlines):
        guard last != .emphasis, inlines.isLaidOut(layout, joinsTexts: joinsTexts, isInLink: isInLink) else {
          return false
        }
        last = .emphasis
      case .strong(let inlines):
        guard last != .strong, inlines.isLaidOut(layout, joinsTexts: joinsTexts, isInLink: isInLink) else {
          return false
        }
        last = .strong
      case .link(let address, let title, let inlines), .image(let address, let title, let inlines):
        guard !isInLink, title.isEmpty || title.isPlain, address.isPlain, !address.beginsWithSpace,
          !address.endsInSpace, Destination.isSafe(address),
          inlines.isLaidOut(layout, joinsTexts: joinsTexts, isInLink: true)
        else { return false }
        last = .other
      }
      endsInSpace = false
    }
    return last != .edge && last != .lineEnd && !endsInSpace
  }
}

/// What stands before an inline.
private enum Neighbour {
  case edge, text, lineEnd, code, emphasis, strong, other
}

extension String {
  /// Whether there are characters, and `cleaned` and `oneLine` leave them as they are.
  fileprivate var isPlain: Bool {
    var text = self
    return text.withUTF8 { bytes in
      // Each index is less than the count; what follows the first byte of a scalar is there, since a string is valid UTF-8.
      var index = 0
      while true {
        index = bytes.endOfPlain(from: index)
        guard index < bytes.count else { return index > 0 }
        switch bytes[index] {
        case ..<0x20, 0x7F: return false
        // U+0080 to U+009F.
        case 0xC2 where bytes[index + 1] < 0xA0: return false
        // U+2028 and U+2029.
        case 0xE2 where bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9): return false
        // U+FEFF, U+FFFE and U+FFFF.
        case 0xEF where bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF: return false
        case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: return false
        default: index += 1
        }
      }
    }
  }

  fileprivate var beginsWithSpace: Bool {
    // A byte of ASCII is a scalar of its own.
    if let first = utf8.first, first < 0x80 { return Unicode.Scalar(first).isSpace }
    return unicodeScalars.first?.isSpace ?? false
  }

  fileprivate var endsInSpace: Bool {
    if let last = utf8.last, last < 0x80 { return Unicode.Scalar(last).isSpace }
    return unicodeScalars.last?.isSpace ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space; quick for ASCII.
  fileprivate var isSpace: Bool { isASCII ? value == 0x20 || (0x9...0xD).contains(value) : properties.isWhitespace }
}
