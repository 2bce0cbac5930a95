/// Where a pool keeps the idle cells of one kind, and how it makes more.
///
/// A cell in use holds its shelf, and a shelf the cells that are idle: so a cell finds its way back also when its pool is gone, or has
/// put another shelf in the place of this one, which then ends with its last cell.
final class CellShelf {
  private let make: () -> ReusableCell
  private var idle: [ReusableCell] = []
  /// The cells that are offered to whoever takes the next one; nothing for one that was given back meanwhile.
  private var offers: [ReusableCell?] = []

  /// Makes an empty shelf.
  ///
  /// - Parameter make: Makes a cell of the shelf's kind.
  init(make: @escaping () -> ReusableCell) { self.make = make }

  /// How many cells are idle.
  var count: Int { idle.count }

  /// A cell that is offered, else one that is idle, else a new one.
  func take() -> ReusableCell {
    while let offer = offers.popLast() { if let offer { return offer } }
    let cell = idle.popLast() ?? make()
    cell.shelf = self
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
