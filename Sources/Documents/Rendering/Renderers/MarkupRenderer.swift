public import Diagnostics
package import DocumentModel
public import Fingerprints

/// Renders a page as one document of blocks, in the formats that libcmark writes.
public struct MarkupRenderer: PageRenderer {
  /// The markup of the files.
  package let markup: MarkupFormat
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?
  /// The extension of the files; for manual pages, their section.
  public let fileExtension: String
  /// The extension of the files that links lead to.
  public let linkExtension: String
  private let frame: FileFrame

  /// The name of the format.
  public var format: String { markup.rawValue }

  /// A renderer of CommonMark.
  public static let markdown = MarkupRenderer(.markdown, fileExtension: "md")

  /// A renderer of the XML of CommonMark.
  public static let xml = MarkupRenderer(.xml, fileExtension: "xml")

  /// Returns a renderer of LaTeX documents. Their links lead to the PDF files that LaTeX creates from the pages.
  ///
  /// - Parameters:
  ///   - documentClass: The document class, as `\documentclass` takes it: `book`, or `[a4paper]{book}` with options.
  ///   - packages: The packages that are loaded besides those that the document needs, each as `\usepackage` takes it:
  ///     `geometry`, or `[margin=2cm]{geometry}` with options.
  /// - Throws: `DiagnosticsError` if the class or a package has another form. The error contains all invalid packages.
  public static func latex(
    documentClass: String = "article", packages: [String] = []
  ) throws(DiagnosticsError) -> MarkupRenderer {
    try checkLatex("class", [documentClass])
    try checkLatex("package", packages)
    let frame = FileFrame(latexClass: documentClass, latexPackages: packages)
    return MarkupRenderer(.latex, fileExtension: "tex", linkExtension: "pdf", frame: frame)
  }

  /// Returns a renderer of manual pages.
  ///
  /// - Parameter section: The section of the manual, which is also the extension of the files: a digit, optionally
  ///   followed by lowercase letters and digits.
  /// - Throws: `DiagnosticsError` if it has another form.
  public static func man(section: String = "7") throws(DiagnosticsError) -> MarkupRenderer {
    guard section.wholeMatch(of: /[0-9][a-z0-9]*/) != nil else {
      throw DiagnosticsError(
        code: "man/option", "“\(section)” is not a section of the manual", at: .init(),
        hint: "Write a digit, such as 7.")
    }
    return MarkupRenderer(.man, fileExtension: section, frame: FileFrame(manualSection: section))
  }

  private init(
    _ markup: MarkupFormat, fileExtension: String, linkExtension: String? = nil, frame: FileFrame = FileFrame()
  ) {
    self.markup = markup
    self.fileExtension = fileExtension
    self.linkExtension = linkExtension ?? fileExtension
    self.frame = frame
    var parts = Fingerprinter()
    parts.combine(markup.rawValue)
    parts.combine(frame.latexClass)
    parts.combine(frame.latexPackages) { $0.combine($1) }
    parts.combine(frame.manualSection)
    fingerprint = parts.finish()
  }

  /// Returns the page as one document.
  public func render(_ page: Page) -> [UInt8] {
    page.blocks(linkingTo: linkExtension).file(markup, title: page.title, collection: page.catalog.title, in: frame)
  }
}

/// The validation of options that are written around documents without escaping. Options come from the author of a
/// catalog, and a mistake is better reported here than by LaTeX or man.
extension MarkupRenderer {
  /// Checks that LaTeX classes or packages are names, or names in braces after options in brackets.
  ///
  /// - Throws: `DiagnosticsError` with a diagnostic for each that is not.
  private static func checkLatex(_ kind: String, _ names: [String]) throws(DiagnosticsError) {
    let diagnostics = names.filter { $0.wholeMatch(of: /(\[[^\\{}\[\]%]*\]\{[A-Za-z0-9-]+\})|([A-Za-z0-9-]+)/) == nil }
      .map {
        Diagnostic(
          code: "latex/option", "“\($0)” is not a \(kind) of LaTeX", hint: "Write its name, or [options]{name}.")
      }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
  }
}

extension RendererFormat {
  /// CommonMark.
  public static let markdown = RendererFormat("markdown", title: "CommonMark.") { (_) throws(DiagnosticsError) in
    MarkupRenderer.markdown
  }

  /// The document tree as XML.
  public static let xml = RendererFormat("xml", title: "The document tree as XML.") { (_) throws(DiagnosticsError) in
    MarkupRenderer.xml
  }

  /// LaTeX documents.
  public static let latex = RendererFormat(
    "latex", title: "LaTeX documents.",
    options: """
      {
        "properties": {
          "documentclass": {
            "type": "string", "pattern": "^[A-Za-z0-9-]+$", "default": "article",
            "description": "The name of a document class: letters, digits and -."
          },
          "packages": {
            "description": "The packages that are loaded beside the usual ones.",
            "type": ["array", "string"],
            "items": {
              "type": "string", "pattern": "^[A-Za-z0-9-]+$", "description": "The name of a package: letters, digits and -."
            }
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    try MarkupRenderer.latex(
      documentClass: settings.options["documentclass"]?.string ?? "article",
      packages: settings.options["packages"]?.array?.compactMap(\.string) ?? [])
  }

  /// Manual pages.
  public static let man = RendererFormat(
    "man", title: "Pages of the manual.",
    options: """
      {
        "properties": {
          "section": {
            "type": "integer", "minimum": 1, "maximum": 9, "default": 7, "description": "The section of the manual."
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    try MarkupRenderer.man(section: String(settings.options["section"]?.integer ?? 7))
  }
}
