public import Changesets
import DataSources
public import Messages

/// An item that is being edited. The edit goes with its item.
extension CellDisplay {
  /// The place of the item that is being edited, or nil if none is.
  public var editedPath: ItemPath? { edited?.path }

  /// Begins to edit an item, as somebody does who swipes over it, if `canEditItem` allows it: `willBeginEditingItem`. An edit of another
  /// item ends.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: Whether it is allowed.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func beginEditing(at path: ItemPath) throws(MessageError) -> Bool {
    let place = track(path)
    defer { untrack(place) }
    guard cells.contains(path), try send(.canEditItem, path) else { return false }
    if editedPath != place.path { try endEditing() }
    guard let path = place.path else { return false }
    guard editedPath != path else { return true }
    try send(.willBeginEditingItem, path)
    edited = place.path.map { TrackedPath($0) }
    return edited != nil
  }

  /// Ends the edit of an item: `didEndEditingItem`.
  ///
  /// - Throws: `MessageError` of a handler.
  public func endEditing() throws(MessageError) {
    guard let path = editedPath else { return }
    edited = nil
    try send(.didEndEditingItem, path)
  }

  /// What an edit of an item would do: `editingStyleOfItem`; nil if it would do nothing, or if `canEditItem` does not allow it.
  ///
  /// - Throws: `MessageError` of a handler.
  public func editingStyle(at path: ItemPath) throws(MessageError) -> EditCommit.Style? {
    guard cells.contains(path) else { return nil }
    let place = track(path)
    defer { untrack(place) }
    guard try send(.canEditItem, path), let path = place.path else { return nil }
    return try send(.editingStyleOfItem, path)
  }

  /// The title of the button that confirms that an item is to be deleted: `titleOfDeleteConfirmation`, or else “Delete”.
  ///
  /// - Throws: `MessageError` of a handler.
  public func deleteConfirmationTitle(at path: ItemPath) throws(MessageError) -> String {
    try send(.titleOfDeleteConfirmation, path) ?? "Delete"
  }
}
