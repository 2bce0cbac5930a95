/// Snapshots are equal when they have the same items under the same parents, in the same order, and the same ones are
/// expanded; it does not matter how they came about.
extension SectionSnapshot: Equatable {
  /// - Complexity: O(*n*), *n* being the number of items.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.numberOfItems == rhs.numberOfItems
      && zip(lhs.brackets, rhs.brackets).allSatisfy { left, right in
        let (left, right) = (lhs.nodes[left.offset], rhs.nodes[right.offset])
        return left?.identifier == right?.identifier && left?.isExpanded == right?.isExpanded
      }
  }
}

extension SectionSnapshot: CustomStringConvertible {
  /// How many items there are.
  public var description: String { "SectionSnapshot(\(numberOfItems) \(numberOfItems == 1 ? "item" : "items"))" }
}
