import CatalogKit
import Cells
import Changesets
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import JSONValues
import Messages
import Rendering
import Synchronization
import TableViews
import TestKit
import Testing

@testable import LivePages

/// Events of pages, and the handlers that answer them.
struct EventTests {
  static let files = [
    "catalog.yml": """
    title: Fruit stand
    datasets:
      fruits: { file: fruits.csv, key: name }
      vegetables: { file: vegetables.csv, key: name }
      growers: { file: growers.csv, key: id, chain: [{ sort: id }] }
    chain:
      - concatenate: [fruits, vegetables]
      - group: family
      - sort: name
      - insert: { cell: banner, at: [0, 1] }
    documents: { facets: [colour] }
    """,
    "fruits.csv": """
    name,family,colour
    Pear,Pome,green
    Lemon,Citrus,yellow
    Lime,Citrus,green
    Apple,Pome,red

    """,
    "vegetables.csv": "name,family\nBeet,Roots\nCarrot,Roots\n",
    "growers.csv": "id,town\na1,Ghent\nb2,Lille\n",
    "templates/banner.md": "Buy!\n",
  ]

  /// A catalog with the handlers of a test.
  struct Stand {
    let folder: CatalogFolder
    let live: LiveCatalog

    init(
      _ files: [String: String] = EventTests.files, _ extend: @escaping @Sendable (inout CatalogExtension) -> Void
    ) async throws {
      folder = try CatalogFolder(files)
      live = LiveCatalog(at: folder.path) { (catalog) throws(DiagnosticsError) in extend(&catalog) }
      let update = await live.update()
      #expect(update.problems == [])
    }

    init(_ folder: CatalogFolder, _ live: LiveCatalog) { (self.folder, self.live) = (folder, live) }

    func page(_ address: String) async -> String {
      guard case .bytes(let bytes) = await live.answer(address).body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts of a page, with their events, in order.
    func parts(_ address: String) async -> [(name: String, events: [String])] {
      await page(address).matches(of: #/ data-part="([^"]*)"(?: data-events="([^"]*)")?/#).map {
        (String($0.1), $0.2?.split(separator: " ").map(String.init) ?? [])
      }
    }

    /// Sends an event, and returns the status and the answer.
    func send(
      _ selector: String, _ arguments: JSONValue, on page: String = "", token: String? = nil
    ) async -> (status: Int, answer: JSONValue) {
      let known = await self.page(page).firstMatch(of: #/data-token="([^"]*)"/#)?.1
      let message: JSONValue = [
        "token": .string(token ?? known.map { String($0) } ?? ""), "page": .string(page), "selector": .string(selector),
        "arguments": arguments,
      ]
      return await send(message.jsonText)
    }

    func send(_ message: String) async -> (status: Int, answer: JSONValue) {
      let answer = await live.answer("-/event", query: nil, body: Array(message.utf8))
      guard case .bytes(let bytes) = answer.body, let value = try? JSONValue(parsing: bytes) else {
        return (answer.status, .null)
      }
      return (answer.status, value)
    }
  }

  static let select = "catalog:didSelectItemAtPath:"

  static func part(_ name: String) -> JSONValue { ["part": .string(name)] }

  @Test func theHandlerOfTheSmallestPartAnswers() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem) { _ in .say("everything") }
      catalog.handle(.didSelectItem, in: .collection(with: "growers")) { _ in .say("growers") }
      catalog.handle(.didSelectItem, in: "fruits") { .say("fruits \($0.row?.title ?? "")") }
      catalog.handle(.didSelectItem, in: .section("Citrus")) { .say("citrus \($0.section ?? "")") }
      catalog.handle(.didSelectItem, in: .cells("banner")) { .say("banner \($0.row == nil)") }
    }
    func said(_ part: String, on page: String = "") async -> String? {
      await stand.send(Self.select, Self.part(part), on: page).answer["reply"]?["say"]?.string
    }
    await #expect(said("citrus#fruits/Lemon") == "citrus Citrus")
    await #expect(said("pome#fruits/Apple") == "fruits Apple")
    await #expect(said("roots#vegetables/Beet") == "everything")
    await #expect(said("pome##banner") == "banner true")
    await #expect(said("growers#growers/a1") == "growers")
    await #expect(said("growers#growers/a1", on: "growers/") == "growers")
    // The page of an object, and an index, which shows it in another section.
    await #expect(said("#fruits/Lemon", on: "fruits/lemon.html") == "citrus Citrus")
    await #expect(said("colour/green#fruits/Pear", on: "colour/green/index.html") == "fruits Pear")
  }

  @Test func pagesOfferWhatIsHandled() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { _ in .nothing }
      catalog.handle(.deleteItems, in: .section("Roots")) { _ in .nothing }
      catalog.handle(.moveItem, in: "fruits") { _ in .nothing }
      catalog.answer(.canMoveItem, in: "fruits") { $0?.title != "Pear" }
    }
    let parts = await Dictionary(uniqueKeysWithValues: stand.parts("").map { ($0.name, $0.events) })
    let move = "catalog:moveItemAtPath:toPath:"
    #expect(parts["citrus#fruits/Lemon"] == [Self.select, move])
    #expect(parts["pome#fruits/Pear"] == [Self.select])
    #expect(parts["roots#vegetables/Beet"] == ["catalog:deleteItemsAtPaths:"])
    #expect(parts["pome##banner"] == [])
    #expect(parts["citrus"] == [])
    #expect(parts["growers#growers/a1"] == [])
  }

  @Test func editsReachTheDataSetWhereverTheRowIsShown() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.deleteItems, in: "fruits") { event in
        try await event.edit { fruits, paths in
          fruits.edit { rows in paths.map(\.item).sorted(by: >).forEach(rows.remove(at:)) }
        }
        return .say("\(event.row?.title ?? "") is deleted.")
      }
    }
    let pages = ["", "citrus/", "colour/green/index.html", "fruits/lime.html"]
    for page in pages { await #expect(stand.page(page).contains("Lime"), "\(page)") }
    let answer = await stand.send("catalog:deleteItemsAtPaths:", [Self.part("colour/green#fruits/Lime")], on: pages[2])
    #expect(answer.answer["reply"]?["say"]?.string == "Lime is deleted.")
    for page in pages.dropLast() { await #expect(!stand.page(page).contains("Lime"), "\(page)") }
    await #expect(stand.live.answer(pages[3]).status == 404)
    // The same button once more.
    let again = await stand.send("catalog:deleteItemsAtPaths:", [Self.part("colour/green#fruits/Lime")], on: pages[2])
    #expect(again.status == 410)
    #expect(again.answer["error"]?.string == "It is gone.")
  }

  @Test func aRowIsFoundWhereItIsNow() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { event in
        // The row goes to another section while the handler runs, and others come before it.
        await event.catalog.edit { catalog in
          catalog.dataset(named: "fruits")?.edit { fruits in
            let lime = fruits.items(inSection: 0).firstIndex { $0.title == "Lime" } ?? 0
            fruits.update(fruits.item(at: ItemPath(0, lime)).replacing("family", with: .text("Pome")), at: lime)
            fruits.move(from: 0, to: 3)
          }
        }
        let title = try await event.edit { fruits, path in fruits.item(at: path).title }
        return .say(title)
      }
    }
    for _ in 0..<3 {
      let answer = await stand.send(Self.select, Self.part("citrus#fruits/Lime"))
      #expect(answer.answer["reply"]?["say"]?.string == "Lime")
    }
  }

  @Test func aMoveHasThePlacesOfTheDataSet() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.moveItem, in: "fruits") { event in
        let moved = try await event.edit { fruits, move in
          "\(fruits.item(at: move.from).title) \(fruits.item(at: move.to).title)"
        }
        return .say("\(moved) \(event.section ?? "") \(event.targetSection ?? "")")
      }
    }
    func said(_ from: String, _ to: JSONValue) async -> String? {
      let answer = await stand.send("catalog:moveItemAtPath:toPath:", ["from": Self.part(from), "to": to])
      return answer.answer["reply"]?["say"]?.string ?? answer.answer["error"]?.string
    }
    await #expect(said("pome#fruits/Pear", Self.part("pome#fruits/Apple")) == "Pear Apple Pome Pome")
    await #expect(said("pome#fruits/Pear", Self.part("citrus#fruits/Lime")) == "Pear Lemon Pome Citrus")
    await #expect(said("pome#fruits/Pear", ["endOf": "citrus"])?.hasSuffix("Pome Citrus") == true)
    await #expect(said("pome#fruits/Pear", Self.part("roots#vegetables/Beet")) == "It cannot be moved there.")
    await #expect(said("pome#fruits/Pear", Self.part("growers#growers/a1")) == "The parts are of different listings.")
  }

  @Test func actionsAreOfferedAndPerformed() async throws {
    let stand = try await Stand { catalog in
      catalog.answer(.editActions, in: "fruits") { fruit in
        fruit?.title == "Pear" ? [] : [ItemAction("buy", title: "Buy \"it\" & go", isDestructive: true)]
      }
      catalog.handle(.performAction, in: "fruits") { .say("\($0.arguments.action) \($0.row?.title ?? "")") }
    }
    let page = await stand.page("")
    #expect(
      page.contains(
        "data-part=\"citrus#fruits/Lime\" data-events=\"catalog:performAction:forItemAtPath:\""
          + " data-actions=\"[{&quot;identifier&quot;:&quot;buy&quot;,&quot;title&quot;:&quot;Buy \\&quot;it\\&quot; &amp; go"
      ))
    #expect(!page.contains("fruits/Pear\" data-events=\"catalog:performAction:forItemAtPath:\" data-actions"))
    let arguments: JSONValue = ["action": "buy", "path": Self.part("citrus#fruits/Lime")]
    let answer = await stand.send("catalog:performAction:forItemAtPath:", arguments)
    #expect(answer.answer["reply"]?["say"]?.string == "buy Lime")
  }

  @Test func sectionsAndListingsHaveMessagesOfTheirOwn() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.orderSection, in: .section("Citrus")) { .say("all \($0.section ?? "")") }
      catalog.handle(.didChangeSearchText) { .say("found \($0.arguments)") }
    }
    let parts = await Dictionary(uniqueKeysWithValues: stand.parts("").map { ($0.name, $0.events) })
    #expect(parts["citrus"] == ["shop:orderSection:"])
    #expect(parts["pome"] == [] && parts["citrus#fruits/Lime"] == [])
    let order = await stand.send("shop:orderSection:", ["section": "citrus"])
    #expect(order.answer["reply"]?["say"]?.string == "all Citrus")
    let search = await stand.send("catalog:didChangeSearchText:", "pear")
    #expect(search.answer["reply"]?["say"]?.string == "found pear")
    await #expect(stand.send("shop:orderSection:", ["section": "nuts"]).status == 410)
  }

  @Test func repliesAreData() async throws {
    let replies = Mutex<[PageReply]>([])
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem) { _ in replies.withLock { $0.removeFirst() } }
    }
    func answer(_ reply: PageReply) async -> (status: Int, answer: JSONValue) {
      replies.withLock { $0 = [reply] }
      return await stand.send(Self.select, Self.part("#fruits/Lime"), on: "fruits/lime.html")
    }
    await #expect(answer(.nothing).answer == ["reply": [:]])
    await #expect(answer(.stay).answer == ["reply": ["stay": true]])
    await #expect(answer(.say("<b>")).answer == ["reply": ["say": "<b>", "stay": true]])
    await #expect(answer(.go(to: "fruits/apple.html")).answer["reply"]?["go"]?.string == "fruits/apple.html")
    await #expect(answer(.go(to: "https://example.org/?a:b")).status == 200)
    let pear = ObjectID(collection: "fruits", key: "Pear")
    await #expect(answer(.go(to: pear)).answer["reply"]?["go"]?.string == "fruits/pear.html")
    for address in ["javascript:alert(1)", "data:text/html,x", "//example.org", " javascript:x", "java\nscript:x"] {
      await #expect(answer(.go(to: address)).status == 500, "\(address)")
    }
    let replaced = await answer(.replace([Block](markdown: "<script>x</script>\n\n**bold** [a](javascript:x)")))
    let html = replaced.answer["reply"]?["replaceWith"]?.string ?? ""
    #expect(html.contains("<strong>bold</strong>") && !html.contains("<script") && !html.contains("javascript"))
  }

  @Test func errorsSayWhatIsWrong() async throws {
    struct Trouble: Error, CustomStringConvertible { let description = "The till is closed." }
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { _ in throw Trouble() }
      catalog.handle(.moveItem, in: "fruits") { _ in .nothing }
    }
    let part = Self.part("citrus#fruits/Lime")
    let failed = await stand.send(Self.select, part)
    #expect(failed.status == 500 && failed.answer["error"]?.string == "The till is closed.")
    await #expect(stand.send(Self.select, part, token: "x").status == 403)
    await #expect(stand.send("catalog:didTapNothing:", part).status == 403)
    // Allowed by nobody: only the program's handlers are reached.
    await #expect(stand.send("catalog:deleteItemsAtPaths:", [part]).status == 403)
    await #expect(stand.send("catalog:moveItemAtPath:toPath:", part).status == 400)
    await #expect(stand.send(Self.select, [0, 99]).status == 410)
    await #expect(stand.send(Self.select, part, on: "nothing.html").status == 410)
    await #expect(stand.send(Self.select, Self.part("citrus#fruits/Durian")).status == 410)
    // Without a handler in their section: nothing happens.
    await #expect(stand.send(Self.select, Self.part("roots#vegetables/Beet")).answer == ["reply": [:]])
    for message in ["", "[]", "{}", "{\"page\":1}", String(repeating: "[", count: 50_000), "\u{0}"] {
      await #expect(stand.send(message).status == 400)
    }
  }

  @Test func aHandlerForAnUnknownDataSetIsAMistake() async throws {
    let folder = try CatalogFolder(Self.files)
    let live = LiveCatalog(at: folder.path) { (catalog) throws(DiagnosticsError) in
      catalog.handle(.didSelectItem, in: "fruit") { _ in .nothing }
    }
    let problems = await live.update().problems
    #expect(problems.map(\.code) == ["program/unknown-dataset"])
    #expect(problems.first?.hint == "Did you mean “fruits”?")
  }

  @Test func handlersThatHangHarmNobodyElse() async throws {
    let gate = Gate()
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { _ in
        // A handler that does not listen when it is cancelled.
        await gate.wait()
        return .say("late")
      }
      catalog.handle(.didSelectItem, in: "vegetables") { _ in .say("at once") }
    }
    await stand.live.setTimeLimitOfEvents(.zero)
    let part = Self.part("citrus#fruits/Lime")
    for _ in 0..<16 { await #expect(stand.send(Self.select, part).status == 504) }
    // The page has too many under way; others go on.
    await #expect(stand.send(Self.select, part).status == 429)
    await stand.live.setTimeLimitOfEvents(.seconds(60))
    let beet = Self.part("#vegetables/Beet")
    let other = await stand.send(Self.select, beet, on: "vegetables/beet.html")
    #expect(other.answer["reply"]?["say"]?.string == "at once")
    await gate.open()
    while await !stand.live.underWay.isEmpty { await Task.yield() }
    let late = await stand.send(Self.select, part)
    #expect(late.answer["reply"]?["say"]?.string == "late")
  }

  @Test func handlersStayWhenTheCatalogIsOpenedAgain() async throws {
    let stand = try await Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { .say($0.row?.title ?? "") }
    }
    try stand.folder.write("catalog.yml", Self.files["catalog.yml"]!.replacing("Fruit stand", with: "Stall"))
    await stand.live.update([stand.folder.path + "/catalog.yml"])
    let answer = await stand.send(Self.select, Self.part("citrus#fruits/Lime"))
    #expect(answer.answer["reply"]?["say"]?.string == "Lime")
  }

  @Test func aCatalogWithoutHandlersHasNeitherControlsNorToken() async throws {
    let stand = try await Stand { _ in }
    let page = await stand.page("")
    #expect(!page.contains("data-events") && !page.contains("data-token"))
    await #expect(stand.send(Self.select, Self.part("citrus#fruits/Lemon")).status == 403)
  }
}

extension MessageSelector<SectionIndex, Void> {
  fileprivate static var orderSection: Self { Self("shop:orderSection:") }
}

extension LiveCatalog {
  fileprivate func setTimeLimitOfEvents(_ limit: Duration) { timeLimitOfEvents = limit }
}

/// Lets tasks wait until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}

extension JSONValue {
  fileprivate var jsonText: String {
    var json: [UInt8] = []
    write(to: &json)
    return String(decoding: json, as: UTF8.self)
  }
}
