public import Changesets
import DataSources
public import Messages

/// Selection, as in a table view. The selection follows its items.
extension CellDisplay {
  /// The paths of the selected items, in order.
  ///
  /// - Complexity: O(*s* log *s*), *s* being the number of selected items.
  public var selectedPaths: [ItemPath] { selection.compactMap(\.path).sorted() }

  /// Selects an item as a touch of the user does.
  ///
  /// The messages, in this order: `shouldHighlightItem`, which can refuse; `didHighlightItem`; `didUnhighlightItem`;
  /// `willSelectItem`, which can refuse or return another item. Unless multiple selection is allowed, the messages of
  /// ``deselect(_:)`` for the earlier selection follow; if that item stays selected, nothing more is sent. The last
  /// message is `didSelectItem`.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: The path of the item that was selected, or nil if none was.
  /// - Throws: `MessageError` if a handler fails; no further messages are sent then. Asynchronous handlers require
  ///   ``selectAsync(_:)``: if one of the handlers is asynchronous, an error is thrown, and nothing is selected or
  ///   deselected.
  @discardableResult
  public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    do { return try selectAtOnce(path) } catch { throw error.naming("selectAsync") }
  }

  private func selectAtOnce(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    // Checked before anything is sent, so that a selection is not abandoned halfway.
    try requireSyncSelection(of: path)
    let place = track(path)
    defer { untrack(place) }
    guard try send(.shouldHighlightItem, path) else { return nil }
    // Each handler may change the chain, so each message is about the place where the item is by then.
    if let path = place.path { try send(.didHighlightItem, path) }
    if let path = place.path { try send(.didUnhighlightItem, path) }
    guard let path = place.path, let answer = try send(.willSelectItem, path), cells.contains(answer)
    else { return nil }
    // The answer may be an item of another owner, with other handlers.
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

  /// Returns an item that has to be deselected before another one can be selected, or nil if there is none.
  func earlierSelection(than target: TrackedPath) -> ItemPath? {
    allowsMultipleSelection ? nil : selection.first { $0.path != target.path }?.path
  }

  func addSelection(of path: ItemPath) {
    if !selection.contains(where: { $0.path == path }) { selection.append(TrackedPath(path)) }
  }

  /// Throws an error if a handler that takes part in the selection of an item is asynchronous.
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

  /// Deselects an item: `willDeselectItem`, which can refuse or return another selected item; then `didDeselectItem`.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: The path of the item that was deselected, or nil if none was.
  /// - Throws: `MessageError` if a handler fails; no further messages are sent then. If a handler is asynchronous,
  ///   nothing is deselected.
  @discardableResult
  public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    do { return try deselectAtOnce(path) } catch { throw error.naming("deselectAsync") }
  }

  private func deselectAtOnce(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard selection.contains(where: { $0.path == path }) else { return nil }
    try requireSyncDeselection(of: path)
    guard let answer = try send(.willDeselectItem, path) else { return nil }
    if answer != path { try cells.requireSync(.didDeselectItem, answer) }
    guard removeSelection(of: answer) else { return nil }
    try send(.didDeselectItem, answer)
    return answer
  }

  /// Removes an item from the selection, and returns whether it was selected.
  func removeSelection(of path: ItemPath) -> Bool {
    guard let index = selection.firstIndex(where: { $0.path == path }) else { return false }
    selection.remove(at: index)
    return true
  }
}
