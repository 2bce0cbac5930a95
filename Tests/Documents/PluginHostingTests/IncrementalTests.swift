import CatalogKit
import Diagnostics
import Foundation
import Testing

@testable import PluginHosting

/// The requests to plugins in repeated builds.
@Suite struct IncrementalTests {
  private func lines(_ pages: [String]) -> Set<String> {
    Set(pages.flatMap { $0.split(separator: " ").map(String.init) })
  }

  private static let allPages: Set = ["index", "rows/apple", "rows/fig", "rows/pear"]

  /// Builds, and returns the pages requested from the plugin.
  private func pages(of catalog: PluginCatalog, _ builder: CatalogBuilder? = nil) throws -> Set<String> {
    catalog.forgetNotes()
    if let builder { _ = try builder.build() } else { try catalog.build() }
    return lines(catalog.notes(".pages"))
  }

  /// The files of the plugin's format, as by a build into an empty folder.
  private func clean(_ catalog: PluginCatalog) throws -> [String: Data] {
    let output = catalog.scripts.path("clean-\(UUID().uuidString)")
    try catalog.build(into: output)
    return try catalog.files(in: output)
  }

  @Test func withoutChangesNoProcessIsStarted() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    #expect(try pages(of: catalog).isSuperset(of: Self.allPages))
    let files = try catalog.files()
    #expect(try pages(of: catalog) == [])
    #expect(catalog.notes(".starts") == [])

    // The configuration is read again, with the same format.
    try catalog.configure(["markdown", "man"])
    let (report, _) = try {
      catalog.forgetNotes(); return try catalog.build()
    }()
    #expect(report.formats == ["markdown", "man", "diligent"])
    #expect(catalog.notes(".starts") == [])
    #expect(try catalog.files().filter { files[$0.key] != nil } == files)
  }

  @Test func onlyPagesThatShowAChangedRowAreRendered() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    try catalog.build()
    try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe\nPear,green\n")
    let asked = try pages(of: catalog)
    #expect(asked.contains("rows/fig"))
    #expect(asked.isDisjoint(with: ["rows/apple", "rows/pear"]), "\(asked)")
    #expect(try catalog.files() == clean(catalog))
  }

  @Test func allPagesAreRenderedWhenADependencyChanges() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    try catalog.build()
    let css = "diligent/copy.css"
    #expect(try catalog.files()[css] == Data("Template\n".utf8))

    catalog.settings.append("options: { mark: \"?\" }")
    try catalog.configure()
    #expect(try pages(of: catalog).isSuperset(of: Self.allPages), "an option")
    #expect(try catalog.files() == clean(catalog))

    try catalog.write("template.txt", "Another\n")
    #expect(try pages(of: catalog).isSuperset(of: Self.allPages), "an input")
    #expect(try catalog.files()[css] == Data("Another\n".utf8), "assets follow from inputs, too")
    #expect(try catalog.files() == clean(catalog))

    let program = try String(contentsOfFile: catalog.program, encoding: .utf8)
    _ = try catalog.scripts.write(program.replacing("\"* \"", with: "\"- \""), name: "pages")
    try catalog.configure()
    #expect(try pages(of: catalog).isSuperset(of: Self.allPages), "the program")
    #expect(try catalog.files() == clean(catalog))
  }

  @Test func aRunningPluginRendersAgainWhenAnInputChanges() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    let builder = catalog.builder()
    defer { builder.close() }
    _ = try builder.build()
    try catalog.write("template.txt", "Another\n")
    #expect(try pages(of: catalog, builder).isSuperset(of: Self.allPages))
    #expect(try catalog.files() == clean(catalog))
    #expect(try pages(of: catalog, builder) == [])
  }

  @Test func aProgramRewrittenWithTheSameBytesIsTheSame() throws {
    let catalog = try PluginCatalog(diligent: "pages")
    try catalog.configure()
    let builder = catalog.builder()
    defer { builder.close() }
    _ = try builder.build()
    _ = try catalog.scripts.write(try String(contentsOfFile: catalog.program, encoding: .utf8), name: "pages")
    try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe\nPear,green\n")
    #expect(try pages(of: catalog, builder).contains("rows/fig"))
    #expect(try catalog.files() == clean(catalog))
  }

  @Test(arguments: ["cells", "forgetful"]) func knownCellsAreSentAsDigests(_ manner: String) throws {
    let catalog = try PluginCatalog(diligent: manner)
    try catalog.configure()
    var inputs: Set<String> = []
    catalog.builderSettings.onRead = { inputs = $0 }
    catalog.builderSettings.isWatching = true
    let builder = catalog.builder()
    defer { builder.close() }
    _ = try builder.build()
    for line in catalog.notes(".cells") { #expect(line.hasSuffix(" 0"), "\(line)") }

    for note in ["ripe", "sweet", "ripe"] {
      try catalog.write("rows.csv", "name,note\nApple,red\nFig,\(note)\nPear,green\n")
      catalog.forgetNotes()
      _ = try builder.update(inputs.filter { $0.hasSuffix("rows.csv") })
      let asked = catalog.notes(".cells")
      #expect(asked.contains { $0.hasPrefix("rows/fig 1 0") }, "\(asked)")
      let listing = asked.filter { !$0.hasPrefix("rows/") }
      if manner == "cells" {
        #expect(listing.allSatisfy { $0.hasSuffix(" 1 2") }, "\(listing)")
      } else {
        #expect(listing.count { $0.hasSuffix(" 3 0") } * 2 == listing.count, "each is sent once more: \(listing)")
      }
    }
    #expect(try catalog.files() == clean(catalog))
  }

  @Test func onlyFragmentsOfChangedPagesAreRendered() throws {
    let catalog = try PluginCatalog(diligent: "book")
    try catalog.configure()
    #expect(try pages(of: catalog).isSuperset(of: Self.allPages))
    let book = try #require(try catalog.files()["catalog.txt"].map { String(decoding: $0, as: UTF8.self) })
    let titles = book.split(separator: "\n").filter { $0.hasPrefix("== ") }
    #expect(titles.first == "== index" && Set(titles.map { String($0.dropFirst(3)) }).isSuperset(of: Self.allPages))
    #expect(try pages(of: catalog) == [])

    try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe\nPear,green\n")
    let asked = try pages(of: catalog)
    #expect(asked.contains("rows/fig") && asked.isDisjoint(with: ["rows/apple", "rows/pear"]), "\(asked)")
    #expect(try catalog.files() == clean(catalog))
  }

  @Test func aDamagedStoreOfFragmentsIsHarmless() throws {
    let catalog = try PluginCatalog(diligent: "book")
    try catalog.configure()
    try catalog.build()
    let store = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: catalog.output).first { $0.hasSuffix("fragments-diligent") })
    let file = URL(filePath: "\(catalog.output)/\(store)")
    let damages: [(inout Data) -> Void] = [
      { $0.removeLast(10) }, { $0[$0.count / 2] ^= 1 }, { $0[$0.count - 3] ^= 0xFF }, { $0 = Data() },
      { $0 = Data("garbage".utf8) },
      { bytes in
        while let apple = bytes.range(of: Data("Apple".utf8)) {
          bytes.replaceSubrange(apple, with: Data("Grape".utf8))
        }
      }, { $0 += Data(repeating: 0xFF, count: 100) },
    ]
    for (number, damage) in damages.enumerated() {
      var bytes = try Data(contentsOf: file)
      damage(&bytes)
      try bytes.write(to: file)
      try catalog.write("rows.csv", "name,note\nApple,red\nFig,ripe \(number)\nPear,green\n")
      try catalog.build()
      #expect(try catalog.files() == clean(catalog), "damage \(number)")
    }
  }
}
