public import Fingerprints

/// What every page knows of the catalog that it is part of.
public struct CatalogInfo: Hashable, Fingerprintable, Sendable {
  /// A file beside the pages that pages announce to programs.
  package struct File: Hashable, Fingerprintable, Sendable {
    /// What people call it.
    package var title: String
    /// Its place relative to the catalog's root: `feed.xml`.
    package var path: String

    /// Describes a file.
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

  /// All pages share it, and have it in their fingerprints.
  private final class Shared: Sendable {
    let content: Content
    let fingerprint: Fingerprint
    let numberStyle: NumberStyle

    init(_ content: Content) {
      (self.content, fingerprint) = (content, content.fingerprint)
      numberStyle = NumberStyle(language: content.language)
    }
  }

  private var shared: Shared

  private var content: Content {
    get { shared.content }
    set { shared = Shared(newValue) }
  }

  /// Describes a catalog.
  public init(title: String, language: String = "en") {
    shared = Shared(Content(title: title, language: language))
  }

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

  /// How the language of the catalog writes numbers.
  package var numberStyle: NumberStyle { shared.numberStyle }

  /// The news of the catalog in Atom; nil where there are none.
  package var feed: File? {
    get { shared.content.feed }
    set { content.feed = newValue }
  }

  /// The objects of the catalog as JSON; nil where they are not exported.
  package var json: File? {
    get { shared.content.json }
    set { content.json = newValue }
  }

  /// The files in HTML that are no pages of the catalog, relative to its root: references to them keep their ending in every format.
  package var copiedPages: Set<String> {
    get { shared.content.copiedPages }
    set { content.copiedPages = newValue }
  }

  /// The fingerprint of what is said.
  package var fingerprint: Fingerprint { shared.fingerprint }

  package func combine(into parts: inout Fingerprinter) { parts.combine(shared.fingerprint) }

  /// Whether both say the same.
  public static func == (first: CatalogInfo, second: CatalogInfo) -> Bool {
    first.shared === second.shared || first.content == second.content
  }

  /// Hashes what is said.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension CatalogInfo: CustomReflectable {
  /// The properties, wherever they are.
  public var customMirror: Mirror { Mirror(reflecting: content) }
}
