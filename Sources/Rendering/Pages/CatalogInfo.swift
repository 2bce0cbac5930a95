public import Fingerprints

/// What every page knows of the catalog that it is part of.
public struct CatalogInfo: Hashable, Fingerprintable, Sendable {
  /// A file beside the pages that pages announce to programs.
  public struct File: Hashable, Fingerprintable, Sendable {
    /// What people call it.
    public var title: String
    /// Its place relative to the catalog's root: `feed.xml`.
    public var path: String

    /// Describes a file.
    public init(title: String, path: String) {
      self.title = title
      self.path = path
    }

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
    }
  }

  /// The catalog's title.
  public var title: String
  /// The language of the catalog, as a BCP 47 tag.
  public var language: String
  /// The news of the catalog in Atom; nil where there are none.
  public var feed: File?
  /// The objects of the catalog as JSON; nil where they are not exported.
  public var json: File?
  /// The files in HTML that are no pages of the catalog, relative to its root: references to them keep their ending in every format.
  public var copiedPages: Set<String> = [] {
    didSet { copiedPagesFingerprint = Self.fingerprint(of: copiedPages) }
  }
  /// Every page has the catalog in its fingerprint, and there may be many files: so they are looked at once.
  private var copiedPagesFingerprint = fingerprint(of: [])

  /// Describes a catalog.
  public init(title: String, language: String = "en") {
    self.title = title
    self.language = language
  }

  package func combine(into parts: inout Fingerprinter) {
    parts.combine(title)
    parts.combine(language)
    parts.combine(feed)
    parts.combine(json)
    parts.combine(copiedPagesFingerprint)
  }

  private static func fingerprint(of paths: Set<String>) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { $0.combine($1) }
    return parts.finish()
  }
}
