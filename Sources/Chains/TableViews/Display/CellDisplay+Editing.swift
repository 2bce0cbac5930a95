public import Changesets
import DataSources
public import Messages

/// Editing and moving. The display changes nothing itself: it sends requests to the sources, which make the changes.
extension CellDisplay {
  /// Requests the deletion of an item, or an insertion at its path, by `commitEdit`, if `canEditItem` allows it and
  /// `editingStyleOfItem` returns this style.
  ///
  /// - Parameters:
  ///   - style: The edit to request.
  ///   - path: The path of the item.
  /// - Returns: Whether the edit was allowed, and a handler performed it.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func commit(_ style: EditCommit.Style, at path: ItemPath) throws(MessageError) -> Bool {
    try atOnce(or: "commitAsync") { () throws(MessageError) in
      guard cells.contains(path) else { return false }
      let place = track(path)
      defer { untrack(place) }
      guard try send(.canEditItem, path), let path = place.path, try send(.editingStyleOfItem, path) == style,
        let path = place.path
      else { return false }
      return try deliver(.commitEdit, EditCommit(style, at: path)).isAnswered
    }
  }

  /// Requests the deletion of those items for which `canEditItem` allows it, by `deleteItems`, which each owner
  /// receives for its own items.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: The paths of the items whose deletion was allowed and requested from a handler.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func deleteItems(_ paths: [ItemPath]) throws(MessageError) -> [ItemPath] {
    try atOnce(or: "deleteItemsAsync") { () throws(MessageError) in
      let places = trackDeletions(of: paths)
      defer { untrack(places) }
      var editable: [TrackedPath] = []
      for place in places {
        if let path = place.path, try send(.canEditItem, path) { editable.append(place) }
      }
      let paths = editable.compactMap(\.path)
      if !paths.isEmpty { try send(.deleteItems, paths) }
      return paths
    }
  }

  /// Tracks the paths of items for which a handler of `deleteItems` exists. Duplicates are dropped, as a handler that
  /// deletes a path twice would delete two items.
  func trackDeletions(of paths: [ItemPath]) -> [TrackedPath] {
    var seen: Set<ItemPath> = []
    return paths.filter {
      cells.contains($0) && seen.insert($0).inserted && cells.responds(to: .deleteItems, at: [$0])
    }.map(track)
  }

  /// Moves an item, if `canMoveItem` allows it: `targetOfMove` determines its new path, and `moveItem` requests the
  /// move.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - target: The path that it is to have after the move: that of an item, or, in another section, the one after the
  ///     last item. In the item's own section, the one after the last item stands for the path of the last item.
  /// - Returns: The path that was requested for the item, or nil if the move was not allowed, or if there was no
  ///   handler.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func move(from path: ItemPath, to target: ItemPath) throws(MessageError) -> ItemPath? {
    try atOnce(or: "moveAsync") { () throws(MessageError) in
      guard cells.contains(path) else { return nil }
      // The target follows the item that is there, if a handler changes the chain before the move is requested.
      let move = TrackedMove(item: track(path), target: track(target))
      defer { untrack([move.item, move.target]) }
      guard try send(.canMoveItem, path), let proposed = move.arguments else { return nil }
      let place = try send(.targetOfMove, proposed).path
      guard let path = move.item.path else { return nil }
      return try deliver(.moveItem, ItemMove(from: path, to: place)).isAnswered ? place : nil
    }
  }
}

/// A move whose paths follow their items.
struct TrackedMove {
  let item: TrackedPath
  let target: TrackedPath

  /// The move with the current paths, or nil if one of the items was deleted.
  var arguments: ItemMove? {
    guard let from = item.path, let to = target.path else { return nil }
    return ItemMove(from: from, to: to)
  }
}

extension MessageOutcome {
  var isAnswered: Bool {
    if case .answered = self { true } else { false }
  }
}

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
