public import Changesets
import DataSources
public import Messages

extension Adapter {
  /// The events that have names of their own: `adapter.on.didSelect { context in … }`. Any other message is answered by its selector:
  /// `adapter.on(selector) { context in … }`.
  public var on: AdapterEvents<Model, Cell> { AdapterEvents(adapter: self) }
}

/// Sets what an adapter does when something happens. Each event may be set again, which replaces what was set before.
public struct AdapterEvents<Model, Cell: ReusableCell> {
  /// What an event is about.
  public typealias Context = Adapter<Model, Cell>.Context

  let adapter: Adapter<Model, Cell>

  /// A cell is to show an object.
  public func configure(_ configure: @escaping (Cell, Model) -> Void) { adapter.configure = configure }
}

// MARK: - Selection

extension AdapterEvents {
  /// The item is about to be selected. The answer is the place of the item to select, or nothing to refuse.
  public func willSelect(_ answer: @escaping (Context) throws -> ItemPath?) {
    adapter.on(.willSelectItem, answer)
  }

  /// The item was selected.
  public func didSelect(_ answer: @escaping (Context) throws -> Void) { adapter.on(.didSelectItem, answer) }

  /// The item is about to be deselected. The answer is the place of the item to deselect, or nothing to refuse.
  public func willDeselect(_ answer: @escaping (Context) throws -> ItemPath?) {
    adapter.on(.willDeselectItem, answer)
  }

  /// The item was deselected.
  public func didDeselect(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.didDeselectItem, answer)
  }

  /// Whether the item is highlighted while it is touched. Yes by default.
  public func shouldHighlight(_ answer: @escaping (Context) throws -> Bool) {
    adapter.on(.shouldHighlightItem, answer)
  }

  /// The item was highlighted.
  public func didHighlight(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.didHighlightItem, answer)
  }

  /// The item is highlighted no more.
  public func didUnhighlight(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.didUnhighlightItem, answer)
  }

  /// Whether the item can have the keyboard's focus. Yes by default.
  public func canFocus(_ answer: @escaping (Context) throws -> Bool) { adapter.on(.canFocusItem, answer) }
}

// MARK: - Display

extension AdapterEvents {
  /// The item's cell is about to be shown.
  public func willDisplay(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.willDisplayItem, answer)
  }

  /// The item's cell is shown no more. The item may be gone.
  public func endDisplay(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.didEndDisplayingItem, answer)
  }

  /// Items of this adapter will be needed soon: all of them at once.
  public func prefetch(_ answer: @escaping ([Context]) throws -> Void) { adapter.on(.prefetchItems, answer) }

  /// Items of this adapter will not be needed soon after all: all of them at once.
  public func cancelPrefetch(_ answer: @escaping ([Context]) throws -> Void) {
    adapter.on(.cancelPrefetchingItems, answer)
  }

  /// The size of the item's cell. Nothing by default: the cell decides.
  public func itemSize(_ answer: @escaping (Context) throws -> ItemSize?) { adapter.on(.sizeOfItem, answer) }

  /// The height of the item's row. Nothing by default: the cell decides.
  public func rowHeight(_ answer: @escaping (Context) throws -> Double?) { adapter.on(.heightOfRow, answer) }
}

// MARK: - Editing and moving

extension AdapterEvents {
  /// Whether the item can be edited. No by default.
  public func canEdit(_ answer: @escaping (Context) throws -> Bool) { adapter.on(.canEditItem, answer) }

  /// Somebody asked for the item to be deleted, or for one to be inserted.
  public func commitEdit(_ answer: @escaping (Context, EditCommit.Style) throws -> Void) {
    adapter.on(.commitEdit) { try answer($0, $1.style) }
  }

  /// What can be done with the item when it is edited. Nothing by default.
  public func editActions(_ answer: @escaping (Context) throws -> [ItemAction]) {
    adapter.on(.editActions, answer)
  }

  /// Somebody asked for items of this adapter to be deleted: all of them at once.
  public func delete(_ answer: @escaping ([Context]) throws -> Void) { adapter.on(.deleteItems, answer) }

  /// Whether the item can be moved. No by default.
  public func canMoveRow(_ answer: @escaping (Context) throws -> Bool) { adapter.on(.canMoveItem, answer) }

  /// The item was moved, to a place of the container.
  public func moveRow(_ answer: @escaping (Context, ItemPath) throws -> Void) {
    adapter.on(.moveItem) { try answer($0, $1.to) }
  }

  /// Where the item may go, given where it was moved to. There, by default.
  public func moveAdjustDestination(_ answer: @escaping (Context, ItemPath) throws -> ItemPath) {
    adapter.on(.targetOfMove) { MoveTarget(try answer($0, $1.to)) }
  }
}

// MARK: - Actions

extension AdapterEvents {
  /// The accessory beside the item was touched.
  public func tapOnAccessory(_ answer: @escaping (Context) throws -> Void) {
    adapter.on(.didTapAccessory, answer)
  }

  /// Whether the item has a menu. No by default.
  public func shouldShowMenu(_ answer: @escaping (Context) throws -> Bool) {
    adapter.on(.shouldShowMenu, answer)
  }

  /// Whether the item's menu has an action, by its identifier. No by default.
  public func canPerformAction(_ answer: @escaping (Context, String) throws -> Bool) {
    adapter.on(.canPerformAction) { try answer($0, $1.action) }
  }

  /// An action of the item's menu, or of those that a swipe shows, was chosen.
  public func performAction(_ answer: @escaping (Context, String) throws -> Void) {
    adapter.on(.performAction) { try answer($0, $1.action) }
  }

  /// What a swipe from the item's beginning shows. Nothing by default.
  public func leadingActions(_ answer: @escaping (Context) throws -> [ItemAction]) {
    adapter.on(.leadingActions, answer)
  }

  /// What a swipe from the item's end shows. Nothing by default.
  public func trailingActions(_ answer: @escaping (Context) throws -> [ItemAction]) {
    adapter.on(.trailingActions, answer)
  }
}
