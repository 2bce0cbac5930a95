import CatalogKit
import Diagnostics
import Foundation
import Glibc
import TestKit
import Testing

@testable import PluginHosting

/// Catalogs with the format of a plugin that are kept open: watched, updated, and unlocked for others in between.
@Suite struct PluginFollowingTests {
  private static let rows = "name,note\nApple,red\nFig,sweet\nPear,green\n"

  /// The files of a build into an empty folder, or its error.
  private func clean(_ catalog: PluginCatalog) throws -> Result<[String: Data], DiagnosticsError> {
    let output = catalog.scripts.path("clean")
    defer { try? FileManager.default.removeItem(atPath: output) }
    let builder = catalog.builder(into: output)
    defer { builder.close() }
    do throws(DiagnosticsError) {
      _ = try builder.build()
    } catch {
      return .failure(error)
    }
    return .success(try catalog.files(in: output))
  }

  private func expectCleanBuild(of catalog: PluginCatalog, _ comment: Comment? = nil) throws {
    #expect(try catalog.files() == clean(catalog).get(), comment)
  }

  @Test(arguments: ["pages", "cells", "book"]) func aWatchFollowsEachSave(_ manner: String) throws {
    let catalog = try PluginCatalog(diligent: manner)
    try catalog.configure(["html"])
    let saves = [
      ("rows.csv", "name,note\nApple,yellow\nFig,sweet\nPear,green\n"), ("template.txt", "Another\n"),
      ("rows.csv", "name,note\nApple,yellow\nLemon,sour\n"), ("rows.csv", "name,note\nApple,yellow\nLemon,ripe\n"),
    ]
    let builder = catalog.builder()
    let watch = CatalogWatch()
    var builds = 0
    try watch.run(builder) { outcome in
      let comment: Comment = "build \(builds): \(outcome)"
      #expect(throws: Never.self, comment) { try outcome.get() }
      #expect(catalog.processes == [], "none waits for the next save")
      try expectCleanBuild(of: catalog, comment)
      guard builds < saves.count else { return watch.end() }
      try catalog.write(saves[builds].0, saves[builds].1)
      builds += 1
    }
    #expect(builds == saves.count)
  }

  /// The plugin crashes when it renders with a broken template, and when it is configured without one.
  @Test func anInputIsDamagedAndRepairedDuringAWatch() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure(["html"])
    let template = catalog.folder + "template.txt"
    let saves: [(save: () throws -> Void, failure: String?)] = [
      ({ try catalog.write("template.txt", "Broken\n") }, "failed twice, the second time at the page “index”"),
      (
        { try catalog.write("rows.csv", "name,note\nApple,yellow\n") },
        "failed twice, the second time at the page “index”"
      ),
      ({ try catalog.write("template.txt", "Mended\n") }, nil),
      ({ try FileManager.default.removeItem(atPath: template) }, "failed twice: it ended with status 1"),
      ({ try catalog.write("rows.csv", Self.rows) }, "failed twice: it ended with status 1"),
      ({ try catalog.write("template.txt", "Template\n") }, nil),
      ({ try catalog.write("rows.csv", "name,note\nApple,red\n") }, nil),
    ]
    let watch = CatalogWatch()
    var builds = 0
    var before: [String: Data] = [:]
    try watch.run(catalog.builder()) { outcome in
      if builds > 0, let failure = saves[builds - 1].failure {
        let error = try #require(throws: DiagnosticsError.self, "build \(builds)") { try outcome.get() }
        #expect(error.text.contains(failure), "build \(builds): \(error)")
        #expect(try catalog.files() == before)
      } else {
        #expect(throws: Never.self, "build \(builds)") { try outcome.get() }
        try expectCleanBuild(of: catalog, "build \(builds)")
        before = try catalog.files()
      }
      guard builds < saves.count else { return watch.end() }
      try saves[builds].save()
      builds += 1
    }
    #expect(builds == saves.count)
  }

  /// The pages are the same; another input was wrong.
  @Test func aPageIsRenderedAgainWhenAnInputIsRepaired() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    let builder = catalog.builder()
    _ = try builder.build()
    let template = [catalog.folder + "template.txt"]
    for text in ["Broken\n", "Mended\n", "Broken again\n", "Template\n"] {
      try catalog.write("template.txt", text)
      if text.hasPrefix("Broken") {
        for changed in [template, []] {
          catalog.forgetNotes()
          let error = try #require(throws: DiagnosticsError.self) { _ = try builder.update(Set(changed)) }
          #expect(error.text.contains("failed twice"), "\(error)")
          #expect(catalog.notes(".starts").count == 2)
        }
      } else {
        _ = try builder.update(Set(template))
        try expectCleanBuild(of: catalog)
      }
    }
  }

  @Test func aPageThatCrashesAPluginIsChangedDuringAWatch() throws {
    let catalog = try PluginCatalog(naughty: "crash-page")
    try catalog.configure()
    let watch = CatalogWatch()
    var builds = 0
    try watch.run(catalog.builder()) { outcome in
      if builds == 1 {
        let error = try #require(throws: DiagnosticsError.self) { try outcome.get() }
        #expect(error.text.contains("the second time at the page “rows/crash”"), "\(error)")
      } else {
        #expect(throws: Never.self) { try outcome.get() }
        try expectCleanBuild(of: catalog, "build \(builds)")
      }
      switch builds {
      case 0: try catalog.write("rows.csv", "name,note\nApple,red\nCrash,loud\n")
      case 1: try catalog.write("rows.csv", "name,note\nApple,red\nCrasher,loud\n")
      default: watch.end()
      }
      builds += 1
    }
  }

  @Test func aRefusedSettingHasNoFurtherEffect() throws {
    let catalog = try PluginCatalog(diligent: "cells")
    try catalog.configure()
    let builder = catalog.builder()
    _ = try builder.build()
    let configuration = catalog.folder + "catalog.yml"
    let text = try String(contentsOfFile: configuration, encoding: .utf8)
    try catalog.write("catalog.yml", text.replacing("title: Small", with: "title: Refused"))
    let error = try #require(throws: DiagnosticsError.self) { _ = try builder.update([configuration]) }
    #expect(error.text.contains("it is no good"), "\(error)")
    try catalog.write("catalog.yml", text)
    try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe\n")
    _ = try builder.update([configuration, catalog.folder + "rows.csv"])
    try expectCleanBuild(of: catalog)
  }

  @Test func aSkippedFormatReturnsWithItsPlugin() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    catalog.builderSettings.keepsGoing = true
    try catalog.configure()
    let builder = catalog.builder()
    _ = try builder.build()
    let template = catalog.folder + "template.txt", data = catalog.folder + "rows.csv"
    try FileManager.default.removeItem(atPath: template)
    #expect(try builder.update([template]).failedFormats == ["diligent"])
    // Nothing shows that the plugin would not fail again.
    try catalog.write("template.txt", "Template\n")
    try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe\n")
    #expect(try builder.update([data]).failedFormats == [])
    try expectCleanBuild(of: catalog)

    try FileManager.default.removeItem(atPath: template)
    #expect(try builder.update([template]).failedFormats == ["diligent"])
    try catalog.configure(withPlugin: false)
    #expect(try builder.update([catalog.folder + "catalog.yml"]).failedFormats == [])
    try expectCleanBuild(of: catalog)
  }

  @Test func processesEndWithTheirRenderers() throws {
    let catalog = try PluginCatalog(diligent: "cells")
    try catalog.configure()
    var builder: CatalogBuilder? = catalog.builder()
    _ = try builder?.build()
    let first = processes(of: catalog.folder)
    #expect(first.count == 1)
    _ = try catalog.scripts.write(try String(contentsOfFile: catalog.program, encoding: .utf8) + "#\n", name: "cells")
    try catalog.configure()
    _ = try builder?.update([catalog.folder + "catalog.yml"])
    let second = processes(of: catalog.folder)
    #expect(second.count == 1 && second != first, "\(first), \(second)")
    builder = nil
    #expect(catalog.processes == [])
  }

  /// Whatever is saved, and whether processes continue or not: after each update a catalog has the bytes of a clean
  /// build, or the error.
  @Test(arguments: Seeds.fixed(3, fresh: 1)) func anUpdatedCatalogIsACleanBuild(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manner = ["pages", "cells", "book"][Int(seed % 3)]
    let catalog = try PluginCatalog(diligent: manner)
    let settings = catalog.settings
    catalog.builderSettings.allowsLosses = true
    var rows = (0..<6).map { "Row \($0),red" }
    var isRendered = true
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func save() -> (file: String, comment: String) {
      switch number(0..<8) {
      case 0:
        catalog.settings = settings + ["options: { mark: \(["a", "b", "refused"][number(0..<3)]) }"]
        return ("catalog.yml", "\(catalog.settings)")
      case 1:
        isRendered.toggle()
        return ("catalog.yml", isRendered ? "with the format" : "without the format")
      case 2, 3:
        return ("template.txt", ["Broken", "Template", "Another"][number(0..<3)])
      case 4:
        rows.insert("Row \(number(10..<1_000_000)),sour", at: number(0..<rows.count + 1))
      case 5 where rows.count > 1:
        rows.remove(at: number(0..<rows.count))
      default:
        let place = number(0..<rows.count)
        rows[place] = rows[place].split(separator: ",")[0] + "," + ["red", "green", "ripe"][number(0..<3)]
      }
      return ("rows.csv", "\(rows)")
    }
    func write(_ file: String, _ comment: String) throws {
      switch file {
      case "catalog.yml": try catalog.configure(["html"], withPlugin: isRendered)
      case "template.txt": try catalog.write(file, comment + "\n")
      default: try catalog.write(file, "name,note\n" + rows.map { $0 + "\n" }.joined())
      }
    }
    try write("catalog.yml", "")
    try write("rows.csv", "")
    let builder = catalog.builder()
    _ = try builder.build()
    var changed: Set<String> = []
    var updates = 0
    for step in 0..<(Seeds.isThorough ? 30 : 8) {
      let (file, text) = save()
      try write(file, text)
      changed.insert(catalog.folder + file)
      let comment: Comment = "seed \(seed), step \(step): \(file): \(text)"
      let before = try catalog.files()
      let outcome = Result { () throws(DiagnosticsError) in try builder.update(changed) }
      if number(0..<2) == 0 { builder.close() }
      switch (outcome, try clean(catalog)) {
      case (.success, .success(let expected)):
        changed = []
        updates += 1
        try #require(try catalog.files() == expected, comment)
      case (.failure(let error), .failure(let expected)):
        // The first page depends on the pages to render.
        let messages = [error, expected].map { $0.text.replacing(/at the page “.*?”/, with: "at a page") }
        #expect(messages[0] == messages[1], comment)
        #expect(try catalog.files() == before, comment)
      case (let outcome, let expected): Issue.record("\(comment): \(outcome), and not \(expected)")
      }
    }
    // Most steps of the fixed histories have something to update.
    #expect(updates > 3 || seed > 2, "seed \(seed)")
  }
}
