/// A pool of reusable cells: it creates cells, and keeps those that were recycled for the next object of the same kind.
///
/// ```swift
/// let pool = CellPool<ReusableCell>()
/// pool.register("fruit", FruitCell.self)
/// pool.register("banner") { BannerCell($0, size: .large) }
/// ```
///
/// For each kind, the pool creates no more cells than are in use at the same time. A cell that is no longer needed
/// returns to the pool by its own ``ReusableCell/recycle()``.
public final class CellPool<Cell: ReusableCell> {
  private let make: (CellIdentifier) -> Cell
  private var queues: [CellIdentifier: ReuseQueue] = [:]

  /// Creates an empty pool.
  ///
  /// - Parameter make: Creates a cell of a kind that is not registered. By default, it creates a `Cell`.
  public init(make: @escaping (CellIdentifier) -> Cell = { Cell($0) }) { self.make = make }

  /// The number of idle cells.
  ///
  /// - Complexity: O(*k*), *k* being the number of kinds.
  package var numberOfIdleCells: Int { queues.values.reduce(0) { $0 + $1.count } }

  /// Registers the class of the cells of a kind. Idle cells of an earlier registration are released; those in use are
  /// not dequeued again after they are recycled.
  public func register(_ identifier: CellIdentifier, _ type: Cell.Type) {
    register(identifier) { type.init($0) }
  }

  /// Registers a closure that creates the cells of a kind. Idle cells of an earlier registration are released; those in
  /// use are not dequeued again after they are recycled.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - make: Creates a cell with the identifier that is passed to it.
  public func register(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) {
    addQueue(identifier, make: make)
  }

  /// Returns a cell of a kind that is ready to be configured: an idle cell if there is one, or else a new one.
  ///
  /// Within `reconfiguring(_:)` of a cell of this pool and kind, the first call returns that cell, as it is.
  public func dequeue(_ identifier: CellIdentifier) -> Cell {
    let queue = queues[identifier] ?? addQueue(identifier, make: make)
    // A queue of this pool only contains cells that the pool's closures created, which are of this class; no other cell
    // returns to it.
    return unsafeDowncast(queue.take(), to: Cell.self)
  }

  @discardableResult
  private func addQueue(_ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Cell) -> ReuseQueue {
    let queue = ReuseQueue {
      let cell = make(identifier)
      if cell.identifier != identifier {
        fatalError(
          "A cell that was registered for “\(identifier)” was created with the identifier “\(cell.identifier)”. Pass the identifier to its initializer."
        )
      }
      return cell
    }
    queues[identifier] = queue
    return queue
  }
}

/// The idle cells of one kind in a pool, and the closure that creates more.
///
/// A cell in use retains its queue, and a queue retains its idle cells, so that there is no reference cycle:
///
///     pool ──▶ queue ──▶ idle cells (whose `queue` is nil)
///                ▲
///                └────── cells in use
///
/// A cell can therefore be recycled after its pool was deallocated, or after another registration replaced its queue. A
/// replaced queue is deallocated together with the last of its cells in use.
final class ReuseQueue {
  private let make: () -> ReusableCell
  private var idle: [ReusableCell] = []
  /// The cells that the next calls of ``take()`` return, the last one first. An entry is nil if its cell was recycled
  /// in the meantime.
  private var offers: [ReusableCell?] = []

  init(make: @escaping () -> ReusableCell) { self.make = make }

  var count: Int { idle.count }

  /// Returns an offered cell, or else an idle cell, or else a new one.
  func take() -> ReusableCell {
    while let offer = offers.popLast() { if let offer { return offer } }
    let cell = idle.popLast() ?? make()
    cell.queue = self
    return cell
  }

  /// Adds a cell that was prepared for reuse to the idle cells, and withdraws any offer of it.
  func put(_ cell: ReusableCell) {
    for index in offers.indices where offers[index] === cell { offers[index] = nil }
    idle.append(cell)
  }

  /// Offers a cell to callers of ``take()`` while a closure runs.
  func offering<Result>(_ cell: ReusableCell, to body: () throws -> Result) rethrows -> Result {
    let others = offers.count
    offers.append(cell)
    // Offers that the closure made have been withdrawn by now, and `take()` removes the latest offers first: an entry
    // above the earlier ones is this one.
    defer { offers.removeLast(max(0, offers.count - others)) }
    return try body()
  }
}

/// The cells that a source returned to readers of its items.
///
/// A display recycles its cells. Readers are not required to, so that iterating over the items of a cell source needs
/// no clean-up: a cell that only this list still references is recycled here, and reused for the next reader.
struct LentCells<Cell: ReusableCell> {
  private var cells: [Cell] = []
  /// The index of the cell that is checked next.
  private var next = 0

  /// Adds a cell that came from a pool, unless it is listed already.
  mutating func add(_ cell: Cell) {
    guard cell.queue != nil, !cell.isLent else { return }
    cell.isLent = true
    cells.append(cell)
  }

  /// Checks the next cell, and removes it from the list if it has no other references, or if it was already recycled.
  ///
  /// If this is called twice for each cell that is added, the list never contains more than about twice as many cells
  /// as are still referenced elsewhere.
  ///
  /// - Returns: The cell that was removed and is to be recycled, or nil if the list is empty or the cell that was
  ///   checked is in use.
  mutating func popUnused() -> Cell? {
    if cells.isEmpty { return nil }
    if next >= cells.count { next = 0 }
    guard cells[next].queue == nil || isKnownUniquelyReferenced(&cells[next]) else {
      next += 1
      return nil
    }
    // The order of the list has no meaning.
    cells.swapAt(next, cells.count - 1)
    let cell = cells.removeLast()
    cell.isLent = false
    return cell
  }
}
