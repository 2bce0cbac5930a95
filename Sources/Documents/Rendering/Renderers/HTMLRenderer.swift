public import Diagnostics
import DocumentModel
public import Fingerprints
import Foundation
import Mustache
import Templates

/// Renders pages as HTML with the page template of a theme.
public struct HTMLRenderer: PageRenderer {
  /// The name of the format, `html`.
  public let format = "html"
  /// The theme's style sheet, and the script of the search if there is one.
  public let assets: [Artifact]
  /// The fingerprint of the page template, and of whether there is a search. The style sheet is a separate file and not
  /// included.
  public let fingerprint: Fingerprint?

  private let template: MustacheTemplate
  private let hasSearch: Bool
  /// What follows the address of the style sheet on live pages, so that open pages load a changed one.
  private let stylesheetVersion: String

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - theme: The template and the style sheet of the pages.
  ///   - search: Whether the pages have a search. The renderer does not create the `SearchIndex`, because it renders
  ///     one page at a time.
  public init(theme: HTMLTheme, search: Bool = false) {
    template = theme.page
    hasSearch = search
    stylesheetVersion = "?v=\(Fingerprint(theme.styleSheet))"
    assets =
      [Artifact(path: PageContext.styleSheet, bytes: theme.styleSheet)]
      + (search ? [Artifact(path: PageContext.searchScript, text: Templates.searchScript)] : [])
    var parts = Fingerprinter()
    parts.combine(format)
    parts.combine(theme.source)
    parts.combine(search)
    fingerprint = parts.finish()
  }

  /// Creates a renderer with the theme that is part of Pomona.
  ///
  /// - Parameter search: Whether the pages have a search.
  /// - Throws: `DiagnosticsError` if the theme is not valid.
  public init(search: Bool = false) throws(DiagnosticsError) { self.init(theme: try HTMLTheme(), search: search) }

  /// The maximum number of bytes of a page. A template can make as much as it likes of a small page.
  private static let limit = 1_000_000_000

  /// Returns the page template, filled with the page.
  public func render(_ page: Page) -> [UInt8] { render(PageContext(page, hasSearch: hasSearch), at: page.path) }

  /// Returns the page template, filled with a page whose parts have names.
  package func render(_ page: LivePage) -> [UInt8] {
    let context = PageContext(page.page, hasSearch: hasSearch, live: page, stylesheetVersion: stylesheetVersion)
    return render(context, at: page.page.path)
  }

  private func render(_ context: PageContext, at path: PagePath) -> [UInt8] {
    if let html = template.render(.object(context), upTo: Self.limit) { return html }
    RenderingFailures.note(
      Diagnostic(
        code: "template/excess",
        "the template makes more than \(Self.limit / 1_000_000) MB of the page \(path.address)",
        at: .init(file: template.file),
        hint: "Write fewer sections within sections: each of them is repeated in each of those around it."))
    return []
  }
}

/// The appearance of HTML pages: their template and a style sheet.
public struct HTMLTheme: Sendable {
  let page: MustacheTemplate
  /// The text of the template.
  let source: String
  let styleSheet: [UInt8]

  private static let (pageFile, styleSheetFile) = ("page.mustache", "style.css")
  /// The names of the files in a theme's folder.
  static let files = [pageFile, styleSheetFile]

  /// Creates the theme that is part of Pomona.
  ///
  /// - Throws: `DiagnosticsError` if it is not valid.
  public init() throws(DiagnosticsError) {
    try self.init(source: Templates.page, file: Self.pageFile, styleSheet: Array(Templates.styleSheet.utf8))
  }

  /// Reads a theme from a folder with `page.mustache`, `style.css`, or both. A missing file is replaced by that of
  /// Pomona's theme.
  ///
  /// The template can use all names that Pomona's page template uses.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Throws: `DiagnosticsError` if both files are missing, if one cannot be read, or for every syntax error and
  ///   unknown name in the template, with its line and column.
  public init(folder: String) throws(DiagnosticsError) {
    let page = try Self.read(Self.pageFile, in: folder)
    let styleSheet = try Self.read(Self.styleSheetFile, in: folder)
    guard page != nil || styleSheet != nil else {
      throw DiagnosticsError(
        code: "theme/not-found", "there is no theme in the folder “\(folder)”", at: .init(file: folder),
        hint: "Put \(Self.pageFile) or \(Self.styleSheetFile) there.")
    }
    try self.init(
      source: page?.text ?? Templates.page, file: page?.file ?? Self.pageFile,
      styleSheet: Array((styleSheet?.text ?? Templates.styleSheet).utf8))
  }

  private init(source: String, file: String, styleSheet: [UInt8]) throws(DiagnosticsError) {
    page = try MustacheTemplate(source, file: file, vocabulary: PageName.vocabulary)
    _ = try PageContext.names.resolve(page, code: "theme/unknown-name", noun: "name")
    self.source = source
    self.styleSheet = styleSheet
  }

  /// Returns the path and the text of a theme's file, or `nil` if there is no such file.
  private static func read(_ name: String, in folder: String) throws(DiagnosticsError) -> (file: String, text: String)?
  {
    let file = URL(filePath: folder).appending(path: name).relativePath
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    guard let data = FileManager.default.contents(atPath: file), let text = String(validating: data, as: UTF8.self)
    else {
      throw DiagnosticsError(
        code: "theme/unreadable", "the file cannot be read as text", at: .init(file: file),
        hint: "Check that you may read it, and that it is in UTF-8.")
    }
    return (file, text)
  }
}

extension RendererFormat {
  /// Web pages.
  public static let html = RendererFormat(
    "html", title: "Web pages.",
    options: """
      {
        "properties": {
          "theme": { "type": "string", "description": "The folder of a theme of your own, relative to the catalog's folder." }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    guard let theme = settings.options["theme"]?.string else { return try HTMLRenderer(search: settings.hasSearch) }
    for file in HTMLTheme.files { _ = settings.input("\(theme)/\(file)") }
    return HTMLRenderer(theme: try HTMLTheme(folder: settings.folder(theme)), search: settings.hasSearch)
  }
}
