import LivePages
import TestKit
import Testing

/// Two readers who do this and that at random, and see the same.
@Suite(.serialized) struct LiveEventHistoryTests {
  /// What a page has to show: a plain list of names for each family.
  private struct Shelf {
    static let families = ["Citrus", "Pome", "Stone"]
    var names: [[String]]

    /// The places of all names.
    var places: [(family: Int, index: Int)] {
      names.indices.flatMap { family in names[family].indices.map { (family, $0) } }
    }

    func part(_ family: Int, _ name: String) -> String { "\(Self.families[family].lowercased())#fruits/\(name)" }

    /// The sections that a page shows, as the page's script describes them.
    var description: String {
      zip(Self.families, names).filter { !$1.isEmpty }
        .map { ([$0.lowercased()] + $1).joined(separator: " ") }.joined(separator: ", ")
    }

    /// Moves a name by one, over the boundary of its family. Families without names have no place on the page.
    mutating func move(_ family: Int, _ index: Int, by step: Int) -> (family: Int, name: String) {
      let name = names[family][index]
      if names[family].indices.contains(index + step) {
        names[family].swapAt(index, index + step)
        return (family, name)
      }
      let next =
        step > 0 ? names[(family + 1)...].firstIndex { !$0.isEmpty } : names[..<family].lastIndex { !$0.isEmpty }
      guard let next else { return (family, name) }
      names[family].remove(at: index)
      names[next].insert(name, at: step > 0 ? 0 : names[next].count)
      return (next, name)
    }
  }

  private static let shown = """
    window.shown = () => [...document.querySelectorAll("section[data-part]")].map((section) =>
      [section.dataset.part, ...[...section.querySelectorAll("h3")].map((title) => title.textContent)].join(" ")).join(", ");
    true
    """

  @Test(arguments: Seeds.fixed(1, fresh: 1)) func twoReadersSeeWhatBothDo(seed: UInt64) async throws {
    try await onOwnThread {
      var random = SeededGenerator(seed: seed)
      var shelf = Shelf(names: Shelf.families.indices.map { family in (1...5).map { "F\(family * 5 + $0)" } })
      let rows = shelf.places.map { "\(shelf.names[$0.family][$0.index]),\(Shelf.families[$0.family])\n" }
      let stand = try EventStand(changes: [
        "fruits.csv": "name,family\n" + rows.joined(),
        "catalog.yml": """
        title: Fruit stand
        datasets: { fruits: { file: fruits.csv, key: name } }
        chain: [{ group: { field: family, order: [Citrus, Pome, Stone] } }]
        pages: { view: list, preview: 50 }
        """,
      ]) { catalog, note in
        catalog.handleEditsOfFruits()
        catalog.noteSelection(in: "fruits", note)
      }
      let tabs = [stand.tab, try stand.stage.open("")]
      var selected: [String?] = [nil, nil]
      var haveActed = [false, false]
      for tab in tabs {
        try tab.evaluate(EventStand.helpers)
        try tab.evaluate(Self.shown)
        try tab.poll("document.querySelector('pomona-controls')")
      }

      for step in 1...30 {
        let reader = Int.random(in: 0...1, using: &random)
        let tab = tabs[reader]
        let (family, index) = try #require(shelf.places.randomElement(using: &random))
        let name = shelf.names[family][index]
        let part = shelf.part(family, name)
        let comment: Comment
        var focus = part
        var log: [String] = []
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          let key = Bool.random(using: &random) ? "ArrowDown" : "ArrowUp"
          comment = "seed \(seed), step \(step): reader \(reader) moves \(part) by \(key)"
          try tab.evaluate("control('\(part)', 'move').focus()")
          try tab.press(key)
          let moved = shelf.move(family, index, by: key == "ArrowDown" ? 1 : -1)
          focus = shelf.part(moved.family, moved.name) + " move"
          // In another section, it is another cell.
          if moved.family != family { for other in 0...1 where selected[other] == name { selected[other] = nil } }
        case 5..<7 where shelf.places.count > 5:
          comment = "seed \(seed), step \(step): reader \(reader) deletes \(part)"
          try tab.evaluate("control('\(part)', 'delete').focus()")
          try tab.press(Bool.random(using: &random) ? "Enter" : "Delete")
          let place = try #require(shelf.places.firstIndex { $0 == (family, index) })
          shelf.names[family].remove(at: index)
          let next = shelf.places[min(place, shelf.places.count - 1)]
          focus = shelf.part(next.family, shelf.names[next.family][next.index]) + " delete"
          for other in 0...1 where selected[other] == name { selected[other] = nil }
        default:
          comment = "seed \(seed), step \(step): reader \(reader) selects \(part)"
          try tab.evaluate("part('\(part)').focus()")
          try tab.press(Bool.random(using: &random) ? "Enter" : " ")
          log = [selected[reader].map { "-\($0)" }, selected[reader] == name ? nil : "+\(name)"].compactMap(\.self)
          selected[reader] = selected[reader] == name ? nil : name
        }

        for (reader, tab) in tabs.enumerated() {
          do {
            try tab.poll("shown() === '\(shelf.description)' && !document.querySelector('[aria-busy]')")
          } catch {
            Issue.record(
              "\(comment): \(try tab.evaluate("[shown(), ...said()].join()") ?? ""), not \(shelf.description)")
            throw error
          }
          let current = try tab.texts("[data-part][aria-current=true] h3")
          #expect(current == [selected[reader]].compactMap(\.self), comment)
        }
        #expect(try tab.evaluate("focused()") as? String == focus, comment)
        haveActed[reader] = true
        if haveActed[1 - reader] { #expect(try tabs[1 - reader].evaluate("focused()") as? String != "body", comment) }
        #expect(stand.log == log, comment)
        try stand.stage.expectFreshPage(in: tab, "", comment)
      }
      for tab in tabs { #expect(tab.problems == [], "seed \(seed)") }
    }
  }
}
