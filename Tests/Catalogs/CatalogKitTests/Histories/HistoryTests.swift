import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Random histories of edits: whatever was built before, a catalog has the bytes of a clean build, and its report lists
/// the changed files.
@Suite struct HistoryTests {
  private static let seeds = Seeds.fixed(2, fresh: 1)
  /// Whether the catalog of a history is extended by a program.
  private static func isExtended(_ seed: UInt64) -> Bool { !seed.isMultiple(of: 2) }
  /// The number of steps of a history.
  private static let steps = Seeds.isThorough ? 20 : 9

  @Test(arguments: seeds)
  func incrementalBuildIsACleanBuild(seed: UInt64) throws {
    var catalog = HistoryCatalog(seed: seed)
    var valid = catalog
    var builds = 0
    var random = SeededGenerator(seed: ~seed)
    let folder = try HistoryFolder()
    var additions = HistoryExtension()
    var edit = "beginning"
    for step in 0..<Self.steps {
      _ = try folder.write(catalog.files)
      let comment: Comment = "seed \(seed), step \(step): \(edit)"
      let clean = try cleanBuild(of: folder, additions)
      if case .success = clean.outcome { builds += 1 }
      let before = try OutputTree(folder.path("out"))
      let (outcome, after) = try build(folder, additions, into: "out")
      try compare(outcome, from: before, to: after, with: clean, comment)
      if case .success = outcome, Int.random(in: 0..<4, using: &random) == 0 {
        try expectNoChange(folder, additions, after, comment)
      }
      edit = next(&catalog, after: &valid, clean.outcome, &random)
      if Self.isExtended(seed), Bool.random(using: &random) { edit += ", " + additions.edit(&random) }
      if Int.random(in: 0..<5, using: &random) == 0 {
        edit += ", " + (try spoil(folder.path("out"), after, &random))
      }
    }
    // Most steps of the fixed histories have something to build.
    #expect(builds > (seed < 2 ? Self.steps / 2 : 0), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func updatedCatalogIsACleanBuild(seed: UInt64) throws {
    var catalog = HistoryCatalog(seed: seed)
    var valid = catalog
    var builds = 0
    var random = SeededGenerator(seed: ~seed)
    let folder = try HistoryFolder()
    var additions = HistoryExtension()
    let builder = CatalogBuilder(at: folder.catalog, into: folder.path("out"), settings: Self.settings) {
      additions.extend(&$0)
    }
    var edit = "beginning"
    // A change of the extension takes effect when a catalog is opened.
    var isExtensionEdited = false
    // The paths changed since the last successful update.
    var changed: Set<String> = []
    for step in 0..<Self.steps {
      changed.formUnion(try folder.write(catalog.files))
      let comment: Comment = "seed \(seed), step \(step): \(edit)"
      let clean = try cleanBuild(of: folder, additions)
      if case .success = clean.outcome { builds += 1 }
      let before = try OutputTree(folder.path("out"))
      let outcome = Result { () throws(DiagnosticsError) in
        step == 0 || isExtensionEdited ? try builder.build() : try builder.update(changed)
      }
      if case .success = outcome { (changed, isExtensionEdited) = ([], false) }
      try compare(outcome, from: before, to: try OutputTree(folder.path("out")), with: clean, comment)
      edit = next(&catalog, after: &valid, clean.outcome, &random)
      if Self.isExtended(seed), Int.random(in: 0..<3, using: &random) == 0 {
        edit += ", " + additions.edit(&random)
        isExtensionEdited = true
      }
    }
    // Most steps of the fixed histories have something to build.
    #expect(builds > (seed < 2 ? Self.steps / 2 : 0), "seed \(seed)")
  }

  // MARK: -

  /// An edit may leave no rows, which a clean build has nothing to compare with.
  private static var settings: CatalogBuilder.Settings {
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    return settings
  }

  private typealias Outcome = Result<BuildReport, DiagnosticsError>

  /// Edits the catalog, and returns a description. After a failed build it mostly restores the last valid state, so
  /// that mistakes do not accumulate.
  private func next(
    _ catalog: inout HistoryCatalog, after valid: inout HistoryCatalog, _ outcome: Outcome,
    _ random: inout SeededGenerator
  ) -> String {
    if case .success = outcome {
      valid = catalog
    } else if Int.random(in: 0..<4, using: &random) > 0 {
      return catalog.restore(valid)
    }
    return catalog.edit()
  }

  /// Builds with a new builder, and returns the result and the output.
  private func build(
    _ folder: HistoryFolder, _ additions: HistoryExtension, into output: String
  ) throws -> (outcome: Outcome, tree: OutputTree) {
    let outcome = Result { () throws(DiagnosticsError) in
      try CatalogBuilder(
        at: folder.catalog, into: folder.path(output), settings: Self.settings, extending: additions.extend
      ).build()
    }
    return (outcome, try OutputTree(folder.path(output)))
  }

  /// Builds into an empty folder, for comparison.
  private func cleanBuild(
    of folder: HistoryFolder, _ additions: HistoryExtension
  ) throws -> (outcome: Outcome, tree: OutputTree) {
    defer { try? FileManager.default.removeItem(atPath: folder.path("clean")) }
    return try build(folder, additions, into: "clean")
  }

  /// Compares an incremental build with a clean one: the files and the reports, or the errors, after which no file has
  /// changed.
  private func compare(
    _ outcome: Outcome, from before: OutputTree, to after: OutputTree, with clean: (outcome: Outcome, tree: OutputTree),
    _ comment: Comment
  ) throws {
    switch (outcome, clean.outcome) {
    case (.success(let report), .success(let expected)):
      try #require(after.differences(from: clean.tree) == [], comment)
      report.expectToTell(from: before, to: after, comment)
      expected.expectToTell(from: .empty, to: clean.tree, comment)
      #expect([report.rows, report.sections] == [expected.rows, expected.sections], comment)
    case (.failure(let error), .failure(let expected)):
      #expect(error.description == expected.description, comment)
      #expect(after.files == before.files, comment)
    default: Issue.record("\(comment): \(outcome), and not \(clean.outcome)")
    }
  }

  /// Builds without a change until no input is read again: files that were just written are read, because they could
  /// change within a tick of the clock. With an undeclared addition of a program it builds once, since it may have
  /// changed at any time.
  private func expectNoChange(
    _ folder: HistoryFolder, _ additions: HistoryExtension, _ tree: OutputTree, _ comment: Comment
  ) throws {
    for _ in 0..<1000 {
      let builder = CatalogBuilder(at: folder.catalog, into: folder.path("out"), extending: additions.extend)
      let report = try builder.build()
      #expect(report.isUnchanged, comment)
      #expect(report.pages.rendered == 0 || additions.alwaysRenders, comment)
      report.expectToTell(from: tree, to: try OutputTree(folder.path("out")), comment)
      if builder.catalog == nil || !additions.isDeclared { return }
    }
    Issue.record("\(comment): the catalog is read again and again")
  }

  /// Damages a file of the output or the store, as somebody might by hand, and returns a description.
  private func spoil(_ output: String, _ tree: OutputTree, _ random: inout SeededGenerator) throws -> String {
    let files = tree.files.keys.sorted()
    guard let path = files.randomElement(using: &random) else { return "nothing to spoil" }
    let url = URL(filePath: "\(output)/\(path)")
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try FileManager.default.removeItem(at: url)
    case 1: try ((try Data(contentsOf: url)) + Data("mine".utf8)).write(to: url)
    case 2: try (try Data(contentsOf: url)).write(to: url)
    default:
      // The store has garbage behind its last record.
      let store = URL(filePath: "\(output)/.pomona/store")
      try ((try Data(contentsOf: store)) + Data("torn".utf8)).write(to: store)
    }
    return "\(path) spoilt"
  }
}
