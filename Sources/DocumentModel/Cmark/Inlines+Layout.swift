/// How the inlines of a block may be laid out.
enum InlineLayout {
  /// On several lines, where the text asks for it.
  case lines
  /// On one line: what breaks lines is a space.
  case oneLine
}

extension [Inline] {
  /// The inlines as every format can show them.
  ///
  /// A line break in a text is a break of its own. White space at the ends is left out, where Markdown would read it as
  /// code; that at the ends of emphasis and links moves out of them, since Markdown has no such emphasis. Links in
  /// links and addresses that are not safe are left out, and neighbours of a kind are one.
  ///
  /// - Parameters:
  ///   - layout: How they may be laid out.
  ///   - joinsTexts: Whether of texts next to each other one is made in any case.
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

  private var withoutLinks: [Inline] {
    flatMapInlines { if case .link(_, _, let label) = $0 { label } else { [$0] } }
  }

  /// What is made of the inlines without the white space at their ends, with that white space around it.
  private func delimited(_ make: ([Inline]) -> [Inline]) -> [Inline] {
    let (before, content, after) = joined.trimmedOutward
    return before + make(content) + after
  }

  /// The inlines with neighbours of a kind made one, which Markdown could not tell apart; white space around a break is
  /// not shown by any format, and would make another kind of break in Markdown.
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

  /// The inlines without the white space at their ends, and that white space.
  private var trimmedOutward: (before: [Inline], content: [Inline], after: [Inline]) {
    var (before, content, after): ([Inline], [Inline], [Inline]) = ([], self, [])
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
  /// The white space at an end of the inline and the text that is left, where there is white space.
  fileprivate func split(_ trimmed: KeyPath<String, String>) -> (space: Inline, rest: String)? {
    switch self {
    case .softBreak, .lineBreak: return (self, "")
    case .text(let text):
      let rest = text[keyPath: trimmed]
      // An empty text has no white space, and is left out all the same.
      return rest.isEmpty || rest.utf8.count < text.utf8.count ? (.text(text.isEmpty ? "" : " "), rest) : nil
    default: return nil
    }
  }
}
