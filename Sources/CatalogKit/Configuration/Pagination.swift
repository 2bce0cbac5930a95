/// How sections are cut into pages.
public struct Pagination: Hashable, Sendable {
  /// What the borders between pages depend on.
  public enum Kind: String, CaseIterable, Sendable {
    /// Pages are numbered, and have the same number of entries.
    case numbered
    /// Pages are named by their first entries, and keep their borders when others come or go.
    case stable
  }

  /// How many entries a page has at the most; about as many where pages are stable.
  public var size = 60
  /// How many entries of each section the home page shows.
  public var preview = 6
  /// What the borders between pages depend on.
  public var kind = Kind.numbered

  /// Makes numbered pages of a usual size.
  public init() {}
}
