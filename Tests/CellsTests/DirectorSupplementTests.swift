import CellDirector
import Cells
import Changesets
import DataSources
import Messages
import Testing

/// Headers, footers and the index of a director's sections.
@Suite struct DirectorSupplementTests {
  struct Title: Equatable { var text: String }

  private let director = Director()
  private let display: CellDisplay<ReusableCell>

  init() throws {
    try director.register(Adapter<Fruit, FruitCell>())
    try director.append(
      DirectorSection("a", models: [Fruit(id: 1, name: "")], headerTitle: "A", footerTitle: "end of A"))
    try director.append(DirectorSection("b"))
    try director.registerSupplement(Adapter<Title, TextCell> { cell, title in cell.show(title.text) })
    try director.registerSupplement("line", TextCell.self) { cell, section in cell.show("line \(section.index)") }
    display = CellDisplay(director.applying(.reverse(reversesSections: true)))
  }

  private func header(_ section: Int) -> TextCell? {
    display.supplementaryCell(.header, ofSection: section) as? TextCell
  }

  @Test func titlesAreTheSections() throws {
    #expect(try display.headerTitle(ofSection: 1) == "A" && display.footerTitle(ofSection: 1) == "end of A")
    #expect(try display.headerTitle(ofSection: 0) == nil && display.footerTitle(ofSection: 0) == nil)
    let log = BatchLog(director)
    try director.updateSection(at: 1) { $0.headerTitle = "B" }
    #expect(try display.headerTitle(ofSection: 0) == "B")
    #expect(log.batches == [UpdateBatch(sections: Edits(updates: [Pair(1, 1)]))])
    try director.updateSection(at: 1) { $0.headerTitle = "B" }
    #expect(log.batches.count == 1)
  }

  @Test func aCellWinsOverATitle() throws {
    try director.updateSection(at: 0) { section in
      section.header = SupplementaryCell(Title(text: "the A"))
      section.footer = SupplementaryCell(kind: "line")
    }
    #expect(try display.headerTitle(ofSection: 1) == nil && display.footerTitle(ofSection: 1) == nil)
    #expect(header(1)?.text == "the A" && header(0) == nil)
    #expect((display.supplementaryCell(.footer, ofSection: 1) as? TextCell)?.text == "line 0")
  }

  @Test func anotherModelConfiguresTheHeaderAgain() throws {
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Title(text: "the A")) }
    let cell = header(1)
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Title(text: "another A")) }
    #expect(cell?.text == "another A" && header(1) === cell && cell?.configurations == 2)
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Title(text: "another A")) }
    #expect(cell?.configurations == 2)
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(kind: "line") }
    #expect(header(1) !== cell && header(1)?.text == "line 0")
    try director.updateSection(at: 0) { $0.header = nil }
    #expect(header(1) == nil && cell?.reuses == 1)
  }

  @Test func theBeginningAndTheEndOfAHeaderAreHeardOf() throws {
    var heard: [String] = []
    director.on(.willDisplayHeader) { director, section, delivery in
      heard.append("+\((delivery.cell as? TextCell)?.text ?? "?") \(section)")
    }
    director.on(.didEndDisplayingHeader, in: .section(named: "A")) { _, section, delivery in
      heard.append("-\((delivery.cell as? TextCell)?.text ?? "?") \(section)")
    }
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Title(text: "the A")) }
    _ = header(1)
    try director.removeSection(at: 0)
    #expect(heard == ["+the A 0", "-the A 0"])
  }

  @Test func aHeaderWithoutAnAdapterIsAnErrorThatNamesItsType() throws {
    struct Other: Equatable {}
    let errors = [
      #expect(throws: UpdateError.self) {
        try director.updateSection(at: 0) { $0.header = SupplementaryCell(Other()) }
      },
      #expect(throws: UpdateError.self) {
        try director.updateSection(at: 0) { $0.footer = SupplementaryCell(kind: "Other") }
      },
    ]
    for error in errors { #expect(error?.code == .missingAdapter && error?.message.contains("Other") == true) }
    #expect(throws: UpdateError.self) { try director.registerSupplement(Adapter<Title, TextCell>()) }
    #expect(throws: UpdateError.self) { try director.registerSupplement("line", TextCell.self) { _, _ in } }
  }

  @Test func theIndexLeadsToSectionsOfAllDirectors() throws {
    try director.updateSection(at: 1) { $0.indexTitle = "B" }
    let other = Director()
    for name in ["x", "y", "z"] {
      var section = DirectorSection(name)
      section.indexTitle = name == "y" ? nil : name
      try other.append(section)
    }
    let both = Transform<Mappings.Concatenate<ReusableCell>>(of: [director, other], by: .concatenate())
    let display = CellDisplay(both)
    #expect(try display.indexTitles() == ["B", "x", "z"])
    #expect(try (0..<4).map { try display.section(ofIndexTitle: "", at: $0) } == [1, 2, 4, nil])
  }
}
