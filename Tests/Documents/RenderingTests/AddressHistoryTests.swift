import Cells
import DataSources
import DocumentModel
import Rendering
import Testing

/// Assigned addresses, tested by the pages of a document.
@Suite struct AddressHistoryTests {
  private func document(
    _ things: [Thing], _ entries: [AddressHistory.Entry], hasObjectPages: Bool = true
  ) -> Document<Thing> {
    let source = ArraySource(things, name: "Things")
    let cells = CellSource<Thing, DocumentCell>(source) { _ in "cell" }
    cells.register("cell") { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    return Document(
      CatalogInfo(title: "All"), collections: [DocumentCollection(Listing(cells), articles: cells)],
      hasObjectPages: hasObjectPages, formerKeys: { $0.note.isEmpty ? [] : [$0.note] }, history: AddressHistory(entries)
    )
  }

  private func entry(_ path: String, _ key: String?, _ state: AddressHistory.State) throws -> AddressHistory.Entry {
    let id = key.map { ObjectID(collection: "things", key: $0) }
    return AddressHistory.Entry(try #require(PagePath(path)), of: id, state)
  }

  private func moved(_ path: String, _ destination: String) throws -> AddressHistory.Entry {
    try entry(path, nil, .moved(to: try #require(PagePath(destination))))
  }

  /// The page at each address, without the listings: `T1`, `→ T1` or `gone: T1`.
  private func pages(_ document: Document<Thing>) -> [String: String] {
    let pages = document.pages.filter { $0.kind != .index && $0.kind != .section }
    return Dictionary(
      uniqueKeysWithValues: pages.map { page in
        let text = page.kind == .gone ? "gone: \(page.title)" : page.destination.map { "→ \($0.title)" } ?? page.title
        return (page.path.address, text)
      })
  }

  private func things(_ titles: String...) -> [Thing] { titles.map { Thing(title: $0) } }

  @Test func aNewRowDoesNotMoveAPinnedPage() throws {
    let pin = try entry("things/a-b", "A b", .page)
    #expect(pages(document(things("A b"), [])) == ["things/a-b": "A b"])
    let all = pages(document(things("A b", "A-B", "a-b"), [pin]))
    #expect(all["things/a-b"] == "A b")
    #expect(Set(all.values) == ["A b", "A-B", "a-b"])
  }

  @Test func anAssignedAddressDoesNotAffectOthers() throws {
    let rule = pages(document(things("A b", "A-B", "x"), []))
    let pinned = pages(document(things("A b", "A-B", "x"), [try entry("things/other", "A b", .page)]))
    #expect(pinned["things/other"] == "A b")
    for (path, title) in rule where title != "A b" { #expect(pinned[path] == title) }
  }

  @Test func formerAddressesRedirectToAnyPage() throws {
    let entries = [
      try moved("things/old", "things/x"), try moved("old/index", "things/index"), try moved("older/a/b", "things/old"),
    ]
    let all = pages(document(things("x"), entries))
    #expect(all == ["things/x": "x", "things/old": "→ x", "old/index": "→ Things", "older/a/b": "→ x"])
  }

  @Test func deletedPagesAreShownAsGone() throws {
    let document = document(things("x"), [try entry("things/old", "Old", .gone(reason: "It was eaten."))])
    #expect(pages(document) == ["things/x": "x", "things/old": "gone: Old"])
    let page = try #require(document.pages.first { $0.kind == .gone })
    #expect(page.breadcrumbs.map(\.title) == ["All", "Things"])
    let text = "This entry is no longer part of the catalog."
    let html = String(decoding: try HTMLRenderer().render(page), as: UTF8.self)
    #expect(html.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(html.contains(text) && html.contains("It was eaten.") && html.contains("href=\"../index.html\""))
    for renderer in [MarkupRenderer.markdown, .xml, try .latex(), try .man()] {
      let markup = String(decoding: renderer.render(page), as: UTF8.self)
      #expect(markup.contains(text) && markup.contains("It was eaten"), "\(renderer.format)")
    }
    #expect(document.addressProblems.isEmpty)
  }

  @Test func aRestoredObjectHasItsFormerAddress() throws {
    let gone = try entry("things/first", "x", .gone(reason: ""))
    #expect(pages(document(things("x"), [gone])) == ["things/first": "x"])
    let pinned = [gone, try entry("things/second", "x", .page)]
    #expect(pages(document(things("x"), pinned)) == ["things/second": "x", "things/first": "→ x"])
  }

  @Test func existingPagesPrecedeFormerOnes() throws {
    let entries = [try moved("things/x", "things/y"), try entry("things/y", "Old", .gone(reason: ""))]
    let document = document(things("x", "y"), entries)
    #expect(pages(document) == ["things/x": "x", "things/y": "y"])
    #expect(document.addressProblems.map(\.problem) == [.taken, .taken])
  }

  @Test func noRedirectIsBroken() throws {
    let entries = [
      try moved("things/a", "things/b"), try moved("things/b", "things/nowhere"), try entry("things/p", "Old", .page),
      try moved("things/c", "things/d"), try moved("things/d", "things/c"),
    ]
    let document = document(things("x"), entries)
    #expect(
      pages(document) == [
        "things/x": "x", "things/a": "→ b", "things/b": "gone: b", "things/p": "gone: Old", "things/c": "→ d",
        "things/d": "gone: d",
      ])
    #expect(document.addressProblems.map(\.entry) == [1, 2, 4])
    #expect(document.addressProblems.map(\.problem) == [.noDestination, .noObject, .noDestination])
  }

  @Test func aFormerKeyKeepsItsAddress() throws {
    let thing = Thing(title: "New", note: "Old")
    let pin = try entry("things/pinned", "Old", .page)
    #expect(pages(document([thing], [])) == ["things/new": "New", "things/old": "→ New"])
    let document = document([thing], [pin])
    #expect(pages(document) == ["things/new": "New", "things/pinned": "→ New"])
    #expect(document.addressProblems.isEmpty)
  }

  @Test func withoutPagesOfObjectsAllAreGone() throws {
    let document = document(things("x"), [try entry("things/x", "x", .page)], hasObjectPages: false)
    #expect(pages(document) == ["things/x": "gone: x"])
  }
}
