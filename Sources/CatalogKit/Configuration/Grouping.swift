/// What makes the sections of a group.
public struct Grouping: Sendable {
  /// What of a field's value names a section.
  public enum Key: String, CaseIterable, Sendable {
    /// The whole value.
    case value
    /// The first letter, without its diacritics; `#` for what is no letter.
    case firstLetter = "first_letter"
    /// The year of a date.
    case year
    /// The year and month of a date.
    case month
    /// Each element of a list, so that a record may stand in several sections.
    case element
  }

  /// The order of the sections.
  public enum Order: Sendable {
    /// As the values first appear.
    case appearance
    /// By value.
    case sorted
    /// As listed; others come after, as they first appear.
    case listed([String])
  }

  /// The field.
  public var field: CatalogConfiguration.Name
  /// What of its value names a section.
  public var key: Key
  /// The order of the sections.
  public var order: Order
  /// The name of the section of the records without a value.
  public var rest: String

  /// Describes sections.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - key: What of its value names a section.
  ///   - order: The order of the sections.
  ///   - rest: The name of the section of the records without a value.
  public init(
    field: CatalogConfiguration.Name, key: Key = .value, order: Order = .appearance, rest: String = "Other"
  ) {
    self.field = field
    self.key = key
    self.order = order
    self.rest = rest
  }
}
