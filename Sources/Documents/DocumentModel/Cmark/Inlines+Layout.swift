enum InlineLayout {
  /// Several lines, as the line breaks of the inlines require.
  case lines
  /// One line. Line breaks become spaces.
  case oneLine
}

extension [Inline] {
  /// Returns the inlines in a normal form that every format can show.
  ///
  /// - A line break in a text becomes a line break inline.
  /// - White space at the ends is removed, because Markdown could read it as code.
  /// - White space at the ends of emphasis and links moves out of them, because Markdown has no emphasis with white
  ///   space at its ends.
  /// - Links in links or pictures are replaced by their text, and so are links and pictures whose addresses are not
  ///   safe.
  /// - Adjacent inlines of the same kind are merged.
  ///
  /// - Parameter joinsTexts: Whether adjacent texts are always merged. If not, inlines that differ from the normal form
  ///   in nothing else are returned unchanged.
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
          Destination.isSafe(destination) ? [.link(destination: destination.address, title: title.cleaned, $0)] : $0
        }
      case .image(let source, let title, let alternative):
        alternative.withoutLinks.delimited {
          Destination.isSafe(source) ? [.image(source: source.address, title: title.cleaned, $0)] : $0
        }
      }
    }.joined.trimmedOutward.content
  }

  /// Calls a closure with the inlines without the white space at their ends. Returns its result with the white space
  /// around it.
  private func delimited(_ make: ([Inline]) -> [Inline]) -> [Inline] {
    let (before, content, after) = joined.trimmedOutward
    return before + make(content) + after
  }

  /// The inlines with adjacent inlines of the same kind merged, because Markdown could not separate them. White space
  /// around line breaks is removed: no format shows it, and in Markdown it would change the kind of the break.
  private var joined: [Inline] {
    reduce(into: []) { inlines, next in
      switch (inlines.last, next) {
      case (.text(let text)?, .text(let more)): inlines.replaceLast(.text(text + more))
      case (.code(let text)?, .code(let more)): inlines.replaceLast(.code(text + more))
      // The contents meet where they are put together, and have to be merged there, too.
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

  /// The white space at the beginning, the inlines between, and the white space at the end.
  private var trimmedOutward: (before: [Inline], content: [Inline], after: [Inline]) {
    var before: [Inline] = []
    var content: [Inline] = self
    var after: [Inline] = []
    while let first = content.first, let (space, rest) = first.split(\.trimmedAtStart) {
      before.append(space)
      content.removeFirst()
      // The rest of a text begins with visible characters. If there is none, the next inline may be white space, too.
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
  /// Returns the white space at one end of the inline and the rest of its text, or `nil` if there is no white space at
  /// that end.
  fileprivate func split(_ trimmed: KeyPath<String, String>) -> (space: Inline, rest: String)? {
    switch self {
    case .softBreak, .lineBreak: return (self, "")
    case .text(let text):
      let rest = text[keyPath: trimmed]
      // An empty text has no white space, but is removed in the same way.
      return rest.isEmpty || rest.utf8.count < text.utf8.count ? (.text(text.isEmpty ? "" : " "), rest) : nil
    default: return nil
    }
  }
}

extension [Inline] {
  /// Returns whether the inlines are not empty and already in the normal form of ``laidOut(_:joinsTexts:)``.
  ///
  /// It is a fast path for the common case, and may return `false` for inlines that are in the normal form.
  ///
  /// - Parameters:
  ///   - joinsTexts: Whether adjacent texts count as not laid out. HTML is the same with and without them.
  ///   - isInLink: Whether the inlines are in a link or a picture.
  func isLaidOut(_ layout: InlineLayout, joinsTexts: Bool = true, isInLink: Bool = false) -> Bool {
    // Each inline is tested by itself, and together with the one before it.
    var last = Neighbour.edge
    var endsInSpace = false
    let inlines = span
    for index in inlines.indices {
      switch inlines[index] {
      case .text(let text):
        guard last != .text || !joinsTexts, text.isPlain, last != .edge && last != .lineEnd || !text.beginsWithSpace
        else { return false }
        last = .text
        endsInSpace = text.endsInSpace
        continue
      // White space before a break, and a break at the beginning or after another one, have to be removed.
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

/// The kind of the inline before an inline.
private enum Neighbour { case edge, text, lineEnd, code, emphasis, strong, other }

extension String {
  /// Whether the text is not empty, and `cleaned` and `oneLine` return it unchanged.
  fileprivate var isPlain: Bool {
    var text = self
    return text.withUTF8 { bytes in
      // Each index is less than the count. The bytes after the first byte of a scalar exist, because a string is valid
      // UTF-8.
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
    // An ASCII byte is a whole scalar.
    if let first = utf8.first, first < 0x80 { return Unicode.Scalar(first).isSpace }
    return unicodeScalars.first?.isSpace ?? false
  }

  fileprivate var endsInSpace: Bool {
    if let last = utf8.last, last < 0x80 { return Unicode.Scalar(last).isSpace }
    return unicodeScalars.last?.isSpace ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space. ASCII is tested without a look-up of Unicode properties.
  package var isSpace: Bool { isASCII ? value == 0x20 || (0x9...0xD).contains(value) : properties.isWhitespace }
}
