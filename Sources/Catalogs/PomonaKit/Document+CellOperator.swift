public import Changesets
public import DataSources
public import Rendering
public import TableViews

/// A document sends messages to the owners of the cells that its listing shows, as a table view does.
///
/// A document does not keep cells: it creates a cell when it makes a page, and recycles it at once. The handlers of its
/// messages therefore find no cell in `Delivery.cell`.
extension Document: CellOperator {
  /// The source of the cells. Its paths are those of the document.
  public var source: any DataSource { cells }

  /// Returns nil: a document keeps no cells.
  public func existingCell(at path: ItemPath) -> DocumentCell? { nil }

  /// Returns nil: a document keeps no cells.
  public func path(of cell: DocumentCell) -> ItemPath? { nil }
}
