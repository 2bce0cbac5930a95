import Datasets
import Diagnostics
import Fingerprints
import Foundation
import Publishing
import Rendering
import TestKit
import Testing

@testable import CatalogKit

/// The files of all objects, while rows are added, removed, changed and moved: they equal those of a catalog that is
/// opened again.
@Suite struct LiveExportTests {
  /// A row of the data.
  private struct Row {
    var code: Int
    var name: String
    var kind: String
    var day: String
    var text: String

    init(_ code: Int, using random: inout SeededGenerator) {
      self.code = code
      name = "Unit \(Int.random(in: 0..<300, using: &random))"
      kind = "kind \(Int.random(in: 0..<7, using: &random))"
      day = Self.day(using: &random)
      text = String(repeating: "x&y ", count: Int.random(in: 0..<6, using: &random))
    }

    static func day(using random: inout SeededGenerator) -> String {
      // Some have none, and some the same.
      let day = Int.random(in: 0..<40, using: &random)
      return day < 8 ? "" : "2024-01-\(day < 18 ? "0" : "")\(day - 8)".replacing("-00", with: "-31")
    }

    /// Changes one of the fields.
    mutating func edit(using random: inout SeededGenerator) {
      let other = Row(code, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: name = other.name
      case 1: kind = other.kind
      case 2: day = other.day
      case 3: text = other.text
      default: code = 1000 + Int.random(in: 0..<9000, using: &random)
      }
    }
  }

  private static let configurations = [
    "formats: html\nchain: [{ group: kind }]\npages: { size: 3 }\ndocuments: { sitemap: true, facets: [kind], "
      + "feed: { date: day, limit: 4 }, search: { fields: [text] }, json: true }",
    "formats: html\nchain: [{ group: kind }, { sort: name }]\npages: { size: 3, kind: stable }\n"
      + "documents: { sitemap: true, letters: name, feed: { date: day, summary: text, limit: 1 }, search: true, "
      + "json: { fields: [day], joined: true } }",
    "formats: markdown\nchain: [{ sort: name }]\n"
      + "documents: { sitemap: true, feed: { date: day }, search: true, json: { whole: true } }",
    "formats: markdown\nchain: [{ group: kind }]\n"
      + "documents: { objects: false, sitemap: true, json: { fields: [text] } }",
    "    chain: [{ sort: name }]\n    facets: kind\n    pages: { size: 3, kind: stable }\nformats: html\n"
      + "documents: { sitemap: true, feed: { date: day, limit: 4 }, search: true, json: true }",
  ]

  private func folder(_ configuration: String) throws -> CatalogFolder {
    try CatalogFolder([
      "catalog.yml": """
      address: https://example.org/shop
      datasets:
        units:
          file: units.csv
          key: code
          titles: name
          types: { code: text, name: text, kind: text, day: date, text: text }
          prose: []
      \(configuration)
      """
    ])
  }

  private func write(_ rows: [Row], to folder: CatalogFolder) throws {
    try folder.write(
      "units.csv",
      "code,name,kind,day,text\n" + rows.map { "\($0.code),\($0.name),\($0.kind),\($0.day),\($0.text)\n" }.joined())
  }

  /// An exported file.
  private struct File: Equatable {
    var planKey: Fingerprint?
    var bytes: [UInt8]

    init(_ file: PlannedFile) throws {
      planKey = file.planKey
      switch try #require(try file.prepare { _ in false }) {
      case .bytes(let bytes): self.bytes = bytes
      case .made(let make): bytes = make()
      case .part(let maker, let subject): bytes = try maker.contents(of: [subject])[0]
      case .streamed, .copy: throw CancellationError()
      }
    }
  }

  private func files(_ exports: LiveExports) throws -> [String: File] {
    try Dictionary(uniqueKeysWithValues: exports.files.map { ($0.path, try File($0)) })
  }

  /// The exports of a catalog, updated with its edits.
  private final class Follower {
    let catalog: Catalog
    let exports: LiveExports
    var isReplanned = false

    init(_ catalog: Catalog, _ capacities: PartCapacities) {
      self.catalog = catalog
      exports = LiveExports(catalog, capacities: capacities)
      catalog.document.addObserver(self) { follower, changes, objects in
        follower.exports.update(changes, objects)
        if case .all = objects { follower.isReplanned = true }
      }
    }
  }

  @Test(arguments: Seeds.fixed(configurations.count, fresh: 2))
  func exportsEqualThoseOfAReopenedCatalog(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try folder(Self.configurations[Int(seed % UInt64(Self.configurations.count))])
    let capacities = PartCapacities(
      search: Int.random(in: 60...1500, using: &random), sitemap: Int.random(in: 1...12, using: &random),
      json: Int.random(in: 1...12, using: &random))
    var rows = (0..<Int.random(in: 1...60, using: &random)).map { Row($0, using: &random) }
    try write(rows, to: folder)
    var follower = Follower(try folder.catalog(), capacities)
    var present = try files(follower.exports)
    var (steps, parts) = (0, 0)
    let length = Seeds.isThorough ? 24 : 10
    for step in 0..<length {
      // First the catalog grows, then it shrinks.
      let isGrowing = step < length / 2
      for _ in 0..<Int.random(in: 1...(step.isMultiple(of: 3) ? 20 : 2), using: &random) {
        let place = Int.random(in: 0...rows.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where isGrowing, 1 where isGrowing, 2 where isGrowing:
          rows.insert(Row(10_000 * (step + 1) + Int.random(in: 0..<10_000, using: &random), using: &random), at: place)
        case 0..<3 where rows.count > 1: rows.remove(at: min(place, rows.count - 1))
        case 3:
          let row = rows.remove(at: min(place, rows.count - 1))
          rows.insert(row, at: min(place, rows.count) / 2)
        default: rows[min(place, rows.count - 1)].edit(using: &random)
        }
      }
      var codes: Set<Int> = []
      rows.removeAll { !codes.insert($0.code).inserted }
      try write(rows, to: folder)

      let fresh = try files(LiveExports(folder.catalog(), capacities: capacities))
      guard try follower.catalog.reload([folder.path + "/units.csv"]) != nil else {
        follower = Follower(try folder.catalog(), capacities)
        present = try files(follower.exports)
        continue
      }
      let changes = follower.exports.takeChanges()
      for path in changes.removed { #expect(present.removeValue(forKey: path) != nil, "seed \(seed), step \(step)") }
      for file in changes.changed { present[file.path] = try File(file) }
      #expect(Set(changes.changed.map(\.path)).count == changes.changed.count, "seed \(seed), step \(step)")
      #expect(Set(present.keys) == Set(fresh.keys), "seed \(seed), step \(step)")
      for (path, file) in fresh where present[path] != file {
        Issue.record(
          """
          seed \(seed), step \(step): \(path) differs from that of a reopened catalog:
          \(present[path].map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
          \(String(decoding: file.bytes, as: UTF8.self))
          """
        )
      }
      if !follower.isReplanned { steps += 1 }
      follower.isReplanned = false
      parts = max(parts, present.count)
    }
    // The histories have to cover all kinds of changes.
    #expect(steps > (seed < 5 ? 3 : 0) && parts > (seed < 5 ? 4 : 0), "seed \(seed): \(steps) steps, \(parts) files")
  }

  /// An edit of a row updates its parts, however many rows there are.
  @Test func anEditCostsItsParts() throws {
    var random = SeededGenerator(seed: 1)
    func edit(_ count: Int) throws -> (loading: Int, editing: Int, files: [String]) {
      let folder = try folder(Self.configurations[0])
      var rows = (0..<count).map { Row($0, using: &random) }
      rows[7].day = ""
      try write(rows, to: folder)
      let follower = Follower(try folder.catalog(), PartCapacities())
      let loading = follower.exports.work
      rows[7].text += "more"
      try write(rows, to: folder)
      _ = try #require(try follower.catalog.reload([folder.path + "/units.csv"]))
      let changes = follower.exports.takeChanges()
      #expect(changes.removed.isEmpty && !follower.isReplanned)
      for file in changes.changed { _ = try file.prepare { _ in false } }
      return (loading, follower.exports.work - loading, changes.changed.map(\.path))
    }
    let (few, many) = (try edit(1000), try edit(6000))
    for (count, edited) in [(1000, few), (6000, many)] {
      // The search, the sitemap, the JSON and the feed.
      #expect(edited.loading == 4 * count)
      // The row has changed in each of them, and no part is searched.
      #expect(edited.editing <= 4 + 8)
      #expect(edited.files.count == 2, "a shard and a part of the JSON: \(edited.files)")
    }
    #expect(few.editing == many.editing)
  }
}
