public import Changesets
import DataSources
public import Messages

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
