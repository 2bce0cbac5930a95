import CatalogKit
import CatalogServer
import Foundation
import LivePages
import TestKit
import Testing

/// What a reader does in a browser with the parts of a page, and what comes of it.
@Suite(.serialized) struct LiveEventsTests {
  // MARK: - Nothing

  @Test func whatNobodyHandlesIsOfferedByNoControl() async throws {
    try await onOwnThread {
      let bare = try EventStand { _, _ in }
      #expect(try !bare.holds("[...document.scripts].some(({ src }) => src.includes('live-events'))"))
      #expect(try bare.holds("!document.querySelector('pomona-controls, [tabindex]')"))

      let stand = try EventStand { catalog, _ in catalog.handle(.deleteItems, in: .section("Citrus")) { _ in .nothing }
      }
      try stand.wait(for: "document.querySelector('pomona-controls')")
      #expect(
        try stand.tab.evaluate("buttons('citrus#fruits/Lime').map(({ name }) => name)") as? [String] == ["delete"])
      #expect(try stand.holds("buttons('pome#fruits/Pear').length === 0 && !document.querySelector('[tabindex]')"))
      #expect(
        try stand.holds("document.querySelector('.order').disabled && document.querySelector('.cell form').hidden"))
      #expect(try stand.holds("document.getElementById('query').disabled"))
      #expect(
        try stand.tab.evaluate("control('citrus#fruits/Lime', 'delete').ariaLabel") as? String == "Delete Lime")
      #expect(stand.tab.problems == [])
    }
  }

  // MARK: - Links and selection

  @Test func aLinkIsFollowedUnlessTheHandlerSaysOtherwise() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, _ in
        catalog.handle(.didSelectItem, in: "fruits") { event in
          switch event.row?.title {
          case "Lemon": .say("Sour!")
          case "Lime": .go(to: "growers/ann.html")
          case "Pomelo": throw EventTrouble()
          default: .nothing
          }
        }
      }
      func path() throws -> String? { try stand.tab.evaluate("location.pathname") as? String }
      func link(_ part: String) -> String { "part('\(part)').querySelector('h3 a')" }
      func follow(_ part: String) throws {
        try stand.tab.loading { try stand.tab.click(element: link(part)) }
      }
      try stand.wait(for: "document.querySelector('pomona-messages')")
      try stand.tab.click(element: link("citrus#fruits/Lemon"))
      try stand.wait(for: "said().length > 0")
      #expect(try stand.tab.evaluate("said()") as? [String] == ["Sour!"])
      #expect(try stand.holds("part('citrus#fruits/Lemon').ariaCurrent === 'true'"))
      #expect(try path() == "/")
      try follow("citrus#fruits/Lime")
      #expect(try path() == "/growers/ann.html")
      for (part, page) in [("pome#fruits/Pear", "/fruits/pear.html"), ("citrus#fruits/Pomelo", "/fruits/pomelo.html")] {
        try stand.tab.open(stand.stage.url(""))
        try stand.tab.evaluate(EventStand.helpers)
        try stand.wait(for: "document.querySelector('pomona-messages')")
        try follow(part)
        #expect(try path() == page, "A link works whatever the handler does.")
      }
    }
  }

  @Test func cellsAreSelectedByMouseAndByKey() async throws {
    try await onOwnThread {
      let stand = try EventStand("growers/") { catalog, note in
        catalog.noteSelection(in: "growers", note)
      }
      let (ann, bob) = ("part('growers#growers/Ann')", "part('growers#growers/Bob')")
      func isSelected(_ part: String) -> String { "\(part).ariaCurrent === 'true'" }
      try stand.wait(for: "\(ann).tabIndex === 0")
      #expect(try stand.holds("document.querySelectorAll('[tabindex=\"0\"]').length === 1"))
      try stand.tab.click(element: "\(ann).lastElementChild")
      try stand.wait(for: isSelected(ann))
      #expect(stand.log == ["+Ann"])
      try stand.tab.press("ArrowDown")
      #expect(try stand.focus() == "growers#growers/Bob")
      try stand.tab.press(" ")
      try stand.wait(for: isSelected(bob))
      #expect(stand.log == ["-Ann", "+Bob"])
      #expect(try !stand.holds(isSelected(ann)))

      // Another row changes: nothing of the reader's is lost.
      try stand.tab.awaiting("pomona:update") {
        try stand.stage.save(["growers.csv": "name,town\nAnn,Ghent\nBob,Lille\nCid,Nancy\n"])
      }
      #expect(try stand.holds(isSelected(bob)))
      #expect(try stand.focus() == "growers#growers/Bob")
      try stand.tab.press("Enter")
      try stand.wait(for: "!(\(isSelected(bob)))")
      #expect(stand.log == ["-Bob"])
      #expect(stand.tab.problems == [])
    }
  }

  // MARK: - Edits

  @Test func cellsAreDeletedAndTheFocusGoesToTheNextOne() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, _ in catalog.handleEditsOfFruits() }
      try stand.wait(for: "document.querySelector('pomona-controls')")
      try stand.tab.evaluate("control('citrus#fruits/Lemon', 'delete').focus()")
      try stand.tab.press("Enter")
      try stand.wait(for: "!part('citrus#fruits/Lemon')")
      #expect(try stand.focus() == "citrus#fruits/Lime delete")
      try stand.tab.press("Delete")
      // The page may hear of a change before the reply to its own event, or after it.
      try stand.wait(for: "!part('citrus#fruits/Lime') && said().length > 1")
      #expect(try stand.names("citrus") == ["Pomelo"])
      #expect(try stand.tab.evaluate("said()") as? [String] == ["Lemon is deleted.", "Lime is deleted."])
      #expect(stand.tab.problems == [])
    }
  }

  @Test func cellsAreMovedByKeyAndByMouse() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, _ in catalog.handleEditsOfFruits() }
      try stand.tab.resize(width: 800, height: 1200)
      let lime = "citrus#fruits/Lime", moved = "pome#fruits/Lime"
      try stand.wait(for: "document.querySelector('pomona-controls')")
      try stand.tab.evaluate("control('\(lime)', 'move').focus()")
      try stand.tab.press("ArrowDown")
      try stand.wait(for: "part('citrus#fruits/Pomelo').compareDocumentPosition(part('\(lime)')) === 4")
      #expect(try stand.names("citrus") == ["Lemon", "Pomelo", "Lime"])
      #expect(try stand.focus() == "\(lime) move")
      // Over the boundary of its section, and back.
      try stand.tab.press("ArrowDown")
      try stand.wait(for: "part('\(moved)')")
      #expect(try stand.names("pome") == ["Lime", "Apple", "Pear"])
      #expect(try stand.focus() == "\(moved) move")
      try stand.tab.press("ArrowUp")
      try stand.wait(for: "part('\(lime)')")
      #expect(try stand.names("citrus") == ["Lemon", "Pomelo", "Lime"])
      #expect(try stand.focus() == "\(lime) move")

      func drag(_ part: String, to target: String, at place: Double) throws {
        try stand.tab.evaluate(
          "for (const animation of document.getAnimations()) animation.finish();"
            + "part('\(target)').scrollIntoView({ block: 'center', behavior: 'instant' }); true")
        try stand.tab.drag("control('\(part)', 'move')", to: "part('\(target)')", at: place)
      }
      try drag("citrus#fruits/Pomelo", to: "citrus#fruits/Lemon", at: 0.2)
      try stand.wait(for: "part('citrus#fruits/Pomelo').compareDocumentPosition(part('citrus#fruits/Lemon')) === 4")
      #expect(try stand.names("citrus") == ["Pomelo", "Lemon", "Lime"])
      try drag("citrus#fruits/Pomelo", to: "pome#fruits/Pear", at: 0.2)
      try stand.wait(for: "part('pome#fruits/Pomelo')")
      #expect(try stand.names("pome") == ["Apple", "Pomelo", "Pear"])
      #expect(try stand.tab.evaluate("said()") as? [String] == [])
      #expect(try stand.holds("!document.querySelector('pomona-line')"))
      #expect(stand.tab.problems == [])
    }
  }

  // MARK: - Other controls

  @Test func actionsAndEventsOfThemesReachTheirHandlers() async throws {
    try await onOwnThread {
      let stand = try EventStand("citrus/") { catalog, note in
        catalog.answer(.editActions, in: "fruits") { _ in [ItemAction("buy", title: "Buy")] }
        catalog.handle(.performAction, in: "fruits") { event in
          note("\(event.arguments.action) \(event.row?.title ?? "")")
          return .nothing
        }
        catalog.handle(.order, in: .section("Citrus")) { event in
          note("order \(event.section ?? "")")
          return .say("Ordered.")
        }
        catalog.handle(.note, in: "fruits") { event in
          note("\(event.arguments.count) \(event.arguments.text) \(event.row?.title ?? "")")
          return .nothing
        }
      }
      try stand.wait(for: "document.querySelector('pomona-controls')")
      try stand.tab.click(element: "control('citrus#fruits/Lime', 'act buy')")
      try stand.tab.click(".order")
      try stand.wait(for: "said().length > 0")
      let field = "part('citrus#fruits/Lime').querySelector('form input')"
      try stand.tab.evaluate("\(field).focus()")
      try stand.tab.type("ripe ones")
      try stand.tab.press("Enter")
      try stand.wait(for: "\(field).value === ''")
      #expect(stand.log == ["buy Lime", "order Citrus", "2 ripe ones Lime"])
    }
  }

  @Test func theLastTextOfASearchArrives() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, note in
        catalog.handle(.didChangeSearchText) { event in
          note(event.arguments)
          return event.arguments == "lemon" ? .say("found") : .nothing
        }
      }
      try stand.wait(for: "!document.getElementById('query').disabled && document.querySelector('pomona-messages')")
      try stand.tab.click("#query")
      for letter in "lemon" { try stand.tab.type(String(letter)) }
      try stand.wait(for: "said().length > 0")
      let log = stand.log
      #expect(log.last == "lemon")
      #expect(log == log.sorted { $0.count < $1.count }, "No text overtakes another one.")
      #expect(try stand.focus() == "input")
    }
  }

  // MARK: - Replies

  @Test func otherContentStaysUntilTheRowChanges() async throws {
    try await onOwnThread {
      let stand = try EventStand("growers/") { catalog, _ in
        catalog.answer(.editActions, in: "growers") { _ in [ItemAction("call", title: "Call")] }
        catalog.handle(.performAction, in: "growers") { _ in .replace([Block](markdown: "**Calling**")) }
      }
      let bob = "part('growers#growers/Bob')"
      func save(_ bobs: String, _ cids: String) throws {
        try stand.tab.awaiting("pomona:update") {
          try stand.stage.save(["growers.csv": "name,town\nAnn,Ghent\nBob,\(bobs)\nCid,\(cids)\n"])
        }
      }
      try stand.wait(for: "document.querySelector('pomona-controls')")
      try stand.tab.evaluate("control('growers#growers/Bob', 'act call').focus()")
      try stand.tab.press("Enter")
      try stand.wait(for: "\(bob).textContent.trim() === 'Calling'")
      #expect(try stand.focus() == "growers#growers/Bob act call")
      try save("Lille", "Nancy")
      #expect(try stand.holds("\(bob).textContent.trim() === 'Calling'"))
      try save("Lens", "Nancy")
      #expect(try stand.holds("\(bob).lastElementChild.textContent.trim() === 'Lens'"))
      #expect(try stand.holds("\(bob).querySelectorAll('pomona-controls').length === 1"))
      #expect(try stand.focus() == "growers#growers/Bob act call")
    }
  }

  @Test func errorsAreSaidAndANewServerIsAskedAgain() async throws {
    try await onOwnThread {
      let stand = try EventStand { catalog, note in
        catalog.answer(.editActions, in: "fruits") { _ in
          [ItemAction("buy", title: "Buy"), ItemAction("sell", title: "Sell")]
        }
        catalog.handle(.performAction, in: "fruits") { event in
          note("\(event.arguments.action) \(event.row?.title ?? "")")
          if event.arguments.action == "sell" { throw EventTrouble() }
          return .nothing
        }
      }
      try stand.wait(for: "document.querySelector('pomona-controls')")
      try stand.tab.click(element: "control('citrus#fruits/Lime', 'act sell')")
      try stand.wait(for: "said().length > 0")
      #expect(try stand.tab.evaluate("said()") as? [String] == ["The till is closed."])
      try stand.stage.restart {}
      _ = stand.log
      try stand.tab.click(element: "control('citrus#fruits/Lemon', 'act buy')")
      try stand.tab.poll("pomonaLive.token !== undefined && !document.querySelector('[aria-busy]')")
      #expect(stand.log == ["buy Lemon"])
      #expect(try stand.tab.evaluate("said()") as? [String] == ["The till is closed."])
    }
  }
}

/// An error of a handler.
private struct EventTrouble: Error, CustomStringConvertible { let description = "The till is closed." }

/// A note about an item.
private struct ItemNote: Routable, Codable, Sendable {
  var text: String
  var count: Int
  var path: ItemPath

  mutating func route(with router: inout Router) { router.route(&path) }
}

extension MessageSelector<SectionIndex, Void> {
  fileprivate static var order: Self { Self("shop:order:") }
}

extension MessageSelector<ItemNote, Void> {
  fileprivate static var note: Self { Self("shop:note:") }
}
