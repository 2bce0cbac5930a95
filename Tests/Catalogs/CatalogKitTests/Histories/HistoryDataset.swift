import Foundation

/// A data set of a catalog that is edited at random.
struct HistoryDataset {
  /// The format of the rows.
  enum Form: String, CaseIterable {
    case csv, parts, json, lines, sqlite, markdown
  }

  /// The content of a file.
  enum Content: Equatable {
    case text(String)
    case database([HistoryRow])
  }

  let form: Form
  var rows: [HistoryRow]
  /// Whether a file is broken, if its format allows that.
  var isBroken = false
  /// The number of files that the rows are divided among, if the format allows that.
  var partCount = 2
  /// Its other settings in the configuration.
  var options = 0

  var name: String { form.rawValue }

  /// The possible settings of a data set besides its files and fields.
  static let options = [
    "", ", join: { relatives: { dataset: json, on: kind } }", ", aliases: tags", ", card: special",
    ", title: Something <else>",
    ", parent: kind", ", parent: kind, fold: { total: { sum: parts.price }, last: { max: parts.added } }",
    """
    , parent: kind, fold: { reds: { count: parts, where: { field: tags, contains: red } } }, fields: { added: { \
    format: long } }
    """,
    """
    , fold: { mean: { mean: relatives.price }, first: { min: relatives.name } }, facts: [mean, kind], \
    fields: { kind: { refers: { dataset: json, back: folk } }, mean: { unit: €, format: 2 }, price: { format: percent \
    } }, join: { relatives: { dataset: json, on: kind } }
    """,
    ", fields: { kind: { refers: { dataset: json, limit: 2 } } }",
    ", fields: { tags: { refers: { dataset: lines, field: tags, back: same, order: price } } }, card: special",
    ", join: { twins: { dataset: csv, on: price, equals: price } }, aliases: kind",
    ", chain: []", ", chain: [{ group: kind }, { sort: name }], facets: tags, pages: { size: 2, preview: 0 }",
    ", title: Apart, chain: [{ sort: price }, { placeholder: nothing }], letters: name, pages: { kind: stable }",
    ", address: \"things/{kind}-{price}\", aliases: kind", ", address: \"things/{name}/\", aliases: tags",
    ", address: \"{kind}/{added}/{tags}/\"", ", address: \"{kind}/\", chain: [{ group: kind }]",
    ", address: \"csv/{name}\"",
  ]

  /// Its entry in the configuration.
  var entry: String {
    let types = "tags: list, price: number, added: date, note: markdown, picture: image"
    let file =
      switch form {
      case .csv: "fruits.csv"
      case .parts: "parts/*.csv"
      case .json: "roots.json"
      case .lines: "nuts.jsonl"
      case .sqlite: "herbs.db"
      case .markdown: "notes"
      }
    return "{ file: \"\(file)\", key: name, titles: name, types: { \(types) }\(Self.options[options]) }"
  }

  /// The files, by path.
  var files: [String: Content] {
    switch form {
    case .csv: return ["fruits.csv": .text(csv(rows) + (isBroken ? "\"open,\n" : ""))]
    case .parts:
      return Dictionary(
        uniqueKeysWithValues: (0..<partCount).map { part in
          let rows = rows.indices.filter { $0 % partCount == part }.map { self.rows[$0] }
          return ("parts/part-\(part).csv", .text(csv(rows) + (isBroken && part == 0 ? "a,b\n" : "")))
        })
    case .json:
      return ["roots.json": .text("[\n" + rows.map(json).joined(separator: ",\n") + (isBroken ? "," : "\n]\n"))]
    case .lines: return ["nuts.jsonl": .text(rows.map { json($0) + "\n" }.joined() + (isBroken ? "{\"name\":\n" : ""))]
    case .sqlite: return ["herbs.db": isBroken ? .text("no database") : .database(rows)]
    case .markdown:
      return Dictionary(
        rows.enumerated().map { number, row in
          (
            "notes/n\(number).md",
            .text("---\n" + frontMatter(row) + (isBroken ? ": : [\n" : "") + "---\n\n\(row.note)\n")
          )
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  private func csv(_ rows: [HistoryRow]) -> String {
    ([HistoryRow.fields] + rows.map(\.texts)).map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }.joined()
  }

  private func json(_ row: HistoryRow) -> String {
    "{"
      + zip(HistoryRow.fields, row.texts).map { "\"\($0)\": \($1.isEmpty ? "null" : $1.quoted)" }.joined(
        separator: ", ")
      + "}"
  }

  private func frontMatter(_ row: HistoryRow) -> String {
    zip(HistoryRow.fields, row.texts)
      .map { "\($0): \($1.isEmpty ? "null" : $1.quoted)\n" }.joined()
  }
}

extension String {
  /// The text as a string of JSON, which is one of YAML, too.
  var quoted: String {
    let bytes = (try? JSONSerialization.data(withJSONObject: self, options: .fragmentsAllowed)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }
}
