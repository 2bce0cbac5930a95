/// Counts the values of a field that are booleans.
struct BooleanEvidence {
  private var count = 0
  /// The number of values that are `NO`, which is also the code of Norway.
  private var capitalNoCount = 0

  /// Adds a value, which is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether the value is a boolean.
  mutating func note(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    guard FieldReading.boolean(content, kind, isChosen: false) != nil else { return false }
    count += 1
    if content.count == 2, content.has("NO", at: 0) { capitalNoCount += 1 }
    return true
  }

  /// Whether the values are plausible as booleans, and not only country codes.
  var areConvincing: Bool { count > capitalNoCount }
}
