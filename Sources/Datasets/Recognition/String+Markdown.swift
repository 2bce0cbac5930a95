extension String {
  /// Whether the text is prose, at least 60 characters, with markup that is not there by accident: strong emphasis, a web
  /// link, or a line that begins a heading, a list, a quotation or a code block.
  ///
  /// Lone asterisks, tags, pipes and links to anything but the web are no such markup, for plain data has them, too.
  var isMarkdownProse: Bool {
    guard count >= 60 else { return false }
    return split(whereSeparator: \.isNewline).contains { line in
      line.beginsMarkdownBlock || line.hasStrongEmphasis || line.hasWebLink
    }
  }
}

extension Substring {
  fileprivate var beginsMarkdownBlock: Bool {
    ["# ", "## ", "- ", "* ", "1. ", "> ", "```", "~~~"].contains(where: hasPrefix)
  }

  /// Whether there is `**strong**`: two asterisks where a word begins, and two where one ends. Those inside a word are
  /// left alone, for people also hide letters behind them.
  fileprivate var hasStrongEmphasis: Bool {
    let characters = Array(self)
    func isWord(_ index: Int) -> Bool {
      characters.indices.contains(index) && (characters[index].isLetter || characters[index].isNumber)
    }
    func isInside(_ index: Int) -> Bool {
      characters.indices.contains(index) && characters[index] != "*" && !characters[index].isWhitespace
    }
    let pairs = characters.indices.dropLast().filter { characters[$0] == "*" && characters[$0 + 1] == "*" }
    guard let opening = pairs.first(where: { isInside($0 + 2) && !isWord($0 - 1) }) else { return false }
    return pairs.contains { $0 > opening + 2 && isInside($0 - 1) && !isWord($0 + 2) }
  }

  /// Whether there is `[text](http…)`.
  fileprivate var hasWebLink: Bool {
    var rest = self
    while let bracket = rest.firstIndex(of: "[") {
      rest = rest[bracket...].dropFirst()
      guard let end = rest.firstIndex(of: "]"), end > rest.startIndex else { continue }
      let target = rest[end...].dropFirst()
      if target.hasPrefix("(http://") || target.hasPrefix("(https://") { return true }
    }
    return false
  }
}
