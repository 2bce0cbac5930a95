extension MustacheValue: ExpressibleByStringLiteral {
  /// Makes a text, true unless it is empty.
  package init(stringLiteral value: String) { self = .text(value) }
}

extension MustacheValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  package init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension MustacheValue: ExpressibleByArrayLiteral {
  /// Makes a list whose text is empty.
  package init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
}

extension MustacheValue: ExpressibleByDictionaryLiteral {
  /// Makes an object. Of values under the same name the last one counts.
  package init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
