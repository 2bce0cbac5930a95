import CatalogKit
import Foundation
import TestKit
import Testing

/// Every address that was assigned once is served or redirected, whatever changes in the rows, if `pomona addresses` is
/// run once after each build.
@Suite struct AssignedAddressTests {
  private static let names = [
    "C", "c", "C++", "C#", "c-plus-plus", "c plus plus", "Äpple", "apple", "Apple", "APPLE", "a b", "a-b", "A-B", "A&B",
    "index", "page-2", "🍎", "con", "x,\"y\"", "été", "ete", "fruits",
  ]

  /// Rows that are added, removed, and renamed at random.
  private struct Rows {
    var rows: [(name: String, former: String)] = []

    mutating func edit(_ random: inout SeededGenerator) {
      func name() -> String { AssignedAddressTests.names.randomElement(using: &random) ?? "" }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where !rows.isEmpty: rows.remove(at: place)
        case 1 where !rows.isEmpty:
          // Renamed, with the former name in the data.
          rows[place] = (name(), rows[place].name)
        case 2 where !rows.isEmpty: rows[place].former = ""
        case 3: rows.shuffle(using: &random)
        default: rows.insert((name(), ""), at: place)
        }
        var seen: Set<String> = []
        rows.removeAll { !seen.insert($0.name).inserted }
      }
    }

    var csv: String {
      "name,former\n"
        + rows.map { row in
          [row.name, row.former].map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
        }.joined()
    }
  }

  /// The settings that determine addresses.
  enum Way: CaseIterable {
    case byDataSet
    /// Data sets share a folder, and pages stay.
    case inOneFolder
    /// Data sets share a folder, and pages move.
    case moving
  }

  @Test(arguments: Seeds.fixed(6, fresh: 2))
  func everyAssignedAddressIsServed(seed: UInt64) throws {
    let way = Way.allCases[Int(seed % 3)]
    // One process for all builds, or one for each.
    let goesOn = seed % 6 < 3
    var random = SeededGenerator(seed: seed)
    let address = way == .byDataSet ? "" : ", address: \"all/{name}\""
    let movesPages = way == .moving
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: name, aliases: former\(address) }
        nuts: { file: nuts.csv, key: name, aliases: former\(address) }
      formats: markdown
      """
    ])
    var data = ["fruits": Rows(), "nuts": Rows()]
    var given: Set<String> = []
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    func revise() throws {
      builder.close()
      try folder.catalog().addressRevision(after: folder.path + "/out", movingPages: movesPages).write()
    }
    func build() throws {
      if goesOn {
        _ = try builder.update(Set(["fruits.csv", "nuts.csv", "addresses.csv"].map { "\(folder.path)/\($0)" }))
      } else {
        try folder.build(into: folder.path + "/out", settings: settings)
      }
    }
    for step in 0..<(Seeds.isThorough ? 14 : 6) {
      for name in data.keys.sorted() {
        data[name]?.edit(&random)
        try folder.write("\(name).csv", data[name]?.csv ?? "")
      }
      let isRevisedBefore = step > 0 && Bool.random(using: &random)
      if isRevisedBefore { try revise() }
      try build()
      if !isRevisedBefore {
        given.formUnion(try addresses(of: folder))
        try revise()
        try build()
      }
      let comment: Comment = "seed \(seed), step \(step)"
      let present = try addresses(of: folder)
      try #require(given.subtracting(present) == [], comment)
      given.formUnion(present)
      builder.close()
      let revision = try folder.catalog().addressRevision(after: folder.path + "/out", movingPages: movesPages)
      #expect(revision.isEmpty, comment)
      try folder.build(into: folder.path + "/clean")
      let trees = try ["out", "clean"].map { try OutputTree("\(folder.path)/\($0)") }
      try #require(trees[0].differences(from: trees[1]) == [], comment)
      try FileManager.default.removeItem(atPath: folder.path + "/clean")
    }
    #expect(given.count > (seed < 6 ? 4 : 0))
  }

  /// A process that follows edits records changed addresses, and other builds record all of them, with the same result.
  @Test(arguments: Seeds.fixed(2, fresh: 2))
  func aFollowingProcessRecordsTheSameAddresses(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: name, aliases: former }
      formats: markdown
      """
    ])
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    var rows = Rows()
    rows.edit(&random)
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out", settings: settings)
    for step in 0..<(Seeds.isThorough ? 16 : 11) {
      rows.edit(&random)
      try folder.write("fruits.csv", rows.csv)
      let changed = Set(["fruits.csv", "addresses.csv"].map { "\(folder.path)/\($0)" })
      _ = try builder.update(changed)
      let other = CatalogBuilder(at: folder.path, into: folder.path + "/other", settings: settings)
      _ = try other.build()
      other.close()
      let moved = [builder, other].map { $0.warnings.filter { $0.code == "addresses/moved" }.map(\.description) }
      #expect(moved[0] == moved[1], "seed \(seed), step \(step)")
      guard step % 5 == 4 else { continue }
      builder.close()
      let revisions = try ["out", "other"].map { try folder.catalog().addressRevision(after: "\(folder.path)/\($0)") }
      #expect(Set(revisions[0].lines) == Set(revisions[1].lines), "seed \(seed), step \(step)")
      if Bool.random(using: &random) { try revisions[1].write() }
    }
  }

  /// The files of present and former rows.
  private func addresses(of folder: CatalogFolder) throws -> Set<String> {
    let files = try OutputTree(folder.path + "/out").files.keys
    return Set(files.filter { $0.contains("/") && !$0.hasSuffix("/index.md") })
  }
}
