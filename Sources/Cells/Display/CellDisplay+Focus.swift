public import Changesets
import DataSources
public import Messages

/// The keyboard's focus. It goes with its item.
extension CellDisplay {
  /// The place of the item that has the focus, or nil if none has.
  public var focusedPath: ItemPath? { focused?.path }

  /// Moves the focus to an item, or away from all.
  ///
  /// The messages, in this order: `canFocusItem`, which may refuse; `shouldUpdateFocus` of the item that would lose the focus, then of the one
  /// that would get it, which may both refuse; `didUpdateFocus` of both.
  ///
  /// - Parameter path: The item's place; nil to end the focus.
  /// - Returns: Whether the focus is there now.
  /// - Throws: `MessageError` of a handler, at which it ends.
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
    // It may have been deleted meanwhile.
    focused = place?.path.map { TrackedPath($0) }
    if let path = former?.path {
      try send(.didUpdateFocus, FocusUpdate(isFocused: false, at: path))
    }
    if let path = focusedPath, path == place?.path { try send(.didUpdateFocus, FocusUpdate(isFocused: true, at: path)) }
    return path == nil ? focused == nil : place?.path != nil && focusedPath == place?.path
  }
}
