/// An order of sections that exist.
public struct SectionOrder: Hashable, Sendable {
  /// What sections are compared by.
  public enum Key: Hashable, Sendable {
    /// Their names.
    case name
    /// How many records they have.
    case size
    /// The places of their names in a list; others come after.
    case listed([String])
  }

  /// What sections are compared by.
  public var key: Key
  /// Whether the largest comes first.
  public var descending: Bool

  /// Describes an order.
  ///
  /// - Parameters:
  ///   - key: What sections are compared by.
  ///   - descending: Whether the largest comes first.
  public init(by key: Key, descending: Bool = false) {
    self.key = key
    self.descending = descending
  }
}
