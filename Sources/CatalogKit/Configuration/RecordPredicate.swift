public import Datasets

/// A condition on one field of a record.
public struct RecordPredicate: Sendable {
  /// What is asked of the field's value.
  public enum Condition: Sendable {
    /// The text of the value is one of these.
    case isOne(of: [String])
    /// A list has this element; any other value has this text within it.
    case contains(String)
    /// There is a value, or there is none.
    case exists(Bool)
  }

  /// The field.
  public var field: CatalogConfiguration.Name
  /// What is asked of its value.
  public var condition: Condition

  /// Makes a predicate.
  public init(field: CatalogConfiguration.Name, _ condition: Condition) {
    self.field = field
    self.condition = condition
  }

  /// Whether a record passes; one whose data set lacks the field has no value in it.
  public func matches(_ record: Record) -> Bool {
    let value = record[field.text] ?? .missing
    return switch condition {
    case .isOne(let texts): texts.contains(value.text)
    case .contains(let text):
      if case .list(let elements) = value { elements.contains { $0.text == text } } else { value.text.contains(text) }
    case .exists(let wanted): value.isMissing != wanted
    }
  }
}
