public import Diagnostics
package import DocumentModel
public import Fingerprints

/// Renders a page as one document of blocks, for the formats that libcmark writes by itself.
public struct MarkupRenderer: PageRenderer {
  /// The markup that is written.
  package let markup: MarkupFormat
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?
  /// The ending of the files: of manual pages, their section.
  public let fileExtension: String
  /// The ending of the files that links lead to.
  public let linkExtension: String
  /// What stands around a document.
  private let frame: FileFrame

  /// The name of the format.
  public var format: String { markup.rawValue }

  /// Pages of CommonMark.
  public static let markdown = MarkupRenderer(.markdown, fileExtension: "md")

  /// Pages of the XML of CommonMark.
  public static let xml = MarkupRenderer(.xml, fileExtension: "xml")

  /// Documents of LaTeX. Links in them lead to the PDF files that are made of the pages.
  ///
  /// - Parameters:
  ///   - documentClass: The document class, as `\documentclass` takes it: `book`, or `[a4paper]{book}` with options.
  ///   - packages: Packages that are used besides those that the document needs, each as `\usepackage` takes it: `geometry`, or
  ///     `[margin=2cm]{geometry}` with options.
  /// - Throws: `DiagnosticsError` for each of them that is not written so.
  public static func latex(
    documentClass: String = "article", packages: [String] = []
  ) throws(DiagnosticsError) -> MarkupRenderer {
    try checkLatex("class", [documentClass])
    try checkLatex("package", packages)
    let frame = FileFrame(latexClass: documentClass, latexPackages: packages)
    return MarkupRenderer(.latex, fileExtension: "tex", linkExtension: "pdf", frame: frame)
  }

  /// Manual pages.
  ///
  /// - Parameter section: The section of the manual, which is also the ending of the files: a digit, and maybe letters and digits.
  /// - Throws: `DiagnosticsError` if it is anything else.
  public static func man(section: String = "7") throws(DiagnosticsError) -> MarkupRenderer {
    try checkManual(section: section)
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

  /// The page as one document.
  public func render(_ page: Page) -> [UInt8] {
    page.blocks(linkingTo: linkExtension).file(markup, title: page.title, collection: page.catalog.title, in: frame)
  }
}

/// What may be written around a document as it is: options come from whoever makes a catalog, and a slip in one is better found here than
/// by LaTeX or man.
extension MarkupRenderer {
  /// Checks classes or packages of LaTeX: names, maybe in braces after options in brackets.
  ///
  /// - Throws: Every one that is written in another way.
  static func checkLatex(_ kind: String, _ names: [String]) throws(DiagnosticsError) {
    let diagnostics = names.filter { $0.wholeMatch(of: /(\[[^\\{}\[\]%]*\]\{[A-Za-z0-9-]+\})|([A-Za-z0-9-]+)/) == nil }
      .map {
        Diagnostic(
          code: "latex/option", "“\($0)” is not a \(kind) of LaTeX", hint: "Write its name, or [options]{name}.")
      }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
  }

  /// Checks the section of a manual page: a digit, and maybe letters and digits, which ends its file's name.
  static func checkManual(section: String) throws(DiagnosticsError) {
    guard section.wholeMatch(of: /[0-9][a-z0-9]*/) == nil else { return }
    throw DiagnosticsError(
      Diagnostic(
        code: "man/option", "“\(section)” is not a section of the manual", hint: "Write a digit, such as 7."))
  }
}
