extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    var text = self
    return text.withUTF8 { $0.trimmed.count == $0.count ? nil : $0.trimmed.text } ?? self
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text as a message quotes it: on one line and not too long.
  var excerpt: String {
    let line = String(map { $0.isWhitespace ? " " : $0 })
    return line.count <= 40 ? "“\(line)”" : "“\(line.prefix(39))…”"
  }
}
