import Cells
public import Changesets
import DataSources
public import Messages

/// Accessories, menus and swipes.
extension CellDisplay {
  /// Notifies the owner of an item that its accessory was tapped: `didTapAccessory`.
  ///
  /// - Parameter path: The path of the item.
  /// - Returns: Whether a handler was called.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func tapAccessory(at path: ItemPath) throws(MessageError) -> Bool {
    try deliver(.didTapAccessory, path).isAnswered
  }

  /// Returns the menu of an item: those of the given actions that the item supports. `shouldShowMenu` determines
  /// whether there is a menu at all, and `canPerformAction` whether it contains an action.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - actions: The identifiers of actions.
  /// - Returns: The identifiers of the actions in the menu, or nil if there is no menu.
  /// - Throws: `MessageError` if a handler fails.
  public func menu(at path: ItemPath, of actions: [String]) throws(MessageError) -> [String]? {
    guard cells.contains(path), try send(.shouldShowMenu, path) else { return nil }
    var menu: [String] = []
    for action in actions where try send(.canPerformAction, ItemCommand(action, at: path)) {
      menu.append(action)
    }
    return menu
  }

  /// Performs an action of an item by `performAction`, if the item offers it: in its menu, or in its swipe or edit
  /// actions (`leadingActions`, `trailingActions`, `editActions`).
  ///
  /// - Parameters:
  ///   - action: The identifier of the action.
  ///   - path: The path of the item.
  /// - Returns: Whether the item offers the action, and a handler performed it.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func perform(_ action: String, at path: ItemPath) throws(MessageError) -> Bool {
    try atOnce(or: "performAsync") { () throws(MessageError) in
      guard cells.contains(path) else { return false }
      let place = track(path)
      defer { untrack(place) }
      guard try isOffered(action, at: place), let path = place.path else { return false }
      return try deliver(.performAction, ItemCommand(action, at: path)).isAnswered
    }
  }

  private func isOffered(_ action: String, at place: TrackedPath) throws(MessageError) -> Bool {
    if let path = place.path, try menu(at: path, of: [action])?.isEmpty == false { return true }
    for selector in MessageSelector.offers {
      if let path = place.path, try send(selector, path).contains(where: { $0.identifier == action }) { return true }
    }
    return false
  }
}

extension MessageSelector<ItemPath, [ItemAction]> {
  /// The selectors of swipe and edit actions.
  static var offers: [Self] { [leadingActions, trailingActions, editActions] }
}

/// Prefetching.
extension CellDisplay {
  /// Announces that items will be needed soon: `prefetchItems`, which each owner receives for its own items.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: Whether a handler was called.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func prefetch(_ paths: [ItemPath]) throws(MessageError) -> Bool {
    try atOnce(or: "prefetchAsync") { () throws(MessageError) in
      try deliver(.prefetchItems, paths).isAnswered
    }
  }

  /// Withdraws the announcement that items will be needed soon: `cancelPrefetchingItems`, which each owner receives for
  /// its own items.
  ///
  /// - Parameter paths: The paths of the items.
  /// - Returns: Whether a handler was called.
  /// - Throws: `MessageError` if a handler fails.
  @discardableResult
  public func cancelPrefetching(_ paths: [ItemPath]) throws(MessageError) -> Bool {
    try deliver(.cancelPrefetchingItems, paths).isAnswered
  }
}
