extension FieldType {
  /// Tells the type of a field by its values: the first type that all of them fit, or text.
  ///
  /// A name that ends in `markdown` or `_md` says the type itself.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - values: The values of the field that are not missing.
  /// - Complexity: O(*n*) in the length of the values.
  static func inferred(name: String, values: [SourceValue]) -> FieldType {
    guard !values.isEmpty else { return .text }
    let name = name.lowercased()
    if name.hasSuffix("markdown") || name.hasSuffix("_md"), values.allSatisfy({ $0.words != nil }) {
      return .markdown
    }
    return [.boolean, .number, .date, .image, .url, .list, .markdown].first { $0.describes(values) } ?? .text
  }

  /// Whether a person would call the values by this type. This is narrower than what a type can read: postal codes
  /// can be read as numbers, and prose as a list.
  private func describes(_ values: [SourceValue]) -> Bool {
    switch self {
    case .boolean, .date, .url:
      values.allSatisfy { value(of: $0) != nil }
    case .number:
      values.allSatisfy {
        guard case .number(let number) = value(of: $0) else { return false }
        return !number.hasLeadingZeros
      }
    case .image:
      values.allSatisfy {
        guard let text = $0.words?.trimmed else { return false }
        return text.isPictureAddress || text.isPicturePath
      }
    case .list:
      values.contains { if case .list = $0 { true } else { false } } || describesList(values)
    case .markdown:
      values.allSatisfy { $0.words != nil } && values.contains { $0.words?.isMarkdownProse == true }
    case .text:
      true
    }
  }

  /// Whether untyped values are lists: one of them has a semicolon, and none has anything that a list has not.
  private func describesList(_ values: [SourceValue]) -> Bool {
    func text(_ value: SourceValue) -> String? {
      if case .untyped(let text) = value { text } else { nil }
    }
    return values.contains { text($0)?.utf8.contains(UInt8(ascii: ";")) == true }
      && values.allSatisfy { text($0)?.isList == true }
  }
}

extension SourceValue {
  /// The characters of the value, or `nil` when its file says that it is something else.
  fileprivate var words: String? {
    switch self {
    case .untyped(let text), .string(let text): text
    default: nil
    }
  }
}
