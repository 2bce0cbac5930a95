import Foundation
import Rendering
import TestKit
import Testing

/// The fonts of an own theme, in a real tab.
@Suite(.serialized) struct ThemeFontTests {
  /// A font of one triangle, in WOFF.
  private static let font = [
    "d09GRgABAAAAAAIUAAoAAAAAAkAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAABPUy8yAAABYAAAACMAAABgQThB3WNtYXAAAAGMAAAA",
    "KQAAADQADACUZ2x5ZgAAAcAAAAAYAAAAGMC9M9FoZWFkAAAA9AAAADYAAAA2YdJDnGhoZWEAAAEsAAAAHAAAACQF3gH3aG10eAAA",
    "AYQAAAAIAAAACASwAABsb2NhAAABuAAAAAYAAAAGAAwAAG1heHAAAAFIAAAAFgAAACAABAAFbmFtZQAAAdgAAAAtAAAAPACZXMhw",
    "b3N0AAACCAAAAAwAAAAgAAMAAAABAAAAAQAAx3xr618PPPUAAwPoAAAAAAAAAAAAAAAAAAAAAAAAAAACvAK8AAAAAwACAAAAAAAA",
    "eJxjYGRgYFb4b8HAwLSHgQFMMjKgAiYASYAC23icY2BkYGBgYmBmANEgFhoAAAD5AAoAAHicY2BmimCcwMDKwMJAGDAic+yBAEg5",
    "AiEuoMDAAACMkwKXAAH0AAACvAAAeJxjYGBgYmBgYAZiESDJCKZZGBSANAsQgviO//9DyP8HwHwGAFKXBp0AAAAAAAAAAAwAAAAB",
    "AAAAAAK8ArwAAgAAMREBArwCvP1EAHicY2BgYGEwY2BkAAFGMA1hM4F5zAyMLJxAmgkIIWwQiyUkiCGEIQgAFi8BvgAAAHicY2Bm",
    "wAsAAH0ABA==",
  ].joined()

  /// Returns the loading status of the font of a style sheet.
  private func status(of source: String, in tab: Tab) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-font-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ bytes: some Sequence<UInt8>) throws {
      let place = folder.appending(path: path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place)
    }
    try write("theme/style.css", "@font-face { font-family: Mine; src: url(\(source)) }\nh1 { font-family: Mine }".utf8)
    try write("site/fonts/mine.woff", try #require(Data(base64Encoded: Self.font)))
    let renderer = HTMLRenderer(theme: try HTMLTheme(folder: folder.appending(path: "theme").path()))
    let pages = document(["A"]).pages.map { Artifact(path: renderer.file(of: $0.path), bytes: renderer.render($0)) }
    for file in renderer.assets + pages { try write("site/\(file.path)", file.bytes) }
    let server = try FileServer(folder: folder.appending(path: "site"))
    try tab.open(server.url.appending(path: "things/a.html"))
    return try tab.evaluate(
      "document.fonts.load('1em Mine').catch(() => []).then(() => [...document.fonts].map(f => f.status).join())")
      as? String
  }

  @Test func aFontOfTheCatalogIsShown() throws {
    let tab = try Browser().newTab()
    #expect(try status(of: "../fonts/mine.woff", in: tab) == "loaded")
    #expect(try status(of: "data:font/woff;base64,\(Self.font)", in: tab) == "loaded")
    #expect(tab.problems == [])
  }

  @Test func aFontOfAnotherSiteIsNot() throws {
    let tab = try Browser().newTab()
    #expect(try status(of: "https://127.0.0.1:1/mine.woff", in: tab) == "error")
    #expect(tab.problems.contains { $0.contains("font-src") })
  }
}
