import Datasets
import Fingerprints
import JSONValues
import Publishing
import Rendering

/// The files that the search in the page reads.
struct SearchFiles: IndexedFiles {
  /// The fields whose words find an object, beside its title.
  let fields: [String]

  /// The root file.
  func root(_ shards: [Int]) -> PlannedFile {
    let root = SearchIndex.file(shards: shards)
    return PlannedFile(SearchIndex.path, as: .asset, inputs: Fingerprint(root)) { .bytes(root) }
  }

  /// A shard.
  func file(of shard: DocumentPart<Record>, _ plan: ExportPlan) -> PlannedFile {
    let inputs = plan.fingerprint(
      of: shard.fingerprint, "shard", String(SearchIndex.version), fields.joined(separator: "\n"))
    return PlannedFile(path(ofPart: shard.number), as: .asset, inputs: inputs) {
      let entries = plan.gather(shard.entries)
      return .made { SearchShard.file(entries: entries.map(searchEntry)) }
    }
  }

  func path(ofPart number: Int) -> String { SearchShard.path(number) }

  /// The objects, divided by the bytes that they take of a shard. Texts count as they are written, so that none is read only to be
  /// counted: with the escapes of their file, and as Markdown. Few fields may be searched, and a change of another one leaves all shards alone.
  func division(of plan: ExportPlan) -> ObjectDivision<Record> {
    ObjectDivision(
      of: plan.document, capacity: plan.capacities.search,
      with: { (schema: Schema([]), searched: [Int](), parts: Fingerprinter()) },
      share: { [fields] record, title, path, section, last in
        if last.schema != record.schema {
          (last.schema, last.searched) = (record.schema, fields.compactMap { record.schema.path(of: $0)?.field })
        }
        var size = SearchShard.size(title: title, path: path, section: section)
        record.forEachText(of: last.searched) { size += $0.scriptStringCount + "\\u000a".utf8.count }
        last.parts.combine(title)
        last.parts.combine(path?.address)
        last.parts.combine(section)
        record.combine(fields: last.searched, into: &last.parts)
        return (size, last.parts.finish())
      })
  }

  private func searchEntry(_ entry: ExportEntry) -> SearchEntry {
    let texts = fields.compactMap { entry.record[$0] }.filter { !$0.isMissing }.map(\.plainText)
    return SearchEntry(
      title: entry.title, path: entry.file ?? "", section: entry.section, text: texts.joined(separator: "\n"))
  }
}
