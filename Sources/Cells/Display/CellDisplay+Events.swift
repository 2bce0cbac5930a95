import Changesets
import DataSources
import Messages

/// What sources hear of the time that their cells are shown.
///
/// The owner of an item is found before the item may be gone: when an update is announced.
extension CellDisplay {
  /// Shows a cell, and says so.
  func begin(_ cell: Cell, at path: ItemPath) {
    shown.put(cell, at: path, end(at: path))
    if shown.ends != nil {
      let end = end(at: path)
      shown.ends?[path] = end
    }
    letGo()
    notify(message(.willDisplayItem, path), of: cell)
  }

  /// Shows a cell as a header or a footer, and says so.
  func begin(_ cell: Cell, at place: SupplementaryPlace) {
    supplements.put(cell, at: place, end(at: place))
    if supplements.ends != nil {
      let end = end(at: place)
      supplements.ends?[place] = end
    }
    letGo()
    let selector = place.kind == .header ? MessageSelector.willDisplayHeader : MessageSelector.willDisplayFooter
    notify(message(selector, SectionIndex(place.section)), of: cell)
  }

  /// Who hears of the end of the cell at a place, if there is one.
  func end(at path: ItemPath) -> CellMessage<Cell>? {
    shown.cells[path].flatMap { _ in message(.didEndDisplayingItem, path) }
  }

  /// Who hears of the end of the cell that is a header or a footer, if there is one.
  func end(at place: SupplementaryPlace) -> CellMessage<Cell>? {
    supplements.cells[place].flatMap { _ in message(place.endSelector, SectionIndex(place.section)) }
  }

  /// Finds out who would hear of the end of each cell, as long as the chain shows all of their items.
  ///
  /// - Complexity: O(*v*) conversions of places, *v* being the number of cells, if anybody responds to such messages at all.
  func findEnds() {
    var items: [ItemPath: CellMessage<Cell>] = [:]
    if !shown.isEmpty, cells.responds(to: .didEndDisplayingItem) {
      for path in shown.cells.keys { items[path] = end(at: path) }
    }
    var sections: [SupplementaryPlace: CellMessage<Cell>] = [:]
    for place in supplements.cells.keys where cells.responds(to: place.endSelector) {
      sections[place] = end(at: place)
    }
    // Only now, as scopes of handlers are code of others.
    (shown.ends, supplements.ends) = (items, sections)
  }

  /// Forgets who would have heard of ends, because the update has been made.
  func forgetEnds() {
    let ends = (shown.ends, supplements.ends)
    (shown.ends, supplements.ends) = (nil, nil)
    // Only now, as handlers that were cancelled meanwhile may go with them, and what those held is code of others.
    withExtendedLifetime(ends) {}
  }

  /// A message about a cell; nil if nothing responds.
  private func message<Arguments>(
    _ selector: MessageSelector<Arguments, Void>, _ arguments: Arguments
  ) -> CellMessage<Cell>? {
    guard let message = cells.prepare(selector, arguments).first, message.hasHandler else { return nil }
    return { sender, cell throws(MessageError) in try message.deliver(from: sender, about: cell) }
  }

  /// Delivers a message about a cell.
  func notify(_ message: CellMessage<Cell>?, of cell: Cell) {
    do { try message?(self, cell) } catch { onDisplayError?(error) }
  }
}

extension SupplementaryPlace {
  fileprivate var endSelector: MessageSelector<SectionIndex, Void> {
    kind == .header ? MessageSelector.didEndDisplayingHeader : MessageSelector.didEndDisplayingFooter
  }
}
