public import Changesets
import DataSources
public import Messages

/// Editing and moving. The display changes nothing itself: the sources do, which hear of it.
extension CellDisplay {
  /// Asks for an item to be deleted, or for one to be inserted at its place, if `canEditItem` allows it and it is what `editingStyleOfItem`
  /// says: `commitEdit`.
  ///
  /// - Parameters:
  ///   - style: What is to be done.
  ///   - path: The item's place.
  /// - Returns: Whether it was allowed, and somebody did it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func commit(_ style: EditCommit.Style, at path: ItemPath) throws(MessageError) -> Bool {
    guard cells.contains(path) else { return false }
    let place = track(path)
    defer { untrack(place) }
    guard try send(.canEditItem, path), let path = place.path, try send(.editingStyleOfItem, path) == style,
      let path = place.path
    else { return false }
    return try deliver(.commitEdit, EditCommit(style, at: path)).isAnswered
  }

  /// Asks for items to be deleted, as far as `canEditItem` allows it: `deleteItems`, which each owner hears for its own.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: The places of those for which it was allowed and somebody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func deleteItems(_ paths: [ItemPath]) throws(MessageError) -> [ItemPath] {
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

  /// Tracks the places of items that somebody would delete, each once: who deletes a place twice deletes two items.
  func trackDeletions(of paths: [ItemPath]) -> [TrackedPath] {
    var seen: Set<ItemPath> = []
    return paths.filter {
      cells.contains($0) && seen.insert($0).inserted && cells.responds(to: .deleteItems, at: [$0])
    }.map(track)
  }

  /// Moves an item, if `canMoveItem` allows it: `targetOfMove` says where to, and `moveItem` has it done.
  ///
  /// - Parameters:
  ///   - path: The item's place.
  ///   - target: The place that it is to have afterwards: that of an item, or, in another section, the one after the last. The end of
  ///     its own section stands for the last place.
  /// - Returns: The place that the item was to have; nil if it was not allowed, or nobody did it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func move(from path: ItemPath, to target: ItemPath) throws(MessageError) -> ItemPath? {
    guard cells.contains(path) else { return nil }
    let move = TrackedMove(from: track(path), to: track(target))
    defer { untrack([move.item, move.target]) }
    guard try send(.canMoveItem, path), let proposed = move.arguments else { return nil }
    let place = try send(.targetOfMove, proposed).path
    guard let path = move.item.path else { return nil }
    return try deliver(.moveItem, Move(from: path, to: place)).isAnswered ? place : nil
  }
}

/// A move whose places go with the items that they are of.
struct TrackedMove {
  let item: TrackedPath
  let target: TrackedPath

  init(from item: TrackedPath, to target: TrackedPath) {
    self.item = item
    self.target = target
  }

  /// The move as it is at present; nil if one of the items is gone.
  var arguments: Move? {
    guard let from = item.path, let to = target.path else { return nil }
    return Move(from: from, to: to)
  }
}

extension Outcome {
  /// Whether a handler answered.
  var isAnswered: Bool {
    if case .answered = self { true } else { false }
  }
}
