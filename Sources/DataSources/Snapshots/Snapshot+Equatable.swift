/// Snapshots are equal when they have the same sections with the same items, in the same order, and the same marks in
/// the order of marking; it does not matter how they came about.
extension Snapshot: Equatable {
  /// - Complexity: O(*n* + *m* log *m*), *n* being the number of items and *m* of marks.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.numberOfItems == rhs.numberOfItems && lhs.numberOfSections == rhs.numberOfSections
      && zip(lhs.order, rhs.order).allSatisfy { left, right in
        let (left, right) = (lhs.contents[left.offset], rhs.contents[right.offset])
        return left?.identifier == right?.identifier && left?.items == right?.items
      }
      && lhs.reloadedSections == rhs.reloadedSections && lhs.reloadedItems == rhs.reloadedItems
      && lhs.reconfiguredItems == rhs.reconfiguredItems
  }
}

extension Snapshot: CustomStringConvertible {
  /// How many sections and items there are.
  public var description: String {
    "Snapshot(\(numberOfSections) \(numberOfSections == 1 ? "section" : "sections"), "
      + "\(numberOfItems) \(numberOfItems == 1 ? "item" : "items"))"
  }
}
