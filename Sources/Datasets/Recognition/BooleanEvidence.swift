/// What the values of a field have shown of booleans.
struct BooleanEvidence {
  private var hasYes = false
  private var hasNo = false
  /// Whether a value is a boolean by the word of its file, or `true` or `false`.
  private var isUnmistakable = false

  /// Notes a value that is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether it is a boolean.
  mutating func note(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    guard let isTrue = FieldReading.boolean(content, kind, isChosen: false) else { return false }
    if isTrue { hasYes = true } else { hasNo = true }
    if content.count > 3 || !kind.isCharacters { isUnmistakable = true }
    return true
  }

  /// Whether a person would call the values booleans, and not texts: a column of nothing but `NO` may have the codes of a country.
  var areConvincing: Bool { isUnmistakable || hasYes && hasNo }
}
