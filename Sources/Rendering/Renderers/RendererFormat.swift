public import Diagnostics
public import JSONValues

/// A format that catalogs can ask for: its name, what can be decided about it, and how its renderer is created.
public struct RendererFormat: Sendable {
  /// The name, by which people ask for it: `html`.
  public let name: String
  /// What people call it.
  public let title: String
  /// What can be decided about it.
  public let options: OptionSchema
  private let create: @Sendable (RendererSettings) throws(DiagnosticsError) -> any PageRenderer

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name, by which people ask for it.
  ///   - title: What people call it.
  ///   - options: What can be decided about it.
  ///   - renderer: Returns the renderer; throws if something is wrong with the settings.
  public init(
    _ name: String, title: String, options: OptionSchema = .none,
    renderer: @escaping @Sendable (RendererSettings) throws(DiagnosticsError) -> any PageRenderer
  ) {
    self.name = name
    self.title = title
    self.options = options
    create = renderer
  }

  /// Creates a format about which nothing can be decided.
  public init(_ renderer: some PageRenderer) {
    self.init(renderer.format, title: renderer.format) { (_) throws(DiagnosticsError) in renderer }
  }

  /// Returns the format's renderer.
  package func renderer(_ settings: RendererSettings) throws(DiagnosticsError) -> any PageRenderer {
    try create(settings)
  }

  /// The formats that are part of Pomona.
  public static let builtIn: [RendererFormat] = [html, markdown, latex, man, xml, text, json]
}

/// What a renderer is created from.
public struct RendererSettings {
  /// The options of the format, as its ``RendererFormat/options`` allow them, with the defaults.
  public var options: JSONObject
  /// Whether the catalog has a search.
  public var hasSearch = false
  /// Where a file is that an option names.
  private let place: (String) -> String
  /// Is called with the files that the renderer is about to read.
  private let noteInput: (String) -> Void

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - options: The options of the format.
  ///   - place: Returns the place of a file that an option names; a path as it is by default.
  ///   - noteInput: Is called with the place of each file that the renderer is created from, before it is read.
  package init(
    options: JSONObject = [:], place: @escaping (String) -> String = { $0 },
    noteInput: @escaping (String) -> Void = { _ in }
  ) {
    self.options = options
    self.place = place
    self.noteInput = noteInput
  }

  /// Returns the place of a file that an option names, relative to the catalog's folder, and notes that the renderer follows from it: when it
  /// changes, all pages are rendered again.
  ///
  /// It is called before the file is read.
  public func input(_ path: String) -> String {
    let file = place(path)
    noteInput(file)
    return file
  }

  /// Returns the place of a folder that an option names, relative to the catalog's folder.
  package func folder(_ path: String) -> String { place(path) }
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

  /// Pages of the manual.
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

  /// Plain text.
  public static let text = RendererFormat(
    "text", title: "Plain text.",
    options: """
      {
        "properties": {
          "width": {
            "type": "integer", "minimum": 0, "maximum": 1000, "default": 72,
            "description": "The number of columns of a line; 0 for lines as long as their paragraphs."
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in TextRenderer(width: settings.options["width"]?.integer ?? 72) }

  /// Pages as JSON.
  public static let json = RendererFormat(
    "json", title: "Pages as JSON.",
    options: """
      {
        "properties": {
          "body": {
            "enum": ["html", "markdown", "tree", "none"], "default": "html",
            "description": "How the bodies of entries are written."
          },
          "fields": {
            "type": "boolean", "default": true, "description": "Whether entries have the fields of their rows."
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    JSONRenderer(
      body: settings.options["body"]?.string.flatMap(JSONRenderer.Body.init) ?? .html,
      showsFields: settings.options["fields"]?.boolean ?? true)
  }
}
