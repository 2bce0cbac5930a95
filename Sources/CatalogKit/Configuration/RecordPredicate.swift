/// Something that is true or false of a record, as a person writes it.
public indirect enum RecordPredicate: Sendable {
  /// What is asked of a field's value.
  public enum Condition: Sendable {
    /// The text of the value is one of these.
    case isOne(of: [String])
    /// A list has this element; any other value has this text within it.
    case contains(String)
    /// The value, or an element of the list, begins with this text.
    case startsWith(String)
    /// The value, or an element of the list, ends with this text.
    case endsWith(String)
    /// The value, or an element of the list, lies between bounds.
    case range(ValueRange)
    /// There is a value, or there is none.
    case exists(Bool)
  }

  /// The value of a field fulfils a condition.
  case field(CatalogConfiguration.Name, Condition)
  /// The record comes from a data set.
  case dataset(CatalogConfiguration.Name)
  /// All of them are true; without any, this is.
  case all([RecordPredicate])
  /// One of them is true at least; without any, this is not.
  case any([RecordPredicate])
  /// It is not true.
  case not(RecordPredicate)
}
