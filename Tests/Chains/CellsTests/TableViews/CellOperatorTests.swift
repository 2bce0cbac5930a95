import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

extension MessageSelector<ItemPath, Void> {
  fileprivate static var note: Self { Self("test:noteItemAtPath:") }
}

/// Operators of cells find their hosts, and every source upstream sees them with its own places.
@Suite struct CellOperatorTests {
  private let fruits = ArraySource(["fig", "kiwi", "apple"], name: "Fruits")
  private let counted = CountedPool()
  private let adPool = CellPool<TextCell>()
  private let cells: CellSource<String, TextCell>
  private let reversed: Transform<Mappings.Reverse<TextCell>>
  private let ads: CellSource<Int, TextCell>
  private let shown: Transform<Mappings.Insert<TextCell>>
  private let display: CellDisplay<TextCell>

  init() {
    cells = CellSource(fruits, pool: counted.pool) { _ in "fruit" }
    cells.register("fruit") { cell, fruit in cell.show(fruit) }
    reversed = cells.applying(.reverse())
    ads = CellSource(ArraySource([0]), pool: adPool) { _ in "ad" }
    ads.register("ad") { cell, _ in cell.show("*") }
    shown = Transform(of: [reversed, ads], by: .insert(at: ItemPath(0, 1)))
    display = CellDisplay(shown)
  }

  @Test func theHostOfACellIsFound() throws {
    let kiwi = try #require(shown.cellHost(at: ItemPath(0, 2)))
    #expect(kiwi.host === cells && kiwi.path == ItemPath(0, 1))
    #expect(kiwi.host.cellObject(at: kiwi.path) as? String == "kiwi")
    #expect(kiwi.host.cellIdentifier(at: kiwi.path) == "fruit")
    #expect(shown.cellHost(at: ItemPath(0, 1))?.host === ads)
    #expect(cells.cellHost(at: ItemPath(0, 0))?.host === cells)
    for nowhere in [ItemPath(0, 4), ItemPath(1, 0), ItemPath(-1, 0), ItemPath(0, -1)] {
      #expect(shown.cellHost(at: nowhere) == nil && cells.cellHost(at: nowhere) == nil)
    }
    #expect(fruits.cellHost(at: ItemPath(0, 0)) == nil)
    let section = try #require(shown.cellHost(ofSection: 0))
    #expect(section.host === cells && section.section == 0)
    #expect(shown.cellHost(ofSection: 1) == nil && cells.cellHost(ofSection: 1) == nil)
  }

  @Test func cellsAreDequeuedFromThePoolOfTheirHost() {
    let fruit = display.dequeueCell("fruit", at: ItemPath(0, 0))
    #expect(counted.created == 1)
    let ad = display.dequeueCell("ad", at: ItemPath(0, 1))
    #expect(counted.created == 1)
    fruit.recycle()
    ad.recycle()
    #expect(counted.pool.numberOfIdleCells == 1 && adPool.numberOfIdleCells == 1)
  }

  @Test func whileAnItemIsConfiguredAgainItsOwnCellIsDequeued() {
    let kiwi = display.cell(at: ItemPath(0, 2))
    var dequeued: TextCell?
    // The steps of a cell source.
    cells.cellOverride = { [display] fruit, place in
      guard fruit == "kiwi" else { return nil }
      let cell = display.upstream(cells).dequeueCell("fruit", at: place)
      cell.show("\(fruit)!")
      dequeued = cell
      return cell
    }
    #expect(dequeued === kiwi && display.existingCell(at: ItemPath(0, 2)) === kiwi)
    #expect(kiwi.text == "kiwi!" && kiwi.reuses == 0)
  }

  @Test func placesAreConvertedToAndFromAnySource() {
    #expect(display.convert(ItemPath(0, 3), to: shown) == ItemPath(0, 3))
    #expect(display.convert(ItemPath(0, 3), to: reversed) == ItemPath(0, 2))
    #expect(display.convert(ItemPath(0, 3), to: fruits) == ItemPath(0, 0))
    #expect(display.convert(ItemPath(0, 1), to: ads) == ItemPath(0, 0))
    // Owned by a sibling.
    #expect(display.convert(ItemPath(0, 1), to: cells) == nil && display.convert(ItemPath(0, 0), to: ads) == nil)
    #expect(display.convert(ItemPath(0, 0), from: shown) == ItemPath(0, 0))
    #expect(display.convert(ItemPath(0, 0), from: cells) == ItemPath(0, 3))
    #expect(display.cells.convert(section: 0, to: fruits) == 0 && display.cells.convert(section: 0, from: fruits) == 0)
    #expect(display.cells.convert(section: 0, to: ads) == nil)
    // Unattached.
    let other = ArraySource([1])
    #expect(display.convert(ItemPath(0, 0), to: other) == nil && display.convert(ItemPath(0, 0), from: other) == nil)
    #expect(
      display.cells.convert(section: 0, to: other) == nil && display.cells.convert(section: 0, from: other) == nil)
  }

  @Test func everySourceSeesTheOperatorInItsOwnPlaces() {
    display.show(shown.paths)
    for (source, count) in [(reversed as any DataSource<TextCell>, 3), (cells, 3), (ads, 1)] {
      let seen = display.upstream(source)
      #expect(seen.source === source)
      for place in source.paths {
        let cell = seen.existingCell(at: place)
        #expect(cell === display.existingCell(at: display.convert(place, from: source) ?? ItemPath(9, 9)))
        #expect(cell.flatMap(seen.path(of:)) == place)
      }
      #expect(Array(source.paths).count == count && seen.existingCell(at: ItemPath(0, 3)) == nil)
    }
    let ad = display.cell(at: ItemPath(0, 1))
    #expect(display.upstream(cells).path(of: ad) == nil && display.upstream(ads).path(of: ad) == ItemPath(0, 0))
    #expect(display.upstream(cells).path(of: TextCell("fruit")) == nil)
  }

  @Test func everySourceSelectsInItsOwnPlaces() throws {
    display.allowsMultipleSelection = true
    let seen = display.upstream(fruits)
    #expect(try seen.select(ItemPath(0, 0)) == ItemPath(0, 0) && display.selectedPaths == [ItemPath(0, 3)])
    try display.select(ItemPath(0, 1))
    try display.select(ItemPath(0, 0))
    #expect(display.selectedPaths == [ItemPath(0, 0), ItemPath(0, 1), ItemPath(0, 3)])
    #expect(seen.selectedPaths == [ItemPath(0, 0), ItemPath(0, 2)])
    #expect(display.upstream(ads).selectedPaths == [ItemPath(0, 0)])
    #expect(try display.upstream(ads).deselect(ItemPath(0, 1)) == nil)
    #expect(try display.upstream(reversed).deselect(ItemPath(0, 0)) == ItemPath(0, 0))
    #expect(display.selectedPaths == [ItemPath(0, 1), ItemPath(0, 3)])
  }

  @Test func aHandlerDeselectsInItsOwnPlaces() throws {
    var seen: [TextCell?] = []
    fruits.on(.didSelectItem) { _, path, delivery in
      #expect(delivery.cellOperator?.selectedPaths == [path])
      seen.append(delivery.cellOperator?.existingCell(at: path) as? TextCell)
      let deselected = try delivery.cellOperator?.deselect(path)
      #expect(deselected == path)
    }
    let fig = display.cell(at: ItemPath(0, 3))
    try display.select(ItemPath(0, 3))
    #expect(display.selectedPaths.isEmpty && seen.count == 1 && seen[0] === fig)
    // The usual form.
    fruits.on(.didSelectItem) { fruits, path, delivery in
      try delivery.cellOperator?.deselect(path)
    }
    try display.select(ItemPath(0, 0))
    #expect(display.selectedPaths.isEmpty && seen.count == 1)
    // A display of another chain is no operator.
    try shown.send(.didSelectItem, ItemPath(0, 1))
    fruits.on(.note) { _, _, delivery in #expect(delivery.cellOperator == nil) }
    try shown.send(.note, ItemPath(0, 0))
  }

  @Test func operatorsAreTheSameInAnyNumberOfSteps() {
    display.show(shown.paths)
    let (direct, stepwise) = (display.upstream(cells), display.upstream(reversed).upstream(cells))
    for place in cells.paths {
      #expect(direct.existingCell(at: place) != nil)
      #expect(direct.existingCell(at: place) === stepwise.existingCell(at: place))
      for source in [fruits as any DataSource, cells] {
        #expect(direct.convert(place, to: source) == place && stepwise.convert(place, to: source) == place)
      }
    }
    for place in display.displayedPaths {
      let cell = display.cell(at: place)
      #expect(direct.path(of: cell) == stepwise.path(of: cell))
    }
  }

  @Test func messagesOfASourceStartThere() throws {
    var selected: [ItemPath] = []
    cells.on(.didSelectItem) { selected.append($0) }
    let seen = display.upstream(reversed)
    for place in reversed.paths { try seen.send(.didSelectItem, place) }
    #expect(selected == reversed.paths.compactMap { reversed.convert($0, to: cells) })
    #expect(selected.count == cells.numberOfItems)
  }

  @Test func aCellForAMissingPlaceIsAPreconditionFailure() async {
    await #expect(processExitsWith: .failure) {
      let display = CellDisplay(CellSource<Int, TextCell>(ArraySource([1])))
      _ = display.dequeueCell("a", at: ItemPath(0, 1))
    }
  }
}
