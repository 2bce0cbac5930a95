/// Text that is prepared for the formats. Special characters are found by Unicode scalars, as the formats find them: a
/// combining mark does not hide the character before it.
extension String {
  /// The text with `\n` for each line end, a space for each tab, and a replacement character for each character that
  /// XML cannot contain or that controls a terminal.
  var cleaned: String { cleaned(tab: " ") }

  /// The text as in `cleaned`, for code: tabs are kept.
  var cleanedLines: String { cleaned(tab: "\t") }

  private func cleaned(tab: Unicode.Scalar) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return self }
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      case "\t": result.append(tab)
      // A byte order mark is not part of the text.
      case "\u{FEFF}": break
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
      last = scalar
    }
    return String(result)
  }

  /// The text with each tab replaced by spaces up to the next column that is a multiple of eight, as on a terminal. Any
  /// other character counts as one column.
  var expandingTabs: String {
    guard contains("\t") else { return self }
    var result = ""
    var column = 0
    for character in self {
      let width = character == "\t" ? 8 - column % 8 : 1
      result += character == "\t" ? String(repeating: " ", count: width) : String(character)
      column = character == "\n" ? 0 : column + width
    }
    return result
  }

  /// The text with a space for each `\n`.
  var oneLine: String { contains("\n") ? replacing("\n", with: " ") : self }

  /// The text as an address: cleaned, on one line, and without white space at its ends.
  var address: String { cleaned.oneLine.trimmedAtStart.trimmedAtEnd }

  /// The lines of the text, with line break inlines between them.
  var lines: [Inline] {
    guard contains("\n") else { return [.text(self)] }
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.map { [Inline.text(String($0))] }.joined(separator: [.lineBreak]))
  }

  var trimmedAtStart: String { String(unicodeScalars.drop(while: \.isSpace)) }

  var trimmedAtEnd: String { unicodeScalars.lastIndex { !$0.isSpace }.map { String(unicodeScalars[...$0]) } ?? "" }

  /// Returns the text for a part of Markdown that libcmark does not escape: with a backslash before some characters,
  /// and with `&` escaped where it could begin an HTML entity.
  func escaping(_ signs: String) -> String {
    // An entity ends with a semicolon.
    let hasEntities = unicodeScalars.contains(";")
    return unicodeScalars.map { scalar in
      if scalar == "&", hasEntities { return "&amp;" }
      return (signs.unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
    }.joined()
  }
}
