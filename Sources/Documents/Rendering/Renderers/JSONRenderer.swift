import Diagnostics
public import Fingerprints
import JSONValues

/// Renders a page as JSON for programs: the members that `docs/guide/plugin-pages.md` describes, and the title and the
/// language of the catalog.
public struct JSONRenderer: PageRenderer {
  /// The form of the cells' bodies.
  public enum Body: String, CaseIterable, Sendable {
    /// HTML.
    case html
    /// CommonMark.
    case markdown
    /// The document tree in JSON.
    case tree
    /// Bodies are left out.
    case none
  }

  /// The name of the format, `json`.
  public let format = "json"
  /// The extension of the files that addresses lead to.
  public let linkExtension: String
  /// Whether cells contain the fields of their objects.
  public let showsFields: Bool
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?
  private let encoding: PageEncoding

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - body: The form of the cells' bodies.
  ///   - showsFields: Whether cells contain the fields of their objects.
  ///   - linkExtension: The extension of the files that addresses lead to.
  public init(body: Body = .html, showsFields: Bool = true, linkExtension: String = "json") {
    self.showsFields = showsFields
    self.linkExtension = linkExtension
    var encoding = PageEncoding(fileExtension: "json", linkExtension: linkExtension)
    encoding.body = PageEncoding.Body(rawValue: body.rawValue) ?? .html
    self.encoding = encoding
    var parts = Fingerprinter()
    parts.combine(body.rawValue)
    parts.combine(showsFields)
    parts.combine(linkExtension)
    fingerprint = parts.finish()
  }

  /// Returns an object with the catalog and the page.
  public func render(_ page: Page) -> [UInt8] {
    var json: [UInt8] = []
    json.append(json: "{\"catalog\":{\"title\":")
    json.append(jsonString: page.catalog.title)
    json.append(json: ",\"language\":")
    json.append(jsonString: page.catalog.language)
    json.append(json: "},\"page\":")
    page.write(to: &json, as: encoding)
    json.append(json: "}\n")
    return json
  }
}

extension RendererFormat {
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
