import Datasets
import Publishing
import Rendering

/// The objects of a catalog as JSON, for programs.
struct JSONFile {
  /// The file's place relative to the catalog's root.
  static let path = "catalog.json"

  let catalog: CatalogInfo
  /// The fields that are exported; all of them where there are none.
  let fields: [String]

  /// The file: it has all objects, and so it is made again whenever one of them changes.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  func plan(_ plan: ExportPlan) -> PlannedFile {
    let inputs = plan.fingerprint(
      of: plan.contents(of: plan.entries), "json", catalog.title, catalog.language, fields.joined(separator: "\n"))
    return PlannedFile(Self.path, as: .asset, inputs: inputs) {
      let entries = plan.gather(plan.entries)
      return .made { bytes(entries) }
    }
  }

  private func bytes(_ entries: [ExportEntry]) -> [UInt8] {
    var json: [UInt8] = []
    json.append(json: "{\"title\":")
    json.append(scriptString: catalog.title)
    json.append(json: ",\"language\":")
    json.append(scriptString: catalog.language)
    json.append(json: ",\"objects\":[")
    for (index, entry) in entries.enumerated() {
      json.append(json: index == 0 ? "\n" : ",\n")
      append(entry, to: &json)
    }
    json.append(json: "\n]}\n")
    return json
  }

  private func append(_ entry: ExportEntry, to json: inout [UInt8]) {
    json.append(json: "{\"dataset\":")
    json.append(scriptString: entry.record.id.dataset)
    json.append(json: ",\"key\":")
    json.append(scriptString: entry.record.id.key)
    json.append(json: ",\"title\":")
    json.append(scriptString: entry.title)
    if let file = entry.file {
      json.append(json: ",\"page\":")
      json.append(scriptString: file)
    }
    if let section = entry.section {
      json.append(json: ",\"section\":")
      json.append(scriptString: section)
    }
    json.append(json: ",\"fields\":")
    append(entry.record, fields.isEmpty ? entry.record.schema.fields.map(\.name) : fields, to: &json)
    json.append(json: "}")
  }

  /// Appends the values that a record has for some fields.
  private func append(_ record: Record, _ fields: [String], to json: inout [UInt8]) {
    json.append(json: "{")
    var isFirst = true
    for name in fields {
      guard let value = record[name], !value.isMissing else { continue }
      if !isFirst { json.append(json: ",") }
      isFirst = false
      json.append(scriptString: name)
      json.append(json: ":")
      append(value, to: &json)
    }
    json.append(json: "}")
  }

  private func append<Element>(
    _ elements: [Element], to json: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
  ) {
    json.append(json: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(json: ",") }
      append(element, &json)
    }
    json.append(json: "]")
  }

  private func append(_ value: Value, to json: inout [UInt8]) {
    switch value {
    case .missing: json.append(json: "null")
    case .boolean(let isTrue): json.append(json: isTrue ? "true" : "false")
    case .number(let number) where number.isJSON: json.append(json: number.text)
    case .list(let elements, _): append(elements, to: &json) { append($0, to: &$1) }
    case .records(let records): append(records, to: &json) { append($0, $0.schema.fields.map(\.name), to: &$1) }
    default: json.append(scriptString: value.text)
    }
  }
}

extension Number {
  /// Whether the number is written as JSON writes numbers, which have no plus and no leading zeros.
  fileprivate var isJSON: Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    let second = digits.dropFirst().first
    return first != UInt8(ascii: "0") || second.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
  }
}

extension [UInt8] {
  fileprivate mutating func append(json: String) { append(contentsOf: json.utf8) }
}
