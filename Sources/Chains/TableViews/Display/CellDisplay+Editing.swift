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
    do { return try commitAtOnce(style, at: path) } catch { throw error.naming("commitAsync") }
  }

  private func commitAtOnce(_ style: EditCommit.Style, at path: ItemPath) throws(MessageError) -> Bool {
    guard cells.contains(path) else { return false }
    let place = track(path)
    defer { untrack(place) }
    guard try send(.canEditItem, path), let path = place.path, try send(.editingStyleOfItem, path) == style,
      let path = place.path
    else { return false }
    return try deliver(.commitEdit, EditCommit(style, at: path)).isAnswered
  }

  /// Requests the deletion of those items for which `canEditItem` allows it, by `deleteItems`, which each owner
  /// receives for its own items.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: The paths of the items whose deletion was allowed and requested from a handler.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func deleteItems(_ paths: [ItemPath]) throws(MessageError) -> [ItemPath] {
    do { return try deleteAtOnce(paths) } catch { throw error.naming("deleteItemsAsync") }
  }

  private func deleteAtOnce(_ paths: [ItemPath]) throws(MessageError) -> [ItemPath] {
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
    do { return try moveAtOnce(from: path, to: target) } catch { throw error.naming("moveAsync") }
  }

  private func moveAtOnce(from path: ItemPath, to target: ItemPath) throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    // The target follows the item that is there, if a handler changes the chain before the move is requested.
    let move = TrackedMove(from: track(path), to: track(target))
    defer { untrack([move.item, move.target]) }
    guard try send(.canMoveItem, path), let proposed = move.arguments else { return nil }
    let place = try send(.targetOfMove, proposed).path
    guard let path = move.item.path else { return nil }
    return try deliver(.moveItem, ItemMove(from: path, to: place)).isAnswered ? place : nil
  }
}

/// A move whose paths follow their items.
struct TrackedMove {
  let item: TrackedPath
  let target: TrackedPath

  init(from item: TrackedPath, to target: TrackedPath) {
    self.item = item
    self.target = target
  }

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
