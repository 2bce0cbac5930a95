import CatalogKit
import Foundation
import Publishing
import Testing

/// A process follows a catalog, and is killed before any single change of the disk by which it publishes an edit: other
/// processes complete the catalog, those that build it again, and those that follow it, too.
@Suite struct LivingKillTests {
  /// The edit of the rows.
  enum Edit: CaseIterable {
    case description, insertion, removal, renaming, newSection, lastOfASection
    /// So many rows that the store is rewritten.
    case everything
  }

  private static let rows = [
    "Apple,Apple,pome,red; sweet,A note.,", "Pear,Pear,pome,sweet,A note.,", "Plum,Plum,stone,blue; sour,A note.,",
    "Cherry,Cherry,stone,red; sour,A note.,", "Walnut,Walnut,nut,brown,A note.,",
    "Quince,Quince,pome,yellow,A note.,",
  ]

  private static func csv(_ rows: [String]) -> String {
    (["name,title,kind,tags,note,was"] + rows).map { "\($0)\n" }.joined()
  }

  private static func rows(after edit: Edit) -> [String] {
    var rows = rows
    switch edit {
    case .description: rows[1] = "Pear,Pear,pome,sweet,Another note.,"
    case .insertion: rows.insert("Fig,Fig,pome,sweet,New.,", at: 2)
    case .removal: rows.remove(at: 2)
    case .renaming: rows[1] = "Bartlett,Bartlett,pome,sweet,A note.,Pear"
    case .newSection: rows.append("Currant,Currant,berry,red,New.,")
    case .lastOfASection: rows.remove(at: 4)
    case .everything: rows = rows.map { $0.replacing("A note", with: "Another note") } + ["Fig,Fig,fig,sweet,New.,"]
    }
    return rows
  }

  /// Folders that a catalog of a few rows is published to, one for each step that a process is killed before.
  private final class Orchard {
    let site: Site
    let edit: Edit
    private let old: String

    init(_ edit: Edit) throws {
      site = try Site(inMemory: true)
      self.edit = edit
      old = LivingKillTests.csv(LivingKillTests.rows)
      try site.write(
        "catalog/catalog.yml",
        """
        title: Fruits
        address: https://example.org
        datasets:
          fruits:
            file: fruits.csv
            key: name
            titles: title
            aliases: was
            facts: [kind, tags, note]
            types: { title: text, kind: text, tags: list, note: text, was: text }
        chain: [{ group: { field: kind, order: sorted } }]
        pages: { size: 4, preview: 2, kind: stable }
        documents: { facets: [tags], sitemap: true, json: true }
        formats: markdown
        """)
      try site.write("catalog/fruits.csv", old)
      try site.write("new/fruits.csv", LivingKillTests.csv(LivingKillTests.rows(after: edit)))
    }

    var catalog: String { "\(site.root)/catalog" }

    /// The folder that belongs to a step.
    func output(_ step: Int, in folder: String) -> String { "\(site.root)/\(folder)/\(1000 + step)" }

    /// Creates the folders of steps, for a process to build into.
    func makeOutputs(_ steps: [Int], in folder: String) throws {
      for step in steps {
        try FileManager.default.createDirectory(
          atPath: output(step, in: folder), withIntermediateDirectories: true)
      }
    }

    /// Copies a folder with all attributes of its files.
    func copy(_ folder: String, to copy: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["cp", "-a", "\(site.root)/\(folder)", "\(site.root)/\(copy)"]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }

    /// Builds the present catalog into a new folder.
    func cleanBuild() throws -> [String: Data] {
      let output = "\(site.root)/clean"
      defer { try? FileManager.default.removeItem(atPath: output) }
      _ = try CatalogBuilder(at: catalog, into: output).build()
      return try files(output)
    }

    /// Runs a process that follows the catalog, and publishes the edit.
    func follow(into output: String, _ options: [String]) throws -> (lines: [String], isKilled: Bool) {
      try site.write("catalog/fruits.csv", old)
      let child = try Child.run([output, catalog, "--follow", "\(site.root)/new/fruits.csv"] + options)
      #expect(child.isKilled || child.status == 0, "\(child.errors)")
      return (child.lines, child.isKilled)
    }

    /// The files of a catalog, without the hidden folder.
    func files(_ output: String) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: output) where !path.hasPrefix(".pomona") {
        files[path] = FileManager.default.contents(atPath: "\(output)/\(path)")
      }
      return files
    }

    /// The changes that were delivered for a folder.
    func changes(_ path: String) throws -> FileChanges? {
      guard let bytes = FileManager.default.contents(atPath: "\(path).json") else { return nil }
      return try JSONDecoder().decode(FileChanges.self, from: bytes)
    }

    /// The lines that the catalog needs so that all assigned addresses are served.
    func unanswered(_ output: String) throws -> Set<AddressRevision.Line> {
      Set(try Catalog(at: catalog).addressRevision(after: output).lines)
    }
  }

  @Test(arguments: Edit.allCases) func everyStep(edit: Edit) throws {
    let orchard = try Orchard(edit)
    let (site, catalog) = (orchard.site, orchard.catalog)
    let before = try orchard.cleanBuild()
    // The steps of a process that is not killed.
    try orchard.makeOutputs([0], in: "whole")
    _ = try Child.run("\(site.root)/whole", catalog, "--rebuild")
    let whole = orchard.output(0, in: "whole")
    let steps = try orchard.follow(into: whole, ["--deliver", "\(whole).json"]).lines
    let after = try orchard.cleanBuild()
    try #require(try orchard.files(whole) == after)
    let changes = FileChanges(from: before, to: after)
    #expect(try orchard.changes(whole) == changes)
    let committing = try #require(steps.firstIndex(of: "move staging"))
    // The last one records the delivery.
    if edit == .description { #expect(steps.count { $0 == "append store" } == 2) }
    if edit == .everything { #expect(steps.contains("move store")) }
    if edit == .renaming { #expect(steps.contains("append addresses") || steps.contains("move note-addresses")) }
    let unanswered = try orchard.unanswered(whole)

    let killed = stepsToKill(steps.count, committing: committing, oneOf: 8)

    // One process follows the catalog in all folders, and unlocks them.
    try orchard.makeOutputs(killed, in: "outs")
    try site.write("catalog/fruits.csv", Self.csv(Self.rows))
    let survivor = try Child(["\(site.root)/outs", catalog, "--survive", "fruits.csv"])
    try survivor.wait(for: "open")
    for step in killed {
      let output = orchard.output(step, in: "outs")
      let list = orchard.output(step, in: "whole")
      let child = try orchard.follow(into: output, ["--kill", "\(step)", "--deliver", "\(list).json"])
      let comment: Comment = "killed before step \(step), \(steps[step - 1])"
      #expect(child.isKilled && child.lines == Array(steps[..<step]), comment)
      let files = try orchard.files(output)
      if step <= committing + 1 {
        #expect(files == before, comment)
      } else {
        #expect(files.allSatisfy { $1 == before[$0] || $1 == after[$0] }, comment)
        #expect(before.allSatisfy { $1 != after[$0] || files[$0] != nil }, comment)
      }
    }
    try orchard.copy("outs", to: "copies")
    try survivor.goOn()
    let survival = survivor.wait()
    #expect(survival.status == 0 && survival.errors == "")
    let rebuilding = try Child.run("\(site.root)/copies", catalog, "--rebuild")
    #expect(rebuilding.status == 0 && rebuilding.errors == "" && rebuilding.lines == [])
    for (step, folder) in killed.flatMap({ step in ["outs", "copies"].map { (step, $0) } }) {
      let comment: Comment = "killed before step \(step), \(steps[step - 1]); \(folder)"
      let output = orchard.output(step, in: folder)
      #expect(try orchard.files(output) == after, comment)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(output)/.pomona").sorted()
          == ["changes", "lock", "notes", "store"], comment)
      // Changes whose delivery was recorded are not delivered again; all others are.
      let delivered = try orchard.changes(orchard.output(step, in: "whole"))
      let rest = try #require(try orchard.changes(output))
      #expect(rest == changes || delivered == changes && rest.isEmpty, "\(comment): \(rest), and not \(changes)")
      if step > committing, edit != .description { #expect(try orchard.unanswered(output) == unanswered, comment) }
    }
  }
}

extension FileChanges {
  /// The differences between two catalogs.
  fileprivate init(from before: [String: Data], to after: [String: Data]) {
    self.init()
    created = after.keys.filter { before[$0] == nil }.sorted()
    updated = after.keys.filter { before[$0] != nil && before[$0] != after[$0] }.sorted()
    deleted = before.keys.filter { after[$0] == nil }.sorted()
  }
}
