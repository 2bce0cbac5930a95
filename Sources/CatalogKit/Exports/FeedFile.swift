import Datasets
import Fingerprints
import Publishing
import Rendering

/// The news of a catalog in Atom (RFC 4287), the latest first.
struct FeedFile {
  /// The file's place relative to the catalog's root.
  static let path = "feed.xml"

  let feed: Documents.Feed
  let catalog: CatalogInfo
  /// Where the catalog will be found, without a slash at its end.
  let address: String

  /// The file. It is the only one that has every object read for it, to find the latest.
  ///
  /// - Parameter plan: The objects; those without a date are left out.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects with a date.
  func plan(_ plan: ExportPlan) -> PlannedFile {
    let latest = self.latest(plan.entries)
    let inputs = plan.fingerprint(
      of: plan.contents(of: latest.lazy.map(\.entry)), "feed", feed.title ?? catalog.title, catalog.title,
      catalog.language, address,
      feed.date.text,
      feed.summary?.text ?? "")
    return PlannedFile(Self.path, as: .asset, inputs: inputs) {
      let entries = Array(zip(latest.map(\.date), plan.gather(latest.map(\.entry))))
      return .made { bytes(entries) }
    }
  }

  /// The objects that the feed tells of, with their dates.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects with a date.
  func latest(_ entries: some Sequence<DocumentEntry<Record>>) -> [(date: String, entry: DocumentEntry<Record>)] {
    let dated = entries.compactMap { entry in
      entry.object[feed.date.text].flatMap(Timestamp.init).map { (date: $0, entry: entry) }
    }
    let latest = dated.sorted { first, second in
      first.date == second.date ? first.entry.id.isBefore(second.entry.id) : first.date > second.date
    }
    return latest.prefix(feed.limit).map { ($0.date.text, $0.entry) }
  }

  private func bytes(_ entries: [(date: String, entry: ExportEntry)]) -> [UInt8] {
    var xml: [UInt8] = []
    xml.append(
      xml: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
    xml.append(xmlText: catalog.language)
    xml.append(xml: "\">\n<title>")
    xml.append(xmlText: feed.title ?? catalog.title)
    xml.append(xml: "</title>\n<id>")
    xml.append(xmlText: address + "/")
    xml.append(xml: "</id>\n<link href=\"")
    xml.append(xmlText: address + "/")
    xml.append(xml: "\"/>\n<link rel=\"self\" href=\"")
    xml.append(xmlText: "\(address)/\(Self.path)")
    // A feed has to say when it was changed: no clock does, but its latest entry.
    xml.append(xml: "\"/>\n<updated>\(entries.first?.date ?? "1970-01-01T00:00:00Z")</updated>\n<author><name>")
    xml.append(xmlText: catalog.title)
    xml.append(xml: "</name></author>\n")
    for (date, entry) in entries { append(entry, date, to: &xml) }
    xml.append(xml: "</feed>\n")
    return xml
  }

  private func append(_ entry: ExportEntry, _ date: String, to xml: inout [UInt8]) {
    let link = "\(address)/\((entry.file ?? "").percentEncodedPath)"
    xml.append(xml: "<entry>\n<title>")
    xml.append(xmlText: entry.title)
    xml.append(xml: "</title>\n<id>")
    xml.append(xmlText: link)
    xml.append(xml: "</id>\n<link href=\"")
    xml.append(xmlText: link)
    xml.append(xml: "\"/>\n<updated>\(date)</updated>\n")
    if let summary = feed.summary.flatMap({ entry.record[$0.text] }), !summary.isMissing {
      xml.append(xml: "<summary>")
      xml.append(xmlText: summary.plainText)
      xml.append(xml: "</summary>\n")
    }
    xml.append(xml: "</entry>\n")
  }
}
