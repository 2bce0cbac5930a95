import Datasets
import Fingerprints
import JSONValues
import Publishing
import Rendering

/// The files of the search index that pages read.
struct SearchFiles: IndexedFiles {
  /// The fields whose words find an object, in addition to its title.
  let fields: [String]

  /// Returns the root file.
  func root(_ shards: [Int]) -> PlannedFile {
    let root = SearchIndex.file(shards: shards)
    return PlannedFile(SearchIndex.path, as: .asset, key: Fingerprint(root)) { .bytes(root) }
  }

  /// Returns a shard.
  func file(of shard: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile {
    let inputs = plan.fingerprint(
      of: shard.fingerprint, "shard", String(SearchIndex.version), fields.joined(separator: "\n"))
    return PlannedFile(path(ofShard: shard.number), as: .asset, key: inputs) {
      let entries = plan.gather(shard.entries)
      return .made { SearchShard.file(entries: entries.map(searchEntry)) }
    }
  }

  func path(ofShard number: Int) -> String { SearchShard.path(number) }

  /// Returns the objects, divided by the bytes that they take in a shard.
  ///
  /// Texts are measured as the data file writes them, with its escapes and as Markdown: so none is decoded only to be
  /// measured. The fingerprints of the shards contain the searched fields only, so a change of another field leaves all
  /// shards as they are.
  func shards(of plan: ExportPlan) -> ObjectShards<Record> {
    ObjectShards(
      of: plan.document, capacity: plan.capacities.search,
      with: { (schema: Schema([]), searched: [Int](), parts: Fingerprinter()) },
      share: { [fields] record, title, path, section, last in
        if last.schema != record.schema {
          last.schema = record.schema
          last.searched = fields.compactMap { record.schema.path(of: $0)?.field }
        }
        var size = SearchShard.size(title: title, path: path, section: section)
        last.parts.combine(title)
        last.parts.combine(path != nil)
        path?.combine(into: &last.parts)
        last.parts.combine(section)
        // Texts are separated by a line feed, which takes six bytes in the script.
        record.combine(fields: last.searched, into: &last.parts) {
          size += $0.scriptStringCount + "\\u000a".utf8.count
        }
        return (size, last.parts.finish())
      })
  }

  private func searchEntry(_ entry: ExportEntry) -> SearchEntry {
    let texts = fields.compactMap { entry.record[$0] }.filter { !$0.isMissing }.map(\.plainText)
    return SearchEntry(
      title: entry.title, path: entry.file ?? "", section: entry.section, text: texts.joined(separator: "\n"))
  }
}
