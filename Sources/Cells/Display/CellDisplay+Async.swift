public import Changesets
import DataSources
public import Messages

/// What a person does, for handlers that are asynchronous: the same messages in the same order, each of which is waited for. Places go with
/// their items meanwhile.
extension CellDisplay {
  /// Selects an item as ``select(_:)``, and waits for asynchronous handlers.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was selected, at the end; nil if none was, or if it is gone.
  /// - Throws: `MessageError` of a handler, at which it ends.
  @discardableResult
  public nonisolated(nonsending) func selectAsync(_ path: ItemPath) async throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    let place = track(path)
    defer { untrack(place) }
    guard try await sendAsync(.shouldHighlightItem, path) else { return nil }
    if let path = place.path { try await sendAsync(.didHighlightItem, path) }
    if let path = place.path { try await sendAsync(.didUnhighlightItem, path) }
    guard let path = place.path, let answer = try await sendAsync(.willSelectItem, path), cells.contains(answer)
    else { return nil }
    let target = track(answer)
    defer { untrack(target) }
    while let earlier = earlierSelection(than: target) {
      let place = track(earlier)
      defer { untrack(place) }
      // Nil and nil: the item is gone, and its selection with it.
      let ended = try await deselectAsync(earlier)
      guard ended == place.path else { return nil }
    }
    guard let path = target.path else { return nil }
    addSelection(of: path)
    try await sendAsync(.didSelectItem, path)
    return target.path
  }

  /// Ends the selection of an item as ``deselect(_:)``, and waits for asynchronous handlers.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was deselected, at the end; nil if none was, or if it is gone.
  /// - Throws: `MessageError` of a handler, at which it ends.
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

  /// Asks for an item to be deleted, or for one to be inserted at its place, as ``commit(_:at:)``, and waits for asynchronous handlers.
  ///
  /// - Parameters:
  ///   - style: What is to be done.
  ///   - path: The item's place.
  /// - Returns: Whether it was allowed, and somebody did it.
  /// - Throws: `MessageError` of a handler.
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

  /// Asks for items to be deleted as ``deleteItems(_:)``, and waits for asynchronous handlers.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: The places of those for which it was allowed and somebody heard of it, when the message was sent.
  /// - Throws: `MessageError` of a handler.
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

  /// Moves an item as ``move(from:to:)``, and waits for asynchronous handlers.
  ///
  /// - Parameters:
  ///   - path: The item's place.
  ///   - target: The place that it is to have afterwards.
  /// - Returns: The place that the item was to have; nil if it was not allowed, or nobody did it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public nonisolated(nonsending) func moveAsync(
    from path: ItemPath, to target: ItemPath
  ) async throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    let move = TrackedMove(from: track(path), to: track(target))
    defer { untrack([move.item, move.target]) }
    guard try await sendAsync(.canMoveItem, path), let proposed = move.arguments else { return nil }
    let place = try await sendAsync(.targetOfMove, proposed).path
    guard let path = move.item.path else { return nil }
    return try await deliverAsync(.moveItem, Move(from: path, to: place)).isAnswered ? place : nil
  }

  /// Chooses an action as ``perform(_:at:)``, and waits for asynchronous handlers.
  ///
  /// - Parameters:
  ///   - action: The identifier of the action.
  ///   - path: The item's place.
  /// - Returns: Whether the item has the action, and somebody did it.
  /// - Throws: `MessageError` of a handler.
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

  /// Says that items will be needed soon as ``prefetch(_:)``, and waits for asynchronous handlers.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: Whether anybody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public nonisolated(nonsending) func prefetchAsync(_ paths: [ItemPath]) async throws(MessageError) -> Bool {
    try await deliverAsync(.prefetchItems, paths).isAnswered
  }
}
