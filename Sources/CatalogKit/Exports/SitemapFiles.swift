import Datasets
import Fingerprints
import Publishing
import Rendering

/// The addresses of all pages, for search engines (sitemaps.org): a small root file that leads to parts, so that an object more or less
/// changes one part.
struct SitemapFiles {
  /// The root file's place relative to the catalog's root.
  static let path = "sitemap.xml"

  /// Where the catalog will be found, without a slash at its end.
  let address: String

  /// The files.
  ///
  /// - Parameters:
  ///   - plan: The objects.
  ///   - pages: The pages that are no object's.
  /// - Complexity: O(*n*), *n* being the number of objects and pages.
  func plan(_ plan: ExportPlan, pages: [PagePath]) -> [PlannedFile] {
    var inputs = Fingerprinter()
    inputs.combine("sitemap")
    inputs.combine(address)
    for page in pages { inputs.combine(plan.file(page)) }
    let pages = PlannedFile("sitemap/pages.xml", as: .asset, inputs: inputs.finish()) {
      .made(list(pages.map(plan.file)))
    }
    let parts = parts(of: plan).map { part in
      PlannedFile(
        Self.path(ofPart: part.number), as: .asset, inputs: plan.fingerprint(of: part.fingerprint, "sitemap", address)
      ) {
        .made(list(part.entries.compactMap { $0.path.map(plan.file) }))
      }
    }
    let files = [pages] + parts
    let root = files.map(\.path)
    inputs.combine("sitemap index")
    inputs.combine(address)
    for file in root { inputs.combine(file) }
    return [PlannedFile(Self.path, as: .asset, inputs: inputs.finish()) { .made(list(root, isRoot: true)) }] + files
  }

  /// The objects, divided among files.
  func parts(of plan: ExportPlan) -> [DocumentPart<Record>] { plan.document.parts(capacity: 1000, showing: .links) }

  /// A part with the addresses of objects.
  static func path(ofPart number: Int) -> String { "sitemap/objects-\(number).xml" }

  /// What makes a list of addresses, in their order.
  private func list(_ files: [String], isRoot: Bool = false) -> @Sendable () -> [UInt8] {
    let (outer, inner) = isRoot ? ("sitemapindex", "sitemap") : ("urlset", "url")
    return { [address] in
      var xml: [UInt8] = []
      xml.append(xml: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
      xml.append(xml: "<\(outer) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
      var opening: [UInt8] = []
      opening.append(xml: "<\(inner)><loc>")
      opening.append(xmlText: address)
      opening.append(xml: "/")
      let closing = "</loc></\(inner)>\n"
      for file in isRoot ? files : files.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        xml += opening
        xml.append(xmlText: file.percentEncodedPath)
        xml.append(xml: closing)
      }
      xml.append(xml: "</\(outer)>\n")
      return xml
    }
  }
}

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

/// The page that servers show in the place of one that is not there: GitHub, GitLab, Netlify and others look for it by this name.
struct NotFoundFile {
  /// Where the catalog will be found, without a slash at its end.
  let address: String

  /// The file. Its links start from the root of the server, since nobody knows where it is shown.
  func plan(_ document: Document<Record>, _ renderer: any PageRenderer) -> PlannedFile {
    let page = document.notFoundPage(root: root)
    return PageFormat(renderer).plan(page, as: .asset)
  }

  /// The path of the address, between slashes.
  private var root: String {
    // What comes after the scheme, an empty part, and the host.
    let folders = address.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).filter { !$0.isEmpty }
    return "/" + folders.map { $0 + "/" }.joined()
  }
}
