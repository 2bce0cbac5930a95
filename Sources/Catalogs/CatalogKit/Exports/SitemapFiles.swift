import Datasets
import Fingerprints
import Publishing
import Rendering

/// The addresses of all pages, for search engines (sitemaps.org): a small root file that lists parts, so that adding or
/// removing a page changes one part.
struct SitemapFiles: ShardedFiles {
  /// The root file's path, relative to the catalog's root.
  static let path = "sitemap.xml"

  /// The address at which the catalog will be published, without a trailing slash.
  let address: String

  func root(_ parts: [String]) -> PlannedFile {
    var inputs = Fingerprinter()
    inputs.combine("sitemap index")
    inputs.combine(address)
    for part in parts { inputs.combine(part) }
    return PlannedFile(Self.path, as: .asset, key: inputs.finish()) { .made(list(parts, isRoot: true)) }
  }

  /// The file that refers search engines to the sitemap (RFC 9309, sitemaps.org). They read it at the root of a site.
  /// It forbids no page.
  var robots: PlannedFile {
    let bytes = Array("User-agent: *\nDisallow:\n\nSitemap: \(address)/\(Self.path)\n".utf8)
    return PlannedFile("robots.txt", as: .asset, key: Fingerprint(bytes)) { .bytes(bytes) }
  }

  func file(of part: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile {
    file(path(ofShard: part.number), part.fingerprint, plan) { part.entries.compactMap(\.path) }
  }

  func file(ofPages part: Int, _ pages: ShardTree<PagePath>, _ plan: ExportPlan) -> PlannedFile {
    let items = pages.items(of: part)
    return file(path(ofPages: part), pages.fingerprint(of: part), plan) { items.map(\.member) }
  }

  private func file(
    _ path: String, _ fingerprint: Fingerprint?, _ plan: ExportPlan, addresses: @escaping () -> [PagePath]
  ) -> PlannedFile {
    PlannedFile(path, as: .asset, key: plan.fingerprint(of: fingerprint, "sitemap", address)) {
      .made(list(addresses().map(plan.file)))
    }
  }

  func path(ofShard number: Int) -> String { "sitemap/objects-\(number).xml" }

  func path(ofPages number: Int) -> String { "sitemap/pages-\(number).xml" }

  func shards(of plan: ExportPlan) -> ObjectShards<Record> {
    ObjectShards(of: plan.document, capacity: plan.capacities.sitemap, showing: .addresses)
  }

  /// Returns the other pages, divided among the files by their addresses.
  func pages(of plan: ExportPlan) -> ShardTree<PagePath> {
    let items = plan.document.paths(where: lists).concurrentMap { item($0) }
    // The tree sorts its items by their hashes. Sorting short indices first costs less.
    let order = items.indices.sorted { items[$0].hash < items[$1].hash }
    return ShardTree(order.map { items[$0] }, capacity: plan.capacities.sitemap)
  }

  func update(_ pages: inout ShardTree<PagePath>, by changes: DocumentChanges, of document: Document<Record>) {
    // A page may have replaced one of another kind.
    for path in changes.paths {
      let item = item(path)
      if document.plannedPage(at: path).map({ lists($0.kind) }) ?? false {
        pages.set(item)
      } else {
        pages.remove(path, hash: item.hash)
      }
    }
  }

  /// Whether a page that shows no single object belongs to the sitemap. Redirects and the pages of removed objects do
  /// not.
  private func lists(_ kind: Page.Kind) -> Bool { kind == .index || kind == .section }

  private func item(_ path: PagePath) -> ShardTree<PagePath>.Item {
    let fingerprint = Fingerprint(path.address)
    return ShardTree.Item(path, hash: fingerprint.low, content: fingerprint)
  }

  /// Returns a closure that writes a list of addresses, in their order.
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
      for file in isRoot ? files : files.sorted(by: { $0.precedesByBytes($1) }) {
        xml += opening
        xml.append(xmlText: file.percentEncodedPath)
        xml.append(xml: closing)
      }
      xml.append(xml: "</\(outer)>\n")
      return xml
    }
  }
}

extension String {
  /// The path of an address, between slashes.
  var pathOfRoot: String {
    // The first three parts are the scheme, an empty one, and the host.
    let folders = split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).filter { !$0.isEmpty }
    return "/" + folders.map { $0 + "/" }.joined()
  }
}
