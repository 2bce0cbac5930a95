/// The place of an item in a source: the section, and the item within the section; both count from 0.
public struct ItemPath: Hashable, Sendable {
  /// The section's index.
  public var section: Int
  /// The item's index within its section.
  public var item: Int

  /// Creates a path from its two indexes.
  @inlinable public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPath: Comparable {
  /// Paths are ordered as a reader meets them: by section, then by item.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

extension ItemPath: CustomStringConvertible {
  /// `(section, item)`.
  public var description: String { "(\(section), \(item))" }
}
