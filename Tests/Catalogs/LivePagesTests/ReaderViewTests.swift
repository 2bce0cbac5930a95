import CatalogKit
import Cells
import Changesets
import DataSources
import Datasets
import JSONValues
import Messages
import TableViews
import TestKit
import Testing

@testable import LivePages

/// Listings that each reader arranges for himself.
struct ReaderViewTests {
  private static let files = EventTests.files.merging([
    "catalog.yml": (EventTests.files["catalog.yml"] ?? "")
      .replacing("insert: { cell: banner, at: [0, 1] }", with: "placeholder: nothing"),
    "templates/nothing.md": "Nothing here.\n",
  ]) { $1 }

  private static func stand(
    _ extend: @escaping @Sendable (inout CatalogExtension) -> Void = { _ in }
  ) async throws -> EventTests.Stand {
    try await EventTests.Stand(files) { catalog in
      let order = ViewChoice("order", label: "Order", options: ["name": "By name", "-name": "Backwards"])
      catalog.addView(of: "fruits", search: "Find a fruit", choices: [order]) { fruits, query in
        query["order"] == "-name" ? fruits.applying(.sort { $0.title > $1.title }) : fruits
      }
      extend(&catalog)
    }
  }

  private func cells(_ stand: EventTests.Stand, _ query: String, at address: String = "") async -> [String] {
    guard case .bytes(let bytes) = await stand.live.answer(address, query: query).body else { return [] }
    return String(decoding: bytes, as: UTF8.self).matches(of: #/ data-part="([^"]*#[^"]*)"/#).map { String($0.1) }
  }

  @Test func aReaderFindsRowsByTheirTexts() async throws {
    let stand = try await Self.stand()
    await #expect(cells(stand, "q=l") == ["pome#fruits/Apple", "citrus#fruits/Lemon", "citrus#fruits/Lime"])
    await #expect(cells(stand, "q=LÍM") == ["citrus#fruits/Lime"])
    await #expect(cells(stand, "q=green+citrus") == ["citrus#fruits/Lime"])
    await #expect(cells(stand, "q=zebra") == ["##nothing"])
    await #expect(
      cells(stand, "q=l&order=-name") == ["pome#fruits/Apple", "citrus#fruits/Lime", "citrus#fruits/Lemon"])
    // What the view does not offer changes nothing.
    let all = await cells(stand, "")
    for query in ["q=", "q=%20", "order=name", "order=size", "size=1", "q", "&&=&", "q=%FF", "live=1"] {
      await #expect(cells(stand, query) == all, "\(query)")
    }
    // Other pages have no view.
    await #expect(cells(stand, "q=zebra", at: "citrus/") == ["citrus#fruits/Lemon", "citrus#fruits/Lime"])
    await #expect(cells(stand, "q=zebra", at: "growers/") == ["growers#growers/a1", "growers#growers/b2"])
  }

  @Test func thePageOffersTheView() async throws {
    let stand = try await Self.stand()
    await #expect(stand.page("").contains("data-view=\"{&quot;search&quot;:&quot;Find a fruit&quot;"))
    await #expect(!stand.page("citrus/").contains("data-view"))
    await #expect(!stand.page("growers/").contains("data-view"))
  }

  @Test func aCollectionWithoutSectionsHasAView() async throws {
    let stand = try await EventTests.Stand(Self.files) { catalog in
      catalog.addView(of: "growers", search: "Find a grower") { rows, _ in rows.applying(.reverse()) }
      catalog.handle(.didSelectItem, in: "growers") { .say($0.row?["town"]?.text ?? "") }
    }
    await #expect(stand.page("growers/").contains("Find a grower"))
    await #expect(!stand.page("").contains("Find a grower"))
    await #expect(cells(stand, "q=l", at: "growers/") == ["growers#growers/b2"])
    await #expect(cells(stand, "q=e", at: "growers/") == ["growers#growers/b2", "growers#growers/a1"])
    await #expect(cells(stand, "q=zebra", at: "growers/") == [])
    let answer = await stand.send(EventTests.select, EventTests.part("growers#growers/a1"), on: "growers/?q=ghent")
    #expect(answer.answer["reply"]?["say"]?.string == "Ghent")
    // The first page has no cells of its own there, so it is the page of the only section.
    await #expect(stand.live.viewKey("growers/index.html", "q=l") == "growers/index.html?q=l")
  }

  @Test func openViewsFollowTheData() async throws {
    let stand = try await Self.stand()
    var streams = ["reader-one", "reader-two"].map { stand.live.events(of: $0).makeAsyncIterator() }
    let queries = ["?q=l", "?q=pe&order=-name"]
    for number in 0..<2 {
      _ = await streams[number].next()
      _ = await cells(stand, String(queries[number].dropFirst()))
      let version = await stand.live.version.text
      #expect(await stand.live.open([queries[number]: version], by: ["reader-one", "reader-two"][number]))
    }
    await #expect(stand.live.numberOfViews == 2)
    // Olive is found by the first reader only; its section is not on the home page that others see.
    await stand.live.edit { catalog in
      catalog.dataset(named: "vegetables")?.edit { rows in
        rows.update(rows.item(at: ItemPath(0, 0)).replacing("family", with: .text("Tubers of l")), at: 0)
      }
    }
    let first = await String(decoding: streams[0].next() ?? [], as: UTF8.self)
    #expect(first.contains("\"?q=l\""))
    await #expect(cells(stand, "q=l").contains { $0.hasSuffix("#vegetables/Beet") })
    await stand.live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { $0.remove(at: 0) }
    }
    let second = await String(decoding: streams[1].next() ?? [], as: UTF8.self)
    #expect(second.contains("\"?q=pe&order=-name\""))
    await #expect(cells(stand, "q=pe&order=-name") == ["##nothing"])
  }

  @Test func viewsThatNobodyShowsAreReleased() async throws {
    let stand = try await Self.stand()
    let link = await stand.live.linkOfView("index.html", "q=x")
    #expect(link.isAlive)
    var stream: LiveCatalog.Events.AsyncIterator? = stand.live.events(of: "reader-one").makeAsyncIterator()
    _ = await stream?.next()
    for number in 0..<40 {
      _ = await cells(stand, "q=l\(number)")
      #expect(await stand.live.open(["?q=l\(number)": stand.live.version.text], by: "reader-one"))
    }
    // The view of the open page, and those that were asked for last.
    await #expect(stand.live.numberOfViews == 16)
    #expect(!link.isAlive)
    // Many readers with the same page have one view.
    for number in 0..<20 {
      var other = stand.live.events(of: "reader-\(number)-x").makeAsyncIterator()
      _ = await other.next()
      #expect(await stand.live.open(["?q=l39": stand.live.version.text], by: "reader-\(number)-x"))
    }
    await #expect(stand.live.numberOfViews == 16)
    stream = nil
    try stand.folder.write("catalog.yml", Self.files["catalog.yml"]!.replacing("Fruit stand", with: "Stall"))
    await stand.live.update([stand.folder.path + "/catalog.yml"])
    await #expect(stand.live.numberOfViews == 0)
  }

  @Test func eventsOfAViewPassThroughIt() async throws {
    let stand = try await Self.stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { event in
        let title = try await event.edit { fruits, path in fruits.item(at: path).title }
        return .say("\(title) \(event.row?.title ?? "") \(event.search)")
      }
      catalog.handle(.didSelectItem, in: .cells("nothing")) { event in .say("add \(event.search)") }
      catalog.handle(.moveItem) { .say("\($0.arguments.from) \($0.arguments.to)") }
    }
    func said(_ selector: String, _ arguments: JSONValue, _ query: String) async -> String? {
      let answer = await stand.send(selector, arguments, on: query)
      return answer.answer["reply"]?["say"]?.string ?? answer.answer["error"]?.string
    }
    let lime = EventTests.part("citrus#fruits/Lime")
    await #expect(said(EventTests.select, lime, "?q=lim") == "Lime Lime lim")
    await #expect(said(EventTests.select, EventTests.part("##nothing"), "?q=Ananas%20x") == "add Ananas x")
    // What another reader sees is not there.
    await #expect(said(EventTests.select, lime, "?q=zebra") == "It is gone.")
    // The places are those of the reader's own listing.
    let move: JSONValue = ["from": lime, "to": EventTests.part("citrus#fruits/Lemon")]
    let selector = "catalog:moveItemAtPath:toPath:"
    await #expect(said(selector, move, "?q=l") == "(1, 1) (1, 0)")
    await #expect(said(selector, move, "?q=l&order=-name") == "(1, 0) (1, 1)")
  }
}

/// Tells whether a link has been released.
private struct WeakLink: Sendable {
  nonisolated(unsafe) private weak var link: ChainLink?

  init(_ link: ChainLink?) { self.link = link }

  // A weak reference is loaded atomically, it is set once, before the value is shared, and only whether the link is
  // there is asked.
  var isAlive: Bool { link != nil }
}

extension LiveCatalog {
  fileprivate func linkOfView(_ file: String, _ query: String) -> WeakLink {
    WeakLink(view(file, query)?.arrangement.cells.link)
  }
}
