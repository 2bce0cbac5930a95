import Changesets
import DataSources
import Messages

/// Notifications about the display of cells.
///
/// The owner of an item is looked up when an update is announced, as afterwards the item may have been deleted.
extension CellDisplay {
  /// Shows a cell, and sends `willDisplayItem`.
  func begin(_ cell: Cell, at path: ItemPath) {
    shown.put(cell, at: path, end(at: path))
    // An update has been announced and is not complete: this cell may end by it, too. The message is prepared before
    // it is assigned, because that calls client code, which may access the list.
    if shown.ends != nil {
      let end = end(at: path)
      shown.ends?[path] = end
    }
    recycleRemovedCells()
    notify(message(.willDisplayItem, path), of: cell)
  }

  /// Shows a cell as a header or footer, and sends `willDisplayHeader` or `willDisplayFooter`.
  func begin(_ cell: Cell, at place: SupplementaryPlace) {
    supplements.put(cell, at: place, end(at: place))
    if supplements.ends != nil {
      let end = end(at: place)
      supplements.ends?[place] = end
    }
    recycleRemovedCells()
    let selector = place.kind == .header ? MessageSelector.willDisplayHeader : MessageSelector.willDisplayFooter
    notify(message(selector, SectionIndex(place.section)), of: cell)
  }

  /// Returns the prepared `didEndDisplayingItem` message for the cell at a path, or nil if there is no cell or no
  /// handler.
  func end(at path: ItemPath) -> CellMessage<Cell>? {
    shown.cells[path].flatMap { _ in message(.didEndDisplayingItem, path) }
  }

  /// Returns the prepared message about the end of a header or footer cell, or nil if there is no cell or no handler.
  func end(at place: SupplementaryPlace) -> CellMessage<Cell>? {
    supplements.cells[place].flatMap { _ in message(place.endSelector, SectionIndex(place.section)) }
  }

  /// Prepares the messages that are sent if cells end by the announced update, while the chain still has all of their
  /// items.
  ///
  /// - Complexity: O(*v*) path conversions, *v* being the number of cells, if there are handlers of these messages at
  ///   all.
  func findEnds() {
    var items: [ItemPath: CellMessage<Cell>] = [:]
    if !shown.isEmpty, cells.responds(to: .didEndDisplayingItem) {
      for path in shown.cells.keys { items[path] = end(at: path) }
    }
    var sections: [SupplementaryPlace: CellMessage<Cell>] = [:]
    for place in supplements.cells.keys where cells.responds(to: place.endSelector) {
      sections[place] = end(at: place)
    }
    // Assigned at the end, as preparing messages calls the scopes of handlers, which is client code.
    shown.ends = items
    supplements.ends = sections
  }

  /// Discards the prepared messages, after the update.
  func forgetEnds() {
    let ends = (shown.ends, supplements.ends)
    shown.ends = nil
    supplements.ends = nil
    // Released after the assignment: handlers that were cancelled in the meantime may be deallocated with the messages,
    // and so may objects that they captured, whose deinitializers are client code.
    withExtendedLifetime(ends) {}
  }

  /// Returns a prepared message about a cell, or nil if there is no handler.
  private func message<Arguments>(
    _ selector: MessageSelector<Arguments, Void>, _ arguments: Arguments
  ) -> CellMessage<Cell>? {
    guard let message = cells.prepare(selector, arguments).first, message.hasHandler else { return nil }
    return { sender, cell throws(MessageError) in try message.deliver(from: sender, about: cell) }
  }

  /// Delivers a prepared message about a cell. Errors are passed to ``onDisplayError``.
  func notify(_ message: CellMessage<Cell>?, of cell: Cell) {
    do { try message?(self, cell) } catch { onDisplayError?(error) }
  }
}

extension SupplementaryPlace {
  fileprivate var endSelector: MessageSelector<SectionIndex, Void> {
    kind == .header ? MessageSelector.didEndDisplayingHeader : MessageSelector.didEndDisplayingFooter
  }
}
