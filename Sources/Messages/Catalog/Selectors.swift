public import Changesets

/// The messages that what shows a catalog sends to its sources: named as their like in a table view, with the same defaults.
///
/// Extend it with your own.
public enum Selectors {}

// MARK: - Selection

extension Selectors {
  /// An item is about to be selected. The answer is the item to select in its place, or nothing to refuse; by default, the item itself.
  public static let willSelectItem = Selector<ItemPath, ItemPath?>(
    "catalog:willSelectItemAtPath:", family: .selection, default: { $0 })
  /// An item was selected.
  public static let didSelectItem = Selector<ItemPath, Void>("catalog:didSelectItemAtPath:", family: .selection)
  /// An item is about to be deselected. The answer is the item to deselect in its place, or nothing to refuse; by default, the item itself.
  public static let willDeselectItem = Selector<ItemPath, ItemPath?>(
    "catalog:willDeselectItemAtPath:", family: .selection, default: { $0 })
  /// An item was deselected.
  public static let didDeselectItem = Selector<ItemPath, Void>("catalog:didDeselectItemAtPath:", family: .selection)
}

// MARK: - Highlight and focus

extension Selectors {
  /// Whether an item is highlighted while it is touched. One that is not cannot be selected. Yes by default.
  public static let shouldHighlightItem = Selector<ItemPath, Bool>(
    "catalog:shouldHighlightItemAtPath:", family: .highlight, default: { _ in true })
  /// An item was highlighted.
  public static let didHighlightItem = Selector<ItemPath, Void>(
    "catalog:didHighlightItemAtPath:", family: .highlight)
  /// An item is highlighted no more.
  public static let didUnhighlightItem = Selector<ItemPath, Void>(
    "catalog:didUnhighlightItemAtPath:", family: .highlight)
  /// Whether an item can have the keyboard's focus. Yes by default.
  public static let canFocusItem = Selector<ItemPath, Bool>(
    "catalog:canFocusItemAtPath:", family: .focus, default: { _ in true })
}

// MARK: - Display

extension Selectors {
  /// An item's cell is about to be shown.
  public static let willDisplayItem = Selector<ItemPath, Void>("catalog:willDisplayItemAtPath:", family: .display)
  /// An item's cell is shown no more.
  public static let didEndDisplayingItem = Selector<ItemPath, Void>(
    "catalog:didEndDisplayingItemAtPath:", family: .display)
  /// A section's header is about to be shown.
  public static let willDisplayHeader = Selector<SectionIndex, Void>(
    "catalog:willDisplayHeaderOfSection:", family: .display)
  /// A section's header is shown no more.
  public static let didEndDisplayingHeader = Selector<SectionIndex, Void>(
    "catalog:didEndDisplayingHeaderOfSection:", family: .display)
  /// A section's footer is about to be shown.
  public static let willDisplayFooter = Selector<SectionIndex, Void>(
    "catalog:willDisplayFooterOfSection:", family: .display)
  /// A section's footer is shown no more.
  public static let didEndDisplayingFooter = Selector<SectionIndex, Void>(
    "catalog:didEndDisplayingFooterOfSection:", family: .display)
  /// Items will be needed soon. Each owner hears of its own.
  public static let prefetchItems = Selector<[ItemPath], Void>("catalog:prefetchItemsAtPaths:", family: .prefetching)
  /// Items that were said to be needed soon are not. Each owner hears of its own.
  public static let cancelPrefetchingItems = Selector<[ItemPath], Void>(
    "catalog:cancelPrefetchingForItemsAtPaths:", family: .prefetching)
  /// The size of an item's cell. Nothing by default: the cell decides.
  public static let sizeOfItem = Selector<ItemPath, ItemSize?>(
    "catalog:sizeForItemAtPath:", family: .layout, default: { _ in nil })
  /// The height of an item's row. Nothing by default: the cell decides.
  public static let heightOfRow = Selector<ItemPath, Double?>(
    "catalog:heightForRowAtPath:", family: .layout, default: { _ in nil })
}

// MARK: - Editing and moving

extension Selectors {
  /// Whether an item can be edited. No by default.
  public static let canEditItem = Selector<ItemPath, Bool>(
    "catalog:canEditItemAtPath:", family: .editing, default: { _ in false })
  /// Somebody asked for an item to be deleted, or for one to be inserted.
  public static let commitEdit = Selector<EditCommit, Void>(
    "catalog:commitEditingStyle:forItemAtPath:", family: .editing)
  /// Somebody asked for items to be deleted. Each owner hears of its own, in its own places: those of the moment of sending, so that
  /// handlers of one source that share its items by their scopes have to reckon with what the others delete.
  public static let deleteItems = Selector<[ItemPath], Void>("catalog:deleteItemsAtPaths:", family: .editing)
  /// What can be done with an item that is edited. Nothing by default.
  public static let editActions = Selector<ItemPath, [ItemAction]>(
    "catalog:editActionsForItemAtPath:", family: .editing, default: { _ in [] })
  /// Whether an item can be moved. No by default.
  public static let canMoveItem = Selector<ItemPath, Bool>(
    "catalog:canMoveItemAtPath:", family: .moving, default: { _ in false })
  /// Where an item that is being moved may go, given where it was moved to. There, by default. Places of other sources are replaced by the
  /// nearest of the owner's own.
  public static let targetOfMove = Selector<Move, MoveTarget>(
    "catalog:targetPathForMoveFromItemAtPath:toProposedPath:", family: .moving, whenParted: .clamp,
    default: { MoveTarget($0.to) })
  /// An item was moved. Nobody hears of a move between places of different sources, unless the one where they part has a handler for it.
  public static let moveItem = Selector<Move, Void>("catalog:moveItemAtPath:toPath:", family: .moving)
}

// MARK: - Titles

extension Selectors {
  /// The title above a section. Nothing by default; what shows the catalog then takes the section's name.
  public static let titleOfHeader = Selector<SectionIndex, String?>(
    "catalog:titleForHeaderInSection:", family: .titles, default: { _ in nil })
  /// The title below a section. Nothing by default.
  public static let titleOfFooter = Selector<SectionIndex, String?>(
    "catalog:titleForFooterInSection:", family: .titles, default: { _ in nil })
  /// The titles in the index of sections. None by default.
  public static let indexTitles = Selector<NoArguments, [String]>(
    "catalog:sectionIndexTitles", family: .titles, default: { _ in [] })
  /// The section that a title in the index leads to. By default, the one at the title's position.
  public static let sectionOfIndexTitle = Selector<IndexTitle, SectionIndex>(
    "catalog:sectionForSectionIndexTitle:atIndex:", family: .titles, default: { SectionIndex($0.position) })
}

// MARK: - Actions

extension Selectors {
  /// The accessory beside an item was touched.
  public static let didTapAccessory = Selector<ItemPath, Void>(
    "catalog:accessoryTappedForItemAtPath:", family: .accessory)
  /// Whether an item has a menu. No by default.
  public static let shouldShowMenu = Selector<ItemPath, Bool>(
    "catalog:shouldShowMenuForItemAtPath:", family: .menu, default: { _ in false })
  /// Whether an item's menu has an action. No by default.
  public static let canPerformAction = Selector<ItemCommand, Bool>(
    "catalog:canPerformAction:forItemAtPath:", family: .menu, default: { _ in false })
  /// An action of an item's menu, or of those that a swipe shows, was chosen.
  public static let performAction = Selector<ItemCommand, Void>("catalog:performAction:forItemAtPath:", family: .menu)
  /// What a swipe from an item's beginning shows. Nothing by default.
  public static let leadingActions = Selector<ItemPath, [ItemAction]>(
    "catalog:leadingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })
  /// What a swipe from an item's end shows. Nothing by default.
  public static let trailingActions = Selector<ItemPath, [ItemAction]>(
    "catalog:trailingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })
}

// MARK: - All of them

extension Selectors {
  /// The names of all of these, in the order above.
  public static let names: [String] = [
    willSelectItem.name, didSelectItem.name, willDeselectItem.name, didDeselectItem.name, shouldHighlightItem.name,
    didHighlightItem.name, didUnhighlightItem.name, canFocusItem.name, willDisplayItem.name, didEndDisplayingItem.name,
    willDisplayHeader.name, didEndDisplayingHeader.name, willDisplayFooter.name, didEndDisplayingFooter.name,
    prefetchItems.name, cancelPrefetchingItems.name, sizeOfItem.name, heightOfRow.name, canEditItem.name,
    commitEdit.name, deleteItems.name, editActions.name, canMoveItem.name, targetOfMove.name, moveItem.name,
    titleOfHeader.name, titleOfFooter.name, indexTitles.name, sectionOfIndexTitle.name, didTapAccessory.name,
    shouldShowMenu.name, canPerformAction.name, performAction.name, leadingActions.name, trailingActions.name,
  ]
}
