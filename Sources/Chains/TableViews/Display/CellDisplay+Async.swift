import Cells
public import Changesets
import DataSources
public import Messages

/// Asynchronous variants of the user's actions: they send the same messages in the same order, and await each handler.
/// Paths follow their items in the meantime.
extension CellDisplay {
  /// Selects an item as ``select(_:)``, and awaits asynchronous handlers.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: The path of the selected item when all handlers have returned, or nil if no item was selected, or if it
  ///   was deleted.
  /// - Throws: `MessageError` if a handler fails; no further messages are sent then.
  @discardableResult
  public nonisolated(nonsending) func selectAsync(_ path: ItemPath) async throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    let place = track(path)
    defer { untrack(place) }
    // The steps of `select`, without its check: any handler may be asynchronous here.
    guard try await sendAsync(.shouldHighlightItem, path) else { return nil }
    if let path = place.path { try await sendAsync(.didHighlightItem, path) }
    if let path = place.path { try await sendAsync(.didUnhighlightItem, path) }
    guard let path = place.path, let answer = try await sendAsync(.willSelectItem, path), cells.contains(answer)
    else { return nil }
    let target = track(answer)
    defer { untrack(target) }
    // A handler may select other items while this one waits, so the selection is looked at again each time.
    while let earlier = earlierSelection(than: target) {
      let place = track(earlier)
      defer { untrack(place) }
      // If both are nil, the item was deleted, and its selection with it.
      let ended = try await deselectAsync(earlier)
      guard ended == place.path else { return nil }
    }
    guard let path = target.path else { return nil }
    addSelection(of: path)
    try await sendAsync(.didSelectItem, path)
    return target.path
  }

  /// Deselects an item as ``deselect(_:)``, and awaits asynchronous handlers.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: The path of the deselected item when all handlers have returned, or nil if no item was deselected, or
  ///   if it was deleted.
  /// - Throws: `MessageError` if a handler fails; no further messages are sent then.
  @discardableResult
  public nonisolated(nonsending) func deselectAsync(_ path: ItemPath) async throws(MessageError) -> ItemPath? {
    guard selection.contains(where: { $0.path == path }),
      let answer = try await sendAsync(.willDeselectItem, path), removeSelection(of: answer)
    else { return nil }
    let place = track(answer)
    defer { untrack(place) }
    try await sendAsync(.didDeselectItem, answer)
    return place.path
  }

  /// Requests the deletion of an item, or an insertion at its path, as ``commit(_:at:)``, and awaits asynchronous
  /// handlers.
  ///
  /// - Parameters:
  ///   - style: The edit to request.
  ///   - path: The path of the item.
  /// - Returns: Whether the edit was allowed, and a handler performed it.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public nonisolated(nonsending) func commitAsync(
    _ style: EditCommit.Style, at path: ItemPath
  ) async throws(MessageError) -> Bool {
    guard cells.contains(path) else { return false }
    let place = track(path)
    defer { untrack(place) }
    guard try await sendAsync(.canEditItem, path), let path = place.path,
      try await sendAsync(.editingStyleOfItem, path) == style, let path = place.path
    else { return false }
    return try await deliverAsync(.commitEdit, EditCommit(style, at: path)).isAnswered
  }

  /// Requests the deletion of items as ``deleteItems(_:)``, and awaits asynchronous handlers.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: The paths of the items whose deletion was allowed and requested from a handler, as of when the message
  ///   was sent.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public nonisolated(nonsending) func deleteItemsAsync(_ paths: [ItemPath]) async throws(MessageError) -> [ItemPath] {
    let places = trackDeletions(of: paths)
    defer { untrack(places) }
    var editable: [TrackedPath] = []
    for place in places {
      if let path = place.path, try await sendAsync(.canEditItem, path) { editable.append(place) }
    }
    let paths = editable.compactMap(\.path)
    if !paths.isEmpty { try await sendAsync(.deleteItems, paths) }
    return paths
  }

  /// Moves an item as ``move(from:to:)``, and awaits asynchronous handlers.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - target: The path that it is to have after the move.
  /// - Returns: The path that was requested for the item, or nil if the move was not allowed, or if there was no
  ///   handler.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public nonisolated(nonsending) func moveAsync(
    from path: ItemPath, to target: ItemPath
  ) async throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    let move = TrackedMove(item: track(path), target: track(target))
    defer { untrack([move.item, move.target]) }
    guard try await sendAsync(.canMoveItem, path), let proposed = move.arguments else { return nil }
    let place = try await sendAsync(.targetOfMove, proposed).path
    guard let path = move.item.path else { return nil }
    return try await deliverAsync(.moveItem, ItemMove(from: path, to: place)).isAnswered ? place : nil
  }

  /// Performs an action as ``perform(_:at:)``, and awaits asynchronous handlers.
  ///
  /// - Parameters:
  ///   - action: The identifier of the action.
  ///   - path: The path of the item.
  /// - Returns: Whether the item offers the action, and a handler performed it.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public nonisolated(nonsending) func performAsync(
    _ action: String, at path: ItemPath
  ) async throws(MessageError) -> Bool {
    guard cells.contains(path) else { return false }
    let place = track(path)
    defer { untrack(place) }
    guard try await isOfferedAsync(action, at: place), let path = place.path else { return false }
    return try await deliverAsync(.performAction, ItemCommand(action, at: path)).isAnswered
  }

  private nonisolated(nonsending) func isOfferedAsync(
    _ action: String, at place: TrackedPath
  ) async throws(MessageError) -> Bool {
    if let path = place.path, try await sendAsync(.shouldShowMenu, path), let path = place.path,
      try await sendAsync(.canPerformAction, ItemCommand(action, at: path))
    {
      return true
    }
    for selector in MessageSelector.offers {
      if let path = place.path, try await sendAsync(selector, path).contains(where: { $0.identifier == action }) {
        return true
      }
    }
    return false
  }

  /// Announces that items will be needed soon as ``prefetch(_:)``, and awaits asynchronous handlers.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: Whether a handler was called.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public nonisolated(nonsending) func prefetchAsync(_ paths: [ItemPath]) async throws(MessageError) -> Bool {
    try await deliverAsync(.prefetchItems, paths).isAnswered
  }
}
