/// A value that a template can render.
package enum MustacheValue: Sendable {
  /// A text, number or Boolean value. A section renders its content once if the value is true.
  case scalar(text: String, isTrue: Bool)
  /// A text that is created when it is printed: the closure appends it in UTF-8. It is true unless it is empty.
  case generated(@Sendable (inout [UInt8]) -> Void)
  /// A list. It is true unless it is empty: a section renders its content for each item, which `item` creates when the
  /// section reaches it. A variable prints `text`.
  case list(count: Int, text: String, item: @Sendable (Int) -> MustacheValue)
  /// An object with named values. It is true. A variable prints `text`.
  case object(any MustacheObject, text: String = "")

  /// The value of a name that no object has: an empty text, which is not true.
  static let missing = MustacheValue.scalar(text: "", isTrue: false)

  /// Returns a text, which is true unless it is empty.
  package static func text(_ text: consuming String) -> MustacheValue {
    let isTrue = !text.isEmpty
    return .scalar(text: text, isTrue: isTrue)
  }

  /// Returns a Boolean value, which is printed as `true` or `false`.
  package static func flag(_ isTrue: Bool) -> MustacheValue { .scalar(text: isTrue ? "true" : "false", isTrue: isTrue) }

  /// Returns a list of values.
  package static func list(_ items: [MustacheValue], text: String = "") -> MustacheValue {
    .list(count: items.count, text: text) { items[$0] }
  }

  /// Returns an object with the values of a dictionary.
  package static func object(_ values: [String: MustacheValue]) -> MustacheValue {
    .object(DictionaryObject(values: values))
  }

  /// Whether a section renders its content for the value.
  ///
  /// - Complexity: O(1), except for a text that has to be created.
  var isTrue: Bool {
    switch self {
    case .scalar(_, let isTrue): return isTrue
    case .generated(let append):
      var text: [UInt8] = []
      append(&text)
      return !text.isEmpty
    case .list(let count, _, _): return count > 0
    case .object: return true
    }
  }

  /// The text that a variable prints, not escaped.
  ///
  /// - Complexity: O(1), except for a text that has to be created.
  var text: String {
    switch self {
    case .scalar(let text, _), .list(_, let text, _), .object(_, let text): return text
    case .generated(let append):
      var text: [UInt8] = []
      append(&text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns the value of a name, or `nil` if this is no object or the name is unknown.
  func value(for name: borrowing MustacheName) -> MustacheValue? {
    if case .object(let object, _) = self { object.value(for: name) } else { nil }
  }
}

private final class DictionaryObject: MustacheObject {
  let values: [String: MustacheValue]

  init(values: [String: MustacheValue]) { self.values = values }

  func value(for name: borrowing MustacheName) -> MustacheValue? { values[name.text] }
}

extension MustacheValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a text, true unless it is empty.
  package init(stringLiteral value: String) { self = .text(value) }

  /// Creates a Boolean value.
  package init(booleanLiteral value: Bool) { self = .flag(value) }

  /// Creates a list whose text is empty.
  package init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }

  /// Creates an object. If a name is repeated, its last value is used.
  package init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

/// An object whose values a template looks up by name.
///
/// Conforming types are classes, so that values are small regardless of the size of an object.
package protocol MustacheObject: AnyObject, Sendable {
  /// Returns the value of a name.
  ///
  /// - Parameter name: A name as the template has it, or one of the parts between its dots. An object whose names are
  ///   in the template's vocabulary identifies it by its number.
  /// - Returns: The value, or `nil` if the name is unknown. The search then continues further down the context stack.
  func value(for name: borrowing MustacheName) -> MustacheValue?
}

/// A name that is looked up in objects: the name in a tag of a template, or one of the parts between its dots.
///
/// It is not copyable, so that a look-up by its number retains no text.
package struct MustacheName: ~Copyable, Sendable {
  /// The name.
  package let text: String
  /// The index of the name in the template's vocabulary; `nil` if it is not in there.
  package let number: Int?
}
