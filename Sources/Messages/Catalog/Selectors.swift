public import Changesets

/// The messages that what shows a catalog sends to its sources: named as their like in a table view, with the same defaults.
///
/// ```swift
/// cells.on(Selectors.didSelectItem) { cells, path in show(cells.object(at: path)) }
/// ```
///
/// Each is a property of the one value that there is, and looked up by its name as if it were static. So all of them are declared at once, in
/// this order, and before any other selector. Extend the type with your own as static properties.
@dynamicMemberLookup public struct Selectors: Sendable {
  // MARK: - Selection

  /// An item is about to be selected. The answer is the item to select in its place, or nothing to refuse; by default, the item itself.
  public let willSelectItem = Selector<ItemPath, ItemPath?>(
    catalog: "catalog:willSelectItemAtPath:", family: .selection, default: { $0 })
  /// An item was selected.
  public let didSelectItem = Selector<ItemPath, Void>(
    catalog: "catalog:didSelectItemAtPath:", family: .selection)
  /// An item is about to be deselected. The answer is the item to deselect in its place, or nothing to refuse; by default, the item itself.
  public let willDeselectItem = Selector<ItemPath, ItemPath?>(
    catalog: "catalog:willDeselectItemAtPath:", family: .selection, default: { $0 })
  /// An item was deselected.
  public let didDeselectItem = Selector<ItemPath, Void>(
    catalog: "catalog:didDeselectItemAtPath:", family: .selection)

  // MARK: - Highlight and focus

  /// Whether an item is highlighted while it is touched. One that is not cannot be selected. Yes by default.
  public let shouldHighlightItem = Selector<ItemPath, Bool>(
    catalog: "catalog:shouldHighlightItemAtPath:", family: .highlight, default: { _ in true })
  /// An item was highlighted.
  public let didHighlightItem = Selector<ItemPath, Void>(
    catalog: "catalog:didHighlightItemAtPath:", family: .highlight)
  /// An item is highlighted no more.
  public let didUnhighlightItem = Selector<ItemPath, Void>(
    catalog: "catalog:didUnhighlightItemAtPath:", family: .highlight)
  /// Whether an item can have the keyboard's focus. Yes by default.
  public let canFocusItem = Selector<ItemPath, Bool>(
    catalog: "catalog:canFocusItemAtPath:", family: .focus, default: { _ in true })

  // MARK: - Display

  /// An item's cell is about to be shown.
  public let willDisplayItem = Selector<ItemPath, Void>(
    catalog: "catalog:willDisplayItemAtPath:", family: .display)
  /// An item's cell is shown no more.
  public let didEndDisplayingItem = Selector<ItemPath, Void>(
    catalog: "catalog:didEndDisplayingItemAtPath:", family: .display)
  /// A section's header is about to be shown.
  public let willDisplayHeader = Selector<SectionIndex, Void>(
    catalog: "catalog:willDisplayHeaderOfSection:", family: .display)
  /// A section's header is shown no more.
  public let didEndDisplayingHeader = Selector<SectionIndex, Void>(
    catalog: "catalog:didEndDisplayingHeaderOfSection:", family: .display)
  /// A section's footer is about to be shown.
  public let willDisplayFooter = Selector<SectionIndex, Void>(
    catalog: "catalog:willDisplayFooterOfSection:", family: .display)
  /// A section's footer is shown no more.
  public let didEndDisplayingFooter = Selector<SectionIndex, Void>(
    catalog: "catalog:didEndDisplayingFooterOfSection:", family: .display)
  /// Items will be needed soon. Each owner hears of its own.
  public let prefetchItems = Selector<[ItemPath], Void>(
    catalog: "catalog:prefetchItemsAtPaths:", family: .prefetching)
  /// Items that were said to be needed soon are not. Each owner hears of its own.
  public let cancelPrefetchingItems = Selector<[ItemPath], Void>(
    catalog: "catalog:cancelPrefetchingForItemsAtPaths:", family: .prefetching)
  /// The size of an item's cell. Nothing by default: the cell decides.
  public let sizeOfItem = Selector<ItemPath, ItemSize?>(
    catalog: "catalog:sizeForItemAtPath:", family: .layout, default: { _ in nil })
  /// The height of an item's row. Nothing by default: the cell decides.
  public let heightOfRow = Selector<ItemPath, Double?>(
    catalog: "catalog:heightForRowAtPath:", family: .layout, default: { _ in nil })

  // MARK: - Editing and moving

  /// Whether an item can be edited. No by default.
  public let canEditItem = Selector<ItemPath, Bool>(
    catalog: "catalog:canEditItemAtPath:", family: .editing, default: { _ in false })
  /// Somebody asked for an item to be deleted, or for one to be inserted.
  public let commitEdit = Selector<EditCommit, Void>(
    catalog: "catalog:commitEditingStyle:forItemAtPath:", family: .editing)
  /// Somebody asked for items to be deleted. Each owner hears of its own, in its own places: those of the moment of sending, so that
  /// handlers of one source that share its items by their scopes have to reckon with what the others delete.
  public let deleteItems = Selector<[ItemPath], Void>(
    catalog: "catalog:deleteItemsAtPaths:", family: .editing)
  /// What can be done with an item that is edited. Nothing by default.
  public let editActions = Selector<ItemPath, [ItemAction]>(
    catalog: "catalog:editActionsForItemAtPath:", family: .editing, default: { _ in [] })
  /// Whether an item can be moved. No by default.
  public let canMoveItem = Selector<ItemPath, Bool>(
    catalog: "catalog:canMoveItemAtPath:", family: .moving, default: { _ in false })
  /// Where an item that is being moved may go, given where it was moved to. There, by default. Places of other sources are replaced by the
  /// nearest of the owner's own.
  public let targetOfMove = Selector<Move, MoveTarget>(
    catalog: "catalog:targetPathForMoveFromItemAtPath:toProposedPath:", family: .moving, whenParted: .clamp,
    default: { MoveTarget($0.to) })
  /// An item was moved. Nobody hears of a move between places of different sources, unless the one where they part has a handler for it.
  public let moveItem = Selector<Move, Void>(
    catalog: "catalog:moveItemAtPath:toPath:", family: .moving)

  // MARK: - Titles

  /// The title above a section. Nothing by default; what shows the catalog then takes the section's name.
  public let titleOfHeader = Selector<SectionIndex, String?>(
    catalog: "catalog:titleForHeaderInSection:", family: .titles, default: { _ in nil })
  /// The title below a section. Nothing by default.
  public let titleOfFooter = Selector<SectionIndex, String?>(
    catalog: "catalog:titleForFooterInSection:", family: .titles, default: { _ in nil })
  /// The titles in the index of sections. None by default.
  public let indexTitles = Selector<NoArguments, [String]>(
    catalog: "catalog:sectionIndexTitles", family: .titles, default: { _ in [] })
  /// The section that a title in the index leads to. By default, the one at the title's position.
  public let sectionOfIndexTitle = Selector<IndexTitle, SectionIndex>(
    catalog: "catalog:sectionForSectionIndexTitle:atIndex:", family: .titles, default: { SectionIndex($0.position) })

  // MARK: - Actions

  /// The accessory beside an item was touched.
  public let didTapAccessory = Selector<ItemPath, Void>(
    catalog: "catalog:accessoryTappedForItemAtPath:", family: .accessory)
  /// Whether an item has a menu. No by default.
  public let shouldShowMenu = Selector<ItemPath, Bool>(
    catalog: "catalog:shouldShowMenuForItemAtPath:", family: .menu, default: { _ in false })
  /// Whether an item's menu has an action. No by default.
  public let canPerformAction = Selector<ItemCommand, Bool>(
    catalog: "catalog:canPerformAction:forItemAtPath:", family: .menu, default: { _ in false })
  /// An action of an item's menu, or of those that a swipe shows, was chosen.
  public let performAction = Selector<ItemCommand, Void>(
    catalog: "catalog:performAction:forItemAtPath:", family: .menu)
  /// What a swipe from an item's beginning shows. Nothing by default.
  public let leadingActions = Selector<ItemPath, [ItemAction]>(
    catalog: "catalog:leadingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })
  /// What a swipe from an item's end shows. Nothing by default.
  public let trailingActions = Selector<ItemPath, [ItemAction]>(
    catalog: "catalog:trailingSwipeActionsForItemAtPath:", family: .swipeActions, default: { _ in [] })

  // MARK: - All of them

  @usableFromInline static let all = Selectors()

  /// The names of all of these, in the order above.
  public static let names: [String] = Mirror(reflecting: all).children.compactMap {
    ($0.value as? any NamedSelector)?.name
  }

  /// One of these.
  @inlinable
  public static subscript<Arguments, Result>(
    dynamicMember selector: KeyPath<Selectors, Selector<Arguments, Result>>
  ) -> Selector<Arguments, Result> { all[keyPath: selector] }
}
