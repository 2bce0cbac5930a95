extension FieldReading {
  /// Reads a value of a file so, or `nil` when it is none.
  ///
  /// Text and Markdown take every value as it is; the other types do without the white space at its ends.
  ///
  /// - Parameters:
  ///   - isChosen: Whether a person chose the type, who knows better than the quotes of a JSON string.
  ///   - separator: What stands between the elements of a list that is one text; a text is one element unless given.
  func value(of raw: RawField, in bytes: Bytes, isChosen: Bool, separator: String? = nil) -> Value? {
    if raw.kind == .missing || isPlaceholder(raw, in: bytes) { return .missing }
    switch self {
    case .text: return .text(raw.text(in: bytes))
    case .markdown: return .markdown(raw.text(in: bytes))
    case .list:
      let elements = list(of: raw, in: bytes, isChosen: isChosen, separator)
      if elements.isEmpty { return .missing }
      // That a text is a list was found out, and may be wrong: so it is shown as it is written.
      let isFound = raw.kind == .untyped && !isChosen && separator != nil
      return .list(elements, written: isFound ? raw.text(in: bytes).trimmed : nil)
    case .object: return raw.nestedValue(in: bytes)
    case .boolean:
      return raw.withContent(in: bytes) { Self.boolean($0.trimmed, raw.kind, isChosen: isChosen).map(Value.boolean) }
    case .number, .decimalPointNumber, .decimalCommaNumber:
      guard raw.kind == .number || raw.kind.isUntyped(isChosen), let form = numberForm else { return nil }
      return raw.withContent(in: bytes) { $0.trimmed.plainNumber(form) }.flatMap(Number.init).map(Value.number)
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
  ///   - content: The bytes of the value, as they are meant.
  ///   - kind: What its file says of it; not missing.
  ///   - isChosen: Whether a person chose the type.
  func describes(_ content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool {
    switch self {
    case .text, .markdown, .list, .object: true
    case .records, .reference, .referrers, .linked: false
    default: describes(trimmed: content.trimmed, kind, isChosen: isChosen)
    }
  }

  /// The same for content without white space at its ends, and a type that does without it.
  @inline(__always)
  func describes(trimmed content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool {
    switch self {
    case .number, .decimalPointNumber, .decimalCommaNumber:
      (kind == .number || kind.isUntyped(isChosen)) && !content.numberForms.isDisjoint(with: numberForm ?? [])
    case .boolean: Self.boolean(content, kind, isChosen: isChosen) != nil
    case .date, .dayFirstDate, .monthFirstDate: kind.mayBeDate && content.date(dayOrder) != nil
    case .url: kind.isCharacters && content.isWebAddress
    case .image: kind.isCharacters && (content.isWebAddress || content.isPicturePath)
    case .text, .markdown, .list, .object, .records, .reference, .referrers, .linked: false
    }
  }

  /// Reads a boolean; nil where there is none.
  static func boolean(_ content: Bytes, _ kind: RawField.Kind, isChosen: Bool) -> Bool? {
    switch kind {
    case .yes: return true
    case .no: return false
    case _ where kind.isUntyped(isChosen):
      guard content.count <= 5 else { return nil }
      if content.equals(ignoringCase: "true") || content.equals(ignoringCase: "yes") { return true }
      return content.equals(ignoringCase: "false") || content.equals(ignoringCase: "no") ? false : nil
    default: return nil
    }
  }

  /// Whether a field that is read so takes values such as `NA` for none: where all others are numbers, say, nothing else can be meant. In texts
  /// they may be something: `NA` is Namibia.
  var hasPlaceholders: Bool {
    switch self {
    case .number, .decimalPointNumber, .decimalCommaNumber, .boolean, .date, .dayFirstDate, .monthFirstDate, .url,
      .image:
      true
    case .text, .markdown, .list, .object, .records, .reference, .referrers, .linked: false
    }
  }

  private func isPlaceholder(_ raw: RawField, in bytes: Bytes) -> Bool {
    // Most values are longer.
    hasPlaceholders && raw.kind.isCharacters && raw.end - raw.start <= Bytes.placeholderLength
      && raw.withContent(in: bytes) { $0.trimmed.isPlaceholder }
  }

  /// A list as the file has it, the pieces of an untyped text, or else a list of one.
  private func list(of raw: RawField, in bytes: Bytes, isChosen: Bool, _ separator: String?) -> [Value] {
    if raw.kind == .list { return raw.elements(in: bytes) }
    if raw.kind == .object { return [raw.nestedValue(in: bytes)] }
    guard raw.kind.isUntyped(isChosen), let separator else { return [.text(raw.text(in: bytes))] }
    return raw.withContent(in: bytes) { $0.listPieces(between: separator) }.map(Value.text)
  }

  /// What several values of the type are called.
  var plural: String {
    switch type {
    case .number: "numbers"
    case .date: "dates"
    case .boolean: "yes or no"
    case .url: "web addresses"
    case .image: "pictures"
    case .text, .markdown: "texts"
    case .list: "lists"
    case .object: "objects"
    case .records: "records"
    }
  }

  /// What a value is not that is unlike the others of its field: which order their days have says nothing about it.
  var oddity: String { type == .date ? "a date" : requirement.noun }

  /// What a value of the type is called, and how it is written.
  var requirement: (noun: String, form: String) {
    switch self {
    case .number: ("a number", "Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6.")
    case .decimalPointNumber: ("a number with a decimal point", "Write digits as in 12, -3.5 or 1,234.5.")
    case .decimalCommaNumber: ("a number with a decimal comma", "Write digits as in 12, -3,5 or 1.234,5.")
    case .boolean: ("a boolean", "Write true or false, or yes or no.")
    case .date:
      ("a date", "Write a date that exists as 2024-02-29, 29 February 2024, 2024, c. 1850, 44 BC or 19th century.")
    case .dayFirstDate: ("a date with the day first", "Write a date that exists as 29/2/2024 or 2024-02-29.")
    case .monthFirstDate: ("a date with the month first", "Write a date that exists as 2/29/2024 or 2024-02-29.")
    case .url: ("a web address", "Begin it with http:// or https://, and leave no spaces in it.")
    case .image:
      (
        "a picture",
        "Write a web address, or a relative path that ends in .png, .jpg, .jpeg, .gif, .webp, .svg or .avif."
      )
    case .records, .reference, .referrers, .linked:
      ("records of another data set", "Attach them with a join or a reference; choose another type here.")
    case .object: ("an object", "Any value will do.")
    case .text, .markdown, .list: ("a \(rawValue)", "Any value will do.")
    }
  }
}

extension RawField.Kind {
  /// Whether the value is characters of which nobody says what they are.
  func isUntyped(_ isChosen: Bool) -> Bool { self == .untyped || isChosen && self == .string }

  /// Whether the value may be a date: a year may be a number by the word of its file.
  var mayBeDate: Bool { isCharacters || self == .number }

  /// Whether the value is characters, and not something else by the word of its file.
  var isCharacters: Bool { self == .untyped || self == .string }
}

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
