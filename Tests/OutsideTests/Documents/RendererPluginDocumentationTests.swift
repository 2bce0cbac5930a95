import CatalogKit
import Diagnostics
import Foundation
import RendererPlugin
import RendererTesting
import TestKit
import Testing

/// Renders pages for Org mode.
struct OrgRenderer: PageRenderer {
  let format = "org"
  let fingerprint: Fingerprint? = Fingerprint("1")

  func render(_ page: Page) -> [UInt8] {
    let entries = page.sections.flatMap(\.cells).map { "* \($0.title)" }
    return Array((["#+TITLE: \(page.title)"] + entries).joined(separator: "\n").utf8)
  }
}

/// Runs the examples of the landing pages of RendererPlugin and RendererTesting, and of the articles OwnRenderer and
/// TestingYourRenderer.
@Suite struct RendererPluginDocumentationTests {
  private let pages: [Page]

  init() throws {
    let folder = try CatalogFolder(["rows.csv": "name,note\nApple,red\nFig,sweet\nPear,green\n"])
    pages = Array(try Catalog(at: folder.path).document.pages)
  }

  /// The main program of a plugin; it would read the standard input of the tests.
  private func main() {
    PluginProcess.serve(OrgRenderer(), version: "1.0")
  }

  @Test func aPluginMakesTheSameFiles() throws {
    let serve: () -> Void = main
    _ = serve
    try PluginTesting.checkRoundTrip(of: OrgRenderer(), on: pages)
    let files = try PluginTesting.render(OrgRenderer(), pages)
    #expect(files[0].starts(with: Array("#+TITLE: ".utf8)))
  }

  /// A renderer that depends on more than its pages.
  private final class Clock: PageRenderer {
    let format = "clock"

    func render(_ page: Page) -> [UInt8] { Array("\(page.title), \(Date.now.timeIntervalSince1970)".utf8) }
  }

  @Test func dependenciesThatAreNotInPagesAreFound() throws {
    #expect(throws: DiagnosticsError.self) { try PluginTesting.checkRoundTrip(of: Clock(), on: pages) }
  }

  @Test func aProgramRendersAndAnswers() throws {
    let program = packageFolder.appending(path: "Plugins/rst/pomona-rst").path(percentEncoded: false)
    let transcripts = packageFolder.appending(path: "docs/plugins/transcripts").path(percentEncoded: false)

    let renderer = try PluginTesting.plugin(program, format: "rst")
    let files = try renderer.render(pages)
    #expect(files.count == pages.count)

    try PluginTesting.replay(transcriptAt: "\(transcripts)/render.jsonl", with: program)
  }
}
