extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text as a message quotes it: on one line and not too long.
  var excerpt: String {
    let line = String(map { $0.isWhitespace ? " " : $0 })
    return line.count <= 40 ? "“\(line)”" : "“\(line.prefix(39))…”"
  }
}
