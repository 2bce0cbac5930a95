/// What one field of one record holds.
public enum Value: Hashable, Sendable {
  /// Nothing: an empty CSV field, a JSON `null`, or a field that the record lacks.
  case missing
  /// Words, shown as they are written.
  case text(String)
  /// CommonMark text.
  case markdown(String)
  /// A number, shown as written.
  case number(Number)
  /// True or false.
  case boolean(Bool)
  /// An ISO 8601 date, such as `2024-02-29`, or a date and time, such as `2024-02-29T18:30:00Z`.
  case date(String)
  /// A web address.
  case url(String)
  /// The web address or relative path of a picture.
  case image(String)
  /// Several values in an order. The readers create lists of texts; those that they found in texts come with how they are written.
  case list([Value], written: String? = nil)
  /// Records of another data set, which a join puts there.
  case records([Record])
}

extension Value {
  /// The value as plain text: booleans are `yes` and `no`, a list is as it is written, the elements of other lists and the titles
  /// of records are joined by `, `, and nothing is empty.
  public var text: String {
    switch self {
    case .missing: ""
    case .text(let text), .markdown(let text), .date(let text), .url(let text), .image(let text): text
    case .number(let number): number.text
    case .boolean(let isTrue): isTrue ? "yes" : "no"
    case .list(let elements, let written): written ?? elements.map(\.text).joined(separator: ", ")
    case .records(let records): records.map(\.title).joined(separator: ", ")
    }
  }

  /// Whether there is no value.
  public var isMissing: Bool { if case .missing = self { true } else { false } }
}
