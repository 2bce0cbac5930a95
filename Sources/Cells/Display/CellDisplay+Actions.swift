public import Changesets
import DataSources
public import Messages

/// Accessories, menus and swipes.
extension CellDisplay {
  /// Touches the accessory beside an item: `didTapAccessory`.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: Whether anybody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func tapAccessory(at path: ItemPath) throws(MessageError) -> Bool {
    try deliver(.didTapAccessory, path).isAnswered
  }

  /// The menu of an item: those of some actions that it has. `shouldShowMenu` is asked whether there is a menu at all, and
  /// `canPerformAction` for each action.
  ///
  /// - Parameters:
  ///   - path: The item's place.
  ///   - actions: The identifiers of actions.
  /// - Returns: The identifiers of those that the menu has; nil if there is no menu.
  /// - Throws: `MessageError` of a handler.
  public func menu(at path: ItemPath, of actions: [String]) throws(MessageError) -> [String]? {
    guard cells.contains(path), try send(.shouldShowMenu, path) else { return nil }
    var menu: [String] = []
    for action in actions where try send(.canPerformAction, ItemCommand(action, at: path)) {
      menu.append(action)
    }
    return menu
  }

  /// Chooses an action: one of the item's menu, or of those that a swipe or an edit shows (`leadingActions`, `trailingActions`,
  /// `editActions`). Then `performAction` is sent.
  ///
  /// - Parameters:
  ///   - action: The identifier of the action.
  ///   - path: The item's place.
  /// - Returns: Whether the item has the action, and somebody did it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func perform(_ action: String, at path: ItemPath) throws(MessageError) -> Bool {
    guard cells.contains(path) else { return false }
    let place = track(path)
    defer { untrack(place) }
    guard try isOffered(action, at: place), let path = place.path else { return false }
    return try deliver(.performAction, ItemCommand(action, at: path)).isAnswered
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
  /// What a swipe or an edit shows.
  static var offers: [Self] { [leadingActions, trailingActions, editActions] }
}

/// What will be needed soon.
extension CellDisplay {
  /// Says that items will be needed soon: `prefetchItems`, which each owner hears for its own.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: Whether anybody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func prefetch(_ paths: [ItemPath]) throws(MessageError) -> Bool {
    try deliver(.prefetchItems, paths).isAnswered
  }

  /// Says that items will not be needed soon after all: `cancelPrefetchingItems`, which each owner hears for its own.
  ///
  /// - Parameter paths: The places of the items.
  /// - Returns: Whether anybody heard of it.
  /// - Throws: `MessageError` of a handler.
  @discardableResult
  public func cancelPrefetching(_ paths: [ItemPath]) throws(MessageError) -> Bool {
    try deliver(.cancelPrefetchingItems, paths).isAnswered
  }
}
