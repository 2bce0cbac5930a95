import Cells
import Changesets
import DataSources
import Messages
import TableViews
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

  @Test func titlesAreThoseOfTheSections() throws {
    #expect(try display.headerTitle(ofSection: 1) == "A" && display.footerTitle(ofSection: 1) == "end of A")
    #expect(try display.headerTitle(ofSection: 0) == nil && display.footerTitle(ofSection: 0) == nil)
    let log = BatchLog(director)
    try director.updateSection(at: 1) { $0.headerTitle = "B" }
    #expect(try display.headerTitle(ofSection: 0) == "B")
    #expect(log.batches == [UpdateBatch(sections: Edits(updates: [PlacePair(1, 1)]))])
    try director.updateSection(at: 1) { $0.headerTitle = "B" }
    #expect(log.batches.count == 1)
  }

  @Test func aCellPrecedesATitle() throws {
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

  @Test func theBeginningAndTheEndOfAHeaderAreReported() throws {
    var received: [String] = []
    director.on(.willDisplayHeader) { director, section, delivery in
      received.append("+\((delivery.cell as? TextCell)?.text ?? "?") \(section)")
    }
    director.on(.didEndDisplayingHeader, in: .section(named: "A")) { _, section, delivery in
      received.append("-\((delivery.cell as? TextCell)?.text ?? "?") \(section)")
    }
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Title(text: "the A")) }
    _ = header(1)
    try director.removeSection(at: 0)
    #expect(received == ["+the A 0", "-the A 0"])
  }

  @Test func anAdapterHandlesMessagesAboutItsHeadersAndFooters() throws {
    struct Note: Equatable { var text: String }
    let notes = Adapter<Note, TextCell> { cell, note in cell.show(note.text) }
    var received: [String] = []
    notes.on(.willDisplaySupplement) {
      received.append("+\($0.kind) \($0.section) \($0.model.text) \($0.cell?.text ?? "-")")
    }
    notes.on(.didEndDisplayingSupplement) { context in
      received.append("-\(context.kind) \(context.section) \(context.model.text) \(context.cell?.text ?? "-")")
    }
    try director.registerSupplement(notes)
    notes.on(.heightOfSupplement) { context in context.kind == .header ? Double(context.model.text.count) : nil }
    notes.on(.willDisplayItem) { _ in received.append("an item") }
    try director.updateSection(at: 0) { section in
      section.header = SupplementaryCell(Note(text: "four"))
      section.footer = SupplementaryCell(Title(text: "not a note"))
    }
    _ = header(1)
    _ = display.supplementaryCell(.footer, ofSection: 1)
    #expect(received == ["+header 0 four four"])
    #expect(try display.send(.heightOfHeader, 1) == 4 && display.send(.heightOfFooter, 1) == nil)
    #expect(try display.send(.estimatedHeightOfHeader, 1) == nil && display.send(.heightOfHeader, 0) == nil)
    try director.updateSection(at: 0) { $0.header = SupplementaryCell(Note(text: "five")) }
    try director.removeSection(at: 0)
    #expect(received.dropFirst() == ["-header 0 five five"])
    notes.off(.heightOfSupplement)
    #expect(!director.responds(to: .heightOfHeader) && !director.responds(to: .heightOfFooter))
  }

  @Test func handlersForSectionsPrecedeTheAdapter() throws {
    let titles = Adapter<Title, TextCell>()
    let director = Director()
    try director.registerSupplement(titles)
    titles.on(.heightOfSupplement) { _ in 1 }
    director.on(.heightOfFooter) { _ in 2 }
    director.on(.heightOfFooter, in: .section(named: "B")) { _ in 3 }
    for (identifier, title) in [("a", "A"), ("b", "B"), ("c", "C")] {
      var section = DirectorSection(identifier, headerTitle: title)
      section.footer = title == "C" ? nil : SupplementaryCell(Title(text: title))
      try director.append(section)
    }
    #expect(try (0..<3).map { try director.send(.heightOfFooter, SectionIndex($0)) } == [1, 3, 2])
  }

  @Test func anotherConfiguratorOfAnAdapterConfiguresItsHeadersAgain() throws {
    let notes = Adapter<Int, TextCell> { cell, note in cell.show("\(note)") }
    try director.registerSupplement(notes)
    try director.updateSection(at: 0) { section in
      section.header = SupplementaryCell(7)
      section.footer = SupplementaryCell(Title(text: "end"))
    }
    try director.updateSection(at: 1) { $0.footer = SupplementaryCell(Title(text: "end")) }
    let cell = header(1)
    let log = BatchLog(director)
    notes.configure { cell, note in cell.show("\(note)!") }
    #expect(cell?.text == "7!" && header(1) === cell && cell?.configurations == 2)
    #expect(log.take() == [UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)]))])
    director.reload { notes.configure { cell, note in cell.show("\(note)?") } }
    #expect(cell?.text == "7?" && log.take() == [UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)]))])
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
