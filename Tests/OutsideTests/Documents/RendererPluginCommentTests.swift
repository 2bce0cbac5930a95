import CatalogKit
import RendererPlugin
import RendererTesting
import TestKit
import Testing

private struct Titles: PageRenderer {
  let format = "titles"

  func render(_ page: Page) -> [UInt8] { Array(page.title.utf8) }
}

/// The examples of documentation comments.
@Suite struct RendererPluginCommentTests {
  @Test func aRendererIsTestedAsAPlugin() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\nFig\n"])
    let document = try Catalog(at: folder.path).document
    try PluginTesting.checkRoundTrip(of: Titles(), on: document.pages)
  }

  /// The main program of a plugin; it is not called, since it would read the standard input of the tests.
  private func main() {
    PluginProcess.serve(Titles(), version: "1.0")
  }

  @Test func rendererIsServedInALine() {
    let serve: () -> Void = main
    #expect(Titles().fileExtension == "titles")
    _ = serve
  }
}
