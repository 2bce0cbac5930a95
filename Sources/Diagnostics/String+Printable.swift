extension String {
  /// The text as it may be printed on a terminal, in one line, whoever wrote it: a character that would break the line, steer the
  /// terminal, or turn the direction of what follows is written as `\u{1b}`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character only ever shows itself.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
