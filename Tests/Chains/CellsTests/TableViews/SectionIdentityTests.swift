import Cells
import Changesets
import DataSources
import Messages
import Snapshots
import TableViews
import Testing

/// Sections with identities, and the scopes of handlers for them.
@Suite struct SectionIdentityTests {
  @Test func sectionsOfADirectorAreKnownByTheirIdentifiers() throws {
    let director = Director()
    try director.register(Adapter<String, TextCell> { cell, text in cell.show(text) }, id: \.self)
    try director.append(DirectorSection("a", models: ["apple", "fig"]))
    try director.append(DirectorSection("b", models: ["kiwi"], headerTitle: "B"))
    let shown = director.applying(.reverse(reversesSections: true))
    let display = CellDisplay(shown)
    var received: [String] = []
    director.on(.didSelectItem, in: .section(identifiedBy: "a")) { _, path in received.append("director \(path)") }
    shown.on(.didSelectItem, in: .section(identifiedBy: "b")) { _, path in received.append("shown \(path)") }
    try display.select(ItemPath(1, 0))
    try display.select(ItemPath(0, 0))
    try director.moveSection(from: 0, to: 1)
    try display.select(ItemPath(0, 0))
    #expect(received == ["director (0, 1)", "shown (0, 0)", "director (1, 1)"])
    #expect((0..<2).map { shown.identity(ofSection: $0) } == ["a", "b"])
    #expect(director.sectionIdentifier(for: 2) == nil && director.sectionIdentifier(for: -1) == nil)
  }

  @Test func sectionsOfADiffableDataSourceAreKnownByTheirIdentifiers() throws {
    let fruits = DiffableDataSource<Int, String>()
    var snapshot = fruits.snapshot()
    try snapshot.appendSections([7, 8])
    try snapshot.appendItems(["fig"], toSection: 7)
    try snapshot.appendItems(["lime"], toSection: 8)
    fruits.apply(snapshot)
    let cells = CellSource<String, TextCell>(fruits)
    var received: [ItemPath] = []
    cells.on(.didSelectItem, in: .section(identifiedBy: 8)) { received.append($0) }
    for path in cells.paths { try cells.send(.didSelectItem, path) }
    #expect(received == [ItemPath(1, 0)])
  }

  /// A scope of a missing section handles nothing, as the delivery path shows.
  @Test func aMissingSectionIsShownInTheDeliveryPath() throws {
    let fruits = ArraySource(["fig"])
    fruits.link.name = "fruits"
    let shown = fruits.applying(.notify())
    fruits.on(.didSelectItem, in: .section(identifiedBy: "a")) { (_: ItemPath) in }
    shown.on(.didSelectItem, in: .section(named: "Herbs")) { (_: ItemPath) in }
    try shown.send(.didSelectItem, ItemPath(0, 0))
    let found = try #require(shown.deliveryPaths(of: .didSelectItem, ItemPath(0, 0)).first)
    #expect(found.otherScopes == ["section “Herbs”", "section identified by “a”"])
    #expect(
      found.description
        == "Notify (0, 0) → fruits (0, 0) → no handler except for section “Herbs”, section identified by “a”")
    #expect(fruits.identity(ofSection: 0) == nil)
  }

  /// No handler is called, which is the display's result, too.
  @Test func aDirectorWithoutPrefetchingIsNotAsked() throws {
    let director = Director()
    let adapter = Adapter<String, TextCell> { cell, text in cell.show(text) }
    var received = 0
    adapter.on(.prefetchItems) { contexts in received += contexts.count }
    try director.register(adapter, id: \.self)
    try director.append(DirectorSection("a", models: ["apple", "fig"]))
    let display = CellDisplay(director.applying(.reverse()))
    #expect(try display.prefetch([ItemPath(0, 0)]))
    director.isPrefetchingEnabled = false
    #expect(try !display.prefetch([ItemPath(0, 0)]))
    #expect(!display.cells.responds(to: .prefetchItems) && !director.responds(to: .prefetchItems, at: [ItemPath(0, 0)]))
    director.isPrefetchingEnabled = true
    #expect(try display.prefetch([ItemPath(0, 0)]) && received == 2)
  }
}
