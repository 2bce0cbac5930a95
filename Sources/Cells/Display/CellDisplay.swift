public import Changesets
public import DataSources
public import Messages

/// Shows cells of a source, and keeps them what they should be when the source changes.
///
/// ```swift
/// let display = CellDisplay(cells)
/// display.display(cells.paths.prefix(20))       // makes twenty cells
/// fruits.move(from: 0, to: 5)                   // the same cell, at another place
/// fruits.update("Apple", at: 3)                 // the same cell, configured again
/// let title = display.existingCell(at: path)?.title
/// ```
///
/// A cell goes with its item: where the item moves, the same cell is at the new place; where it is updated, it is configured again in the
/// same cell; where it is deleted, the cell is recycled. An item that is inserted has no cell until somebody asks for it, and nor
/// have those of a source that is reloaded.
///
/// Sources hear when a cell of theirs begins to be shown, and when that ends: `willDisplayItem` and `didEndDisplayingItem`, and the same
/// of headers and footers. A display that is deallocated sends none.
///
/// Those who draw the cells observe the display's ``link``: it notifies of what its source's link does, when the cells are up to date.
public final class CellDisplay<Cell: ReusableCell>: CellOperator {
  /// The source of the cells.
  public let cells: any DataSource<Cell>
  /// The source of the cells, whose places are those of the display.
  public var source: any DataSource { cells }
  /// The display's place in its chains: after the source.
  public let link: ChainLink
  /// Called with the errors of handlers of the beginning and the end of a cell: nobody waits for those.
  public var onDisplayError: ((MessageError) -> Void)?
  /// Whether several items may be selected at once. If not, an earlier selection ends before the next one.
  public var allowsMultipleSelection = false

  var shown = ShownCells<ItemPath, Cell>()
  var supplements = ShownCells<SupplementaryPlace, Cell>()
  /// The places of selected items, in the order of selection.
  var selection: [TrackedPath] = []
  /// The item that has the focus, and the one that is edited.
  var focused, edited: TrackedPath?
  /// The places of items that others are being called about, who may change the chain.
  var touched: [TrackedPath] = []

  /// Creates a display that shows no cell yet.
  ///
  /// - Parameter cells: The source of the cells.
  public init(_ cells: any DataSource<Cell>) {
    self.cells = cells
    link = ChainLink("CellDisplay", over: [cells.link])
    link.onUpdate(self) { $0.update() }
    // The first to hear of an update, before those who draw the cells.
    link.addObserver(self) { display, event in
      switch event {
      case .willUpdate: display.findEnds()
      case .didUpdate, .didNotUpdate:
        display.forgetEnds()
        display.settle()
      }
    }
  }

  deinit {
    shown.carry { _ in nil }
    supplements.carry { _ in nil }
    while let departure = shown.popGone() ?? supplements.popGone() { departure.cell.recycle() }
  }

  /// The places of the items that cells exist for, in order.
  ///
  /// - Complexity: O(*v* log *v*), *v* being their number.
  public var displayedPaths: [ItemPath] { shown.cells.keys.sorted() }

  /// The cell that shows the item at a place: the existing one, else one from the chain.
  ///
  /// - Parameter path: A place that exists in the source.
  public func cell(at path: ItemPath) -> Cell {
    if let cell = existingCell(at: path) { return cell }
    let place = track(path)
    defer { untrack(place) }
    let cell = cells.item(at: path)
    // Who configures it may have moved the item, or deleted it: then the cell is not shown.
    if let path = place.path { begin(cell, at: path) }
    return cell
  }

  /// The cell that shows the item at a place, if it exists.
  public func existingCell(at path: ItemPath) -> Cell? {
    settle()
    return shown.cells[path]
  }

  /// The place where a cell is shown; nil for one that is not.
  public func path(of cell: Cell) -> ItemPath? { shown.place(of: cell) }

  /// Recycles the cell at a place, if there is one.
  public func endDisplaying(at path: ItemPath) {
    shown.remove(at: path, end(at: path))
    settle()
  }

  /// Sets which items are visible: cells of others are recycled, and cells that are not there yet are made.
  ///
  /// - Parameter paths: Places that exist in the source.
  /// - Complexity: O(*p* + *v* log *v*), *p* being the number of places, and *v* that of the cells before.
  public func display(_ paths: some Sequence<ItemPath>) {
    let visible = Set(paths)
    let places = paths.map(track)
    defer { untrack(places) }
    for path in displayedPaths where !visible.contains(path) { shown.remove(at: path, end(at: path)) }
    settle()
    // Who hears of one may change the chain before the next.
    for place in places { if let path = place.path { _ = cell(at: path) } }
  }
}

// MARK: - Updates

extension CellDisplay {
  /// Carries the cells over to the source's new state.
  ///
  /// - Complexity: O(*v* log *v* + *v* log *k* + *k* log *k*), *v* being the number of cells and of places that are kept, and *k* that of
  ///   edits.
  private func update() -> UpdateBatch {
    let batch = cells.link.batch
    if shown.isEmpty && supplements.isEmpty && tracked.isEmpty { return batch }
    if batch.isReload {
      carryTouches { _ in nil }
      shown.carry { _ in nil }
      supplements.carry { _ in nil }
      return batch
    }
    let map = PathMap(batch)
    carryTouches(to: map.path(after:))
    let items = Set(batch.items.updates.map(\.after))
    shown.carry(to: map.path(after:)) { items.contains($0) }
    let sections = Set(batch.sections.updates.map(\.after))
    supplements.carry {
      guard let section = map.section(after: $0.section) else { return nil }
      return SupplementaryPlace(section: section, kind: $0.kind)
    } isUpdated: {
      sections.contains($0.section)
    }
    return batch
  }

  /// Recycles the cells that are gone, so that they can be used again, and configures again those whose items were updated.
  ///
  /// All of this calls code of others, which may come back here: so what is to be done is taken off the lists one by one.
  func settle() {
    // Asked before every cell that is looked for, and nearly always so.
    if shown.isSettled && supplements.isSettled { return }
    letGo()
    while let (cell, path) = shown.popOutdated() {
      // A cell of another kind may come back, or one from elsewhere.
      let new = cell.reconfiguring { cells.item(at: path) }
      if new !== cell { begin(new, at: path) }
    }
    while let (cell, place) = supplements.popOutdated() {
      let new = cell.reconfiguring { makeSupplement(at: place) }
      guard new !== cell else { continue }
      if let new { begin(new, at: place) } else { supplements.remove(at: place, end(at: place)) }
    }
    letGo()
  }

  /// Recycles the cells that are gone, when the owners of their items were notified.
  func letGo() {
    while let departure = shown.popGone() ?? supplements.popGone() {
      notify(departure.notifyOfEnd, of: departure.cell)
      departure.cell.recycle()
    }
  }
}
