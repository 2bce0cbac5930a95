import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Messages of displays of cells, and the senders that handlers see.
@Suite struct CellMessageTests {
  private let fruits = ArraySource(["fig", "kiwi", "apple"], name: "Fruits")
  private let cells: CellSource<String, TextCell>
  private let reversed: Transform<Mappings.Reverse<TextCell>>
  private let display: CellDisplay<TextCell>

  init() {
    cells = CellSource(fruits) { _ in "fruit" }
    cells.register("fruit") { cell, fruit in cell.show(fruit) }
    reversed = cells.applying(.reverse())
    display = CellDisplay(reversed)
  }

  @Test func theSenderAndItsCellAreKnown() throws {
    display.show([ItemPath(0, 0)])
    var seen: [(sender: Bool, cell: TextCell?, path: ItemPath)] = []
    cells.on(.didSelectItem) { [display] _, path, delivery in
      let isDisplay = delivery.sender as? CellDisplay<TextCell> === display
      seen.append((isDisplay, delivery.cell as? TextCell, path))
    }
    try display.send(.didSelectItem, ItemPath(0, 0))
    try display.send(.didSelectItem, ItemPath(0, 1))
    try reversed.send(.didSelectItem, ItemPath(0, 0))
    #expect(
      seen.map(\.sender) == [true, true, false] && seen.map(\.path) == [ItemPath(0, 2), ItemPath(0, 1), ItemPath(0, 2)])
    #expect(seen[0].cell === display.cell(at: ItemPath(0, 0)) && seen[1].cell == nil && seen[2].cell == nil)
  }

  @Test func everyMethodOfSendingReachesTheOwner() async throws {
    #expect(!display.cells.responds(to: .canEditItem))
    cells.on(.canEditItem) { path in path == ItemPath(0, 0) }
    reversed.messages.allow(.canEditItem)
    #expect(try display.send(.canEditItem, ItemPath(0, 2)))
    #expect(try display.deliver(.canEditItem, ItemPath(0, 1)) == .answered(false))
    #expect(try display.deliver(.canEditItem, ItemPath(0, 3)) == .unanswered(.noReceiver))
    #expect(try await display.cells.sendAsync(.canEditItem, ItemPath(0, 2), from: display))
    #expect(try display.cells.send(named: "catalog:canEditItemAtPath:", json: "[0, 2]", from: display) == "true")
    #expect(
      try await display.cells.sendAsync(named: "catalog:canEditItemAtPath:", json: "[0, 1]", from: display) == "false")
    #expect(display.cells.responds(to: .canEditItem))
    #expect(display.cells.responds(to: .canEditItem, at: ItemPath(0, 0)))
    #expect(!display.cells.responds(to: .canEditItem, at: ItemPath(0, 3)))
    #expect(display.cells.deliveryPaths(of: .canEditItem, ItemPath(0, 2)).map(\.hops.count) == [2])
  }

  // MARK: - Titles

  @Test func aHandlerOfTheTitlePrecedesTheHostAndTheName() throws {
    #expect(try display.headerTitle(ofSection: 0) == "Fruits" && display.footerTitle(ofSection: 0) == nil)
    cells.headerTitle = { _ in "host's header" }
    cells.footerTitle = { _ in "host's footer" }
    #expect(try display.headerTitle(ofSection: 0) == "host's header")
    #expect(try display.footerTitle(ofSection: 0) == "host's footer")
    var senders: [Bool] = []
    fruits.on(.titleOfHeader) { [display] _, section, delivery -> String? in
      senders.append(delivery.sender === display)
      return "header of \(section)"
    }
    fruits.on(.titleOfFooter) { (section: SectionIndex) -> String? in "footer of \(section)" }
    #expect(try display.headerTitle(ofSection: 0) == "header of 0")
    #expect(try display.footerTitle(ofSection: 0) == "footer of 0")
    #expect(try display.upstream(cells).headerTitle(ofSection: 0) == "header of 0")
    #expect(senders == [true, false])
    cells.registerHeader("header") { _, _ in }
    #expect(try display.headerTitle(ofSection: 0) == nil)
  }

  @Test func withoutATitleOfTheHandlerTheHostsIsUsed() throws {
    cells.headerTitle = { _ in "host's header" }
    fruits.on(.titleOfHeader) { (_: SectionIndex) -> String? in nil }
    #expect(try display.headerTitle(ofSection: 0) == "host's header")
  }

  @Test func aTitleThatFailsIsAnError() {
    struct Failure: Error {}
    fruits.on(.titleOfHeader) { (_: SectionIndex) throws -> String? in throw Failure() }
    #expect(throws: MessageError.self) { try display.headerTitle(ofSection: 0) }
  }

  @Test func theIndexIsThatOfTheSourceOfTheCells() throws {
    #expect(try display.indexTitles() == [] && display.section(ofIndexTitle: "A", at: 0) == nil)
    reversed.on(.indexTitles) { (_: NoArguments) -> [String] in ["F", "Z"] }
    #expect(try display.indexTitles() == ["F", "Z"] && display.section(ofIndexTitle: "F", at: 0) == 0)
    // By default the section at the title's position, which does not exist.
    #expect(try display.section(ofIndexTitle: "Z", at: 1) == nil)
    reversed.on(.sectionOfIndexTitle) { (_: IndexTitle) -> SectionIndex in 0 }
    #expect(try display.section(ofIndexTitle: "Z", at: 1) == 0)
  }
}
