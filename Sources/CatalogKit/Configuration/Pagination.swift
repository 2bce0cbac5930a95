import Rendering

/// How sections are cut into pages.
struct Pagination: Hashable, Sendable {
  /// How many entries a page has at the most; about as many where pages are stable.
  var size = 60
  /// How many entries of each section the home page shows.
  var preview = 6
  /// What the borders between pages depend on.
  var kind = PageLayout.Pagination.numbered

  /// Makes numbered pages of a usual size.
  init() {}
}
