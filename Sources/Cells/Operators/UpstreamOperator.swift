public import Changesets
public import DataSources
public import Messages

/// What shows cells as a source further up the chain sees it: every place is one of that source.
///
/// So every transform over cell sources is an operator for its sources. It makes no difference how many steps it is made in:
/// `display.upstream(transform).upstream(source)` is `display.upstream(source)`.
public struct UpstreamOperator<Cell: ReusableCell>: CellOperator {
  /// The source whose places these are.
  public let cells: any DataSource<Cell>
  private let base: any CellOperator<Cell>

  fileprivate init(_ base: any CellOperator<Cell>, as cells: any DataSource<Cell>) {
    self.base = (base as? UpstreamOperator)?.base ?? base
    self.cells = cells
  }

  /// The cell that shows the item at a place, if it exists at present.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func existingCell(at path: ItemPath) -> Cell? {
    base.convert(path, from: cells).flatMap(base.existingCell(at:))
  }

  /// Where a cell is shown; nothing for one that is not, or that does not come through the source.
  ///
  /// - Complexity: That of the conversions of the links between.
  public func path(of cell: Cell) -> ItemPath? {
    base.path(of: cell).flatMap { base.convert($0, to: cells) }
  }
}

/// What a source further up sends goes on from there. Handlers see no sender, whose places would be others.
extension UpstreamOperator {
  /// Sends a message to whom the item or the section that it is about belongs to.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the source.
  /// - Returns: What the handler answered; where nobody responds, the selector's default.
  /// - Throws: `MessageError` with the route, as `send` of a source.
  /// - Complexity: O(*h*) conversions of places, *h* being the number of links between the source and the handler.
  @inlinable @discardableResult public func send<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Result {
    try cells.send(selector, arguments)
  }
}

extension CellOperator {
  /// The operator as a source that it shows cells of sees it.
  ///
  /// - Parameter source: A source that ``cells`` stands on, directly or through others. No cell is shown of any other.
  public func upstream(_ source: any DataSource<Cell>) -> UpstreamOperator<Cell> { UpstreamOperator(self, as: source) }
}
