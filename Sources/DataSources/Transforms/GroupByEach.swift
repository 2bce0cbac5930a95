public import OrderedTrees

extension Mapping {
  /// Regroups all items of a source into sections, one for each key, where an item may have any number of keys.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of the items that have no key.
  ///   - keys: The keys of an item: the names of the sections that it stands in.
  public static func group<Item>(
    order: Mappings.Group<Item>.Order = .firstAppearance, nameOfRest: String? = nil,
    byEach keys: @escaping (Item) -> [String]
  ) -> Self where Self == Mappings.GroupByEach<Item> {
    Self(order: order, nameOfRest: nameOfRest, byEach: keys)
  }
}

extension Mappings {
  /// Regroups all items of a source into sections, one for each key: an item stands in the section of each of its keys, once, and an item
  /// without keys in that of the rest. Within a section the items keep the order of the source.
  ///
  /// ```swift
  /// let byTag = articles.applying(.group(nameOfRest: "Untagged", byEach: \.tags))
  /// ```
  ///
  /// Every place of an item has the item as its source path; the first one, in the order of the sections, is the item's place. If its keys
  /// change, the item is deleted from the sections of those that go, and inserted into the sections of those that come; one that stands in
  /// a single section before and after moves.
  ///
  /// It remembers some 24 bytes for each place of an item, and no key but the names of the sections, which are as in ``Group``.
  public struct GroupByEach<Item>: GroupingMapping, RepeatingMapping {
    /// What the source provides.
    public typealias SourceItem = Item

    /// The order of the sections.
    public typealias Order = Group<Item>.Order

    /// Returns the keys of an item: the names of the sections that it stands in.
    public var keys: (Item) -> [String]
    /// The order of the sections.
    public var order: Order
    /// The name of the section of the items that have no key.
    public var nameOfRest: String?

    @usableFromInline var groups = Boxed(Groups())

    package init(
      order: Order = .firstAppearance, nameOfRest: String? = nil, byEach keys: @escaping (Item) -> [String]
    ) {
      self.keys = keys
      self.order = order
      self.nameOfRest = nameOfRest
    }

    @inlinable func keys(of item: Item) -> GroupKeys { .each(keys(item)) }

    /// Returns the places of an item, each identified by its section.
    package func appearances(of sourcePath: SourcePath) -> [Appearance] {
      sourcePath.source == 0 ? groups.read { $0.appearances(of: sourcePath.path) } : []
    }
  }
}
