public import Changesets
import DataSources
public import Messages

/// Editing and moving. The display changes nothing itself: the sources do, which hear of it.
extension CellDisplay {
  /// Asks for an item to be deleted, or for one to be inserted at its place, if `canEditItem` allows it: `commitEdit`.
  ///
  /// - Parameters:
  ///   - style: What is to be done.
  ///   - path: The item's place.
  /// - Returns: Whether it was allowed, and somebody did it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func commit(_ style: EditCommit.Style, at path: ItemPath) throws(MessageError) -> Bool {
    guard cells.contains(path), try send(.canEditItem, path) else { return false }
    return try deliver(.commitEdit, EditCommit(style, at: path)).isAnswered
  }

  /// Asks for items to be deleted, as far as `canEditItem` allows it: `deleteItems`, which each owner hears for its own.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: The places of those for which it was allowed and somebody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func deleteItems(_ paths: [ItemPath]) throws(MessageError) -> [ItemPath] {
    var editable: [ItemPath] = []
    var seen: Set<ItemPath> = []
    // Each once: who deletes a place twice deletes two items.
    for path in paths where cells.contains(path) && seen.insert(path).inserted {
      guard cells.responds(to: .deleteItems, at: [path]) else { continue }
      if try send(.canEditItem, path) { editable.append(path) }
    }
    if !editable.isEmpty { try send(.deleteItems, editable) }
    return editable
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
    guard cells.contains(path), try send(.canMoveItem, path) else { return nil }
    let place = try send(.targetOfMove, Move(from: path, to: target)).path
    return try deliver(.moveItem, Move(from: path, to: place)).isAnswered ? place : nil
  }
}

extension Outcome {
  /// Whether a handler answered.
  var isAnswered: Bool {
    if case .answered = self { true } else { false }
  }
}
