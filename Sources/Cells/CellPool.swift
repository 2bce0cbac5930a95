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
  private var queues: [CellIdentifier: ReuseQueue] = [:]

  /// Creates an empty pool.
  ///
  /// - Parameter make: Creates a cell of a kind that is not registered; a `Cell` unless given.
  public init(make: @escaping (CellIdentifier) -> Cell = { Cell($0) }) {
    self.make = make
  }

  /// The number of cells that wait to be used again.
  ///
  /// - Complexity: O(*k*), *k* being the number of kinds.
  package var numberOfIdleCells: Int { queues.values.reduce(0) { $0 + $1.count } }

  /// Sets the class of the cells of a kind. Idle cells that were made otherwise are released, those in use when they are given back.
  public func register(_ identifier: CellIdentifier, _ type: Cell.Type) {
    register(identifier) { type.init($0) }
  }

  /// Sets how the cells of a kind are made. Idle cells that were made otherwise are released, those in use when they are given back.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - make: Creates a cell, which gets the identifier that is passed to it.
  public func register(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) {
    addQueue(identifier, make: make)
  }

  /// Returns an empty cell of a kind: one that has served before where there is one, else a new one.
  ///
  /// Within ``ReusableCell/reconfiguring(_:)`` it is that very cell, as it is.
  public func dequeue(_ identifier: CellIdentifier) -> Cell {
    let queue = queues[identifier] ?? addQueue(identifier, make: make)
    // A queue of this pool has what the pool's closures make, which are of this class, and nothing but that comes back to it.
    return unsafeDowncast(queue.take(), to: Cell.self)
  }

  @discardableResult
  private func addQueue(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) -> ReuseQueue {
    let queue = ReuseQueue {
      let cell = make(identifier)
      if cell.identifier != identifier {
        fatalError("A cell that was to be made as “\(identifier)” is a “\(cell.identifier)”. Pass it the identifier.")
      }
      return cell
    }
    queues[identifier] = queue
    return queue
  }
}

/// Where a pool keeps the idle cells of one kind, and how it makes more.
///
/// A cell in use holds its queue, and a queue the cells that are idle: so a cell finds its way back also when its pool is gone, or has
/// put another queue in the place of this one, which then ends with its last cell.
final class ReuseQueue {
  private let make: () -> ReusableCell
  private var idle: [ReusableCell] = []
  /// The cells that are offered to the next caller of ``take()``; nil for one that was given back meanwhile.
  private var offers: [ReusableCell?] = []

  /// Creates an empty queue.
  ///
  /// - Parameter make: Creates a cell of the queue's kind.
  init(make: @escaping () -> ReusableCell) { self.make = make }

  /// How many cells are idle.
  var count: Int { idle.count }

  /// A cell that is offered, else one that is idle, else a new one.
  func take() -> ReusableCell {
    while let offer = offers.popLast() { if let offer { return offer } }
    let cell = idle.popLast() ?? make()
    cell.queue = self
    return cell
  }

  /// Takes a cell back that is prepared for reuse.
  func put(_ cell: ReusableCell) {
    for index in offers.indices where offers[index] === cell { offers[index] = nil }
    idle.append(cell)
  }

  /// Offers a cell while a closure runs.
  func offering<Result>(_ cell: ReusableCell, to body: () throws -> Result) rethrows -> Result {
    let others = offers.count
    offers.append(cell)
    // Offers within the closure are over, and the latest are taken first: what is left above the others is this one.
    defer { offers.removeLast(max(0, offers.count - others)) }
    return try body()
  }
}

/// The cells that a source has handed out to readers of its items.
///
/// A display gives cells back. A reader does not, or there would be a rule to remember for everyone who walks over items: so a cell
/// that nobody holds any more is taken back here, for the next reader.
struct LentCells<Cell: ReusableCell> {
  private var cells: [Cell] = []
  /// Which one to look at next.
  private var next = 0

  /// Keeps a cell that came from a pool.
  mutating func add(_ cell: Cell) {
    guard cell.queue != nil, !cell.isLent else { return }
    cell.isLent = true
    cells.append(cell)
  }

  /// Looks at the next cell, and takes it off the list if nobody else holds it, or if it was given back.
  ///
  /// A caller that calls this more than once for each cell that is added has never more than twice as many on the list as are held.
  ///
  /// - Returns: A cell to be recycled; nil if the one that was looked at is held.
  mutating func popUnused() -> Cell? {
    if cells.isEmpty { return nil }
    if next >= cells.count { next = 0 }
    guard cells[next].queue == nil || isKnownUniquelyReferenced(&cells[next]) else {
      next += 1
      return nil
    }
    cells.swapAt(next, cells.count - 1)
    let cell = cells.removeLast()
    cell.isLent = false
    return cell
  }
}
