public import Changesets
import DataSources
public import Messages

/// Selection, as in a table view. What is selected goes with its item.
extension CellDisplay {
  /// The places of the selected items, in order.
  ///
  /// - Complexity: O(*s* log *s*), *s* being their number.
  public var selectedPaths: [ItemPath] { selection.compactMap(\.path).sorted() }

  /// Selects an item as somebody does who touches it.
  ///
  /// The messages, in this order: `shouldHighlightItem`, which may refuse; `didHighlightItem`; `didUnhighlightItem`; `willSelectItem`, which
  /// may refuse, or name another item. Then, unless several may be selected, those of ``deselect(_:)`` for the earlier selection; if it
  /// does not end by that, nothing more happens. At last `didSelectItem`.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was selected; nil if none was.
  /// - Throws: `MessageError` of a handler, at which it ends. A handler that is asynchronous is one of ``selectAsync(_:)``: if there is one,
  ///   nothing is selected or deselected.
  @discardableResult
  public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    try requireSyncSelection(of: path)
    let place = track(path)
    defer { untrack(place) }
    guard try send(.shouldHighlightItem, path) else { return nil }
    if let path = place.path { try send(.didHighlightItem, path) }
    if let path = place.path { try send(.didUnhighlightItem, path) }
    guard let path = place.path, let answer = try send(.willSelectItem, path), cells.contains(answer)
    else { return nil }
    if answer != path { try cells.requireSync(.didSelectItem, answer) }
    let target = track(answer)
    defer { untrack(target) }
    while let earlier = earlierSelection(than: target) {
      guard try deselect(earlier) == earlier else { return nil }
    }
    guard let path = target.path else { return nil }
    addSelection(of: path)
    try send(.didSelectItem, path)
    return target.path
  }

  /// A selected item whose selection has to end before that of another one begins.
  func earlierSelection(than target: TrackedPath) -> ItemPath? {
    allowsMultipleSelection ? nil : selection.first { $0.path != target.path }?.path
  }

  func addSelection(of path: ItemPath) {
    if !selection.contains(where: { $0.path == path }) { selection.append(TrackedPath(path)) }
  }

  /// Throws if a handler that has to do with the selection of an item is asynchronous.
  private func requireSyncSelection(of path: ItemPath) throws(MessageError) {
    try cells.requireSync(.shouldHighlightItem, path)
    try cells.requireSync(.didHighlightItem, path)
    try cells.requireSync(.didUnhighlightItem, path)
    try cells.requireSync(.willSelectItem, path)
    try cells.requireSync(.didSelectItem, path)
    if allowsMultipleSelection { return }
    for earlier in selectedPaths where earlier != path { try requireSyncDeselection(of: earlier) }
  }

  private func requireSyncDeselection(of path: ItemPath) throws(MessageError) {
    try cells.requireSync(.willDeselectItem, path)
    try cells.requireSync(.didDeselectItem, path)
  }

  /// Ends the selection of an item: `willDeselectItem`, which may refuse, or name another selected item; then `didDeselectItem`.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was deselected; nil if none was.
  /// - Throws: `MessageError` of a handler, at which it ends. If one is asynchronous, nothing is deselected.
  @discardableResult
  public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard selection.contains(where: { $0.path == path }) else { return nil }
    try requireSyncDeselection(of: path)
    guard let answer = try send(.willDeselectItem, path) else { return nil }
    if answer != path { try cells.requireSync(.didDeselectItem, answer) }
    guard removeSelection(of: answer) else { return nil }
    try send(.didDeselectItem, answer)
    return answer
  }

  /// Returns whether the item was selected.
  func removeSelection(of path: ItemPath) -> Bool {
    guard let index = selection.firstIndex(where: { $0.path == path }) else { return false }
    selection.remove(at: index)
    return true
  }
}
