public import Diagnostics
public import JSONValues

/// An output format that catalogs can use: its name, its options, and the creation of its renderer.
public struct RendererFormat: Sendable {
  /// The name of the format in configurations: `html`.
  public let name: String
  /// The description of the format, for authors of catalogs: `Web pages.`
  public let title: String
  /// The options of the format.
  public let options: OptionSchema
  private let create: @Sendable (RendererSettings) throws(DiagnosticsError) -> any PageRenderer

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name of the format in configurations.
  ///   - title: The description of the format, for authors of catalogs.
  ///   - options: The options of the format.
  ///   - renderer: Returns the renderer for the settings, and throws an error if they are not valid.
  public init(
    _ name: String, title: String, options: OptionSchema = .none,
    renderer: @escaping @Sendable (RendererSettings) throws(DiagnosticsError) -> any PageRenderer
  ) {
    self.name = name
    self.title = title
    self.options = options
    create = renderer
  }

  /// Creates a format without options.
  public init(_ renderer: some PageRenderer) {
    self.init(renderer.format, title: renderer.format) { (_) throws(DiagnosticsError) in renderer }
  }

  /// Returns the format's renderer for the settings.
  package func renderer(_ settings: RendererSettings) throws(DiagnosticsError) -> any PageRenderer {
    try create(settings)
  }

  /// The formats that are part of Pomona.
  public static let builtIn: [RendererFormat] = [html, markdown, latex, man, xml, text, json]
}

/// The settings that a renderer is created from.
public struct RendererSettings {
  /// The options of the format, which ``RendererFormat/options`` describes, including the defaults.
  public var options: JSONObject
  /// Whether the catalog has a search.
  public var hasSearch = false
  /// Returns the path of a file that an option names.
  private let place: (String) -> String
  /// Called with the path of each file that the renderer is about to read.
  private let noteInput: (String) -> Void

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - options: The options of the format.
  ///   - place: Returns the path of a file that an option names; by default the path itself.
  ///   - noteInput: Called with the path of each file that the renderer is created from, before the file is read.
  package init(
    options: JSONObject = [:], place: @escaping (String) -> String = { $0 },
    noteInput: @escaping (String) -> Void = { _ in }
  ) {
    self.options = options
    self.place = place
    self.noteInput = noteInput
  }

  /// Returns the path of a file that an option names relative to the catalog's folder, and records the file as an input of the renderer: if
  /// it changes, all pages are rendered again.
  ///
  /// Call it before reading the file.
  public func input(_ path: String) -> String {
    let file = place(path)
    noteInput(file)
    return file
  }

  /// Returns the path of a folder that an option names relative to the catalog's folder. The folder is not recorded as an input.
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
