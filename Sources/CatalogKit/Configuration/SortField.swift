/// A field that records are sorted by.
public struct SortField: Hashable, Sendable {
  /// The field.
  public var field: CatalogConfiguration.Name
  /// Whether the largest value comes first. Records without a value come last in either case.
  public var descending: Bool

  /// Names a field to sort by.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - descending: Whether the largest value comes first.
  public init(field: CatalogConfiguration.Name, descending: Bool = false) {
    self.field = field
    self.descending = descending
  }
}

/// The direction that a person writes.
enum SortDirection: String, CaseIterable {
  case ascending, descending
}
