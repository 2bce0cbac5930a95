/// Makes cells, and keeps those that have served for the next object of the same kind.
///
/// However many objects are shown one after the other, no more cells exist than were in use at once.
public final class CellPool<Cell: ReusableCell> {
  private let make: (CellIdentifier) -> Cell
  private var idle: [CellIdentifier: [Cell]] = [:]

  /// Makes an empty pool.
  ///
  /// - Parameter make: Makes a cell of a kind.
  public init(make: @escaping (CellIdentifier) -> Cell) {
    self.make = make
  }

  /// A cell of a kind that shows nothing yet: one that has served before where there is one, else a new one.
  public func dequeue(_ identifier: CellIdentifier) -> Cell {
    idle[identifier]?.popLast() ?? make(identifier)
  }

  /// Takes a cell back that nobody uses any more.
  public func recycle(_ cell: Cell) {
    cell.prepareForReuse()
    idle[cell.identifier, default: []].append(cell)
  }
}
