/// How the sections of a listing are cut into pages.
public struct PageLayout: Hashable, Sendable {
  /// Where the boundaries between a section's pages are.
  public enum Pagination: String, CaseIterable, Hashable, Sendable {
    /// Every page has as many cells as there is room for, and its number: `citrus/page-2`. A cell more moves all that follow.
    case numbered
    /// The objects themselves say where a page ends, so that an object more or less changes one page, or splits or joins one. A page is
    /// named after its first object, `citrus/page-lemon`, and titled by its first and last, as in a dictionary; the section's own page
    /// leads to them.
    case stable
  }

  /// How many cells a section's page has at the most.
  public var pageSize: Int
  /// How many cells of each section the home page shows.
  public var previewSize: Int
  /// Where the boundaries between a section's pages are.
  public var pagination: Pagination
  /// How many sections a page of an index lists at the most; about as many where pages are stable.
  package var numberOfTerms: Int

  /// Creates a layout; sizes below 1 count as 1.
  public init(
    pageSize: Int = 60, previewSize: Int = 6, pagination: Pagination = .numbered, numberOfTerms: Int = 400
  ) {
    self.pageSize = max(1, pageSize)
    self.previewSize = max(1, previewSize)
    self.pagination = pagination
    self.numberOfTerms = max(1, numberOfTerms)
  }
}
