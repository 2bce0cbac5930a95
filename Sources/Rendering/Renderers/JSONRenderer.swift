public import Fingerprints
import JSONValues

/// Renders a page as JSON, for programs: what `docs/guide/plugin-pages.md` says of pages, and the catalog's title and language.
public struct JSONRenderer: PageRenderer {
  /// How the bodies of cells are written.
  public enum Body: String, CaseIterable, Sendable {
    /// As HTML.
    case html
    /// As CommonMark.
    case markdown
    /// As the document tree, in JSON.
    case tree
    /// Not at all.
    case none
  }

  /// `json`.
  public let format = "json"
  /// The ending of the files that addresses lead to.
  public let linkExtension: String
  /// Whether cells have the fields of their objects.
  public let showsFields: Bool
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?
  private let encoding: PageEncoding

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - body: How the bodies of cells are written.
  ///   - showsFields: Whether cells have the fields of their objects.
  ///   - linkExtension: The ending of the files that addresses lead to.
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

  /// The page as an object.
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
