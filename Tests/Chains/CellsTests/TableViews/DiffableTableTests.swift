import Cells
import Changesets
import DataSources
import Messages
import Snapshots
import TableViews
import Testing

/// A table over a diffable data source, and one over a modifier, each with a controller as in an app.
@MainActor @Suite struct DiffableTableTests {
  /// Cards in sections, which can be deleted, dragged and opened.
  @MainActor final class CardController {
    let dataSource: DiffableDataSource<String, String>
    let cells: CellSource<String, TextCell>
    let display: CellDisplay<TextCell>
    var details = ["apple": "pome", "pear": "pome", "plum": "stone"]
    var completions: [Bool] = []
    var moves: [String] = []
    var updates = 0
    var isLocked = false

    init() {
      dataSource = DiffableDataSource { $0.uppercased() }
      cells = CellSource(dataSource) { _ in "row" }
      display = CellDisplay(cells)
      cells.register("row") { [unowned self] cell, name in cell.show("\(name): \(details[name] ?? "?")") }
      cells.registerHeader("header") { cell, section in cell.show("Fruits: \(section.name ?? "")") }
      dataSource.reorderingHandlers.canReorderItem = { [unowned self] _ in !isLocked }
      dataSource.reorderingHandlers.didReorder = { [unowned self] transaction in
        moves.append("\(transaction.finalSnapshot.itemIdentifiers)")
      }
      dataSource.on(.canEditItem) { source, path in source.itemIdentifier(for: path) != "plum" }
      dataSource.on(.commitEdit) { [unowned self] source, edit in
        guard edit.style == .delete, let item = source.itemIdentifier(for: edit.path) else { return }
        try remove(item)
      }
      display.link.addObserver(self) { controller, event in
        if case .didUpdate = event { controller.updates += 1 }
      }
    }

    func update(animate: Bool = true) throws {
      let snapshot = try Snapshot(sections: [("garden", ["apple", "pear"]), ("shop", ["plum"])])
      dataSource.apply(snapshot) { [unowned self] isMade in completions.append(isMade && texts.count == 3) }
    }

    func remove(_ item: String) throws {
      var snapshot = dataSource.snapshot()
      try snapshot.deleteItems([item])
      dataSource.apply(snapshot) { [unowned self] isMade in completions.append(isMade && !texts.contains(item)) }
    }

    func reload(_ item: String, detail: String) async throws {
      details[item] = detail
      var snapshot = dataSource.snapshot()
      try snapshot.reconfigureItems([item])
      await dataSource.apply(snapshot)
    }

    var texts: [String] { cells.paths.map { display.cell(at: $0).text } }
  }

  @Test func aTableShowsAppliedSnapshots() async throws {
    let controller = CardController()
    try controller.update()
    #expect(controller.completions == [true])
    #expect(controller.texts == ["apple: pome", "pear: pome", "plum: stone"])
    #expect(controller.display.supplementaryCell(.header, ofSection: 1)?.text == "Fruits: SHOP")
    let pear = controller.display.cell(at: ItemPath(0, 1))
    try controller.remove("apple")
    #expect(controller.completions == [true, true])
    #expect(controller.display.path(of: pear) == ItemPath(0, 0))
    try await controller.reload("pear", detail: "sweet")
    #expect(pear.text == "pear: sweet" && pear.configurations == 2)
    #expect(controller.dataSource.path(for: "pear") == ItemPath(0, 0) && controller.dataSource.index(for: "shop") == 1)
    #expect(controller.updates == 3)
  }

  @Test func rowsAreEditedByHandlers() throws {
    let controller = CardController()
    try controller.update()
    #expect(try controller.display.commit(.delete, at: ItemPath(0, 0)))
    #expect(try !controller.display.commit(.delete, at: ItemPath(1, 0)))
    #expect(controller.texts == ["pear: pome", "plum: stone"])
  }

  @Test func rowsAreDragged() throws {
    let controller = CardController()
    try controller.update()
    let apple = controller.display.cell(at: ItemPath(0, 0))
    #expect(try controller.display.move(from: ItemPath(0, 0), to: ItemPath(0, 1)) == ItemPath(0, 1))
    #expect(controller.display.path(of: apple) == ItemPath(0, 1))
    #expect(try controller.display.move(from: ItemPath(0, 1), to: ItemPath(1, 1)) == ItemPath(1, 1))
    #expect(controller.dataSource.itemsBySection == [["pear"], ["plum", "apple"]])
    #expect(controller.moves == [#"["pear", "apple", "plum"]"#, #"["pear", "plum", "apple"]"#])
    controller.isLocked = true
    #expect(try controller.display.move(from: ItemPath(0, 0), to: ItemPath(1, 0)) == nil)
    #expect(controller.moves.count == 2)
  }

  @Test func handlersOfTheUserPrecede() throws {
    let controller = CardController()
    try controller.update()
    var received: [ItemMove] = []
    let registration = controller.dataSource.on(.moveItem) { _, move in received.append(move) }
    controller.dataSource.on(.canMoveItem, in: .section(1)) { _, _ in false }
    try controller.display.move(from: ItemPath(0, 0), to: ItemPath(0, 1))
    #expect(received == [ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 1))] && controller.moves.isEmpty)
    #expect(try controller.display.move(from: ItemPath(1, 0), to: ItemPath(0, 0)) == nil)
    registration.cancel()
    try controller.display.move(from: ItemPath(0, 0), to: ItemPath(0, 1))
    #expect(controller.moves.count == 1)
  }

  @Test func accessoriesExpandParents() throws {
    let controller = CardController()
    try controller.update()
    let source = controller.dataSource
    let display = controller.display
    var tree = SectionSnapshot<String>()
    try tree.append(["apple", "pear"])
    try tree.append(["boskoop", "cox"], to: "apple")
    try source.apply(tree, to: "garden")
    #expect(source.itemsBySection[0] == ["apple", "pear"])
    #expect(try display.tapAccessory(at: ItemPath(0, 0)))
    #expect(source.itemsBySection[0] == ["apple", "boskoop", "cox", "pear"])
    #expect(try display.tapAccessory(at: ItemPath(0, 0)))
    #expect(source.itemsBySection[0] == ["apple", "pear"])
    // Items without children do not respond, and those that may not be expanded stay collapsed.
    #expect(try !display.tapAccessory(at: ItemPath(0, 1)))
    #expect(try !display.tapAccessory(at: ItemPath(1, 0)))
    source.sectionSnapshotHandlers.shouldExpandItem = { _ in false }
    #expect(try display.tapAccessory(at: ItemPath(0, 0)))
    #expect(source.itemsBySection[0] == ["apple", "pear"])
    // Items of a tree are not dragged one by one.
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 1)) == nil)
    // Children that are loaded when their parent is expanded.
    source.sectionSnapshotHandlers = SectionSnapshotHandlers()
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, _ in
      var children = SectionSnapshot<String>()
      try children.append(["\(parent) 1", "\(parent) 2"])
      return children
    }
    #expect(try display.tapAccessory(at: ItemPath(0, 1)))
    #expect(source.itemsBySection[0] == ["apple", "pear", "pear 1", "pear 2"])
    // Handlers of the user precede here, too.
    var taps = 0
    source.on(.didTapAccessory) { _, _ in taps += 1 }
    try display.tapAccessory(at: ItemPath(0, 0))
    #expect(taps == 1 && source.itemsBySection[0].count == 4)
  }

  /// A cell provider, the closure that a diffable data source of UIKit is created with, is used unchanged: it dequeues
  /// a cell, and configures it.
  @Test func aCellProviderIsACellOverride() throws {
    let source = DiffableDataSource<String, String>(try Snapshot(sections: [("A", ["apple", "pear"])]))
    let cells = CellSource<String, TextCell>(source)
    var details = ["apple": "red", "pear": "green"]
    cells.cellOverride = { [pool = cells.pool] name, _ in
      let cell = pool.dequeue("row")
      cell.show("\(name): \(details[name] ?? "?")")
      return cell
    }
    let display = CellDisplay(cells)
    #expect(cells.paths.map { display.cell(at: $0).text } == ["apple: red", "pear: green"])
    let pear = display.cell(at: ItemPath(0, 1))
    details["pear"] = "ripe"
    try source.edit { snapshot in
      try snapshot.deleteItems(["apple"])
      try snapshot.reconfigureItems(["pear"])
    }
    #expect(display.cell(at: ItemPath(0, 0)) === pear && pear.text == "pear: ripe")
  }

  /// Photos of kittens, page by page.
  @MainActor final class KittenController {
    let kittens = Modifier([String](), name: "Kittens")
    let display: CellDisplay<TextCell>
    var shown: [Bool] = []

    init() {
      let cells = CellSource<String, TextCell>(kittens) { _ in "kitty" }
      display = CellDisplay(cells)
      cells.register("kitty") { cell, name in cell.show("kitty '\(name)'") }
    }

    func didLoad(_ page: [String]) throws {
      let first = kittens.model.count
      try kittens.modify(
        insert: { names in
          names += page
          return (first..<names.count).map { ItemPath(0, $0) }
        },
        completion: { [unowned self] isMade in shown.append(isMade && texts.count == first + page.count) })
    }

    func move(_ item: Int, to target: Int) throws {
      try kittens.modify(move: { names in
        names.insert(names.remove(at: item), at: target)
        return [PlacePair(ItemPath(0, item), ItemPath(0, target))]
      })
    }

    var texts: [String] { display.cells.paths.map { display.cell(at: $0).text } }
  }

  @Test func kittensAreShownPageByPage() throws {
    let controller = KittenController()
    try controller.didLoad(["Tom", "Tigger"])
    let tom = controller.display.cell(at: ItemPath(0, 0))
    try controller.didLoad(["Felix"])
    try controller.move(0, to: 2)
    #expect(controller.texts == ["kitty 'Tigger'", "kitty 'Felix'", "kitty 'Tom'"])
    #expect(controller.display.path(of: tom) == ItemPath(0, 2) && tom.configurations == 1)
    #expect(controller.shown == [true, true])
    try controller.kittens.modifyWithoutAnimation { $0.removeAll() }
    #expect(controller.texts.isEmpty)
  }
}
