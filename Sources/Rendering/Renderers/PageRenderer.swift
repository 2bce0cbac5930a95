public import Fingerprints

/// Turns pages into files of one format.
///
/// Rendering is a pure function of the page, so that pages can be rendered in any order, and side by side.
public protocol PageRenderer: Sendable {
  /// The name of the format, by which people ask for it: `html`.
  var format: String { get }

  /// The fingerprint of all that the bytes of a page's file follow from beside the page and the program: of what the renderer was created
  /// with. The file of a page is not made as long as this and the page's fingerprint are those of the last build.
  ///
  /// Nil, unless a renderer says otherwise: then every page is rendered in every build, and what is written is found by its bytes.
  var fingerprint: Fingerprint? { get }

  /// Files that go with the pages and do not depend on them, such as a style sheet.
  var assets: [Artifact] { get }

  /// The place of a page's file, relative to the catalog's root: `fruits/apple.html`.
  func file(of path: PagePath) -> String

  /// The file of a page.
  func render(_ page: Page) -> Artifact
}

extension PageRenderer {
  /// Not known.
  public var fingerprint: Fingerprint? { nil }

  /// No assets.
  public var assets: [Artifact] { [] }
}
