/// Makes cells, and keeps those that have served for the next object of the same kind.
///
/// ```swift
/// let pool = CellPool<ReusableCell>()
/// pool.register("fruit", FruitCell.self)
/// pool.register("banner") { BannerCell($0, size: .large) }
/// ```
///
/// However many objects are shown one after the other, no more cells exist than were in use at once. A cell that is not needed any more
/// is given back by its own ``ReusableCell/recycle()``.
public final class CellPool<Cell: ReusableCell> {
  private let make: (CellIdentifier) -> Cell
  private var shelves: [CellIdentifier: CellShelf] = [:]

  /// Makes an empty pool.
  ///
  /// - Parameter make: Makes a cell of a kind that nobody registers; `Cell` itself unless given.
  public init(make: @escaping (CellIdentifier) -> Cell = { Cell($0) }) {
    self.make = make
  }

  /// How many cells wait to be used again.
  ///
  /// - Complexity: O(*k*), *k* being the number of kinds.
  public var numberOfIdleCells: Int { shelves.values.reduce(0) { $0 + $1.count } }

  /// Sets the class of the cells of a kind. Idle cells that were made otherwise are let go, those in use when they are given back.
  public func register(_ identifier: CellIdentifier, _ type: Cell.Type) {
    register(identifier) { type.init($0) }
  }

  /// Sets how the cells of a kind are made. Idle cells that were made otherwise are let go, those in use when they are given back.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - make: Makes a new cell, which has the identifier that is handed to it.
  public func register(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) {
    addShelf(identifier, make: make)
  }

  /// A cell of a kind that shows nothing yet: one that has served before where there is one, else a new one.
  ///
  /// Whoever configures a cell again that shows something is given that very cell, as it is.
  public func dequeue(_ identifier: CellIdentifier) -> Cell {
    let shelf = shelves[identifier] ?? addShelf(identifier, make: make)
    // A shelf of this pool has what the pool's closures make, which are of this class, and nothing but that comes back to it.
    return unsafeDowncast(shelf.take(), to: Cell.self)
  }

  @discardableResult
  private func addShelf(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) -> CellShelf {
    let shelf = CellShelf {
      let cell = make(identifier)
      precondition(
        cell.identifier == identifier, "A cell that was to be made as “\(identifier)” is a “\(cell.identifier)”.")
      return cell
    }
    shelves[identifier] = shelf
    return shelf
  }
}
