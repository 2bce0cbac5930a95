import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Sections of models of any types, and the batches of their edits.
@Suite struct DirectorTests {
  private let director = Director()
  private let fruits = Adapter<Fruit, FruitCell> { cell, fruit in cell.show(fruit.name) }
  private let nuts = Adapter<Nut, TextCell> { cell, nut in cell.show(nut.name) }
  private let display: CellDisplay<ReusableCell>
  private let log: BatchLog

  init() throws {
    try director.register(fruits)
    try director.register(nuts, id: \.name)
    try director.append(
      DirectorSection("a", models: [fruit(1), Nut(name: "almond"), fruit(2)], headerTitle: "A"))
    try director.append(DirectorSection("b", models: [fruit(3)]))
    display = CellDisplay(director)
    log = BatchLog(director)
  }

  /// The texts of the cells, by section.
  private var texts: [[String]] {
    director.itemsBySection.map { cells in cells.map { ($0 as? TextCell)?.text ?? "?" } }
  }

  private func batches() -> [UpdateBatch] { log.take() }

  private func batch(
    deletes: [ItemPath] = [], inserts: [ItemPath] = [], moves: [PlacePair<ItemPath>] = [], updates: [ItemPath] = []
  ) -> [UpdateBatch] {
    [
      UpdateBatch(
        items: Edits(deletes: deletes, inserts: inserts, moves: moves, updates: updates.map { PlacePair($0, $0) }))
    ]
  }

  private func code(_ body: () throws -> Void) -> UpdateError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? UpdateError)?.code
    }
  }

  // MARK: - Content

  @Test func modelsOfAnyTypesAreShown() {
    #expect(texts == [["fruit 1", "almond", "fruit 2"], ["fruit 3"]])
    #expect(director.sectionNames == ["A", nil])
    #expect(director.firstSection?.identifier == "a" && director.lastSection?.identifier == "b")
    #expect(director.section("b")?.models.count == 1 && director.section("c") == nil)
    #expect(director.index(ofSection: "b") == 1 && director.index(ofSection: "c") == nil)
    #expect(
      director.model(at: ItemPath(0, 1)) as? Nut == Nut(name: "almond") && director.model(at: ItemPath(0, 3)) == nil)
    #expect(director.model(at: ItemPath(2, 0)) == nil && director.model(at: ItemPath(0, -1)) == nil)
    #expect(director.item(at: ItemPath(0, 0)) is FruitCell)
  }

  // MARK: - Edits of models, each with a minimal batch

  @Test func insertingOneModelInsertsOneItem() throws {
    try director.insert(fruit(4), at: ItemPath(0, 1))
    #expect(batches() == batch(inserts: [ItemPath(0, 1)]))
    try director.append(Nut(name: "hazel"), toSection: 1)
    #expect(batches() == batch(inserts: [ItemPath(1, 1)]))
    try director.append(contentsOf: [fruit(5), fruit(6)], toSection: 1)
    #expect(batches() == batch(inserts: [ItemPath(1, 2), ItemPath(1, 3)]))
    #expect(texts == [["fruit 1", "fruit 4", "almond", "fruit 2"], ["fruit 3", "hazel", "fruit 5", "fruit 6"]])
  }

  @Test func removedModelsHavePlacesBefore() throws {
    try director.removeSection(at: 0)
    #expect(batches() == [UpdateBatch(sections: Edits(deletes: [0]))])
    try director.remove(at: ItemPath(0, 0))
    #expect(batches() == batch(deletes: [ItemPath(0, 0)]) && texts == [[]])
    try director.append(contentsOf: [fruit(1), fruit(2), fruit(3)], toSection: 0)
    try director.removeSubrange(1..<3, inSection: 0)
    _ = batches()
    try director.removeAll(inSection: 0)
    #expect(batches() == batch(deletes: [ItemPath(0, 0)]) && texts == [[]])
  }

  @Test func modelsAndSectionsRemovedTogetherHavePlacesBefore() throws {
    try director.append(contentsOf: [fruit(4), fruit(5)], toSection: 1)
    _ = batches()
    try director.reload {
      try director.removeSection(at: 0)
      try director.remove(at: ItemPath(0, 1))
    }
    #expect(batches() == [UpdateBatch(sections: Edits(deletes: [0]), items: Edits(deletes: [ItemPath(1, 1)]))])
    #expect(texts == [["fruit 3", "fruit 5"]])
  }

  @Test func aModelIsMoved() throws {
    try director.move(from: ItemPath(0, 2), to: ItemPath(0, 0))
    #expect(batches() == batch(moves: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))]))
    try director.move(from: ItemPath(0, 0), to: ItemPath(1, 1))
    #expect(batches() == batch(moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 1))]))
    #expect(texts == [["fruit 1", "almond"], ["fruit 3", "fruit 2"]])
  }

  @Test func modelsAreExchanged() throws {
    try director.swap(ItemPath(0, 0), ItemPath(0, 2))
    #expect(texts[0] == ["fruit 2", "almond", "fruit 1"])
    try director.swap(ItemPath(0, 1), ItemPath(0, 0))
    #expect(texts[0] == ["almond", "fruit 2", "fruit 1"])
    try director.swap(ItemPath(1, 0), ItemPath(0, 1))
    #expect(texts == [["almond", "fruit 3", "fruit 1"], ["fruit 2"]])
    try director.swap(ItemPath(1, 0), ItemPath(1, 0))
    #expect(batches().map(\.count) == [2, 1, 2])
  }

  @Test func anUpdateOfAModelReachesItsCell() throws {
    display.show(director.paths)
    let cell = display.cell(at: ItemPath(0, 0)) as? TextCell
    try director.update(fruit(1, "fig"), at: ItemPath(0, 0))
    #expect(batches() == batch(updates: [ItemPath(0, 0)]))
    #expect(cell?.text == "fig" && display.existingCell(at: ItemPath(0, 0)) === cell)
    // An explicit update of an equal model.
    try director.update(fruit(1, "fig"), at: ItemPath(0, 0))
    #expect(batches() == batch(updates: [ItemPath(0, 0)]) && cell?.configurations == 3)
    // Another identity is another model.
    try director.update(fruit(9), at: ItemPath(0, 0))
    #expect(batches() == batch(deletes: [ItemPath(0, 0)], inserts: [ItemPath(0, 0)]) && texts[0][0] == "fruit 9")
  }

  @Test func otherModelsOfASectionAreCompared() throws {
    try director.setModels([fruit(2, "fig"), fruit(1), fruit(7)], inSection: 0)
    #expect(
      batches() == [
        UpdateBatch(
          items: Edits(
            deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 2)], moves: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))],
            updates: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))]))
      ])
    try director.setModels([fruit(2, "fig"), fruit(1), fruit(7)], inSection: 0)
    #expect(batches().isEmpty)
  }

  // MARK: - Edits of sections

  @Test func sectionsAreInsertedMovedAndRemoved() throws {
    try director.insert(DirectorSection("c", models: [fruit(8)]), at: 0)
    try director.moveSection(from: 0, to: 2)
    #expect(texts == [["fruit 1", "almond", "fruit 2"], ["fruit 3"], ["fruit 8"]])
    try director.swapSections(0, 2)
    #expect(director.sections.map(\.identifier) == ["c", "b", "a"])
    try director.swapSections(1, 0)
    #expect(director.sections.map(\.identifier) == ["b", "c", "a"])
    try director.removeSection(at: 1)
    try director.removeAll()
    #expect(director.numberOfSections == 0 && director.firstSection == nil && director.sections.isEmpty)
    #expect(batches().allSatisfy { $0.items.isEmpty } && !log.batches.contains(where: \.isReload))
  }

  @Test func otherSectionsAreCompared() throws {
    try director.setSections([
      DirectorSection("b", models: [fruit(3), fruit(1)]), DirectorSection("c", models: [fruit(4)]),
      DirectorSection("a", models: [Nut(name: "almond"), fruit(2)], headerTitle: "A"),
    ])
    #expect(
      batches() == [
        UpdateBatch(
          sections: Edits(inserts: [1], moves: [PlacePair(1, 0)]),
          items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 1))]))
      ])
    #expect(texts == [["fruit 3", "fruit 1"], ["fruit 4"], ["almond", "fruit 2"]])
  }

  @Test func aSectionIsChangedAsAWhole() throws {
    try director.updateSection(at: 0) { section in
      section.models.swapAt(0, 2)
      section.headerTitle = "Z"
      section.indexTitle = "z"
    }
    let updates = batches()
    #expect(
      updates.count == 1 && updates[0].sections == Edits(updates: [PlacePair(0, 0)])
        && updates[0].items.moves.count == 2)
    #expect(texts[0] == ["fruit 2", "almond", "fruit 1"] && director.name(ofSection: 0) == "Z")
    #expect(code { try director.updateSection(at: 0) { $0 = DirectorSection("x") } } == .unknownIdentity)
    #expect(code { try director.updateSection(at: 7) { _ in } } == .outOfRange)
    #expect(batches().isEmpty)
  }

  // MARK: - Collapsing

  @Test func collapsingHidesModels() throws {
    try director.setCollapsed(true, section: 0)
    #expect(batches() == batch(deletes: [ItemPath(0, 0), ItemPath(0, 1), ItemPath(0, 2)]))
    #expect(texts == [[], ["fruit 3"]] && director.sections[0].models.count == 3)
    try director.insert(fruit(5), at: ItemPath(0, 1))
    try director.append(fruit(6), toSection: 0)
    try director.remove(at: ItemPath(0, 0))
    try director.move(from: ItemPath(1, 0), to: ItemPath(0, 0))
    #expect(batches() == batch(deletes: [ItemPath(1, 0)]) && texts == [[], []])
    try director.setCollapsed(false, section: 0)
    #expect(texts == [["fruit 3", "fruit 5", "almond", "fruit 2", "fruit 6"], []])
    #expect(batches() == batch(inserts: (0..<5).map { ItemPath(0, $0) }))
  }

  @Test func aMovedSectionStaysCollapsed() throws {
    var section = DirectorSection("c", models: [fruit(9)])
    section.isCollapsed = true
    try director.insert(section, at: 0)
    try director.moveSection(from: 0, to: 2)
    #expect(texts == [["fruit 1", "almond", "fruit 2"], ["fruit 3"], []])
    try director.reload {
      let sections = director.sections.map(\.value)
      try director.removeAll()
      for section in sections.reversed() { try director.append(section) }
    }
    #expect(texts == [[], ["fruit 3"], ["fruit 1", "almond", "fruit 2"]])
    try director.reload {
      section.isCollapsed = false
      try director.removeSection(at: 0)
      try director.insert(section, at: 0)
    }
    #expect(texts[0] == ["fruit 9"] && log.batches.last?.items == Edits(inserts: [ItemPath(0, 0)]))
    #expect(log.batches.last?.sections.isEmpty == true)
  }

  // MARK: - Errors

  @Test func aModelWithoutAnAdapterIsAnErrorThatNamesItsType() throws {
    struct Stone {}
    let edits: [() throws -> Void] = [
      { try director.append(Stone(), toSection: 0) }, { try director.insert(Stone(), at: ItemPath(0, 0)) },
      { try director.update(Stone(), at: ItemPath(0, 0)) },
      { try director.append(DirectorSection("s", models: [Stone()])) },
      { try director.append(contentsOf: [fruit(7), Stone()], toSection: 0) },
      { try director.updateSection(at: 0) { $0.models.append(Stone()) } },
      { try director.setSections([DirectorSection("s", models: [Stone()])]) },
    ]
    for edit in edits {
      let error = #expect(throws: UpdateError.self) { try edit() }
      #expect(error?.code == .missingAdapter && error?.message.contains("Stone") == true)
    }
    #expect(batches().isEmpty && director.sections.map(\.models.count) == [3, 1])
  }

  @Test func aSecondAdapterForATypeIsAnError() throws {
    #expect(code { try director.register(Adapter<Fruit, TextCell>()) } == .duplicateAdapter)
    #expect(texts[0][0] == "fruit 1")
  }

  @Test func identitiesAreUnique() throws {
    let edits: [() throws -> Void] = [
      { try director.append(fruit(3, "again"), toSection: 0) },
      { try director.append(contentsOf: [fruit(7), fruit(7)], toSection: 0) },
      { try director.append(DirectorSection("c", models: [fruit(1)])) },
      { try director.append(DirectorSection("a")) },
      { try director.update(fruit(2), at: ItemPath(0, 0)) },
      {
        try director.setSections([DirectorSection("x", models: [fruit(1)]), DirectorSection("y", models: [fruit(1)])])
      },
      { try director.setSections([DirectorSection("x"), DirectorSection("x")]) },
      { try director.setModels([fruit(3)], inSection: 0) },
    ]
    for edit in edits { #expect(code(edit) == .duplicateIdentity) }
    #expect(batches().isEmpty && director.sections.map(\.models.count) == [3, 1])
    // Removed models may be inserted again; and models of different types may have the same identity.
    try director.remove(at: ItemPath(1, 0))
    try director.append(fruit(3), toSection: 0)
  }

  @Test func placesThatDoNotExistAreErrors() {
    let edits: [() throws -> Void] = [
      { try director.insert(fruit(7), at: ItemPath(0, 4)) }, { try director.insert(fruit(7), at: ItemPath(2, 0)) },
      { try director.insert(fruit(7), at: ItemPath(-1, 0)) }, { try director.append(fruit(7), toSection: 2) },
      { try director.remove(at: ItemPath(0, 3)) }, { try director.remove(at: ItemPath(5, 0)) },
      { try director.removeSubrange(2..<4, inSection: 0) }, { try director.removeSubrange(-1..<1, inSection: 0) },
      { try director.removeAll(inSection: 2) },
      { try director.move(from: ItemPath(0, 3), to: ItemPath(0, 0)) },
      { try director.move(from: ItemPath(0, 0), to: ItemPath(0, 3)) },
      { try director.move(from: ItemPath(0, 0), to: ItemPath(1, 2)) },
      { try director.update(fruit(1), at: ItemPath(0, 3)) },
      { try director.swap(ItemPath(0, 0), ItemPath(0, 3)) }, { try director.swap(ItemPath(0, -1), ItemPath(0, 0)) },
      { try director.insert(DirectorSection("c"), at: 3) }, { try director.removeSection(at: 2) },
      { try director.moveSection(from: 2, to: 0) }, { try director.moveSection(from: 0, to: 2) },
      { try director.swapSections(0, 2) }, { try director.setCollapsed(true, section: -1) },
    ]
    for edit in edits { #expect(code(edit) == .outOfRange) }
    #expect(batches().isEmpty)
  }

  @Test func anEmptyDirectorHasNoContent() throws {
    let director = Director()
    try director.removeAll()
    #expect(director.numberOfSections == 0 && director.model(at: ItemPath(0, 0)) == nil && director.lastSection == nil)
  }

  @Test func typesWithTheSameNameAreDistinct() throws {
    enum One { struct Model: Equatable { var id = 1 } }
    enum Two { struct Model: Equatable { var id = 1 } }
    try director.register(Adapter<One.Model, TextCell> { cell, _ in cell.show("one") }, id: \.id)
    #expect(code { try director.append(Two.Model(), toSection: 1) } == .missingAdapter)
    try director.register(Adapter<Two.Model, TextCell> { cell, _ in cell.show("two") }, id: \.id)
    try director.append(contentsOf: [One.Model(), Two.Model()], toSection: 1)
    #expect(texts[1] == ["fruit 3", "one", "two"])
  }

  // MARK: - Transactions and observers

  @Test func pendingEditsAreVisibleWithinATransaction() throws {
    try director.transaction {
      try director.append(fruit(4), toSection: 1)
      try director.move(from: ItemPath(1, 1), to: ItemPath(0, 0))
      #expect(director.sections.map(\.models.count) == [4, 1] && director.numberOfItems == 4)
      #expect(code { try director.append(fruit(4), toSection: 1) } == .duplicateIdentity)
    }
    #expect(batches() == batch(inserts: [ItemPath(0, 0)]) && director.numberOfItems == 5)
  }

  @Test func aTransactionThatFailsChangesNothing() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try director.transaction {
        try director.removeAll()
        try director.append(DirectorSection("a", models: [fruit(1)]))
        throw Failure()
      }
    }
    #expect(director.sections.map(\.models.count) == [3, 1] && batches().isEmpty)
    try director.transaction {
      try director.append(fruit(4), toSection: 1)
      try? director.transaction {
        try director.append(fruit(5), toSection: 1)
        throw Failure()
      }
      #expect(director.sections[1].models.count == 2)
      try director.append(fruit(6), toSection: 1)
      // The fifth does not exist.
      try director.append(fruit(5), toSection: 0)
    }
    #expect(texts == [["fruit 1", "almond", "fruit 2", "fruit 5"], ["fruit 3", "fruit 4", "fruit 6"]])
    #expect(batches() == batch(inserts: [ItemPath(0, 3), ItemPath(1, 1), ItemPath(1, 2)]))
  }

  @Test func observersMayEdit() throws {
    var next = 10
    _ = director.addObserver(display) { [director] _, event in
      guard event == .willUpdate, next < 13 else { return }
      next += 1
      #expect(throws: Never.self) { try director.append(Fruit(id: next, name: "\(next)"), toSection: 1) }
    }
    try director.append(fruit(4), toSection: 1)
    #expect(texts[1] == ["fruit 3", "fruit 4", "11", "12", "13"])
  }

  // MARK: - A source like any other

  @Test func aDirectorIsChainedLikeAnySource() throws {
    let other = Director()
    try other.register(fruits)
    try other.append(DirectorSection("x", models: [fruit(1), fruit(2)], headerTitle: "X"))
    let ads = CellSource<String, ReusableCell>(ArraySource(["ad"]))
    ads.register("Swift.String") { _, _ in }
    let both = Transform<Mappings.Concatenate<ReusableCell>>(of: [director, other], by: .concatenate())
    let hidden = both.applying(.hide())
    let shown = Transform<Mappings.Insert<ReusableCell>>(of: [hidden, ads], by: .insert(at: ItemPath(2, 1)))
    let display = CellDisplay(shown)
    var selected: [String] = []
    fruits.on(.didSelectItem) { selected.append("\($0.model.name) \($0.path) \($0.container === other)") }
    hidden.configure { $0.hide(ItemPath(0, 0)) }
    for place in shown.paths { try display.select(place) }
    #expect(
      selected == [
        "fruit 2 (0, 2) false", "fruit 3 (1, 0) false", "fruit 1 (0, 0) true", "fruit 2 (0, 1) true",
      ])
    #expect(try display.headerTitle(ofSection: 2) == "X")
  }

  @Test func adaptersPrecedeTheDirectorsOwnHandlers() throws {
    var received: [String] = []
    director.on(.didSelectItem) { director, path in
      received.append("director \(director.model(at: path) ?? "?")")
    }
    director.on(.willDisplayHeader, in: .section(named: "A")) { _ in received.append("header") }
    fruits.on(.didSelectItem) { received.append("adapter \($0.model.name)") }
    try display.select(ItemPath(0, 0))
    try display.select(ItemPath(0, 1))
    #expect(received == ["adapter fruit 1", "director \(Nut(name: "almond"))"])
  }

  @Test func prefetchingCanBeSwitchedOff() throws {
    var calls: [[String]] = []
    fruits.on(.prefetchItems) { calls.append($0.map(\.model.name)) }
    nuts.on(.prefetchItems) { calls.append($0.map(\.model.name)) }
    fruits.on(.cancelPrefetchingItems) { calls.append(["not"] + $0.map(\.model.name)) }
    #expect(director.isPrefetchingEnabled)
    try display.prefetch([ItemPath(1, 0), ItemPath(0, 1), ItemPath(0, 0)])
    #expect(calls == [["fruit 3", "fruit 1"], ["almond"]])
    director.isPrefetchingEnabled = false
    director.isPrefetchingEnabled = false
    try display.prefetch([ItemPath(0, 0)])
    try display.cancelPrefetching([ItemPath(0, 0)])
    #expect(calls.count == 2 && !director.isPrefetchingEnabled)
    director.isPrefetchingEnabled = true
    try display.cancelPrefetching([ItemPath(0, 0)])
    #expect(calls.last == ["not", "fruit 1"])
  }

  @Test func nothingLeaks() throws {
    weak var gone: Director<ReusableCell>?
    weak var adapter: Adapter<Fruit, FruitCell>?
    weak var cell: ReusableCell?
    do {
      let director = Director()
      let fruits = Adapter<Fruit, FruitCell>()
      fruits.on(.didSelectItem) { _ in }
      try director.register(fruits)
      try director.reload {
        try director.append(DirectorSection("a", models: [fruit(1)]))
      } completion: { _ in
      }
      director.isPrefetchingEnabled = false
      let display = CellDisplay(director)
      (gone, adapter, cell) = (director, fruits, display.cell(at: ItemPath(0, 0)))
    }
    #expect(gone == nil && adapter == nil && cell == nil)
  }
}

private func fruit(_ id: Int, _ name: String? = nil) -> Fruit { Fruit(id: id, name: name ?? "fruit \(id)") }
