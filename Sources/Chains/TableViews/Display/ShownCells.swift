import Cells
import Messages

/// A cell that is no longer shown, and the message that notifies the owner of its item.
struct RemovedCell<Cell: ReusableCell> {
  let cell: Cell
  let notifyOfEnd: CellMessage<Cell>?
}

/// A message about a cell whose handler was already found, so that it can be delivered after the cell's item was
/// deleted.
typealias CellMessage<Cell> = (_ sender: AnyObject, _ cell: Cell) throws(MessageError) -> Void

/// The cells that a display shows at positions of some kind, and what remains to be done with them after an epoch.
///
/// During an epoch, cells only change their positions. They are recycled and configured after all links have had their
/// turn: both call client code, which should not see a chain that is only partly updated.
///
///     put ──▶ cells ──▶ outdated ──▶ configured again, in the same cell
///               │
///               └─────▶ removed ───▶ the owner is notified, and the cell recycled
struct ShownCells<Place: Hashable & Comparable, Cell: ReusableCell> {
  private(set) var cells: [Place: Cell] = [:]
  private var places: [ObjectIdentifier: Place] = [:]
  /// Cells that are no longer shown, to be recycled.
  private var removed: ArraySlice<RemovedCell<Cell>> = []
  /// Cells to be configured again.
  private var outdated: [Cell] = []
  /// The prepared message about the end of each cell, in case its item is deleted; nil except between the announcement
  /// of an update and its notification.
  var ends: [Place: CellMessage<Cell>]?

  /// Whether no cell is to be recycled or configured again.
  var isSettled: Bool { removed.isEmpty && outdated.isEmpty }

  var isEmpty: Bool { cells.isEmpty }

  func place(of cell: Cell) -> Place? { places[ObjectIdentifier(cell)] }

  /// Shows a cell at a position, and removes the one that was there.
  ///
  /// - Parameter end: The message about the end of the cell that was there.
  mutating func put(_ cell: Cell, at place: Place, _ end: CellMessage<Cell>?) {
    if cells[place] === cell { return }
    remove(at: place, end)
    cells[place] = cell
    places[ObjectIdentifier(cell)] = place
  }

  /// Removes the cell at a position, to be recycled.
  ///
  /// - Parameter end: The message about its end.
  mutating func remove(at place: Place, _ end: CellMessage<Cell>?) {
    guard let cell = cells.removeValue(forKey: place) else { return }
    // A cell override may have returned the same cell for another position.
    if places[ObjectIdentifier(cell)] == place { places[ObjectIdentifier(cell)] = nil }
    removed.append(RemovedCell(cell: cell, notifyOfEnd: end))
  }

  /// Carries the cells over to another state.
  ///
  /// - Parameters:
  ///   - image: Returns the new position of an old one, or nil if it was deleted.
  ///   - isUpdated: Returns whether the content at a new position was updated.
  mutating func carry(to image: (Place) -> Place?, isUpdated: (Place) -> Bool = { _ in false }) {
    var carried = Self()
    carried.removed = removed
    carried.outdated = outdated
    carried.ends = ends
    // In order, so that messages about their ends are sent in the same order in every run.
    for (place, cell) in cells.sorted(by: { $0.key < $1.key }) {
      guard let target = image(place) else {
        carried.removed.append(RemovedCell(cell: cell, notifyOfEnd: ends?[place]))
        continue
      }
      carried.put(cell, at: target, nil)
      if isUpdated(target) { carried.outdated.append(cell) }
    }
    self = carried
  }

  /// Removes and returns the next cell to be recycled.
  mutating func popRemoved() -> RemovedCell<Cell>? {
    let cell = removed.popFirst()
    if removed.isEmpty { removed = [] }
    return cell
  }

  /// Removes and returns the next cell to be configured again that is still shown.
  mutating func popOutdated() -> (cell: Cell, place: Place)? {
    while let cell = outdated.popLast() { if let place = place(of: cell) { return (cell, place) } }
    return nil
  }
}
