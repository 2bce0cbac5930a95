import Cells
import Changesets
import DataSources
import TableViews
import Testing

/// The sections of a director: they read its present state, and their edits take effect.
@Suite struct DirectorSectionTests {
  private let director = Director()
  private let log: BatchLog

  init() throws {
    try director.register(Adapter<Fruit, FruitCell> { cell, fruit in cell.show(fruit.name) })
    try director.register(Adapter<Nut, TextCell>(), id: \.name)
    try director.append(DirectorSection("a", models: [fruit(1), fruit(2), fruit(3)], headerTitle: "A"))
    try director.append(DirectorSection("b", models: [fruit(4)]))
    log = BatchLog(director)
  }

  private var ids: [[Int]] { director.sections.map { section in section.models.map { ($0 as? Fruit)?.id ?? 0 } } }

  private func items(_ edits: Edits<ItemPath>) -> [UpdateBatch] { [UpdateBatch(items: edits)] }

  @Test func anEditOfASectionTakesEffectAtOnce() throws {
    try director.firstSection?.append(fruit(5))
    #expect(ids == [[1, 2, 3, 5], [4]] && log.take() == items(Edits(inserts: [ItemPath(0, 3)])))
    try director.lastSection?.insert(fruit(6), at: 0)
    #expect(ids == [[1, 2, 3, 5], [6, 4]] && log.take() == items(Edits(inserts: [ItemPath(1, 0)])))
    let section = try #require(director.section("a"))
    try section.append(contentsOf: [fruit(7)])
    try section.insert(contentsOf: [fruit(8), fruit(9)], at: 1)
    #expect(ids[0] == [1, 8, 9, 2, 3, 5, 7])
    try section.remove(at: 1)
    try section.remove(at: [5, 0, 5])
    try section.removeSubrange(0..<1)
    #expect(ids[0] == [2, 3, 5])
    try section.move(from: 0, to: 2)
    try section.swap(0, 1)
    try section.update(fruit(2, "fig"), at: 2)
    #expect(ids[0] == [5, 3, 2] && (section.models.last as? Fruit)?.name == "fig")
    try section.setModels([fruit(3)])
    #expect(ids[0] == [3] && section.models.count == 1)
    try section.removeAll()
    #expect(ids == [[], [6, 4]] && section.index == 0)
  }

  @Test func aSectionReadsItsPresentState() throws {
    let section = try #require(director.section(at: 0))
    try section.update { section in
      section.headerTitle = "Z"
      section.footerTitle = "z"
      section.indexTitle = "I"
      section.models.reverse()
    }
    #expect(section.headerTitle == "Z" && section.footerTitle == "z" && section.indexTitle == "I")
    #expect(section.header == nil && section.footer == nil && !section.isCollapsed && log.take().count == 1)
    try section.setCollapsed(true)
    #expect(section.isCollapsed && section.models.count == 3 && director.numberOfItems == 1)
    #expect(section.value.models.count == 3 && section.value.identifier == "a" && section.value.headerTitle == "Z")
    try director.transaction {
      try section.append(fruit(9))
      #expect(section.models.count == 4)
    }
  }

  @Test func aSectionIsTheSameWhereverItMoves() throws {
    let (first, second) = (try #require(director.firstSection), try #require(director.section(at: 1)))
    let models = first.models
    try director.moveSection(from: 0, to: 1)
    #expect(first.index == 1 && second.index == 0)
    try first.remove(at: 0)
    #expect(ids == [[4], [2, 3]])
    // Models that were read earlier are unchanged.
    #expect(models.count == 3 && (models.first as? Fruit)?.id == 1)
    try director.removeSection(at: 1)
    #expect(first.index == nil && first.models.isEmpty && first.headerTitle == nil && first.value.models.isEmpty)
    let edits: [() throws -> Void] = [
      { try first.append(fruit(1)) }, { try first.removeAll() }, { try first.update { _ in } },
      { try first.setCollapsed(true) }, { try first.remove(at: [Int]()) },
    ]
    for edit in edits { #expect(throws: UpdateError.self) { try edit() } }
    try director.append(DirectorSection("a"))
    try first.append(fruit(1))
    #expect(ids == [[4], [1]])
  }

  @Test func sectionsAreFoundByIndexAndIdentifier() {
    #expect(director.section(at: 1)?.identifier == "b" && director.section("b")?.index == 1)
    #expect(director.section(at: 2) == nil && director.section(at: -1) == nil && director.section("c") == nil)
    #expect(director.sections.count == 2 && director.sections[1].identifier == "b")
  }

  @Test func modelsHavePaths() throws {
    try director.append(contentsOf: [Nut(name: "almond"), fruit(5)], toSection: 1)
    #expect(
      director.path(of: fruit(3)) == ItemPath(0, 2) && director.path(of: fruit(5, "in another state")) == ItemPath(1, 2)
    )
    #expect(director.path(of: Nut(name: "almond")) == ItemPath(1, 1) && director.path(of: fruit(9)) == nil)
    #expect(director.path(of: "no model at all") == nil)
    #expect(director.path(of: Fruit.self, id: 4) == ItemPath(1, 0) && director.path(of: Nut.self, id: 4) == nil)
    #expect(director.path(of: Nut.self, id: "almond") == ItemPath(1, 1))
    try director.setCollapsed(true, section: 0)
    #expect(director.path(of: fruit(2)) == ItemPath(0, 1))
  }

  // MARK: - Several at once

  @Test func modelsAreAppendedAsASection() throws {
    let section = try director.append(models: [fruit(5), Nut(name: "almond")])
    try section.append(fruit(6))
    let other = try director.append(models: [fruit(7)])
    #expect(ids == [[1, 2, 3], [4], [5, 0, 6], [7]] && section.index == 2 && section.identifier != other.identifier)
    #expect(log.take().map(\.sections) == [Edits(inserts: [2]), Edits(), Edits(inserts: [3])])
  }

  @Test func severalSectionsAreInsertedAndRemovedAtOnce() throws {
    try director.append(contentsOf: ["c", "d"].map { DirectorSection($0) })
    try director.insert(contentsOf: [DirectorSection("e", models: [fruit(8)]), DirectorSection("f")], at: 1)
    #expect(director.sections.map(\.identifier) == ["a", "e", "f", "b", "c", "d"])
    #expect(log.take().map(\.sections) == [Edits(inserts: [2, 3]), Edits(inserts: [1, 2])])
    try director.removeSections(at: [4, 1, 3, 1])
    #expect(director.sections.map(\.identifier) == ["a", "f", "d"])
    #expect(log.take() == [UpdateBatch(sections: Edits(deletes: [1, 3, 4]))])
    #expect(throws: UpdateError.self) { try director.removeSections(at: [0, 3]) }
    #expect(throws: UpdateError.self) { try director.append(contentsOf: [DirectorSection("x"), DirectorSection("x")]) }
    #expect(director.sections.count == 3 && log.take().isEmpty)
    // Models of removed sections may be inserted again.
    try director.append(contentsOf: [fruit(8), fruit(4)], toSection: 0)
  }

  @Test func severalModelsAreRemovedAtOnce() throws {
    try director.remove(at: [ItemPath(1, 0), ItemPath(0, 0), ItemPath(0, 2), ItemPath(0, 0)])
    #expect(ids == [[2], []] && log.take() == items(Edits(deletes: [ItemPath(0, 0), ItemPath(0, 2), ItemPath(1, 0)])))
    #expect(throws: UpdateError.self) { try director.remove(at: [ItemPath(0, 0), ItemPath(0, 1)]) }
    #expect(ids == [[2], []] && log.take().isEmpty)
  }

  // MARK: - Models that are wrapped

  @Test func aModelInAnOptionalIsUnwrapped() throws {
    let maybe: Fruit? = fruit(1)
    let twice: Fruit?? = fruit(5)
    #expect(throws: UpdateError.self) { try director.append(maybe as Any, toSection: 0) }
    #expect(throws: UpdateError.self) { try director.append(AnyHashable(Nut(name: "n")) as Any, toSection: 9) }
    try director.append(twice as Any, toSection: 1)
    try director.append(AnyHashable(Nut(name: "n")) as Any, toSection: 1)
    #expect(director.model(at: ItemPath(1, 1)) is Fruit && director.model(at: ItemPath(1, 2)) as? Nut == Nut(name: "n"))
    #expect(throws: UpdateError.self) { try director.append(Nut(name: "n"), toSection: 0) }
    let missing: Fruit? = nil
    let error = #expect(throws: UpdateError.self) { try director.append(missing as Any, toSection: 0) }
    #expect(error?.code == .missingAdapter && error?.message.contains("nil") == true)
    #expect(ids == [[1, 2, 3], [4, 5, 0]])
  }
}

private func fruit(_ id: Int, _ name: String = "fruit") -> Fruit { Fruit(id: id, name: name) }
