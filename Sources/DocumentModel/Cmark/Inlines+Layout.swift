/// The arrangement of the inlines of a block.
enum InlineLayout {
  /// Line breaks in the text are kept.
  case lines
  /// All inlines are on one line. Line breaks are replaced by spaces.
  case oneLine
}

extension [Inline] {
  /// Returns the inlines in a form that every format can express.
  ///
  /// A line break within a text becomes a line break of its own. White space at both ends of the block is removed, because Markdown would
  /// read it as code. White space at the ends of emphasis and links is moved out of them, because Markdown has no such emphasis. Links
  /// within links, and addresses that are not safe, are replaced by their text. Adjacent inlines of the same kind are joined.
  ///
  /// - Parameters:
  ///   - layout: The arrangement of the inlines.
  ///   - joinsTexts: Whether adjacent texts are joined even if nothing else has to be changed.
  func laidOut(_ layout: InlineLayout, joinsTexts: Bool = true) -> [Inline] {
    isLaidOut(layout, joinsTexts: joinsTexts) ? self : layingOut(layout)
  }

  private func layingOut(_ layout: InlineLayout) -> [Inline] {
    flatMapInlines { inline in
      switch inline {
      case .text(let text): layout == .lines ? text.cleaned.lines : [.text(text.cleaned.oneLine)]
      case .code(let text): text.isEmpty ? [] : [.code(text.cleaned.oneLine)]
      case .softBreak, .lineBreak: layout == .lines ? [inline] : [.text(" ")]
      case .emphasis(let inlines): inlines.delimited { $0.isEmpty ? [] : [.emphasis($0)] }
      case .strong(let inlines): inlines.delimited { $0.isEmpty ? [] : [.strong($0)] }
      case .link(let destination, let title, let label):
        label.withoutLinks.delimited {
          Destination.isSafe(destination)
            ? [.link(destination: destination.address, title: title.cleaned, $0)] : $0
        }
      case .image(let source, let title, let alternative):
        alternative.withoutLinks.delimited {
          Destination.isSafe(source)
            ? [.image(source: source.address, title: title.cleaned, $0)] : $0
        }
      }
    }.joined.trimmedOutward.content
  }

  /// Calls a closure with the inlines without the white space at their ends, and returns its result with that white space around it.
  private func delimited(_ make: ([Inline]) -> [Inline]) -> [Inline] {
    let (before, content, after) = joined.trimmedOutward
    return before + make(content) + after
  }

  /// The inlines after joining adjacent ones of the same kind, which Markdown cannot distinguish, and removing white space around line
  /// breaks, which no format shows, and which would change the kind of the break in Markdown.
  private var joined: [Inline] {
    reduce(into: []) { inlines, next in
      switch (inlines.last, next) {
      case (.text(let text)?, .text(let more)): inlines.replaceLast(.text(text + more))
      case (.code(let text)?, .code(let more)): inlines.replaceLast(.code(text + more))
      case (.emphasis(let content)?, .emphasis(let more)): inlines.replaceLast(.emphasis((content + more).joined))
      case (.strong(let content)?, .strong(let more)): inlines.replaceLast(.strong((content + more).joined))
      case (.softBreak?, .softBreak), (.lineBreak?, .softBreak): break
      case (.softBreak?, .lineBreak), (.lineBreak?, .lineBreak): inlines.replaceLast(.lineBreak)
      case (.softBreak?, .text(let text)), (.lineBreak?, .text(let text)):
        let text = text.trimmedAtStart
        if !text.isEmpty { inlines.append(.text(text)) }
      case (.text(let text)?, .softBreak), (.text(let text)?, .lineBreak):
        let text = text.trimmedAtEnd
        inlines.removeLast()
        inlines += text.isEmpty ? [next] : [.text(text), next]
      default: inlines.append(next)
      }
    }
  }

  private mutating func replaceLast(_ inline: Inline) { self[count - 1] = inline }

  /// The inlines without the white space at their ends, and that white space, before and after.
  private var trimmedOutward: (before: [Inline], content: [Inline], after: [Inline]) {
    var before: [Inline] = []
    var content: [Inline] = self
    var after: [Inline] = []
    while let first = content.first, let (space, rest) = first.split(\.trimmedAtStart) {
      before.append(space)
      content.removeFirst()
      if !rest.isEmpty {
        content.insert(.text(rest), at: 0)
        break
      }
    }
    while let last = content.last, let (space, rest) = last.split(\.trimmedAtEnd) {
      after.insert(space, at: 0)
      content.removeLast()
      if !rest.isEmpty {
        content.append(.text(rest))
        break
      }
    }
    return (before, content, after)
  }
}

extension Inline {
  /// Returns the white space at an end of the inline, and the rest of its text, or `nil` if there is no white space.
  fileprivate func split(_ trimmed: KeyPath<String, String>) -> (space: Inline, rest: String)? {
    switch self {
    case .softBreak, .lineBreak: return (self, "")
    case .text(let text):
      let rest = text[keyPath: trimmed]
      // An empty text has no white space, and is removed in the same way.
      return rest.isEmpty || rest.utf8.count < text.utf8.count ? (.text(text.isEmpty ? "" : " "), rest) : nil
    default: return nil
    }
  }
}

extension [Inline] {
  /// Returns whether there are inlines, and ``laidOut(_:joinsTexts:)`` would not change them. The result may be `false` for inlines that
  /// would not change. The check saves time for the majority of inlines, which need no changes.
  ///
  /// - Parameters:
  ///   - joinsTexts: Whether the result is `false` for adjacent texts. They make no difference in HTML.
  ///   - isInLink: Whether the inlines are in a link or a picture.
  func isLaidOut(_ layout: InlineLayout, joinsTexts: Bool = true, isInLink: Bool = false) -> Bool {
    // Each inline is checked by itself, and together with its predecessor.
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
        last = .text
        endsInSpace = text.endsInSpace
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

/// The predecessor of an inline.
private enum Neighbour {
  case edge, text, lineEnd, code, emphasis, strong, other
}

extension String {
  /// Whether the string is not empty, and `cleaned` and `oneLine` would not change it.
  fileprivate var isPlain: Bool {
    var text = self
    return text.withUTF8 { bytes in
      // A string is valid UTF-8: the first byte of a scalar is followed by its other bytes, so that no index exceeds the count.
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
    // An ASCII byte is a complete scalar.
    if let first = utf8.first, first < 0x80 { return Unicode.Scalar(first).isSpace }
    return unicodeScalars.first?.isSpace ?? false
  }

  fileprivate var endsInSpace: Bool {
    if let last = utf8.last, last < 0x80 { return Unicode.Scalar(last).isSpace }
    return unicodeScalars.last?.isSpace ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space. ASCII needs no look-up of Unicode properties.
  fileprivate var isSpace: Bool { isASCII ? value == 0x20 || (0x9...0xD).contains(value) : properties.isWhitespace }
}
