import Cells
import Changesets
import DataSources
import Testing

/// A cell source is a link that keeps all places.
@Suite struct CellConversionTests {
  @Test func placesAreConvertedThroughCells() {
    let fruits = ArraySource(["fig", "kiwi", "apple"], name: "Fruits"), banner = ArraySource([0])
    let pool = CellPool<TextCell>()
    let cells = CellSource(fruits.applying(.filter { $0 != "fig" }), pool: pool) { _ in "fruit" }
    let ads = CellSource(banner, pool: pool) { _ in "ad" }
    let shown = Transform(of: [cells, ads], by: .insert(at: ItemPath(0, 1)))
    #expect(shown.convert(ItemPath(0, 2), to: fruits) == ItemPath(0, 2))
    #expect(shown.convert(ItemPath(0, 2), to: cells) == ItemPath(0, 1))
    #expect(shown.convert(ItemPath(0, 1), to: fruits) == nil)
    #expect(shown.convert(ItemPath(0, 0), from: banner) == ItemPath(0, 1))
    #expect(shown.convert(ItemPath(0, 0), from: fruits) == nil)
    #expect(shown.convert(ItemPath(0, 2), from: fruits) == ItemPath(0, 2))
    #expect(shown.convert(section: 0, to: fruits) == 0)
    #expect(
      shown.provenance(of: ItemPath(0, 1)).map(\.description) == [
        "Insert (0, 1)", "CellSource<Int> (0, 0)", "ArraySource (0, 0)",
      ])
    for nowhere in [ItemPath(0, 2), ItemPath(1, 0), ItemPath(-1, 0)] {
      #expect(cells.sourcePath(for: nowhere) == nil)
      #expect(cells.path(for: SourcePath(source: 0, path: nowhere)) == nil)
    }
    #expect(cells.path(for: SourcePath(source: 1, path: ItemPath(0, 0))) == nil)
    #expect(cells.sourceSection(for: 1) == nil && cells.section(for: SourceSection(source: 0, section: 1)) == nil)
  }
}
