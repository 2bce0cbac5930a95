extension FieldType {
  /// Reads a value of a file as a value of this type, or `nil` when it is none.
  ///
  /// Text and Markdown take every value as it is; the other types do without the white space at its ends.
  func value(of source: SourceValue) -> Value? {
    if source == .missing { return .missing }
    return switch self {
    case .text: .text(source.text)
    case .markdown: .markdown(source.text)
    case .number: number(source).map(Value.number)
    case .boolean: boolean(source).map(Value.boolean)
    case .date: characters(source, where: \.isDate).map(Value.date)
    case .url: characters(source, where: \.isWebAddress).map(Value.url)
    case .image: characters(source) { $0.isWebAddress || $0.isPicturePath }.map(Value.image)
    case .list: list(source)
    }
  }

  private func number(_ source: SourceValue) -> Number? {
    switch source {
    case .number(let text): Number(text)
    case .untyped(let text): Number(text.trimmed)
    default: nil
    }
  }

  private func boolean(_ source: SourceValue) -> Bool? {
    switch source {
    case .boolean(let isTrue): isTrue
    case .untyped(let text):
      switch text.trimmed.lowercased() {
      case "true", "yes": true
      case "false", "no": false
      default: nil
      }
    default: nil
    }
  }

  private func characters(_ source: SourceValue, where isFit: (String) -> Bool) -> String? {
    switch source {
    case .untyped(let text), .string(let text):
      let text = text.trimmed
      return isFit(text) ? text : nil
    default: return nil
    }
  }

  /// A list as the file has it, the pieces of an untyped text, or else a list of one.
  private func list(_ source: SourceValue) -> Value {
    let elements: [String] =
      switch source {
      case .list(let elements): elements.map(\.text)
      case .untyped(let text): text.listPieces
      default: [source.text]
      }
    return elements.isEmpty ? .missing : .list(elements.map(Value.text))
  }

  /// What a value of the type is called, and how it is written.
  var requirement: (noun: String, form: String) {
    switch self {
    case .number: ("a number", "Write digits with an optional sign, fraction or exponent: 12, -3.5, 1e6.")
    case .boolean: ("a boolean", "Write true or false, or yes or no.")
    case .date: ("a date", "Write a date that exists as 2024-02-29, or with a time as 2024-02-29T18:30:00Z.")
    case .url: ("a web address", "Begin it with http:// or https://, and leave no spaces in it.")
    case .image:
      (
        "a picture",
        "Write a web address, or a relative path that ends in .png, .jpg, .jpeg, .gif, .webp, .svg or .avif."
      )
    case .text, .markdown, .list: ("a \(rawValue)", "Any value will do.")
    }
  }
}
