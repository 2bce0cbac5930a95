public import Diagnostics
import DocumentModel
public import Fingerprints
import Mustache
import Templates

/// Renders pages as HTML, through the page template of a theme.
public struct HTMLRenderer: PageRenderer {
  /// `html`.
  public let format = "html"
  /// The theme's style sheet, and the script of the search if there is one.
  public let assets: [Artifact]
  /// The fingerprint of the page template, and of whether there is a search. The style sheet is a file of its own, and takes no part.
  public let fingerprint: Fingerprint?

  private let template: MustacheTemplate
  private let hasSearch: Bool

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - theme: What the pages look like.
  ///   - search: Whether the pages have a search. Its ``SearchIndex`` is not made by the renderer, which knows one page at a time.
  public init(theme: HTMLTheme, search: Bool = false) {
    template = theme.page
    hasSearch = search
    assets =
      [Artifact(path: PageContext.styleSheet, bytes: theme.styleSheet)]
      + (search ? [Artifact(path: PageContext.searchScript, text: Templates.searchScript)] : [])
    var parts = Fingerprinter()
    parts.combine(format)
    parts.combine(theme.source)
    parts.combine(search)
    fingerprint = parts.finish()
  }

  /// Makes a renderer with the theme that is part of Pomona.
  ///
  /// - Parameter search: Whether the pages have a search.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the theme is broken.
  public init(search: Bool = false) throws(DiagnosticsError) { self.init(theme: try HTMLTheme(), search: search) }

  /// The place of a page: `fruits/lemon.html`.
  public func file(of path: PagePath) -> String { path.file("html") }

  /// The page, filled into the template.
  public func render(_ page: Page) -> Artifact {
    Artifact(
      path: file(of: page.path), bytes: template.render(.object(PageContext(page, hasSearch: hasSearch))))
  }
}
