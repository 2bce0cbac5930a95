/// Turns pages into files of one format.
///
/// Rendering is a pure function of the page, so that pages can be rendered in any order, and side by side.
public protocol PageRenderer: Sendable {
  /// The name of the format, by which people ask for it: `html`.
  var format: String { get }

  /// Files that go with the pages and do not depend on them, such as a style sheet.
  var assets: [Artifact] { get }

  /// The file of a page.
  func render(_ page: Page) -> Artifact
}

extension PageRenderer {
  /// No assets.
  public var assets: [Artifact] { [] }
}
