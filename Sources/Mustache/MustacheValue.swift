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
