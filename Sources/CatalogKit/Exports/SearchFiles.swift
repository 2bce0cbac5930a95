import Datasets
import Fingerprints
import Publishing
import Rendering

/// The files that the search in the page reads.
struct SearchFiles {
  /// The fields whose words find an object, beside its title.
  let fields: [String]

  /// The files.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  func plan(_ plan: ExportPlan) -> [PlannedFile] {
    let shards = plan.parts
    let root = PlannedFile(
      SearchIndex.path, as: .asset,
      inputs: plan.fingerprint(of: Fingerprint(String(shards.count)), "search")
    ) {
      .bytes(SearchIndex.file(numberOfShards: shards.count))
    }
    return [root]
      + shards.enumerated().map { number, shard in
        let inputs = plan.fingerprint(
          of: shard.contents, "shard", String(SearchIndex.version), fields.joined(separator: "\n"))
        return PlannedFile(SearchShard.path(number), as: .asset, ingredients: inputs) {
          // Few fields may be searched, and a change of another one need not have the shard made.
          let entries = plan.gather(shard.entries)
          var parts = Fingerprinter()
          parts.combine(plan.base)
          parts.combine(SearchIndex.version)
          for entry in entries { combine(entry, into: &parts) }
          return PreparedFile(
            inputs: parts.finish(), content: .made { SearchShard.file(entries: entries.map(searchEntry)) })
        }
      }
  }

  /// Adds what the search knows of an object.
  private func combine(_ entry: ExportEntry, into parts: inout Fingerprinter) {
    parts.combine(entry.title)
    parts.combine(entry.file)
    parts.combine(entry.section)
    entry.record.combine(fields: fields.compactMap(entry.record.schema.index(of:)), into: &parts)
  }

  private func searchEntry(_ entry: ExportEntry) -> SearchEntry {
    let texts = fields.compactMap { entry.record[$0] }.filter { !$0.isMissing }.map(\.plainText)
    return SearchEntry(
      title: entry.title, path: entry.file ?? "", section: entry.section, text: texts.joined(separator: "\n"))
  }
}
