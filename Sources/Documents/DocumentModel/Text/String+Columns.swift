extension String {
  /// Returns the text wrapped to lines of a number of columns.
  ///
  /// A line end of the text stays one, and several spaces become one. A word that is longer than a line is not broken.
  /// Empty lines at the beginning and at the end are removed.
  func filled(to columns: Int) -> [String] {
    var lines: [String] = []
    for part in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var line = "", length = 0
      for word in part.split(separator: UInt8(ascii: " ")).map(Substring.init) {
        let count = word.columnCount
        if !line.isEmpty {
          if length + 1 + count > columns {
            lines.append(line)
            line = ""
            length = 0
          } else {
            line += " "
            length += 1
          }
        }
        line += word
        length += count
      }
      // An empty line is kept between others, but not at the beginning.
      if !line.isEmpty || !lines.isEmpty { lines.append(line) }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the text padded with spaces to a number of columns: after it by default, or as the alignment requires.
  func padded(to columns: Int, _ alignment: Block.Table.Alignment = .left) -> String {
    let count = max(0, columns - columnCount)
    let before =
      switch alignment {
      case .left: 0
      case .center: count / 2
      case .right: count
      }
    return String(repeating: " ", count: before) + self + String(repeating: " ", count: count - before)
  }

  var withoutTrailingSpaces: String {
    guard let last = utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
    return String(self[...last])
  }
}

extension StringProtocol {
  /// The number of columns that the text occupies on a terminal.
  var columnCount: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether the character occupies two columns: it is shown as an emoji, or is in one of the larger blocks that are
  /// wide by Unicode's property `East_Asian_Width`.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
    case 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    }
  }
}
