import Fingerprints
import Publishing

/// What tells search engines where the sitemap is (RFC 9309, sitemaps.org). They look for it at the root of a site.
struct RobotsFile {
  /// The file's place relative to the catalog's root.
  static let path = "robots.txt"

  /// Where the catalog will be found, without a slash at its end.
  let address: String

  /// The file, by which nothing is forbidden.
  func plan() -> PlannedFile {
    let bytes = Array("User-agent: *\nDisallow:\n\nSitemap: \(address)/\(SitemapFiles.path)\n".utf8)
    return PlannedFile(Self.path, as: .asset, inputs: Fingerprint(bytes)) { .bytes(bytes) }
  }
}
