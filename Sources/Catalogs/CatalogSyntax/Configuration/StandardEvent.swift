/// An event of a live page, which a `catalog.yml` calls by this short name. Events that a catalog defines itself have
/// full names only.
package enum StandardEvent: String, CaseIterable, Sendable {
  /// A row was selected.
  case didSelectItem
  /// A row was deselected.
  case didDeselectItem
  /// A row was activated, as by a click on its link.
  case performPrimaryAction
  /// A row is to be deleted.
  case deleteItems
  /// A row is to be deleted, or one is to be inserted at its place.
  case commitEdit
  /// A row was moved.
  case moveItem
  /// The accessory beside a row was tapped.
  case didTapAccessory
  /// An action of a row was chosen.
  case performAction
  /// The text in a search field has changed.
  case didChangeSearchText

  /// The full name of the message.
  package var selector: String {
    switch self {
    case .didSelectItem: "catalog:didSelectItemAtPath:"
    case .didDeselectItem: "catalog:didDeselectItemAtPath:"
    case .performPrimaryAction: "catalog:performPrimaryActionForItemAtPath:"
    case .deleteItems: "catalog:deleteItemsAtPaths:"
    case .commitEdit: "catalog:commitEditingStyle:forItemAtPath:"
    case .moveItem: "catalog:moveItemAtPath:toPath:"
    case .didTapAccessory: "catalog:accessoryTappedForItemAtPath:"
    case .performAction: "catalog:performAction:forItemAtPath:"
    case .didChangeSearchText: "catalog:didChangeSearchText:"
    }
  }

  /// Creates the event whose message has a full name; `nil` if there is none.
  package init?(selector: String) {
    guard let event = Self.allCases.first(where: { $0.selector == selector }) else { return nil }
    self = event
  }
}
