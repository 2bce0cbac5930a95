public import Changesets
import DataSources
public import Messages

/// Selection, as in a table view. What is selected goes with its item.
extension CellDisplay {
  /// The places of the selected items, in order.
  ///
  /// - Complexity: O(*s* log *s*), *s* being their number.
  public var selectedPaths: [ItemPath] { selection.compactMap(\.path).sorted() }

  /// Selects an item as somebody does who touches it.
  ///
  /// The messages, in this order: `shouldHighlightItem`, which may refuse; `didHighlightItem`; `didUnhighlightItem`; `willSelectItem`, which
  /// may refuse, or name another item. Then, unless several may be selected, those of ``deselect(_:)`` for the earlier selection; if it
  /// does not end by that, nothing more happens. At last `didSelectItem`.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was selected; nothing if none was.
  /// - Throws: `MessageError` of a handler, at which it ends.
  @discardableResult
  public func select(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard cells.contains(path), try send(.shouldHighlightItem, path) else { return nil }
    let place = track(path)
    defer { untrack() }
    if let path = place.path { try send(.didHighlightItem, path) }
    if let path = place.path { try send(.didUnhighlightItem, path) }
    guard let path = place.path, let answer = try send(.willSelectItem, path), cells.contains(answer)
    else { return nil }
    let target = track(answer)
    defer { untrack() }
    if !allowsMultipleSelection {
      while let earlier = selection.first(where: { $0.path != target.path })?.path {
        guard try deselect(earlier) == earlier else { return nil }
      }
    }
    guard let path = target.path else { return nil }
    if !selection.contains(where: { $0.path == path }) { selection.append(TrackedPath(path)) }
    try send(.didSelectItem, path)
    return target.path
  }

  /// Ends the selection of an item: `willDeselectItem`, which may refuse, or name another selected item; then `didDeselectItem`.
  ///
  /// - Parameter path: The item's place.
  /// - Returns: The place of the item that was deselected; nothing if none was.
  /// - Throws: `MessageError` of a handler, at which it ends.
  @discardableResult
  public func deselect(_ path: ItemPath) throws(MessageError) -> ItemPath? {
    guard selection.contains(where: { $0.path == path }), let answer = try send(.willDeselectItem, path),
      let index = selection.firstIndex(where: { $0.path == answer })
    else { return nil }
    selection.remove(at: index)
    try send(.didDeselectItem, answer)
    return answer
  }
}
