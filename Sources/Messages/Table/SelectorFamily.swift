/// What a selector is about. Sources forward messages by family, see ``Forwarding``.
public struct SelectorFamily: RawRepresentable, Hashable, Sendable {
  /// The family's name.
  public let rawValue: String

  /// Makes a family from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Selecting and deselecting items.
  public static let selection = Self(rawValue: "selection")
  /// Highlighting items while they are touched.
  public static let highlight = Self(rawValue: "highlight")
  /// The beginning and the end of a cell's time on display.
  public static let display = Self(rawValue: "display")
  /// Items that will be needed soon.
  public static let prefetching = Self(rawValue: "prefetching")
  /// Inserting, deleting and editing items.
  public static let editing = Self(rawValue: "editing")
  /// Moving items.
  public static let moving = Self(rawValue: "moving")
  /// Titles of sections, and the index of them.
  public static let titles = Self(rawValue: "titles")
  /// Menus of items.
  public static let menu = Self(rawValue: "menu")
  /// What stands beside an item and can be touched.
  public static let accessory = Self(rawValue: "accessory")
  /// What can be done by swiping over an item.
  public static let swipeActions = Self(rawValue: "swipeActions")
  /// The keyboard's focus.
  public static let focus = Self(rawValue: "focus")
  /// How much room cells take.
  public static let layout = Self(rawValue: "layout")
  /// Whatever a selector is about that is declared without a family.
  public static let other = Self(rawValue: "other")
}
