import CatalogKit
import DataSources
import Datasets
import Foundation
import JSONValues
import Messages
import TableViews
import TestKit
import Testing

@testable import LivePages

/// What a live catalog says about the cells of its pages.
struct ExplanationTests {
  /// What is said about a cell.
  private struct Report: Decodable {
    struct Group: Decodable { let title: String, lines: [Line] }
    struct Line: Decodable { let name: String, text: String }

    let title: String
    let origin: String?
    let groups: [Group]

    func lines(_ title: String) -> [String] {
      groups.first { $0.title == title }?.lines.map { "\($0.name) | \($0.text)" } ?? []
    }
  }

  private static func ask(
    _ stand: EventTests.Stand, _ part: String?, on page: String = "", token: String? = nil
  ) async -> (status: Int, report: Report?) {
    var components = URLComponents()
    components.queryItems = [
      URLQueryItem(name: "page", value: page), part.map { URLQueryItem(name: "part", value: $0) },
    ].compactMap(\.self)
    if let token { components.queryItems?.append(URLQueryItem(name: "token", value: token)) }
    // As a script writes a form: with plus signs for spaces.
    let query = components.percentEncodedQuery?.replacing("%20", with: "+")
    let answer = await stand.live.answer("-/explain", query: query, explains: true)
    #expect(answer.headers.contains { $0.name == "Cross-Origin-Resource-Policy" && $0.value == "same-origin" })
    #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
    guard case .bytes(let bytes) = answer.body else { return (answer.status, nil) }
    return (answer.status, try? JSONDecoder().decode(Report.self, from: Data(bytes)))
  }

  @Test func aCellShowsItsRowAndItsWay() async throws {
    let stand = try await EventTests.Stand { _ in }
    let report = try #require(await Self.ask(stand, "citrus#fruits/Lime").report)
    #expect(report.title == "fruits/Lime")
    #expect(report.origin == "\(stand.folder.path)/fruits.csv, row 4")
    #expect(report.lines("Cell") == ["card | the default layout"])
    let way = report.lines("Way")
    #expect(way.first == "fruits: fruits.csv | 3 of 4 in “Fruits”")
    #expect(way.contains("group: family | 2 of 2 in “Citrus”"))
    #expect(way.contains("sort: name | 2 of 2 in “Citrus”"))
    #expect(way.last == "insert: banner at 0, 1 | 2 of 2 in “Citrus”")
    #expect(report.lines("Files").contains("fruits/lime.html | its page"))
    #expect(report.lines("Events") == ["none | the catalog handles no event of a cell"])
  }

  @Test func theWayIsThatToTheListingOfThePage() async throws {
    let stand = try await EventTests.Stand { _ in }
    let page = "colour/green/index.html"
    let report = try #require(await Self.ask(stand, "colour/green#fruits/Pear", on: page).report)
    #expect(report.lines("Way").last?.contains("in “green”") == true)
    // The page of a row has the way to its card, and a cell of its own.
    let article = try #require(await Self.ask(stand, "#fruits/Pear", on: "fruits/pear.html").report)
    #expect(article.lines("Way").last?.contains("in “Pome”") == true)
    #expect(article.lines("Cell") == ["page | the default layout"])
  }

  @Test func aCellWithoutARowHasAWayToo() async throws {
    let stand = try await EventTests.Stand { _ in }
    let part = try #require(await stand.parts("").first { $0.name.hasSuffix("##banner") }?.name)
    let report = try #require(await Self.ask(stand, part).report)
    #expect(report.title == "banner" && report.origin == nil)
    #expect(report.lines("Cell") == ["banner | \(stand.folder.path)/templates/banner.md"])
    #expect(report.lines("Way").last?.hasPrefix("insert: banner at 0, 1 | 2 of 3") == true)
    #expect(report.lines("Files").isEmpty)
  }

  @Test func whatMakesACellIsKnown() async throws {
    let files = EventTests.files.merging([
      "catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: name, card: own }
        vegetables: { file: vegetables.csv, key: name, card: leaf }
      chain: [{ concatenate: [fruits, vegetables] }]
      """, "templates/leaf.md": "{{name}}\n",
    ]) { $1 }
    let stand = try await EventTests.Stand(files) { catalog in
      catalog.register("own") { cell, fruit in cell.title = fruit.title }
    }
    for (part, expected) in [
      ("#fruits/Lime", "own | made by the program"),
      ("#vegetables/Beet", "leaf | \(stand.folder.path)/templates/leaf.md"),
    ] {
      let part = try #require(await stand.parts("").first { $0.name.hasSuffix(part) }?.name)
      await #expect(Self.ask(stand, part).report?.lines("Cell") == [expected])
    }
  }

  @Test func eachEventHasItsHandlerOrTheReasonWhyItHasNone() async throws {
    let stand = try await EventTests.Stand { catalog in
      catalog.handle(.didSelectItem, in: "fruits") { _ in .nothing }
      catalog.handle(.deleteItems, in: .section("Roots")) { _ in .nothing }
      catalog.handle(.moveItem, in: "fruits") { _ in .nothing }
      catalog.handle(.willDisplayHeader, in: .section("Citrus")) { _ in .nothing }
      catalog.answer(.canMoveItem, in: "fruits") { $0?.title != "Pear" }
    }
    let token = await stand.page("").firstMatch(of: #/data-token="([^"]*)"/#).map { String($0.1) }
    func events(_ part: String) async -> [String: String] {
      let lines = await Self.ask(stand, part, token: token).report?.groups.first { $0.title == "Events" }?.lines
      return Dictionary(uniqueKeysWithValues: (lines ?? []).map { ($0.name, $0.text) })
    }
    let (move, delete) = ("catalog:moveItemAtPath:toPath:", "catalog:deleteItemsAtPaths:")
    let pear = await events("pome#fruits/Pear")
    #expect(Set(pear.keys) == [EventTests.select, move, delete])
    #expect(pear[EventTests.select] == "fruits: fruits.csv (0, 0) → handler for everything")
    #expect(
      pear[move] == "fruits: fruits.csv (0, 0) → handler for everything,"
        + " not offered: the answer to catalog:canMoveItemAtPath: is no")
    #expect(pear[delete] == "fruits: fruits.csv (0, 0) → no handler except for section “Roots”")
    await #expect(events("citrus#fruits/Lime")[move] == "fruits: fruits.csv (0, 2) → handler for everything")
    await #expect(events("roots#vegetables/Beet")[delete]?.hasSuffix("→ handler for section “Roots”") == true)
    // As for events, the page has to know the token.
    await #expect(Self.ask(stand, "pome#fruits/Pear").status == 403)
    await #expect(Self.ask(stand, "pome#fruits/Pear", token: "x").status == 403)
  }

  @Test func viewsAreExplainedAsTheirReadersSeeThem() async throws {
    let stand = try await EventTests.Stand { catalog in
      catalog.addView(of: "fruits", search: "Find") { fruits, _ in
        fruits.applying(.sort { $0.title > $1.title }).named("backwards")
      }
    }
    let report = try #require(await Self.ask(stand, "citrus#fruits/Lemon", on: "?q=l").report)
    #expect(report.lines("Way").contains("backwards | 2 of 2 in “Citrus”"))
    await #expect(Self.ask(stand, "pome#fruits/Pear", on: "?q=citrus").status == 410)
  }

  @Test func aRowIsFoundWhereItIsNow() async throws {
    let stand = try await EventTests.Stand { _ in }
    await stand.live.edit { catalog in
      catalog.dataset(named: "fruits")?.edit { fruits in
        fruits.update(fruits.item(at: ItemPath(0, 2)).replacing("family", with: .text("Pome")), at: 2)
      }
    }
    let report = try #require(await Self.ask(stand, "citrus#fruits/Lime").report)
    #expect(report.lines("Way").contains("sort: name | 2 of 3 in “Pome”"))
    await stand.live.edit { $0.dataset(named: "fruits")?.edit { $0.remove(at: 2) } }
    await #expect(Self.ask(stand, "citrus#fruits/Lime").status == 410)
  }

  @Test func questionsThatMakeNoSenseHarmNobody() async throws {
    let stand = try await EventTests.Stand { _ in }
    await #expect(Self.ask(stand, nil).status == 400)
    for (part, page) in [("", ""), ("citrus", ""), ("#", ""), ("citrus#fruits/Lime", "nothing.html"), ("%", "..")] {
      await #expect(Self.ask(stand, part, on: page).status == 410, "\(part) \(page)")
    }
    for query in [
      nil, "", "page", "page=&part=%FF", "&&=&", "page=%&part=%", "part=%00&page=%00", "page=é\u{0}&part= ",
    ] {
      let answer = await stand.live.answer("-/explain", query: query, explains: true)
      #expect([400, 410].contains(answer.status), "\(query ?? "-")")
    }
  }

  @Test func onlyTheServerDecidesWhetherCellsAreExplained() async throws {
    let stand = try await EventTests.Stand { _ in }
    let query = "page=&part=citrus%23fruits/Lime"
    #expect(await stand.live.answer("-/explain", query: query).status == 404)
    #expect(await stand.live.answer("-/explain", query: query, explains: true).status == 200)
    #expect(await !stand.page("").contains("data-explains"))
    let page = await stand.live.answer("", explains: true)
    guard case .bytes(let bytes) = page.body else { return }
    #expect(String(decoding: bytes, as: UTF8.self).contains(" data-explains defer"))
    let tag = page.headers.first { $0.name == "ETag" }?.value
    await #expect(stand.live.answer("").headers.first { $0.name == "ETag" }?.value == tag)
    for address in ["-/explain", "/-/explain", "/%2D/%65xplain"] { #expect(LiveCatalog.isExplanation(address)) }
    for address in ["-/explain/", "explain", "-/live.js", "-", ""] { #expect(!LiveCatalog.isExplanation(address)) }
  }
}
