/// A value that a template renders.
package enum MustacheValue: Sendable {
  /// A text, number or truth value. A section enters it once if it is true.
  case scalar(text: String, isTrue: Bool)
  /// A text that is made where it is printed: the closure appends it in UTF-8. It is true unless it is empty.
  case made(@Sendable (inout [UInt8]) -> Void)
  /// Values in order. It is true unless it is empty: a section enters every item. A variable prints its text.
  case list([MustacheValue], text: String = "")
  /// Values by name. It is true, and a variable prints its text.
  case object(any MustacheObject, text: String = "")

  /// A text, true unless it is empty.
  package static func text(_ text: String) -> MustacheValue { .scalar(text: text, isTrue: !text.isEmpty) }

  /// A truth value, printed as `true` or `false`.
  package static func flag(_ isTrue: Bool) -> MustacheValue { .scalar(text: isTrue ? "true" : "false", isTrue: isTrue) }

  /// Values by name, from a dictionary.
  package static func object(_ values: [String: MustacheValue]) -> MustacheValue {
    .object(DictionaryObject(values: values))
  }

  /// Whether a section enters the value.
  ///
  /// - Complexity: O(1), but for a text that has to be made.
  var isTrue: Bool {
    switch self {
    case .scalar(_, let isTrue): return isTrue
    case .made(let append):
      var text: [UInt8] = []
      append(&text)
      return !text.isEmpty
    case .list(let items, _): return !items.isEmpty
    case .object: return true
    }
  }

  /// What a variable prints, not escaped.
  ///
  /// - Complexity: O(1), but for a text that has to be made.
  var text: String {
    switch self {
    case .scalar(let text, _), .list(_, let text), .object(_, let text): return text
    case .made(let append):
      var text: [UInt8] = []
      append(&text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The value of a name, if this is an object that knows it.
  subscript(name: MustacheName) -> MustacheValue? {
    if case .object(let object, _) = self { object.value(for: name) } else { nil }
  }
}

private final class DictionaryObject: MustacheObject {
  let values: [String: MustacheValue]

  init(values: [String: MustacheValue]) { self.values = values }

  func value(for name: MustacheName) -> MustacheValue? { values[name.text] }
}

extension MustacheValue: ExpressibleByStringLiteral {
  /// Creates a text, true unless it is empty.
  package init(stringLiteral value: String) { self = .text(value) }
}

extension MustacheValue: ExpressibleByBooleanLiteral {
  /// Creates a truth value.
  package init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension MustacheValue: ExpressibleByArrayLiteral {
  /// Creates a list whose text is empty.
  package init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
}

extension MustacheValue: ExpressibleByDictionaryLiteral {
  /// Creates an object. Of values under the same name the last one counts.
  package init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

/// What a template finds values in, by name.
///
/// It is a class, so that values are small, however much an object holds.
package protocol MustacheObject: AnyObject, Sendable {
  /// The value of a name.
  ///
  /// - Parameter name: A name as the template writes it, or one of the parts between its dots. An object whose names are in the template's
  ///   vocabulary tells it by its number.
  /// - Returns: Nothing where the name is unknown: the search goes on further down the context stack.
  func value(for name: MustacheName) -> MustacheValue?
}

/// A name that an object is asked for: what a tag of a template holds, or one of the parts between its dots.
package struct MustacheName: Sendable {
  /// The name.
  package let text: String
  /// The place of the name in the template's vocabulary; nil where it is not in there.
  package let number: Int?
}
