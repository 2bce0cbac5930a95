import Cells
import DataSources
import Diagnostics
import Fingerprints
import Foundation
import Rendering
import TestKit
import Testing

@testable import CatalogKit

/// Mistakes that only a program can make, which are reported like all others.
@Suite struct MisuseTests {
  private struct Thing: DocumentObject {
    var objectID = ObjectID(collection: "things", key: "same")
    var title = "Thing"
  }

  /// A renderer that writes a file to a given path.
  private struct Fixed: PageRenderer {
    let format = "fixed"
    let fingerprint: Fingerprint? = Fingerprint("fixed")
    var path: String

    var assets: [Artifact] { [Artifact(path: path, text: "")] }
    func render(_ page: Page) -> [UInt8] { Array(page.title.utf8) }
  }

  private func build(_ things: [Thing], _ renderers: [any PageRenderer], in folder: CatalogFolder) throws {
    let cells = CellSource<Thing, DocumentCell>(ArraySource(things))
    cells.register(Thing.self) { cell, thing in cell.title = thing.title }
    try Document(CatalogInfo(title: "T"), listing: cells, articles: cells)
      .build(into: folder.path + "/out", renderers: renderers)
  }

  @Test func twoObjectsWithOneIdentityHaveSeparatePages() throws {
    let folder = try CatalogFolder([:])
    try build([Thing(), Thing()], [MarkupRenderer.markdown], in: folder)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out/things").sorted()
    #expect(pages.count == 2)
    #expect(pages.last == "same.md")
    #expect(pages.allSatisfy { $0.hasPrefix("same") })
  }

  @Test func twoRenderersOfOneFormat() throws {
    let folder = try CatalogFolder(["keep.txt": "mine"])
    let found = try findings { try build([Thing()], [MarkupRenderer.xml, MarkupRenderer.xml], in: folder) }
    #expect(
      found.map(\.message) == ["“index.xml” is the place of two files: a page of the format “xml” and another one"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["keep.txt"])
  }

  @Test(arguments: ["../x", "/x", "a/../../x", "", "a//b", "../\u{301}x", "./x"])
  func rendererThatLeavesTheFolder(path: String) throws {
    let folder = try CatalogFolder(["keep.txt": "mine"])
    let found = try findings { try build([], [Fixed(path: path)], in: folder) }
    #expect(found.map(\.message) == ["“\(path)” is not a place inside the output folder"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["keep.txt"])
  }

  @Test func twoDataSetsOfOneName() throws {
    let folder = try CatalogFolder(["a.csv": "name\nx\n"])
    let found = try FoundConfiguration(at: folder.path, log: InputManifest())
    var findings: [Diagnostic] = []
    _ = OpenDatasets(
      found.configuration.datasets + found.configuration.datasets, found: nil, in: InputFolder(found.folder),
      log: InputManifest(), findings: &findings)
    #expect(findings.map(\.code) == ["catalog/duplicate-dataset"])
  }
}
