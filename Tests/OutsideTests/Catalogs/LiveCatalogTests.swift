import CatalogServer
import Foundation
import LivePages
import PomonaKit
import Testing

/// Shows what is ripe in autumn in browsers of this machine, until the task is cancelled.
func serveAutumn(at folder: String) async throws {
  let catalog = LiveCatalog(at: folder) { catalog in
    // A configurator, for `card: fruit-card`.
    catalog.register("fruit-card") { cell, fruit in
      cell.title = fruit.title
      cell.target = fruit.objectID
      cell.body = [.paragraph([.text("from \(fruit["origin"]?.text ?? "somewhere")")])]
    }
    // A step of the chain, for `step: autumn`.
    catalog.addStep("autumn") { rows in
      rows.applying(.filter { $0["season"]?.text.contains("autumn") ?? false })
    }
  }
  let server = try CatalogServer(of: catalog)
  server.start()
  print("The catalog is at \(server.address)")
  await catalog.watch { changed, update in
    for problem in update.problems { print(problem) }
  }
  await server.stop()
}

/// Catalogs that a program shows while they change, by the products of Pomona only. Runs the examples of the
/// documentation.
@Suite struct LiveCatalogTests {
  /// A folder that is deleted with the last reference to it.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "pomona-live-\(UUID().uuidString)")
      .path(percentEncoded: false)

    init() throws {
      try FileManager.default.createDirectory(atPath: "\(path)/fruits", withIntermediateDirectories: true)
      try write("datasets: { fruits: fruits.csv }\n", to: "fruits/catalog.yml")
      try write("name,taste\nApple,sweet\nFig,sweet\nLemon,sour\n", to: "fruits/fruits.csv")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to file: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"), options: .atomic)
    }
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func LiveCatalog(at path: String) -> LivePages.LiveCatalog { .init(at: "\(folder.path)/\(path)") }

  private func LiveCatalog(
    at path: String,
    extending extend: @escaping @Sendable (inout CatalogExtension) throws(DiagnosticsError) -> Void
  ) -> LivePages.LiveCatalog { .init(at: "\(folder.path)/\(path)", extending: extend) }

  private static func text(_ event: [UInt8]?) -> String { String(decoding: event ?? [], as: UTF8.self) }

  private static func text(_ answer: LiveAnswer) -> String {
    if case .bytes(let bytes) = answer.body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  @Test func rowsAreRemovedFromOpenPages() async {
    let live = LiveCatalog(at: "fruits")
    await live.update()
    let page = await live.answer("fruits/apple.html")
    await live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { $0.remove(at: 2) }
    }
    #expect(page.status == 200)
    let gone = await live.answer("fruits/lemon.html")
    #expect(gone.status == 404)
  }

  @Test func openPagesAreToldOfEdits() async {
    let live = LiveCatalog(at: "fruits")
    await live.update()
    let page = await live.answer("fruits/lemon.html")
    #expect(page.status == 200)
    let missing = await live.answer("fruits/quince.html")
    #expect(missing.status == 404)

    var events = live.events(of: "a-browser").makeAsyncIterator()
    let state = await events.next()  // data: {"state":{"problems":[]}}
    let version = page.headers.first { $0.name == "Pomona-Version" }?.value ?? ""
    let isKnown = await live.open(["fruits/lemon.html": version], by: "a-browser")
    #expect(isKnown)
    #expect(Self.text(state) == "data: {\"state\":{\"problems\":[]}}\n\n")

    let update = await live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { fruits in
        fruits.update(fruits.item(at: ItemPath(0, 2)).replacing("taste", with: .text("bitter")), at: 2)
      }
    }
    #expect(update.openPages == 1)
    let notice = await events.next()  // data: {"pages":{"fruits/lemon.html":"k3f9.2"}}
    #expect(Self.text(notice).hasPrefix("data: {\"pages\":{\"fruits/lemon.html\":\""))
    #expect(Self.text(await live.answer("fruits/lemon.html")).contains("bitter"))
  }

  @Test func readersLookIntoCells() async {
    let live = LiveCatalog(at: "fruits")
    await live.update()
    let report = await live.answer("-/explain", query: "page=fruits/lemon.html&part=%23fruits/Lemon", explains: true)
    #expect(report.status == 200 && Self.text(report).contains("fruits.csv, row 4"))
    #expect(LivePages.LiveCatalog.isExplanation("-/explain"))
  }

  @Test func mistakesLeaveThePagesAsTheyWere() async throws {
    let live = LiveCatalog(at: "fruits")
    await live.update()
    try folder.write("name,taste\nApple,sweet\nFig\n", to: "fruits/fruits.csv")
    let update = await live.update(["\(folder.path)/fruits/fruits.csv"])
    let page = await live.answer("fruits/lemon.html")
    #expect(!update.problems.isEmpty && page.status == 200)
  }

  @Test(.timeLimit(.minutes(1))) func aServerStopsWhenItIsNotWatchedAnyMore() async throws {
    let (lines, heard) = AsyncStream.makeStream(of: String.self)
    @Sendable func print(_ line: String) { heard.yield(line) }
    @Sendable func print(_ problems: [Diagnostic]) { heard.yield("\(problems.count) problems") }
    let serving = Task {
      let catalog = LiveCatalog(at: "fruits")
      let server = try CatalogServer(of: catalog)
      server.start()
      print("The catalog is at \(server.address)")
      await catalog.watch { _, update in print(update.problems) }
      await server.stop()
    }
    var received = lines.makeAsyncIterator()
    #expect(await received.next()?.hasPrefix("The catalog is at http://localhost:") == true)
    #expect(await received.next() == "0 problems")
    serving.cancel()
    try await serving.value
  }

  /// Sends a message of a page, and returns what the page is told.
  private static func send(
    _ selector: String, _ arguments: String, to catalog: LivePages.LiveCatalog
  ) async -> String {
    let token = text(await catalog.answer("/")).firstMatch(of: #/data-token="([^"]*)"/#)?.1 ?? ""
    let message = """
      {"token": "\(token)", "page": "", "selector": "\(selector)", "arguments": \(arguments)}
      """
    return text(await catalog.answer("-/event", query: nil, body: Array(message.utf8)))
  }

  private func grouped() throws {
    try folder.write("datasets: { fruits: fruits.csv }\nchain: [{ group: kind }]\n", to: "fruits/catalog.yml")
    try folder.write("name,kind\nApple,Fruits\nFig,Fruits\nBeet,Roots\n", to: "fruits/fruits.csv")
  }

  @Test func eventsReachTheHandlersOfSections() async throws {
    try grouped()
    let live = LiveCatalog(at: "fruits") { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { .say("\($0.row?.title ?? "") is sweet.") }
      catalog.handle(.didSelectItem, in: .section("Roots")) { .go(to: "recipes/\($0.row?.title ?? "").html") }
    }
    await live.update()
    func answer(_ part: String) async -> String {
      await Self.send("catalog:didSelectItemAtPath:", #"{"part": "\#(part)"}"#, to: live)
    }
    await #expect(answer("fruits#fruits/Fig") == #"{"reply":{"say":"Fig is sweet.","stay":true}}"#)
    await #expect(answer("roots#fruits/Beet") == #"{"reply":{"go":"recipes/Beet.html","stay":true}}"#)
  }

  @Test func eventsEditTheData() async throws {
    try grouped()
    let live = LiveCatalog(at: "fruits") { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { event in
        .say("\(event.row?.title ?? "It") is in your basket.")
      }
      catalog.handle(.deleteItems, in: "fruits") { event in
        try await event.edit { fruits, paths in
          fruits.edit { rows in for path in paths { rows.remove(at: path.item) } }
        }
        return .say("Deleted.")
      }
    }
    await live.update()
    let select = await Self.send("catalog:didSelectItemAtPath:", #"{"part": "fruits#fruits/Fig"}"#, to: live)
    #expect(select.contains("Fig is in your basket."))
    let delete = await Self.send("catalog:deleteItemsAtPaths:", #"[{"part": "fruits#fruits/Fig"}]"#, to: live)
    #expect(delete.contains("Deleted."))
    #expect(await !Self.text(live.answer("/")).contains("Fig"))
  }

  @Test func aBannerComesAndGoes() async throws {
    try grouped()
    try folder.write(
      "datasets: { fruits: fruits.csv }\nchain: [{ insert: { cell: banner, at: [0, 1] } }]\n", to: "fruits/catalog.yml")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/fruits/templates", withIntermediateDirectories: true)
    try folder.write("Buy!\n", to: "fruits/templates/banner.md")
    let live = LiveCatalog(at: "fruits") { catalog in
      catalog.handle(.didSelectItem, in: .cells("banner")) { event in
        await event.catalog.edit { catalog in catalog.setCell("banner", isShown: false) }
        return .say("No more of this.")
      }
    }
    await live.update()
    let banner = try #require(await Self.text(live.answer("/")).firstMatch(of: #/data-part="([^"]*##banner)"/#)?.1)
    let answer = await Self.send("catalog:didSelectItemAtPath:", #"{"part": "\#(banner)"}"#, to: live)
    #expect(answer.contains("No more of this."))
    #expect(await !Self.text(live.answer("/")).contains("Buy!"))
    await live.edit { catalog in catalog.setCell("banner", isShown: true) }
    #expect(await Self.text(live.answer("/")).contains("Buy!"))
  }

  @Test func readersArrangeListings() async throws {
    try grouped()
    let live = LiveCatalog(at: "fruits") { catalog in
      let order = ViewChoice("order", label: "Order", options: ["name": "By name", "-name": "Backwards"])
      catalog.addView(of: "fruits", search: "Find a fruit", choices: [order]) { fruits, query in
        query["order"] == "-name" ? fruits.applying(.sort { $0.title > $1.title }) : fruits
      }
    }
    await live.update()
    let found = await Self.text(live.answer("/", query: "q=FIG&order=-name"))
    #expect(found.contains("Fig") && !found.contains("Apple"))
  }

  @Test func cellsHaveActions() async throws {
    try grouped()
    let live = LiveCatalog(at: "fruits") { catalog in
      catalog.answer(.editActions, in: "fruits") { _ in [ItemAction("buy", title: "Buy")] }
      catalog.handle(.performAction, in: "fruits") { event in
        .say("You have bought \(event.row?.title ?? ""): \(event.arguments.action)")
      }
    }
    await live.update()
    let arguments = #"{"action": "buy", "path": {"part": "fruits#fruits/Fig"}}"#
    let answer = await Self.send("catalog:performAction:forItemAtPath:", arguments, to: live)
    #expect(answer.contains("You have bought Fig: buy"))
  }

  @Test func aServerIsStopped() async throws {
    let catalog = LiveCatalog(at: "fruits")
    let server = try CatalogServer(of: catalog)
    server.start()
    let watching = Task { await catalog.watch { _, update in print(update.problems) } }
    watching.cancel()
    await watching.value
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1))) func aProgramServesItsCellsAndSteps() async throws {
    try folder.write(
      "datasets: { fruits: { file: fruits.csv, card: fruit-card } }\nchain: [{ step: autumn }]\n",
      to: "fruits/catalog.yml")
    try folder.write("name,origin,season\nFig,Asia,autumn\nLemon,Asia,winter\n", to: "fruits/fruits.csv")
    let serving = Task { [folder] in try await serveAutumn(at: "\(folder.path)/fruits") }
    serving.cancel()
    try await serving.value
  }
}
