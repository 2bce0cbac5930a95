import CatalogSyntax
import Datasets
import Fingerprints
import JSONValues
import Publishing
import Rendering

/// The files of the search index that pages read.
struct SearchFiles: IndexedFiles {
  /// The fields whose words find an object, in addition to its title; all with text if empty.
  private let fields: [String]
  /// The fields of each data set that pages do not show. They are searched only if ``fields`` names them.
  private let hidden: [String: Set<String>]

  init?(_ configuration: CatalogConfiguration) {
    guard let search = configuration.documents.search else { return nil }
    fields = search.fields.map(\.text)
    let hidden = configuration.datasets.map { ($0.name.text, Set($0.fields.filter(\.isHidden).map(\.field.text))) }
    self.hidden =
      fields.isEmpty ? Dictionary(hidden, uniquingKeysWith: { $0.union($1) }).filter { !$0.value.isEmpty } : [:]
  }

  func root(_ shards: [Int]) -> PlannedFile {
    let root = SearchIndex.file(shards: shards)
    return PlannedFile(SearchIndex.path, as: .asset, key: Fingerprint(root)) { .bytes(root) }
  }

  func file(of shard: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile {
    let inputs = plan.fingerprint(
      of: shard.fingerprint, "shard", String(SearchIndex.version), fields.joined(separator: "\n"),
      hidden.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.sorted())" }.joined(separator: "\n"))
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
      share: { record, title, path, section, last in
        if last.schema != record.schema {
          last.schema = record.schema
          last.searched = searchedFields(of: record)
        }
        var size = SearchShard.size(title: title, path: path, section: section)
        last.parts.combine(title)
        last.parts.combine(path != nil)
        path?.combine(into: &last.parts)
        last.parts.combine(section)
        // Texts are separated by a line feed, which takes six bytes in the script.
        record.combine(fields: last.searched, into: &last.parts) { size += $0.scriptStringCount + "\\u000a".utf8.count }
        return (size, last.parts.finish())
      })
  }

  private func searchedFields(of record: Record) -> [Int] {
    let schema = record.schema
    guard fields.isEmpty else { return fields.compactMap { schema.path(of: $0)?.field } }
    let hidden = hidden[record.dataset] ?? []
    return schema.fields.indices.filter { schema.fields[$0].type.hasText && !hidden.contains(schema.fields[$0].name) }
  }

  private func searchEntry(_ entry: ExportEntry) -> SearchEntry {
    let record = entry.record
    let names = fields.isEmpty ? searchedFields(of: record).map { record.schema.fields[$0].name } : fields
    // The title is searched in any case.
    let texts = names.compactMap { record[$0] }.filter { !$0.isMissing }.map(\.plainText).filter { $0 != entry.title }
    return SearchEntry(
      title: entry.title, path: entry.file ?? "", section: entry.section, text: texts.joined(separator: "\n"))
  }
}

extension FieldType {
  fileprivate var hasText: Bool {
    switch self {
    case .text, .markdown, .list: true
    case .number, .boolean, .date, .url, .image, .object, .records: false
    }
  }
}
