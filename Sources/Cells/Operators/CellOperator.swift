public import Changesets
public import DataSources

/// What shows cells, as a table view does: it knows which cell exists at which place.
///
/// A ``CellDisplay`` is one. Each source that its chain stands on sees it through ``upstream(_:)``, in places of its own.
public protocol CellOperator<Cell> {
  /// What it shows.
  associatedtype Cell: ReusableCell

  /// The source of the cells that it shows, and whose places its places are.
  var cells: any DataSource<Cell> { get }

  /// The cell that shows the item at a place, if it exists at present.
  func existingCell(at path: ItemPath) -> Cell?

  /// Where a cell is shown; nothing for one that is not.
  func path(of cell: Cell) -> ItemPath?
}

extension CellOperator {
  /// A cell of a kind for an item: from where the host of the item has its cells from. While the item is being configured again in
  /// a cell of the kind, it is that one.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - path: A place that an item of a ``CellHost`` stands at; anything else is a programmer's error.
  public func dequeueCell(_ identifier: CellIdentifier, at path: ItemPath) -> Cell {
    guard let cell = cells.cellHost(at: path)?.host.dequeueCell(identifier) as? Cell else {
      preconditionFailure(
        "There is no \(Cell.self) “\(identifier)” for \(path): no cell source has such an item there.")
    }
    return cell
  }
}

/// Conversions between the operator's places and those of any source that it shows cells of.
extension CellOperator {
  /// The place that the item at a place has in a source upstream; nothing if the item does not come through it.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func convert(_ path: ItemPath, to source: any DataSource) -> ItemPath? { cells.convert(path, to: source) }

  /// The place where an item of a source upstream is shown; nothing if it is hidden, or does not stand upstream.
  ///
  /// - Complexity: As of ``DataSources/DataSource/convert(_:from:)``.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? { cells.convert(path, from: source) }

  /// The section that a section is the image of in a source upstream; nothing if there is no single one.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func convert(section: Int, to source: any DataSource) -> Int? { cells.convert(section: section, to: source) }

  /// The section that a section of a source upstream is shown as; nothing if there is no single one.
  ///
  /// - Complexity: As of ``DataSources/DataSource/convert(_:from:)``.
  public func convert(section: Int, from source: any DataSource) -> Int? {
    cells.convert(section: section, from: source)
  }
}
