/// What a list with separators has: an item, or a separator in a gap between items.
public enum Separated<Item, Separator> {
  /// An item of the source.
  case item(Item)
  /// What stands in a gap.
  case separator(Separator)
}

extension Separated: Equatable where Item: Equatable, Separator: Equatable {}
extension Separated: Hashable where Item: Hashable, Separator: Hashable {}
extension Separated: Sendable where Item: Sendable, Separator: Sendable {}
