/// The cells that a source has handed out to whoever asked for its items.
///
/// Whoever shows cells gives them back. A reader does not, or there would be a rule to remember for everyone who walks over items: so a cell
/// that nobody holds any more is taken back here, for the next reader.
struct LentCells<Cell: ReusableCell> {
  private var cells: [Cell] = []
  /// Which one to look at next.
  private var next = 0

  /// Keeps a cell that came from a pool.
  mutating func add(_ cell: Cell) {
    guard cell.shelf != nil, !cell.isLent else { return }
    cell.isLent = true
    cells.append(cell)
  }

  /// Looks at the next cell, and takes it off the list if nobody else holds it, or if it was given back.
  ///
  /// Whoever calls this more than once for each cell that is added has never more than twice as many on the list as are held.
  ///
  /// - Returns: A cell to be recycled; nil if the one that was looked at is held.
  mutating func popUnused() -> Cell? {
    if cells.isEmpty { return nil }
    if next >= cells.count { next = 0 }
    guard cells[next].shelf == nil || isKnownUniquelyReferenced(&cells[next]) else {
      next += 1
      return nil
    }
    cells.swapAt(next, cells.count - 1)
    let cell = cells.removeLast()
    cell.isLent = false
    return cell
  }
}
