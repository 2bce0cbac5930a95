extension Value {
  /// Whether this value stands before another when values are sorted; the same on every machine, whatever its locale.
  ///
  /// Booleans (no, yes) come first, then numbers by value, dates by their text, words, and lists element by element, as do the titles of
  /// records. Words are compared without regard to case and Latin diacritics, so that “Éclair” stands with “Eclair”. Values
  /// that are equal so far are ordered by their exact text. Missing values come last in either direction.
  ///
  /// Who compares many values asks each for its ``sortKey`` once.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - descending: Whether the larger of two values comes first.
  /// - Complexity: O(*n*) in the length of the texts.
  package func precedes(_ other: Value, descending: Bool = false) -> Bool {
    sortKey.precedes(other.sortKey, descending: descending)
  }
}
