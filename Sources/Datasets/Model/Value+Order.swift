extension Value {
  /// Whether this value stands before another when values are sorted; the same on every machine, whatever its locale.
  ///
  /// Booleans (no, yes) come first, then numbers by value, dates by their text, words, and lists element by element.
  /// Words are compared without regard to case and Latin diacritics, so that “Éclair” stands with “Eclair”. Values
  /// that are equal so far are ordered by their exact text. Missing values come last in either direction.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - descending: Whether the larger of two values comes first.
  /// - Complexity: O(*n*) in the length of the texts.
  public func precedes(_ other: Value, descending: Bool = false) -> Bool {
    guard !isMissing, !other.isMissing else { return !isMissing && other.isMissing }
    return order(other) == (descending ? .after : .before)
  }

  private enum Ordering { case before, same, after }

  /// What is compared with its like; the kinds stand in the order in which they are sorted.
  private enum Kind: Int { case boolean, number, date, words, list, missing }

  private var kind: Kind {
    switch self {
    case .boolean: .boolean
    case .number: .number
    case .date: .date
    case .text, .markdown, .url, .image: .words
    case .list: .list
    case .missing: .missing
    }
  }

  /// Compares two values in ascending order.
  private func order(_ other: Value) -> Ordering {
    let first =
      switch (self, other) {
      case (.boolean(let left), .boolean(let right)): Value.order(left ? 1 : 0, right ? 1 : 0)
      case (.number(let left), .number(let right)): Value.order(left.value, right.value)
      case (.list(let left), .list(let right)): Value.order(left, right)
      case _ where kind == .words && other.kind == .words: Value.order(text.sortKey, other.text.sortKey)
      default: Value.order(kind.rawValue, other.kind.rawValue)
      }
    return first == .same ? Value.order(text, other.text) : first
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Ordering {
    left < right ? .before : right < left ? .after : .same
  }

  /// Compares lists by their first different elements; a list that only begins another comes before it.
  private static func order(_ left: [Value], _ right: [Value]) -> Ordering {
    for (one, other) in zip(left, right) {
      let order = one.order(other)
      if order != .same { return order }
    }
    return order(left.count, right.count)
  }
}
