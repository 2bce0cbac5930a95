/// What the values of a field have shown of booleans.
struct BooleanEvidence {
  private var count = 0
  /// The number of values that are `NO`, which is Norway, too.
  private var capitalNoCount = 0

  /// Notes a value that is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether it is a boolean.
  mutating func note(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    guard FieldReading.boolean(content, kind, isChosen: false) != nil else { return false }
    count += 1
    if content.count == 2, content.has("NO", at: 0) { capitalNoCount += 1 }
    return true
  }

  /// Whether a person would call the values booleans, and not codes of countries.
  var areConvincing: Bool { count > capitalNoCount }
}
