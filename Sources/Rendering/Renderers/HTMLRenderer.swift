public import Diagnostics
import DocumentModel
public import Fingerprints
import Foundation
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
  ///   - search: Whether the pages have a search. Its `SearchIndex` is not made by the renderer, which knows one page at a time.
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
  /// - Throws: `DiagnosticsError` if the theme is broken.
  public init(search: Bool = false) throws(DiagnosticsError) { self.init(theme: try HTMLTheme(), search: search) }

  /// The page, filled into the template.
  public func render(_ page: Page) -> [UInt8] {
    template.render(.object(PageContext(page, hasSearch: hasSearch)))
  }
}

/// What pages of HTML look like: the template that they are filled into, and a style sheet.
public struct HTMLTheme: Sendable {
  /// The template of every page, in Mustache.
  let page: MustacheTemplate
  /// The text of the template.
  let source: String
  /// The style sheet.
  let styleSheet: [UInt8]

  /// The names of the files in a theme's folder.
  private static let (pageFile, styleSheetFile) = ("page.mustache", "style.css")
  /// Those names.
  static let files = [pageFile, styleSheetFile]

  /// The theme that is part of Pomona.
  ///
  /// - Throws: `DiagnosticsError` if it is broken.
  public init() throws(DiagnosticsError) {
    try self.init(source: Templates.page, file: Self.pageFile, styleSheet: Array(Templates.styleSheet.utf8))
  }

  /// Reads a theme from a folder, with `page.mustache`, `style.css`, or both; what it lacks is that of Pomona.
  ///
  /// The template may use the names that the page template of Pomona uses.
  ///
  /// - Parameter folder: The folder.
  /// - Throws: `DiagnosticsError` if there is neither, if one cannot be read, and with every syntax error and unknown name in
  ///   the template, and its line and column.
  public init(folder: String) throws(DiagnosticsError) {
    let page = try Self.read(Self.pageFile, in: folder)
    let styleSheet = try Self.read(Self.styleSheetFile, in: folder)
    guard page != nil || styleSheet != nil else {
      throw DiagnosticsError(
        Diagnostic(
          code: "theme/not-found", "there is no theme in the folder “\(folder)”", at: .init(file: folder),
          hint: "Put \(Self.pageFile) or \(Self.styleSheetFile) there."))
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

  /// A file of a theme: nil if it is not there.
  private static func read(_ name: String, in folder: String) throws(DiagnosticsError) -> (file: String, text: String)?
  {
    let file = URL(filePath: folder).appending(path: name).relativePath
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    guard let data = FileManager.default.contents(atPath: file), let text = String(validating: data, as: UTF8.self)
    else {
      throw DiagnosticsError(
        Diagnostic(
          code: "theme/unreadable", "the file cannot be read as text", at: .init(file: file),
          hint: "Check that you may read it, and that it is in UTF-8."))
    }
    return (file, text)
  }
}
