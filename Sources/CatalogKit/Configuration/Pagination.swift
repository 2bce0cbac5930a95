public import Rendering

/// How sections are cut into pages.
public struct Pagination: Hashable, Sendable {
  /// How many entries a page has at the most; about as many where pages are stable.
  public var size = 60
  /// How many entries of each section the home page shows.
  public var preview = 6
  /// What the borders between pages depend on.
  public var kind = PageLayout.Pagination.numbered

  /// Makes numbered pages of a usual size.
  public init() {}
}
