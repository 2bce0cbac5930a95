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
    try atOnce(or: "selectAsync") { () throws(MessageError) in
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
    try atOnce(or: "deselectAsync") { () throws(MessageError) in
      guard selection.contains(where: { $0.path == path }) else { return nil }
      try requireSyncDeselection(of: path)
      guard let answer = try send(.willDeselectItem, path) else { return nil }
      if answer != path { try cells.requireSync(.didDeselectItem, answer) }
      guard removeSelection(of: answer) else { return nil }
      try send(.didDeselectItem, answer)
      return answer
    }
  }

  /// Removes an item from the selection, and returns whether it was selected.
  func removeSelection(of path: ItemPath) -> Bool {
    guard let index = selection.firstIndex(where: { $0.path == path }) else { return false }
    selection.remove(at: index)
    return true
  }
}

/// The keyboard focus. It follows its item.
extension CellDisplay {
  /// The path of the item that has the focus, or nil if none has.
  public var focusedPath: ItemPath? { focused?.path }

  /// Moves the focus to an item, or removes it.
  ///
  /// The messages, in this order: `canFocusItem`, which can refuse; `shouldUpdateFocus` of the item that would lose the
  /// focus, then of the one that would receive it, both of which can refuse; `didUpdateFocus` of both.
  ///
  /// - Parameter path: The path of the item, or nil to remove the focus.
  /// - Returns: Whether the focus is there now.
  /// - Throws: `MessageError` if a handler fails; no further messages are sent then.
  @discardableResult
  public func focus(_ path: ItemPath?) throws(MessageError) -> Bool {
    guard path != focusedPath else { return true }
    let place = path.map(track)
    defer { if let place { untrack(place) } }
    if let path = place?.path {
      guard cells.contains(path), try send(.canFocusItem, path) else { return false }
    }
    if let former = focusedPath {
      guard try send(.shouldUpdateFocus, FocusUpdate(isFocused: false, at: former)) else { return false }
    }
    if let path = place?.path {
      guard try send(.shouldUpdateFocus, FocusUpdate(isFocused: true, at: path)) else { return false }
    }
    let former = focused
    // A handler may have deleted the item in the meantime.
    focused = place?.path.map { TrackedPath($0) }
    if let path = former?.path {
      try send(.didUpdateFocus, FocusUpdate(isFocused: false, at: path))
    }
    if let path = focusedPath, path == place?.path { try send(.didUpdateFocus, FocusUpdate(isFocused: true, at: path)) }
    // A handler may have moved the focus elsewhere.
    return path == nil ? focused == nil : place?.path != nil && focusedPath == place?.path
  }
}
