/// How a document is cut into pages.
public struct PageLayout: Hashable, Sendable {
  /// How many cells a section's page has at the most.
  public var pageSize: Int
  /// How many cells of each section the home page shows.
  public var previewSize: Int

  /// Makes a layout; sizes below 1 count as 1.
  public init(pageSize: Int = 60, previewSize: Int = 6) {
    self.pageSize = max(1, pageSize)
    self.previewSize = max(1, previewSize)
  }
}
