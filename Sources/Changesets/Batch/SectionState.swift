/// A section of a sectioned state: its own value (a name, a header), and its items.
public struct SectionState<Value, Item> {
  /// What the section is, apart from its items.
  public var value: Value
  /// The section's items, in order.
  public var items: [Item]

  /// Makes a section.
  public init(_ value: Value, items: [Item]) {
    self.value = value
    self.items = items
  }
}

extension SectionState: Sendable where Value: Sendable, Item: Sendable {}
extension SectionState: Equatable where Value: Equatable, Item: Equatable {}
extension SectionState: Hashable where Value: Hashable, Item: Hashable {}
