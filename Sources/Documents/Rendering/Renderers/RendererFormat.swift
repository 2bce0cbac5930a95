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
  /// Returns the format's renderer for the settings.
  package let renderer: @Sendable (RendererSettings) throws(DiagnosticsError) -> any PageRenderer

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
    self.renderer = renderer
  }

  /// Creates a format without options.
  ///
  /// The renderer is the same for all catalogs. One that reads files, or depends on options, needs the other
  /// initializer, whose closure is called for each catalog, and can record inputs.
  public init(_ renderer: some PageRenderer) {
    self.init(renderer.format, title: renderer.format) { (_) throws(DiagnosticsError) in renderer }
  }

  /// The formats that are part of Pomona. Each is declared beside its renderer.
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

  /// Returns the path of a file that an option names relative to the catalog's folder, and records the file as an input
  /// of the renderer: if it changes, all pages are rendered again.
  ///
  /// Call it before reading the file.
  /// A change between the reading and this call would go unnoticed, and the pages would stay as they were.
  public func input(_ path: String) -> String {
    let file = place(path)
    noteInput(file)
    return file
  }

  /// Returns the path of a folder that an option names relative to the catalog's folder. The folder is not recorded as
  /// an input.
  package func folder(_ path: String) -> String { place(path) }
}
