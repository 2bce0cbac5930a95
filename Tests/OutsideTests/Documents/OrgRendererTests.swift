import Foundation
import PomonaKit
import RendererPlugin
import Testing

/// A renderer of a program that uses the products of Pomona only.
@Suite struct OrgRendererTests {
  /// Renders pages for Org mode.
  struct OrgRenderer: PageRenderer {
    let format = "org"
    let fingerprint: Fingerprint? = Fingerprint("1")

    func render(_ page: Page) -> [UInt8] {
      var lines = ["#+TITLE: \(page.title)"]
      for section in page.sections {
        lines.append("* \(section.title ?? page.title)")
        for cell in section.cells {
          let link = cell.path.map { "[[file:\(page.path.reference(to: $0, "org"))][\(cell.title)]]" }
          lines += ["** \(link ?? cell.title)", cell.body.blocks.plainText]
        }
      }
      if let article = page.article { lines.append(article.body.blocks.plainText) }
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
  }

  /// The main program of a plugin; it is not called, since it would read the standard input of the tests.
  private func main() {
    PluginProcess.serve(OrgRenderer(), version: "1.0")
  }

  func buildCatalogInOrgMode(at folder: String, into output: String) throws {
    _ = try CatalogBuilder(at: folder, into: output) { $0.register(OrgRenderer()) }.build()
  }

  @Test func aCatalogIsBuiltInAnOwnFormat() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-org-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("name,taste\nLemon,sour\n".utf8).write(to: folder.appending(path: "fruits.csv"))
    try Data("datasets: { fruits: fruits.csv }\nformats: [html, org]\n".utf8)
      .write(to: folder.appending(path: "catalog.yml"))
    let output = folder.appending(path: "out")
    try buildCatalogInOrgMode(
      at: folder.path(percentEncoded: false), into: output.path(percentEncoded: false))
    let page = try String(contentsOf: output.appending(path: "fruits/index.org"), encoding: .utf8)
    #expect(page.hasPrefix("#+TITLE: Fruits\n* Fruits\n** [[file:lemon.org][Lemon]]\n"))
    #expect(FileManager.default.fileExists(atPath: output.appending(path: "fruits/lemon.html").path()))
  }
}
