public import Cells
public import Changesets
public import DataSources
public import Messages

/// An operator that shows cells of a source, and keeps them up to date when the source changes.
///
/// ```swift
/// let display = CellDisplay(cells)
/// display.show(cells.paths.prefix(20))          // makes twenty cells
/// fruits.move(from: 0, to: 5)                   // the same cell, at another place
/// fruits.update("Apple", at: 3)                 // the same cell, configured again
/// let title = display.existingCell(at: path)?.title
/// ```
///
/// A cell follows its item. If the item moves, the same cell is at the new path. If it is updated, it is configured
/// again in the same cell. If it is deleted, the cell is recycled. An inserted item has no cell until one is requested;
/// after a reload, the same is true of all items.
///
/// Sources are notified when a cell of theirs begins to be shown, and when that ends: `willDisplayItem`,
/// `didEndDisplayingItem`, and the corresponding messages about headers and footers. A display that is deallocated
/// sends none.
///
/// Views that draw the cells observe the display's ``link``, which notifies its observers of the same updates as the
/// source's link does, once the cells are up to date.
public final class CellDisplay<Cell: ReusableCell>: CellOperator {
  /// The source of the cells.
  public let cells: any DataSource<Cell>
  public var source: any DataSource { cells }
  /// The display's place in its chains: downstream of the source.
  ///
  /// Views observe this link, and not that of the source: observers of the source are notified before the cells are
  /// configured again.
  public let link: ChainLink
  /// Called with errors of handlers that are notified of the beginning and the end of a cell, as these messages have no
  /// caller to throw them to.
  ///
  /// Without it, these errors are dropped.
  public var onDisplayError: ((MessageError) -> Void)?
  /// Whether several items can be selected at the same time. If not, an earlier selection ends before the next one
  /// begins.
  public var allowsMultipleSelection = false

  var shown = ShownCells<ItemPath, Cell>()
  var supplements = ShownCells<SupplementaryPlace, Cell>()
  /// The paths of the selected items, in the order of selection.
  var selection: [TrackedPath] = []
  /// The paths of the item that has the focus, and of the item that is being edited.
  var focused, edited: TrackedPath?
  /// The paths that are used across calls of client code, which may change the chain.
  var trackedPaths: [TrackedPath] = []

  /// Creates a display that shows no cells yet.
  ///
  /// - Parameter cells: The source of the cells.
  public init(_ cells: any DataSource<Cell>) {
    self.cells = cells
    link = ChainLink("CellDisplay", over: [cells.link])
    link.onUpdate(self) { $0.update() }
    // Added in the initializer, so that the display handles an update before the observers that draw the cells.
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
    // All cells become removed ones, which are recycled without a message.
    shown.carry { _ in nil }
    supplements.carry { _ in nil }
    while let departure = shown.popRemoved() ?? supplements.popRemoved() { departure.cell.recycle() }
  }

  /// The paths of the items that are shown by a cell, in order.
  ///
  /// - Complexity: O(*v* log *v*), *v* being the number of cells.
  public var displayedPaths: [ItemPath] { shown.cells.keys.sorted() }

  /// Returns the cell that shows the item at a path: the existing one, or else one that is read from the source.
  ///
  /// - Parameter path: A path that exists in the source.
  public func cell(at path: ItemPath) -> Cell {
    if let cell = existingCell(at: path) { return cell }
    let place = track(path)
    defer { untrack(place) }
    let cell = cells.item(at: path)
    // The configurator may have moved the item, or deleted it. In the latter case the cell is not shown.
    if let path = place.path { begin(cell, at: path) }
    return cell
  }

  public func existingCell(at path: ItemPath) -> Cell? {
    settle()
    return shown.cells[path]
  }

  public func path(of cell: Cell) -> ItemPath? { shown.place(of: cell) }

  /// Recycles the cell at a path, if there is one.
  public func endDisplaying(at path: ItemPath) {
    shown.remove(at: path, end(at: path))
    settle()
  }

  /// Sets which items are visible: recycles the cells of all other items, and creates the missing ones.
  ///
  /// - Parameter paths: Paths that exist in the source.
  /// - Complexity: O(*p* + *v* log *v*), *p* being the number of paths, and *v* the number of cells shown before.
  public func show(_ paths: some Sequence<ItemPath>) {
    let visible = Set(paths)
    // Tracked first, because the messages about cells that end may change the chain.
    let places = paths.map(track)
    defer { untrack(places) }
    for path in displayedPaths where !visible.contains(path) { shown.remove(at: path, end(at: path)) }
    settle()
    // A handler that is notified of one cell may change the chain before the next one.
    for place in places { if let path = place.path { _ = cell(at: path) } }
  }

  /// Performs an action whose handlers answer immediately. The error of an asynchronous one names the method that
  /// awaits it.
  func atOnce<Result>(
    or method: String, _ action: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    do { return try action() } catch { throw error.naming(method) }
  }

  // MARK: - Updates

  /// Carries the cells over to the source's new state.
  ///
  /// The path map of a batch maps each old path to its new one, or to nil if the item was deleted. A cell that stays
  /// only changes the path that it is stored at; nothing is recycled or configured yet:
  ///
  ///     before   0: A   1: B   2: C   3: D      delete 1, move 3 to 0, update C
  ///     after    0: D   1: A   2: C             B is to be recycled, C to be configured again
  ///
  /// That is left to `settle()`, after all links have had their turn: it calls client code, which should not see a
  /// chain that is only partly updated. Selected, focused, edited and tracked paths are mapped in the same way.
  ///
  /// - Complexity: O(*v* log *v* + *v* log *k* + *k* log *k*), *v* being the number of cells and of paths that are
  ///   kept, and *k* the number of edits.
  private func update() -> UpdateBatch {
    let batch = cells.link.batch
    if shown.isEmpty && supplements.isEmpty && tracked.isEmpty { return batch }
    // After a reload, no item is known to be one of those before.
    if batch.isReload {
      carryTouches { _ in nil }
      shown.carry { _ in nil }
      supplements.carry { _ in nil }
      return batch
    }
    let map = PathMap(batch)
    carryTouches(to: map.newPath(of:))
    let items = Set(batch.items.updates.map(\.after))
    shown.carry(to: map.newPath(of:)) { items.contains($0) }
    let sections = Set(batch.sections.updates.map(\.after))
    supplements.carry {
      guard let section = map.newIndex(ofSection: $0.section) else { return nil }
      return SupplementaryPlace(section: section, kind: $0.kind)
    } isUpdated: {
      sections.contains($0.section)
    }
    return batch
  }

  /// Recycles the cells that are no longer shown, so that they can be reused, and configures again those whose items
  /// were updated.
  ///
  /// All of this calls client code, which may call the display again. Each task is therefore removed from its list
  /// before it is done, so that a nested call continues with the remaining ones.
  func settle() {
    // Checked before each look-up of a cell, and nearly always true.
    if shown.isSettled && supplements.isSettled { return }
    recycleRemovedCells()
    while let (cell, path) = shown.popOutdated() {
      // The chain may return a cell of another kind, or one from another pool.
      let new = cell.reconfiguring { cells.item(at: path) }
      if new !== cell { begin(new, at: path) }
    }
    while let (cell, place) = supplements.popOutdated() {
      let new = cell.reconfiguring { makeSupplement(at: place) }
      guard new !== cell else { continue }
      if let new { begin(new, at: place) } else { supplements.remove(at: place, end(at: place)) }
    }
    recycleRemovedCells()
  }

  /// Notifies the owners of items whose cells are no longer shown, and recycles these cells.
  func recycleRemovedCells() {
    while let departure = shown.popRemoved() ?? supplements.popRemoved() {
      notify(departure.notifyOfEnd, of: departure.cell)
      departure.cell.recycle()
    }
  }

  // MARK: - Tracked paths

  /// Tracks the path of an item across calls of client code, until ``untrack(_:)``.
  func track(_ path: ItemPath) -> TrackedPath {
    let place = TrackedPath(path)
    trackedPaths.append(place)
    return place
  }

  /// Ends the tracking of a path.
  ///
  /// - Complexity: O(1) for the path that was tracked last.
  func untrack(_ place: TrackedPath) {
    if let index = trackedPaths.lastIndex(where: { $0 === place }) { trackedPaths.remove(at: index) }
  }

  /// Ends the tracking of several paths.
  func untrack(_ places: [TrackedPath]) {
    for place in places.reversed() { untrack(place) }
  }

  /// All paths that follow their items.
  var tracked: [TrackedPath] { selection + trackedPaths + [focused, edited].compactMap { $0 } }

  /// Maps the selected, focused, edited and tracked paths to the source's new state.
  ///
  /// - Complexity: O(*t*) look-ups, *t* being the number of paths.
  func carryTouches(to image: (ItemPath) -> ItemPath?) {
    for place in tracked { place.path = place.path.flatMap(image) }
    selection.removeAll { $0.path == nil }
  }
}

/// Headers and footers.
extension CellDisplay {
  /// Returns the header or footer cell of a section: the existing one, or else one from the section's host.
  ///
  /// - Parameters:
  ///   - kind: Header or footer.
  ///   - section: The index of a section of the source.
  /// - Returns: The cell, or nil if no cell is registered, or if the section does not come from a single section of a
  ///   host.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    if let cell = existingSupplementaryCell(kind, ofSection: section) { return cell }
    let place = SupplementaryPlace(section: section, kind: kind)
    guard let cell = makeSupplement(at: place) else { return nil }
    begin(cell, at: place)
    return cell
  }

  /// Returns the header or footer cell of a section, or nil if there is none at present.
  public func existingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> Cell? {
    settle()
    return supplements.cells[SupplementaryPlace(section: section, kind: kind)]
  }

  /// Recycles the header or footer cell of a section, if there is one.
  public func endDisplayingSupplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) {
    let place = SupplementaryPlace(section: section, kind: kind)
    supplements.remove(at: place, end(at: place))
    settle()
  }

  /// Returns a configured cell from the section's host, or nil if no cell is registered.
  func makeSupplement(at place: SupplementaryPlace) -> Cell? {
    guard let (host, section) = cells.cellHost(ofSection: place.section),
      let cell = host.supplementaryCell(place.kind, ofSection: section)
    else { return nil }
    guard let shown = cell as? Cell else {
      fatalError("The \(place.kind) “\(cell.identifier)” is no \(Cell.self): register one that is.")
    }
    return shown
  }
}

/// The position of a header or footer.
struct SupplementaryPlace: Hashable, Comparable {
  var section: Int
  var kind: SupplementaryKind

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.section, lhs.kind.rawValue) < (rhs.section, rhs.kind.rawValue)
  }
}

/// A path that follows its item while client code runs, which may change the chain.
final class TrackedPath {
  /// The current path of the item, or nil if it was deleted.
  fileprivate(set) var path: ItemPath?

  init(_ path: ItemPath) { self.path = path }
}
