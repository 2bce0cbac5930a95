import Messages

/// A cell that is not shown any more, and what notifies the owner of its item.
struct Departure<Cell: ReusableCell> {
  let cell: Cell
  let notifyOfEnd: CellMessage<Cell>?
}

/// A message about a cell whose handler was found, to be delivered when the cell's item may be gone.
typealias CellMessage<Cell> = (_ sender: AnyObject, _ cell: Cell) throws(MessageError) -> Void

/// The cells that a display has at places of some kind, and what is to be done with them when an epoch is over.
///
/// In an epoch cells only change their places. They are given back and configured when all links are done, because that calls code of
/// others, which should not see a chain that is half changed.
struct ShownCells<Place: Hashable & Comparable, Cell: ReusableCell> {
  /// The cells that exist.
  private(set) var cells: [Place: Cell] = [:]
  private var places: [ObjectIdentifier: Place] = [:]
  /// Cells that are not shown any more, to be recycled.
  private var gone: ArraySlice<Departure<Cell>> = []
  /// Cells to be configured again.
  private var outdated: [Cell] = []
  /// From the time that an update is announced until it is told: who hears of the end of each cell if its item goes.
  var ends: [Place: CellMessage<Cell>]?

  /// Whether there is no cell to be recycled or to be configured again.
  var isSettled: Bool { gone.isEmpty && outdated.isEmpty }

  /// Whether there is no cell.
  var isEmpty: Bool { cells.isEmpty }

  /// Where a cell is.
  func place(of cell: Cell) -> Place? { places[ObjectIdentifier(cell)] }

  /// Shows a cell at a place; one that was there is gone.
  ///
  /// - Parameter end: Who hears of the end of the one that was there.
  mutating func put(_ cell: Cell, at place: Place, _ end: CellMessage<Cell>?) {
    if cells[place] === cell { return }
    remove(at: place, end)
    cells[place] = cell
    places[ObjectIdentifier(cell)] = place
  }

  /// Lets the cell at a place be gone.
  ///
  /// - Parameter end: Who hears of it.
  mutating func remove(at place: Place, _ end: CellMessage<Cell>?) {
    guard let cell = cells.removeValue(forKey: place) else { return }
    // An override may have given the same cell for another place.
    if places[ObjectIdentifier(cell)] == place { places[ObjectIdentifier(cell)] = nil }
    gone.append(Departure(cell: cell, notifyOfEnd: end))
  }

  /// Carries the cells over to another state.
  ///
  /// - Parameters:
  ///   - image: Where a place is afterwards; nil if it is gone.
  ///   - isUpdated: Whether what is at a place afterwards has another content.
  mutating func carry(to image: (Place) -> Place?, isUpdated: (Place) -> Bool = { _ in false }) {
    var carried = Self()
    (carried.gone, carried.outdated, carried.ends) = (gone, outdated, ends)
    for (place, cell) in cells.sorted(by: { $0.key < $1.key }) {
      guard let target = image(place) else {
        carried.gone.append(Departure(cell: cell, notifyOfEnd: ends?[place]))
        continue
      }
      carried.put(cell, at: target, nil)
      if isUpdated(target) { carried.outdated.append(cell) }
    }
    self = carried
  }

  /// Takes a cell off the list of those to be recycled.
  mutating func popGone() -> Departure<Cell>? {
    let departure = gone.popFirst()
    if gone.isEmpty { gone = [] }
    return departure
  }

  /// Takes a cell that is still shown off the list of those to be configured again.
  mutating func popOutdated() -> (cell: Cell, place: Place)? {
    while let cell = outdated.popLast() { if let place = place(of: cell) { return (cell, place) } }
    return nil
  }
}
