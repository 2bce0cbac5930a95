import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Handlers for kinds of cells and for types of objects, on any source of a chain.
@Suite struct HandlerScopeTests {
  private let foods: ArraySource<Any>
  private let cells: CellSource<Any, TextCell>
  private let ads: CellSource<Int, TextCell>
  private let shown: Transform<Mappings.Insert<TextCell>>
  private let display: CellDisplay<TextCell>
  private let received = Received()

  private final class Received {
    var entries: [String] = []
  }

  class Fruit {}
  final class Apple: Fruit {}

  init() {
    foods = ArraySource([Fruit(), Apple(), "nut", 7], name: "Food")
    cells = CellSource(foods) { $0 is String ? "dry" : "fresh" }
    for kind: CellIdentifier in ["dry", "fresh"] { cells.register(kind) { cell, _ in cell.show("\(kind)") } }
    ads = CellSource(ArraySource([0])) { _ in "ad" }
    ads.register("ad") { cell, _ in cell.show("ad") }
    shown = Transform(of: [cells.applying(.reverse()), ads], by: .insert(at: ItemPath(0, 0)))
    display = CellDisplay(shown)
  }

  private func register(_ word: String, _ source: some DataSource, in scope: HandlerScope) {
    source.on(.didSelectItem, in: scope) { [received] path in received.entries.append("\(word) \(path)") }
  }

  private func answers(at path: ItemPath) throws -> [String] {
    received.entries = []
    try display.send(.didSelectItem, path)
    return received.entries
  }

  @Test func scopesPrecedeInTheDefinedOrder() throws {
    register("everything", shown, in: .everything)
    #expect(try answers(at: ItemPath(0, 2)) == ["everything (0, 2)"])
    register("fruit", shown, in: .items(of: Fruit.self))
    #expect(try answers(at: ItemPath(0, 2)) == ["everything (0, 2)"])
    #expect(try answers(at: ItemPath(0, 3)) == ["fruit (0, 3)"])
    register("fresh", shown, in: .cells("fresh"))
    register("fruit again", shown, in: .items(of: Fruit.self))
    #expect(try answers(at: ItemPath(0, 3)) == ["fresh (0, 3)"])
    #expect(try answers(at: ItemPath(0, 2)) == ["everything (0, 2)"])
    register("section", shown, in: .section(named: "Food"))
    #expect(try (0..<5).flatMap { try answers(at: ItemPath(0, $0)) } == (0..<5).map { "section (0, \($0))" })
  }

  @Test func ofTwoScopesOfAKindTheLaterPrecedes() throws {
    register("fruit", cells, in: .items(of: Fruit.self))
    register("apple", cells, in: .items(of: Apple.self))
    #expect(try answers(at: ItemPath(0, 4)) == ["fruit (0, 0)"] && answers(at: ItemPath(0, 3)) == ["apple (0, 1)"])
    register("fruit again", cells, in: .items(of: Fruit.self))
    #expect(try answers(at: ItemPath(0, 3)) == ["fruit again (0, 1)"])
    register("fresh", cells, in: .cells("fresh"))
    register("fresh again", cells, in: .cells("fresh"))
    #expect(try answers(at: ItemPath(0, 3)) == ["fresh again (0, 1)"])
    #expect(try answers(at: ItemPath(0, 2)).isEmpty && answers(at: ItemPath(0, 0)).isEmpty)
  }

  @Test func theHostOfTheCellDeterminesItsScopes() throws {
    register("ad", shown, in: .cells("ad"))
    register("number", shown, in: .items(of: Int.self))
    // The number that an advertisement shows is an object, too.
    #expect(try answers(at: ItemPath(0, 0)) == ["ad (0, 0)"] && answers(at: ItemPath(0, 1)) == ["number (0, 1)"])
    #expect(shown.deliveryPaths(of: .didSelectItem, ItemPath(0, 0))[0].end == .handler(scope: "cells “ad”"))
  }

  @Test func sourcesAboveAllCellsHaveNoSuchItems() throws {
    register("never", foods, in: .cells("fresh"))
    register("never", foods, in: .items(of: Fruit.self))
    #expect(try answers(at: ItemPath(0, 3)).isEmpty)
    register("food", foods, in: .everything)
    #expect(try answers(at: ItemPath(0, 3)) == ["food (0, 1)"])
  }

  @Test func partsOfAMessageReachTheirScopes() throws {
    for (word, scope) in [("fresh", HandlerScope.cells("fresh")), ("text", .items(of: String.self))] {
      cells.on(.prefetchItems, in: scope) { [received] (paths: [ItemPath]) in
        received.entries.append("\(word) \(paths)")
      }
    }
    try display.send(.prefetchItems, display.cells.paths.map { $0 })
    #expect(received.entries == ["fresh [(0, 3), (0, 1), (0, 0)]", "text [(0, 2)]"])
  }
}
