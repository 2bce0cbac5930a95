public import Fingerprints
package import JSONValues

/// The properties of a catalog that all its pages share.
public struct CatalogInfo: Hashable, Fingerprintable, CustomReflectable, Sendable {
  /// A file beside the pages that pages announce to programs.
  package struct File: Hashable, Fingerprintable, Sendable {
    /// The title of the file, for readers.
    package var title: String
    /// The path relative to the catalog's root: `feed.xml`.
    package var path: String

    /// Creates the description of a file.
    package init(title: String, path: String) {
      self.title = title
      self.path = path
    }

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
    }
  }

  private struct Content: Hashable, Sendable {
    var title: String
    var language: String
    var feed: File?
    var json: File?
    var copiedPages: Set<String> = []

    var fingerprint: Fingerprint {
      var parts = Fingerprinter()
      parts.combine(title)
      parts.combine(language)
      parts.combine(feed)
      parts.combine(json)
      parts.combine(copiedPages.sorted { $0.precedesByBytes($1) }) { $0.combine($1) }
      return parts.finish()
    }
  }

  /// The storage, which all pages of a catalog share. The fingerprint is computed once, and not for every page.
  private final class Shared: Sendable {
    let content: Content
    let fingerprint: Fingerprint
    let numberStyle: NumberStyle

    init(_ content: Content) {
      self.content = content
      fingerprint = content.fingerprint
      numberStyle = NumberStyle(language: content.language)
    }
  }

  private var shared: Shared

  private var content: Content {
    get { shared.content }
    set { shared = Shared(newValue) }
  }

  /// Creates the properties of a catalog.
  public init(title: String, language: String = "en") { shared = Shared(Content(title: title, language: language)) }

  /// The catalog's title.
  public var title: String {
    get { shared.content.title }
    set { content.title = newValue }
  }

  /// The language of the catalog, as a BCP 47 tag.
  public var language: String {
    get { shared.content.language }
    set { content.language = newValue }
  }

  /// The number format of the catalog's language.
  package var numberStyle: NumberStyle { shared.numberStyle }

  /// The Atom feed with the news of the catalog, or `nil` if it has none.
  package var feed: File? {
    get { shared.content.feed }
    set { content.feed = newValue }
  }

  /// The export of the catalog's objects as JSON, or `nil` if they are not exported.
  package var json: File? {
    get { shared.content.json }
    set { content.json = newValue }
  }

  /// The HTML files that are not pages of the catalog, relative to its root. References to them keep their extension in
  /// every format.
  package var copiedPages: Set<String> {
    get { shared.content.copiedPages }
    set { content.copiedPages = newValue }
  }

  /// The fingerprint of all properties.
  package var fingerprint: Fingerprint { shared.fingerprint }

  package func combine(into parts: inout Fingerprinter) { parts.combine(shared.fingerprint) }

  /// Returns whether all properties are equal.
  public static func == (first: CatalogInfo, second: CatalogInfo) -> Bool {
    first.shared === second.shared || first.content == second.content
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// A mirror of the properties, instead of the storage that contains them.
  public var customMirror: Mirror { Mirror(reflecting: content) }
}

extension CatalogInfo {
  /// The description of the catalog as JSON.
  package var message: JSONValue {
    var json: JSONObject = ["title": .string(title), "language": .string(language)]
    json["feed"] = feed?.json
    json["json"] = self.json?.json
    if !copiedPages.isEmpty {
      let pages = copiedPages.sorted { $0.precedesByBytes($1) }
      json["copiedPages"] = .array(pages.map { .string($0) })
    }
    return .object(json)
  }

  /// Creates the description of a catalog from JSON. Without a title or a language, the title is empty, and the
  /// language `en`.
  package init(json: JSONValue?) {
    self.init(title: json?["title"]?.string ?? "", language: json?["language"]?.string ?? "en")
    feed = File(json: json?["feed"])
    self.json = File(json: json?["json"])
    copiedPages = Set(json?["copiedPages"]?.array?.compactMap(\.string) ?? [])
  }
}

extension CatalogInfo.File {
  fileprivate var json: JSONValue { ["title": .string(title), "path": .string(path)] }

  fileprivate init?(json: JSONValue?) {
    guard let title = json?["title"]?.string, let path = json?["path"]?.string else { return nil }
    self.init(title: title, path: path)
  }
}
