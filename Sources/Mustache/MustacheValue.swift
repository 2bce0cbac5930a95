/// A value that a template renders.
public enum MustacheValue: Sendable {
  /// A text, number or truth value. A section enters it once if it is true.
  case scalar(text: String, isTrue: Bool)
  /// Values in order. It is true unless it is empty: a section enters every item. A variable prints its text.
  case list([MustacheValue], text: String = "")
  /// Values by name. It is true, and a variable prints nothing for it.
  case object(any MustacheObject)

  /// A text, true unless it is empty.
  public static func text(_ text: String) -> MustacheValue { .scalar(text: text, isTrue: !text.isEmpty) }

  /// A truth value, printed as `true` or `false`.
  public static func flag(_ isTrue: Bool) -> MustacheValue { .scalar(text: isTrue ? "true" : "false", isTrue: isTrue) }

  /// Values by name, from a dictionary.
  public static func object(_ values: [String: MustacheValue]) -> MustacheValue {
    .object(DictionaryObject(values: values))
  }

  /// Whether a section enters the value.
  var isTrue: Bool {
    switch self {
    case .scalar(_, let isTrue): isTrue
    case .list(let items, _): !items.isEmpty
    case .object: true
    }
  }

  /// What a variable prints.
  var text: String {
    switch self {
    case .scalar(let text, _), .list(_, let text): text
    case .object: ""
    }
  }

  /// The value of a name, if this is an object that knows it.
  subscript(name: String) -> MustacheValue? {
    if case .object(let object) = self { object.value(for: name) } else { nil }
  }
}

private struct DictionaryObject: MustacheObject {
  let values: [String: MustacheValue]

  func value(for name: String) -> MustacheValue? { values[name] }
}
