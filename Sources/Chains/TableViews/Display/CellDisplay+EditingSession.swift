public import Changesets
import DataSources
public import Messages

/// Editing sessions of one item at a time. The session follows its item.
extension CellDisplay {
  /// The path of the item that is being edited, or nil if none is.
  public var editedPath: ItemPath? { edited?.path }

  /// Begins an editing session of an item, as a swipe over its row does, if `canEditItem` allows it:
  /// `willBeginEditingItem`. A session of another item ends first.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: Whether the item is being edited now.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func beginEditing(at path: ItemPath) throws(MessageError) -> Bool {
    let place = track(path)
    defer { untrack(place) }
    guard cells.contains(path), try send(.canEditItem, path) else { return false }
    if editedPath != place.path { try endEditing() }
    guard let path = place.path else { return false }
    guard editedPath != path else { return true }
    try send(.willBeginEditingItem, path)
    // The handler may have moved the item, or deleted it.
    edited = place.path.map { TrackedPath($0) }
    return edited != nil
  }

  /// Ends the editing session: `didEndEditingItem`.
  ///
  /// - Throws: `MessageError` if a handler fails.
  public func endEditing() throws(MessageError) {
    guard let path = editedPath else { return }
    // Before the message is sent, so that a handler that ends the session itself does not end it twice.
    edited = nil
    try send(.didEndEditingItem, path)
  }

  /// Returns the editing style of an item: the result of `editingStyleOfItem`, or nil if `canEditItem` does not allow
  /// editing.
  ///
  /// - Throws: `MessageError` if a handler fails.
  public func editingStyle(at path: ItemPath) throws(MessageError) -> EditCommit.Style? {
    guard cells.contains(path) else { return nil }
    let place = track(path)
    defer { untrack(place) }
    guard try send(.canEditItem, path), let path = place.path else { return nil }
    return try send(.editingStyleOfItem, path)
  }

  /// Returns the title of the button that confirms the deletion of an item: the result of `titleOfDeleteConfirmation`,
  /// or else “Delete”.
  ///
  /// - Throws: `MessageError` if a handler fails.
  public func deleteConfirmationTitle(at path: ItemPath) throws(MessageError) -> String {
    try send(.titleOfDeleteConfirmation, path) ?? "Delete"
  }
}
