import CatalogKit
import Changesets
import DataSources
import Datasets
import Foundation
import TestKit
import Testing

/// A live catalog: its rows are edited in memory, its files are read again, and other builders build it in between; the
/// output always equals a clean build.
@Suite struct LivingCatalogTests {
  private struct Row {
    var name: String
    var fields: [String: String]

    static let names = ["kind", "tags", "note", "added"]

    static func value(_ field: String, _ random: inout SeededGenerator) -> String {
      let values =
        switch field {
        case "kind": ["stone", "pome", "berry"]
        case "tags": ["red", "red; sour", "sweet", "sour; sweet; late", "late"]
        case "added": ["2021-03-04", "2022-05-06", "2020-01-02", "2023-07-08"]
        default: ["A note.", "Another note, which is longer.", "No note at all."]
        }
      return values[Int.random(in: 0..<values.count, using: &random)]
    }

    init(_ name: String, _ random: inout SeededGenerator) {
      self.name = name
      fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Self.value($0, &random)) })
    }

    var csv: String {
      ([name] + Self.names.map { fields[$0] ?? "" }).map { "\"\($0)\"" }.joined(separator: ",") + "\n"
    }
  }

  private static let configuration = """
    title: Fruits
    address: https://example.org/fruits
    datasets:
      fruits:
        file: fruits.csv
        key: name
        types: { kind: text, tags: list, note: text, added: date }
        %address%
    %addresses%
    chain:
      - group: [{ field: kind, order: sorted }, { field: tags, by: element }]
    pages: { size: 4, preview: 2, kind: stable }
    home: { newest: { date: added, limit: 3 }, picks: [fruits/C, fruits/Fruit 3] }
    documents:
      facets: [{ field: tags, limit: 3 }, [kind, added]]
      letters: name
      feed: { date: added, limit: 5 }
      search: { fields: [note] }
      sitemap: true
      json: true
    formats: [html, markdown]
    """

  /// The settings of addresses.
  private static let addresses = [
    ("", ""), ("address: \"{kind}/{name}/\"", "addresses: { sections: kinds, redirects: [netlify, nginx] }"),
    ("address: \"{kind}/{added}\"", ""), ("", "addresses: { pretty: true, sections: fruits, redirects: apache }"),
  ]

  @Test(arguments: Seeds.fixed(addresses.count, fresh: 2))
  func editsArePublished(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (address, addresses) = Self.addresses[Int(seed % UInt64(Self.addresses.count))]
    let configuration = Self.configuration.replacing("%address%", with: address).replacing(
      "%addresses%", with: addresses)
    let names = (0..<40).map { "Fruit \($0)" } + ["C", "c", "C++", "c plus plus"]
    var rows = names.prefix(16).map { Row($0, &random) }
    let folder = try CatalogFolder(["catalog.yml": configuration, "templates/page.md": "{{note}}\n"])
    func write() throws {
      try folder.write("fruits.csv", "name,\(Row.names.joined(separator: ","))\n" + rows.map(\.csv).joined())
    }
    try write()
    let out = folder.path + "/out"
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: out, settings: settings)
    _ = try builder.build()
    for step in 0..<(Seeds.isThorough ? 25 : 8) {
      var comment = "seed \(seed), step \(step): "
      let before = try OutputTree(out)
      let place = Int.random(in: 0..<rows.count, using: &random)
      var report: BuildReport
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        // In memory only; the file has the same rows, and is not read.
        let field = Row.names[Int.random(in: 0..<Row.names.count, using: &random)]
        let value = Row.value(field, &random)
        comment += "\(rows[place].name).\(field) = \(value)"
        rows[place].fields[field] = value
        try write()
        let typed: Value =
          switch field {
          case "tags": .list(value.components(separatedBy: "; ").map { .text($0) })
          case "added": WrittenDate(value).map(Value.date) ?? .text(value)
          default: .text(value)
          }
        builder.catalog?.dataset(named: "fruits")?.edit {
          $0.update($0.item(at: ItemPath(0, place)).replacing(field, with: typed), at: place)
        }
        report = try builder.update()
      case 3:
        comment += "\(rows[place].name) has gone"
        rows.remove(at: place)
        try write()
        builder.catalog?.dataset(named: "fruits")?.edit { $0.remove(at: place) }
        report = try builder.update()
      case 4:
        let present = Set(rows.map(\.name))
        if let name = names.filter({ !present.contains($0) }).randomElement(using: &random) {
          comment += "\(name) has come"
          rows.insert(Row(name, &random), at: place)
        }
        try write()
        report = try builder.update([folder.path + "/fruits.csv"])
      default:
        comment += "somebody else builds"
        rows[place].fields["note"] = Row.value("note", &random)
        try write()
        builder.close()
        report = try CatalogBuilder(at: folder.path, into: out, settings: settings).build()
        _ = try builder.update([folder.path + "/fruits.csv"])
      }
      let after = try OutputTree(out)
      report.expectToTell(from: before, to: after, "\(comment)")
      _ = try CatalogBuilder(at: folder.path, into: folder.path + "/clean").build()
      try #require(after.differences(from: OutputTree(folder.path + "/clean")) == [], "\(comment)")
      try FileManager.default.removeItem(atPath: folder.path + "/clean")
    }
  }
}
