import Cells
import Changesets
import DataSources
import TableViews
import Testing

@Suite struct SupplementTests {
  private let shelves = SectionedArraySource([
    SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: []), SectionState(nil, items: ["fig"]),
  ])
  private let counted = CountedPool()
  private let cells: CellSource<String, TextCell>
  private let display: CellDisplay<TextCell>

  init() {
    cells = CellSource(shelves, pool: counted.pool) { _ in "fruit" }
    cells.register("fruit") { cell, fruit in cell.show(fruit) }
    display = CellDisplay(cells)
  }

  private func registerHeader() {
    cells.registerHeader("header") { cell, section in cell.show("\(section.index). \(section.name ?? "-")") }
  }

  private var headerTitles: [String?] {
    get throws { try (0..<3).map { try display.headerTitle(ofSection: $0) } }
  }

  @Test func theDefaultTitleOfAHeaderIsTheSectionsName() throws {
    #expect(try headerTitles == ["Citrus", "Nuts", nil])
    #expect(try display.footerTitle(ofSection: 0) == nil)
    cells.headerTitle = { section in section.name.map { "\(section.index) \($0)" } }
    cells.footerTitle = { section in section.index == 1 ? "the end" : nil }
    #expect(try headerTitles == ["0 Citrus", "1 Nuts", nil])
    #expect(try (0..<3).map { try display.footerTitle(ofSection: $0) } == [nil, "the end", nil])
  }

  @Test func aCellPrecedesATitle() throws {
    cells.headerTitle = { _ in "title" }
    cells.footerTitle = { _ in "title" }
    registerHeader()
    #expect(try headerTitles == [nil, nil, nil])
    #expect(try display.footerTitle(ofSection: 0) == "title")
    #expect(display.supplementaryCell(.header, ofSection: 0)?.text == "0. Citrus")
    #expect(display.supplementaryCell(.footer, ofSection: 0) == nil)
    cells.registerFooter("footer", TextCell.self) { cell, section in cell.show("under \(section.index)") }
    #expect(display.supplementaryCell(.footer, ofSection: 2)?.text == "under 2")
    #expect(try display.footerTitle(ofSection: 0) == nil)
  }

  @Test func aHeaderIsCreatedOnceAndMovesWithItsSection() {
    registerHeader()
    let citrus = display.supplementaryCell(.header, ofSection: 0)
    let nuts = display.supplementaryCell(.header, ofSection: 1)
    #expect(display.supplementaryCell(.header, ofSection: 0) === citrus)
    shelves.moveSection(from: 0, to: 2)
    #expect(display.existingSupplementaryCell(.header, ofSection: 2) === citrus)
    #expect(display.existingSupplementaryCell(.header, ofSection: 0) === nuts)
    #expect(display.existingSupplementaryCell(.header, ofSection: 1) == nil)
    #expect(citrus?.configurations == 1)
    shelves.renameSection(at: 2, "Agrumes")
    #expect(display.existingSupplementaryCell(.header, ofSection: 2) === citrus)
    #expect(citrus?.text == "2. Agrumes" && citrus?.configurations == 2 && citrus?.reuses == 0)
    shelves.removeSection(at: 2)
    #expect(citrus?.reuses == 1 && counted.pool.numberOfIdleCells == 1)
    display.endDisplayingSupplementaryCell(.header, ofSection: 0)
    #expect(nuts?.reuses == 1 && counted.created == 2)
    #expect(display.supplementaryCell(.header, ofSection: 0)?.text == "0. Nuts" && counted.created == 2)
  }

  @Test func aHeaderIsFoundThroughTheChain() throws {
    registerHeader()
    let banner = CellSource(ArraySource([0], name: "Ads"), pool: counted.pool) { _ in "ad" }
    let chain = Transform(
      of: [banner, cells.applying(.removeEmptySections())], by: Mappings.Concatenate<TextCell>())
    let display = CellDisplay(chain)
    #expect((0..<3).map { display.supplementaryCell(.header, ofSection: $0)?.text } == [nil, "0. Citrus", "2. -"])
    #expect(try (0..<3).map { try display.headerTitle(ofSection: $0) } == ["Ads", nil, nil])
    #expect(CellDisplay(cells.applying(.flatten())).supplementaryCell(.header, ofSection: 0) == nil)
    #expect(try CellDisplay(cells.applying(.flatten(name: "All"))).headerTitle(ofSection: 0) == "All")
  }

  @Test func registrationsUpdateVisibleSections() {
    let log = BatchLog(cells)
    _ = display.supplementaryCell(.header, ofSection: 0)
    registerHeader()
    let all = UpdateBatch(sections: Edits(updates: (0..<3).map { PlacePair($0, $0) }))
    #expect(log.batches == [all])
    let header = display.supplementaryCell(.header, ofSection: 1)
    // The title is not shown, so that it has no effect.
    cells.headerTitle = { _ in "title" }
    #expect(log.batches == [all])
    cells.registerHeader("header") { cell, section in cell.show("new \(section.name ?? "-")") }
    #expect(log.batches == [all, all])
    #expect(display.existingSupplementaryCell(.header, ofSection: 1) === header && header?.text == "new Nuts")
    cells.registerHeader("other") { cell, section in cell.show("other \(section.name ?? "-")") }
    #expect(display.existingSupplementaryCell(.header, ofSection: 1)?.text == "other Nuts")
    #expect(header?.reuses == 1)
    cells.footerTitle = { $0.name == "Nuts" ? "with shells" : nil }
    #expect(log.batches.last == UpdateBatch(sections: Edits(updates: [PlacePair(1, 1)])))
  }

  @Test func headersHaveTheirOwnClass() {
    final class Header: ReusableCell { var name: String? }
    let cells = CellSource<String, ReusableCell>(shelves)
    cells.registerHeader("header", Header.self) { header, section in header.name = section.name }
    let header = CellDisplay(cells).supplementaryCell(.header, ofSection: 1) as? Header
    #expect(header?.name == "Nuts" && header?.identifier == "header")
  }
}
