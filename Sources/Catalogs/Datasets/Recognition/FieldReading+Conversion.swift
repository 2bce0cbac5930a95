import DocumentModel

extension FieldReading {
  /// Returns a value of a file that is read in this way, or `nil` if it is not of the type.
  ///
  /// Text and Markdown accept every value unchanged. The other types ignore white space at both ends.
  ///
  /// - Parameters:
  ///   - notation: How the field is written. An explicit type takes precedence over the quotes of a JSON string.
  func value(of raw: RawField, in bytes: Bytes, _ notation: FieldNotation) -> Value? {
    let isChosen = notation.isExplicit
    if raw.kind == .missing || isPlaceholder(raw, in: bytes) || notation.isNone(raw, in: bytes) { return .missing }
    switch self {
    case .text: return .text(raw.text(in: bytes))
    case .markdown: return .markdown(raw.text(in: bytes))
    case .html, .htmlText:
      let text = raw.text(in: bytes)
      let read = self == .html ? text.markdownOfHTML : text.plainTextOfHTML
      return read.isBlank ? .missing : self == .html ? .markdown(read) : .text(read)
    case .list:
      let elements = list(of: raw, in: bytes, notation)
      if elements.isEmpty { return .missing }
      // The text was only inferred to be a list, which may be wrong, so it is shown as written.
      let isFound = raw.kind == .untyped && !isChosen && notation.separator != nil
      return .list(elements, written: isFound ? raw.text(in: bytes).trimmed : nil)
    case .object: return object(of: raw, in: bytes, isChosen: isChosen)
    case .boolean:
      return raw.withContent(in: bytes) { Self.boolean($0.trimmed, raw.kind, isChosen: isChosen).map(Value.boolean) }
    case .number, .decimalPointNumber, .decimalCommaNumber:
      guard raw.kind == .number || raw.kind.isUntyped(isChosen), let form = numberForm else { return nil }
      return raw.withContent(in: bytes) { $0.trimmed.plainNumber(form) }.flatMap(Value.Number.init).map(Value.number)
    case .date, .dayFirstDate, .monthFirstDate:
      guard raw.kind.mayBeDate else { return nil }
      return raw.withContent(in: bytes) { content in
        let content = content.trimmed
        return content.date(dayOrder).map { .date(WrittenDate(text: content.text, $0)) }
      }
    case .url, .image:
      return raw.withContent(in: bytes) { content in
        let content = content.trimmed
        guard describes(trimmed: content, raw.kind, isChosen: isChosen) else { return nil }
        return self == .url ? .url(content.text) : .image(content.text)
      }
    case .records, .reference, .referrers, .linked: return nil
    }
  }

  /// Whether the content of a value can be read as this type.
  ///
  /// - Parameters:
  ///   - content: The bytes of the value, unescaped.
  ///   - kind: What the file states about the type. It is not missing.
  ///   - isChosen: Whether a person chose the type.
  func describes(_ content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool {
    switch self {
    case .text, .markdown, .html, .htmlText, .list: true
    case .records, .reference, .referrers, .linked: false
    default: describes(trimmed: content.trimmed, kind, isChosen: isChosen)
    }
  }

  /// The same for content without white space at both ends, and for a type that ignores it.
  @inline(__always)
  func describes(trimmed content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool {
    switch self {
    case .number, .decimalPointNumber, .decimalCommaNumber:
      (kind == .number || kind.isUntyped(isChosen)) && !content.numberForms.isDisjoint(with: numberForm ?? [])
    case .boolean: Self.boolean(content, kind, isChosen: isChosen) != nil
    case .date, .dayFirstDate, .monthFirstDate: kind.mayBeDate && content.date(dayOrder) != nil
    case .url: kind.isCharacters && content.isWebAddress
    case .image: kind.isCharacters && (content.isWebAddress || content.isPicturePath)
    case .object: !isChosen || !kind.isCharacters || content.nestedValue != nil
    case .text, .markdown, .html, .htmlText, .list, .records, .reference, .referrers, .linked: false
    }
  }

  /// Returns a boolean, or `nil` if the content is not one.
  ///
  /// If a person says that the values are booleans, they may have any of the forms in which databases write them.
  static func boolean(_ content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool? {
    switch kind {
    case .yes: return true
    case .no: return false
    case _ where isChosen && (kind.isCharacters || kind == .number) && content.count <= 3:
      if ["1", "1.0", "t", "y", "on", "yes"].contains(where: content.equals(ignoringCase:)) { return true }
      return ["0", "0.0", "f", "n", "off", "no"].contains(where: content.equals(ignoringCase:)) ? false : nil
    case _ where kind.isUntyped(isChosen):
      guard content.count <= 5 else { return nil }
      if content.equals(ignoringCase: "true") || content.equals(ignoringCase: "yes") { return true }
      return content.equals(ignoringCase: "false") || content.equals(ignoringCase: "no") ? false : nil
    default: return nil
    }
  }

  /// Returns an object as the file has it, or as a text of JSON has it if a person says that the values are objects.
  private func object(of raw: RawField, in bytes: Bytes, isChosen: Bool) -> Value? {
    guard isChosen, raw.kind.isCharacters else { return raw.nestedValue(in: bytes) }
    return raw.withContent(in: bytes) { $0.nestedValue }
  }

  private func isPlaceholder(_ raw: RawField, in bytes: Bytes) -> Bool {
    // A fast path: most values are longer.
    hasPlaceholders && raw.kind.isCharacters && raw.end - raw.start <= Bytes.placeholderLength
      && raw.withContent(in: bytes) { $0.trimmed.isPlaceholder }
  }

  /// Returns a list as the file has it, that in a text of JSON or Python, the pieces of a text, or else a list of one
  /// element.
  private func list(of raw: RawField, in bytes: Bytes, _ notation: FieldNotation) -> [Value] {
    if raw.kind == .list { return raw.elements(in: bytes) }
    if raw.kind == .object { return [raw.nestedValue(in: bytes)] }
    guard raw.kind.isUntyped(notation.isExplicit) else { return [.text(raw.text(in: bytes))] }
    return raw.withContent(in: bytes) { content in
      if notation.isExplicit, let nested = content.nestedValue {
        if case .list(let elements, _) = nested { return elements }
        return nested.isMissing ? [] : [nested]
      }
      guard let separator = notation.separator else { return [.text(content.text)] }
      return content.listPieces(between: separator).compactMap { piece in
        var text = piece
        return text.withUTF8(notation.nones.contains) ? nil : .text(piece)
      }
    }
  }
}

extension FieldNotation {
  @inline(__always)
  fileprivate func isNone(_ raw: RawField, in bytes: Bytes) -> Bool {
    // A fast path: most fields have no such values.
    if nones.isEmpty { return false }
    return raw.kind != .list && raw.kind != .object && raw.withContent(in: bytes) { nones.contains($0.trimmed) }
  }
}

extension RawField.Kind {
  /// Whether the type of the characters is open: the file does not state it, or a person chose another one.
  func isUntyped(_ isChosen: Bool) -> Bool { self == .untyped || isChosen && self == .string }

  /// Whether the value may be a date. A year may be a number in its file.
  var mayBeDate: Bool { isCharacters || self == .number }

  /// Whether the value consists of characters, according to its file.
  var isCharacters: Bool { self == .untyped || self == .string }
}

extension String {
  /// Whether the text is prose of at least 60 characters with markup that is not accidental: strong emphasis, a web
  /// link, or a line that begins a heading, a list, a quotation or a code block.
  ///
  /// Single asterisks, tags, pipes, and links to anything but the web do not count, as they also occur in plain data.
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

  /// Whether there is `**strong**`: two asterisks before a word, and two after one. Those inside a word do not count,
  /// as asterisks are also used to mask letters.
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

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    var text = self
    return text.withUTF8 { $0.trimmed.count == $0.count ? nil : $0.trimmed.text } ?? self
  }

  /// Whether the text is empty or consists of white space.
  var isBlank: Bool {
    // A fast path: most values begin with a visible ASCII character.
    if let first = utf8.first, first > 0x20, first < 0x80 { return false }
    return unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The text as it is quoted in a message: on one line and shortened.
  var excerpt: String {
    // The text may be megabytes long, and one character more than is shown tells whether it is shortened.
    let line = String(prefix(41).map { $0.isWhitespace ? " " : $0 })
    return line.count <= 40 ? "“\(line)”" : "“\(line.prefix(39))…”"
  }

  /// Returns the text as it is quoted in a message beside another one: if both are shortened and begin alike, the
  /// quotation continues where they differ.
  func excerpt(besides other: String) -> String {
    let common = zip(self, other).prefix { $0 == $1 }.count
    guard common >= 38, self != other else { return excerpt }
    // A few characters before the difference show where it is.
    let rest = String(dropFirst(common - 8)).excerpt.dropFirst()
    return "“\(String(prefix(10)).excerpt.dropFirst().dropLast())…\(rest)"
  }
}
