import CatalogServer
import Foundation
import Testing

/// A program shows a live catalog, with cells of its own.
@Suite struct LiveCatalogTests {
  @Test func programsServeCatalogs() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("name,taste\nLemon,sour\nPear,sweet\nMedlar,odd\n".utf8).write(to: folder.appending(path: "fruits.csv"))
    let path = folder.path(percentEncoded: false)
    let live = LiveCatalog(at: path) { (additions) throws(DiagnosticsError) in
      additions.register("fruit") { cell, fruit in cell.title = fruit.title.uppercased() }
      additions.show(.card, by: "fruit") { _ in true }
    }
    await live.update()
    let page = await live.answer("fruits/pear.html")
    #expect(page.status == 200)
    await live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { $0.remove(at: 2) }
    }
    #expect(await live.answer("fruits/medlar.html").status == 404)
    #expect(await live.answer("fruits/pear.html").status == 200)

    var settings = CatalogServer.Settings()
    settings.port = 0
    let server = try CatalogServer(of: live, settings: settings)
    server.start()
    #expect(server.address == "http://localhost:\(server.port)/")
    if case .bytes(let html) = await live.answer("/").body {
      #expect(String(decoding: html, as: UTF8.self).contains("LEMON"))
    }
    await server.stop()
  }

  /// The examples of the documentation.
  private func examples() async throws {
    let live = LiveCatalog(at: "fruits")
    await live.update()
    let page = await live.answer("fruits/apple.html")
    await live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { $0.remove(at: 2) }
    }
    _ = page
  }

  private func serverExample() async throws {
    let catalog = LiveCatalog(at: "fruits")
    let server = try CatalogServer(of: catalog)
    server.start()
    print("The catalog is at \(server.address)")
    await catalog.watch { _, update in print(update.problems) }
  }

  private func extendedExample() async throws {
    let catalog = LiveCatalog(at: "fruits") { (additions) throws(DiagnosticsError) in
      additions.register("fruit") { cell, fruit in cell.title = fruit.title.uppercased() }
      additions.show(.card, by: "fruit") { _ in true }
    }
    let server = try CatalogServer(of: catalog)
    server.start()
    let watching = Task { await catalog.watch { changed, update in print(changed, update.openPages) } }
    // Until the program ends:
    watching.cancel()
    await server.stop()
  }
}
