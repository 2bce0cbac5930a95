import CatalogServer
import Foundation
import LivePages
import TestKit
import Testing

/// A reader who looks into the cells of a page.
@Suite(.serialized) struct LiveInspectTests {
  private static let files = [
    "catalog.yml": """
    title: Fruit
    datasets: { fruits: { file: fruits.csv, key: name } }
    chain: [{ group: family }, { sort: name }]
    """,
    "fruits.csv": "name,family\nLemon,Citrus\nLime,Citrus\n<b>Pear</b>,Pome\n",
  ]

  /// The text of the panel.
  private static let panel = "(document.querySelector('pomona-live-inspector')?.shadowRoot.textContent ?? '')"
  private static let lime = "[data-part='citrus#fruits/Lime']"

  @Test func altAndAClickShowWhereACellComesFrom() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let tab = try stage.open("")
      #expect(try tab.evaluate("document.querySelector('script[src$=\"live-inspect.js\"]') === null") as? Bool == true)
      try tab.evaluate("window.isSame = true")
      try tab.click("\(Self.lime) a", holdingAlt: true)
      try tab.poll("\(Self.panel).includes('fruits.csv, row 3')")
      #expect(try tab.evaluate("\(Self.panel).includes('sort: name2 of 2 in “Citrus”')") as? Bool == true)
      #expect(
        try tab.evaluate("window.isSame && location.pathname === '/'") as? Bool == true, "no link is followed")
      let outline = "getComputedStyle(document.querySelector(\"\(Self.lime)\")).outlineStyle"
      try tab.poll("\(outline) === 'solid'")

      // It follows the row, also into another section, and the page is that of the server.
      let moved = Self.files["fruits.csv"]!.replacing("Lime,Citrus", with: "Lime,Pome")
      try tab.awaiting("pomona:update") {
        try stage.save(["fruits.csv": "name,family\nFig,Fig\n" + moved.dropFirst(12)])
      }
      try tab.poll("\(Self.panel).includes('row 4') && \(Self.panel).includes('in “Pome”')")
      try stage.expectFreshPage(in: tab, "", "the panel is the reader's own")
      try tab.awaiting("pomona:update") { try stage.save(["fruits.csv": "name,family\nFig,Fig\n"]) }
      try tab.poll("\(Self.panel).includes('It is gone.')")

      try tab.press("Escape")
      #expect(try tab.evaluate(Self.panel) as? String == "")
      #expect(tab.problems.filter { !$0.contains("410") } == [])
    }
  }

  @Test func aClickWithAltIsNoEvent() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, note in
        catalog.handle(.didSelectItem, in: "fruits") { event in
          note(event.row?.title ?? "")
          return .stay
        }
      }
      try stand.wait(for: "document.querySelector('pomona-messages')")
      for _ in 0..<2 {
        try stand.tab.click(element: "part('citrus#fruits/Lime').querySelector('a')", holdingAlt: true)
        try stand.tab.poll("\(Self.panel).includes('catalog:didSelectItemAtPath:fruits: fruits.csv (0, 1) → handler')")
        try stand.tab.press("Escape")
      }
      try stand.tab.click(element: "part('citrus#fruits/Lemon').querySelector('a')")
      try stand.wait(for: "part('citrus#fruits/Lemon').ariaCurrent === 'true'")
      #expect(stand.log == ["Lemon"])
      #expect(stand.tab.problems == [])
    }
  }

  @Test func everyCellIsReachedByKeyboard() async throws {
    try await onOwnThread {
      let stage = try Stage(Self.files)
      let tab = try stage.open("")
      try tab.evaluate("document.querySelector(\"\(Self.lime) a\").focus(); true")
      try tab.press("i", holdingAlt: true)
      try tab.poll("\(Self.panel).includes('fruits/Lime')")
      let focus = "document.querySelector('pomona-live-inspector').shadowRoot.activeElement"
      try tab.poll("\(focus)?.localName === 'section'")
      // Data is text.
      let next = "document.querySelector('pomona-live-inspector').shadowRoot.querySelector('[aria-label^=Next]')"
      try tab.evaluate("\(next).focus(); \(next).click(); true")
      try tab.poll("\(Self.panel).includes('fruits/<b>Pear</b>') && \(focus)?.ariaLabel === 'Next cell'")
      try tab.press("Enter")
      try tab.poll("\(Self.panel).includes('fruits/Lemon')")
      try tab.press("Escape")
      #expect(try tab.evaluate("document.querySelector('pomona-live-inspector') === null") as? Bool == true)
      #expect(
        try tab.evaluate("document.activeElement === document.querySelector(\"\(Self.lime) a\")") as? Bool == true,
        "the focus returns")
      #expect(tab.problems == [])
    }
  }
}
