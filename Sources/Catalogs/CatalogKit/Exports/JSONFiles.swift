import Datasets
import Fingerprints
import JSONValues
import Publishing
import Rendering

/// The objects of a catalog as JSON, for programs: a small root file that lists parts, so that a change of one object
/// changes one part; or a root file with all objects.
struct JSONFiles: IndexedFiles {
  /// The root file's path, relative to the catalog's root.
  static let path = "catalog.json"

  /// The version of the parts, to be raised when their meaning changes.
  private static let version = 1

  let catalog: CatalogInfo
  let json: Documents.JSON

  func root(_ parts: [Int]) -> PlannedFile {
    let root = bytes(leadingTo: parts.map(path))
    return PlannedFile(Self.path, as: .asset, key: Fingerprint(root)) { .bytes(root) }
  }

  func file(of part: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile {
    let planKey = plan.fingerprint(of: part.fingerprint, settings)
    return PlannedFile(path(ofShard: part.number), as: .asset, planKey: planKey) {
      (isUpToDate) throws(DiagnosticsError) in
      // Readers look objects up by identity, so the objects of a part are in that order.
      let rows = part.entries.map { (id: $0.id, entry: $0) }.sorted { $0.id.isBefore($1.id) }
      let entries = plan.gather(rows.map(\.entry))
      if try isUpToDate(plan.fingerprint(of: inputs(of: entries), settings)) { return nil }
      return .made { bytes(of: entries) }
    }
  }

  func path(ofShard number: Int) -> String { "catalog/objects-\(number).json" }

  func shards(of plan: ExportPlan) -> ObjectShards<Record> {
    ObjectShards(of: plan.document, capacity: plan.capacities.json, showing: .everything)
  }

  /// The settings that decide how rows are written, for fingerprints.
  private var settings: String {
    let fields = json.fields.map(\.text).joined(separator: "\n")
    return "json \(Self.version) \(json.hasJoinedRows)\n\(fields)"
  }

  private var rows: JSONRows {
    JSONRows(fields: json.fields.map(\.text), joinedRows: json.hasJoinedRows ? JSONRows(fields: []) : nil)
  }

  // MARK: - Objects

  /// Returns the fingerprint of what a part shows. Only some fields may be exported, and of joined rows only the keys.
  /// A change of anything else does not cause the part to be written again.
  private func inputs(of entries: [ExportEntry]) -> Fingerprint {
    let rows = rows
    var parts = Fingerprinter()
    for entry in entries {
      parts.combine(entry.record.id.dataset)
      parts.combine(entry.record.id.key)
      parts.combine(entry.title)
      parts.combine(entry.file)
      parts.combine(entry.section)
      rows.combine(entry.record, into: &parts)
    }
    return parts.finish()
  }

  private func append(_ entries: [ExportEntry], to json: inout [UInt8]) {
    let rows = rows
    json.append(json: "[")
    for (index, entry) in entries.enumerated() {
      json.append(json: index == 0 ? "\n" : ",\n")
      append(entry, to: &json)
      json.append(json: ",\"fields\":")
      rows.append(entry.record, to: &json)
      json.append(json: "}")
    }
    json.append(json: "\n]")
  }

  private func append(_ entry: ExportEntry, to json: inout [UInt8]) {
    json.append(json: "{\"dataset\":", scriptString: entry.record.id.dataset)
    json.append(json: ",\"key\":", scriptString: entry.record.id.key)
    json.append(json: ",\"title\":", scriptString: entry.title)
    if let file = entry.file { json.append(json: ",\"page\":", scriptString: file) }
    if let section = entry.section { json.append(json: ",\"section\":", scriptString: section) }
  }

  // MARK: - Files

  private func bytes(of entries: [ExportEntry]) -> [UInt8] {
    var json: [UInt8] = []
    append(entries, to: &json)
    json.append(json: "\n")
    return json
  }

  private func bytes(leadingTo parts: [String]) -> [UInt8] {
    var json = head
    json.append(json: "\"version\":\(Self.version),\"parts\":[")
    for (index, part) in parts.enumerated() { json.append(json: index == 0 ? "\n" : ",\n", scriptString: part) }
    json.append(json: "\n]}\n")
    return json
  }

  /// Returns the root file with all objects, in the catalog's order. It is written again whenever one of them changes.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  func whole(_ plan: ExportPlan) -> PlannedFile {
    let inputs = plan.fingerprint(of: plan.contents(of: plan.entries), settings, catalog.title, catalog.language)
    return PlannedFile(Self.path, as: .asset, key: inputs) {
      let entries = plan.gather(plan.entries)
      return .made {
        var json = head
        json.append(json: "\"objects\":")
        append(entries, to: &json)
        json.append(json: "}\n")
        return json
      }
    }
  }

  private var head: [UInt8] {
    var json: [UInt8] = []
    json.append(json: "{\"title\":", scriptString: catalog.title)
    json.append(json: ",\"language\":", scriptString: catalog.language)
    json.append(json: ",")
    return json
  }
}
