public import Changesets

// The standard messages, which an object that shows cells sends to its sources. They are named after their counterparts
// in a table view, and have the same defaults.
//
// ```swift
// fruits.on(.didSelectItem) { fruits, path in show(fruits.item(at: path)) }
// ```
//
// Declare further messages in the same way, in an extension with their types. A type of arguments routes the paths in
// them, so that each source receives its own: those of the standard messages are below.

extension MessageSelector<ItemPath, ItemPath?> {
  /// An item is about to be selected. The result is the item to select instead, or nil to refuse. By default, it is the
  /// item itself.
  public static var willSelectItem: Self { Self("catalog:willSelectItemAtPath:", family: .selection, default: { $0 }) }

  /// An item is about to be deselected. The result is the item to deselect instead, or nil to refuse. By default, it is
  /// the item itself.
  public static var willDeselectItem: Self {
    Self("catalog:willDeselectItemAtPath:", family: .selection, default: { $0 })
  }
}

extension MessageSelector<ItemPath, Void> {
  /// An item was selected.
  public static var didSelectItem: Self { Self("catalog:didSelectItemAtPath:", family: .selection) }

  /// An item was deselected.
  public static var didDeselectItem: Self { Self("catalog:didDeselectItemAtPath:", family: .selection) }

  /// An item was activated: its link was followed, or it was chosen by the return key. An item can be activated without
  /// being selected.
  public static var performPrimaryAction: Self {
    Self("catalog:performPrimaryActionForItemAtPath:", family: .selection)
  }

  /// An item was highlighted.
  public static var didHighlightItem: Self { Self("catalog:didHighlightItemAtPath:", family: .highlight) }

  /// An item is no longer highlighted.
  public static var didUnhighlightItem: Self { Self("catalog:didUnhighlightItemAtPath:", family: .highlight) }

  /// An item's cell is about to be shown.
  public static var willDisplayItem: Self { Self("catalog:willDisplayItemAtPath:", family: .display) }

  /// An item's cell is no longer shown.
  public static var didEndDisplayingItem: Self { Self("catalog:didEndDisplayingItemAtPath:", family: .display) }

  /// The accessory beside an item was tapped.
  public static var didTapAccessory: Self { Self("catalog:accessoryTappedForItemAtPath:", family: .accessory) }

  /// An item is about to be edited.
  public static var willBeginEditingItem: Self { Self("catalog:willBeginEditingItemAtPath:", family: .editing) }

  /// An item is no longer edited.
  public static var didEndEditingItem: Self { Self("catalog:didEndEditingItemAtPath:", family: .editing) }
}

extension MessageSelector<ItemPath, Bool> {
  /// Whether an item is highlighted while it is touched. An item that is not highlighted cannot be selected. True by
  /// default.
  public static var shouldHighlightItem: Self {
    Self("catalog:shouldHighlightItemAtPath:", family: .highlight, default: { _ in true })
  }

  /// Whether an item can receive the keyboard focus. True by default.
  public static var canFocusItem: Self { Self("catalog:canFocusItemAtPath:", family: .focus, default: { _ in true }) }

  /// Whether an item can be edited. False by default.
  public static var canEditItem: Self { Self("catalog:canEditItemAtPath:", family: .editing, default: { _ in false }) }

  /// Whether an item can be moved. False by default.
  public static var canMoveItem: Self { Self("catalog:canMoveItemAtPath:", family: .moving, default: { _ in false }) }

  /// Whether an item is indented while it is edited. True by default.
  public static var shouldIndentWhileEditing: Self {
    Self("catalog:shouldIndentWhileEditingItemAtPath:", family: .editing, default: { _ in true })
  }

  /// Whether an item is activated when a dragged item is held over it (spring loading). True by default.
  public static var shouldSpringLoadItem: Self {
    Self("catalog:shouldSpringLoadItemAtPath:", family: .selection, default: { _ in true })
  }

  /// Whether an item has a menu. False by default.
  public static var shouldShowMenu: Self {
    Self("catalog:shouldShowMenuForItemAtPath:", family: .menu, default: { _ in false })
  }
}

extension MessageSelector<SectionIndex, Void> {
  /// A section's header is about to be shown.
  public static var willDisplayHeader: Self { Self("catalog:willDisplayHeaderOfSection:", family: .display) }

  /// A section's header is no longer shown.
  public static var didEndDisplayingHeader: Self { Self("catalog:didEndDisplayingHeaderOfSection:", family: .display) }

  /// A section's footer is about to be shown.
  public static var willDisplayFooter: Self { Self("catalog:willDisplayFooterOfSection:", family: .display) }

  /// A section's footer is no longer shown.
  public static var didEndDisplayingFooter: Self { Self("catalog:didEndDisplayingFooterOfSection:", family: .display) }
}

extension MessageSelector<[ItemPath], Void> {
  /// Items will be needed soon. Each owner receives its own items.
  public static var prefetchItems: Self { Self("catalog:prefetchItemsAtPaths:", family: .prefetching) }

  /// Items that were announced will not be needed soon after all. Each owner receives its own items.
  public static var cancelPrefetchingItems: Self {
    Self("catalog:cancelPrefetchingForItemsAtPaths:", family: .prefetching)
  }

  /// The user requested the deletion of items. Each owner receives its own items, with its own paths. They are the
  /// paths at the time of sending: handlers of one source whose scopes share its items have to account for the
  /// deletions of the others.
  public static var deleteItems: Self { Self("catalog:deleteItemsAtPaths:", family: .editing) }
}

extension MessageSelector<ItemPath, ItemSize?> {
  /// The size of an item's cell. Nil by default: the cell decides.
  public static var sizeOfItem: Self { Self("catalog:sizeForItemAtPath:", family: .layout, default: { _ in nil }) }
}

extension MessageSelector<ItemPath, Double?> {
  /// The height of an item's row. Nil by default: the cell decides.
  public static var heightOfRow: Self { Self("catalog:heightForRowAtPath:", family: .layout, default: { _ in nil }) }

  /// The estimated height of an item's row, while the row is not shown. Nil by default: the cell decides.
  public static var estimatedHeightOfRow: Self {
    Self("catalog:estimatedHeightForRowAtPath:", family: .layout, default: { _ in nil })
  }
}

extension MessageSelector<ItemPath, Int> {
  /// The indentation level of an item. 0 by default.
  public static var indentationLevelOfItem: Self {
    Self("catalog:indentationLevelForItemAtPath:", family: .layout, default: { _ in 0 })
  }
}

extension MessageSelector<SectionIndex, Double?> {
  /// The height of a section's header. Nil by default: the header decides.
  public static var heightOfHeader: Self {
    Self("catalog:heightForHeaderInSection:", family: .layout, default: { _ in nil })
  }

  /// The height of a section's footer. Nil by default: the footer decides.
  public static var heightOfFooter: Self {
    Self("catalog:heightForFooterInSection:", family: .layout, default: { _ in nil })
  }

  /// The estimated height of a section's header, while it is not shown. Nil by default: the header decides.
  public static var estimatedHeightOfHeader: Self {
    Self("catalog:estimatedHeightForHeaderInSection:", family: .layout, default: { _ in nil })
  }

  /// The estimated height of a section's footer, while it is not shown. Nil by default: the footer decides.
  public static var estimatedHeightOfFooter: Self {
    Self("catalog:estimatedHeightForFooterInSection:", family: .layout, default: { _ in nil })
  }
}

extension MessageSelector<EditCommit, Void> {
  /// The user requested the deletion of an item, or an insertion at its path.
  public static var commitEdit: Self { Self("catalog:commitEditingStyle:forItemAtPath:", family: .editing) }
}

extension MessageSelector<ItemPath, EditCommit.Style?> {
  /// The editing style of an item: deletion, insertion at its path, or nil for neither. Deletion by default.
  public static var editingStyleOfItem: Self {
    Self("catalog:editingStyleForItemAtPath:", family: .editing, default: { _ in .delete })
  }
}

extension MessageSelector<ItemPath, String?> {
  /// The title of the button that confirms the deletion of an item. Nil by default: the object that shows the button
  /// decides.
  public static var titleOfDeleteConfirmation: Self {
    Self("catalog:titleForDeleteConfirmationButtonForItemAtPath:", family: .editing, default: { _ in nil })
  }
}

extension MessageSelector<FocusUpdate, Bool> {
  /// Whether the focus may move to an item, or leave it. True by default.
  public static var shouldUpdateFocus: Self {
    Self("catalog:shouldUpdateFocus:ofItemAtPath:", family: .focus, default: { _ in true })
  }
}

extension MessageSelector<FocusUpdate, Void> {
  /// The focus moved to an item, or left it.
  public static var didUpdateFocus: Self { Self("catalog:didUpdateFocus:ofItemAtPath:", family: .focus) }
}

extension MessageSelector<ItemPath, [ItemAction]> {
  /// The actions of an item that is being edited. Empty by default.
  public static var editActions: Self {
    Self("catalog:editActionsForItemAtPath:", family: .editing, default: { _ in [] })
  }

  /// The swipe actions at the leading edge of an item. Empty by default.
  public static var leadingActions: Self {
    Self("catalog:leadingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })
  }

  /// The swipe actions at the trailing edge of an item. Empty by default.
  public static var trailingActions: Self {
    Self("catalog:trailingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })
  }
}

extension MessageSelector<ItemMove, MoveTarget> {
  /// The target of a move, given the proposed target. By default, it is the proposed one. Targets that belong to other
  /// sources are replaced by the nearest one of the item's owner.
  public static var targetOfMove: Self {
    Self(
      "catalog:targetPathForMoveFromItemAtPath:toProposedPath:", family: .moving, whenSplit: .clamp,
      default: { MoveTarget($0.to) })
  }
}

extension MessageSelector<ItemMove, Void> {
  /// An item was moved. A move between places of different sources is not delivered, unless the source where their
  /// paths diverge has a handler for it.
  public static var moveItem: Self { Self("catalog:moveItemAtPath:toPath:", family: .moving) }
}

extension MessageSelector<SectionIndex, String?> {
  /// The title above a section. Nil by default: the object that shows the cells uses the section's name.
  public static var titleOfHeader: Self {
    Self("catalog:titleForHeaderInSection:", family: .titles, default: { _ in nil })
  }

  /// The title below a section. Nil by default.
  public static var titleOfFooter: Self {
    Self("catalog:titleForFooterInSection:", family: .titles, default: { _ in nil })
  }
}

extension MessageSelector<NoArguments, [String]> {
  /// The titles in the section index. Empty by default.
  public static var indexTitles: Self { Self("catalog:sectionIndexTitles", family: .titles, default: { _ in [] }) }
}

extension MessageSelector<IndexTitle, SectionIndex> {
  /// The section that a title in the section index leads to. By default, it is the section at the title's position.
  public static var sectionOfIndexTitle: Self {
    Self("catalog:sectionForSectionIndexTitle:atIndex:", family: .titles, default: { SectionIndex($0.position) })
  }
}

extension MessageSelector<ItemCommand, Bool> {
  /// Whether an item's menu contains an action. False by default.
  public static var canPerformAction: Self {
    Self("catalog:canPerformAction:forItemAtPath:", family: .menu, default: { _ in false })
  }
}

extension MessageSelector<ItemCommand, Void> {
  /// An action of an item's menu, or a swipe action, was chosen.
  public static var performAction: Self { Self("catalog:performAction:forItemAtPath:", family: .menu) }
}

extension MessageSelector<String, Void> {
  /// The text in a search field has changed. It is about no item, so only the source that receives it can answer.
  public static var didChangeSearchText: Self { Self("catalog:didChangeSearchText:") }
}

// MARK: - Arguments and results

/// The arguments of messages about a move: the path of an item, and the path that it is to have after the move.
///
/// The paths are those that the sources' own `move(from:to:)` takes: in a section of `n` items, an item of this section
/// can move to the indexes 0 to `n - 1`, and an item of another section to the indexes 0 to `n`.
///
/// On the way, both paths are converted to those of each source. Within its section, the item passes the items between
/// both paths, and the item at the target. In another section, it is placed before the item at the target, or at the
/// end. Items that a source does not have are ignored.
public struct ItemMove: Routable, Hashable, Sendable, Codable {
  /// The path of the item. The source that owns the item receives the message.
  public var from: ItemPath
  /// The path that the item is to have after the move.
  public var to: ItemPath

  /// Creates the arguments.
  public init(from: ItemPath, to: ItemPath) {
    self.from = from
    self.to = to
  }

  public mutating func route(with router: inout Router) {
    router.route(&from)
    router.route(target: &to)
  }
}

/// The result of a message about a proposed move: the path that the item may move to.
public struct MoveTarget: Routable, Hashable, Sendable, Codable {
  /// The path of the item after the move, as in ``ItemMove``.
  public var path: ItemPath

  /// Creates a target.
  public init(_ path: ItemPath) { self.path = path }

  /// Creates a target from an encoded path.
  public init(from decoder: any Decoder) throws { path = try ItemPath(from: decoder) }

  /// Encodes the path.
  public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }

  public mutating func route(with router: inout Router) { router.route(target: &path) }
}

/// The arguments of a message that requests an edit.
public struct EditCommit: Routable, Hashable, Sendable, Codable {
  /// The kind of an edit.
  public enum Style: String, Hashable, Sendable, Codable {
    /// The item is to be deleted.
    case delete
    /// An item is to be inserted at the path.
    case insert
  }

  /// The kind of the edit.
  public var style: Style
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ style: Style, at path: ItemPath) {
    self.style = style
    self.path = path
  }

  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about the keyboard focus of an item, which receives or loses it. If the focus moves from
/// one item to another, the owner of each receives a message of its own.
public struct FocusUpdate: Routable, Hashable, Sendable, Codable {
  /// Whether the item receives the focus.
  public var isFocused: Bool
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(isFocused: Bool, at path: ItemPath) {
    self.isFocused = isFocused
    self.path = path
  }

  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about an action of an item, such as an entry of its menu.
public struct ItemCommand: Routable, Hashable, Sendable, Codable {
  /// The identifier of the action.
  public var action: String
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ action: String, at path: ItemPath) {
    self.action = action
    self.path = path
  }

  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of the message that requests the section of a title in the section index.
public struct IndexTitle: Routable, Hashable, Sendable, Codable {
  /// False: the position is one in the section index.
  public static var hasPlaces: Bool { false }

  /// The title.
  public var title: String
  /// The position of the title in the section index.
  public var position: Int

  /// Creates the arguments.
  public init(_ title: String, at position: Int) {
    self.title = title
    self.position = position
  }
}

/// An action of an item: an entry of its menu, or a swipe action.
public struct ItemAction: Hashable, Sendable, Codable {
  /// The identity of the action among those of the item.
  public var identifier: String
  /// The title that is shown to people.
  public var title: String
  /// Whether the action is destructive.
  public var isDestructive: Bool

  /// Creates an action.
  public init(_ identifier: String, title: String, isDestructive: Bool = false) {
    self.identifier = identifier
    self.title = title
    self.isDestructive = isDestructive
  }
}

/// The size of a cell, in the units of the object that shows it.
public struct ItemSize: Hashable, Sendable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
