public import OrderedTrees

extension Mapping {
  /// Regroups all items of a source into sections, one for each key. An item can have any number of keys.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of items without a key.
  ///   - keys: Returns the keys of an item, which are the names of its sections.
  public static func group<Item>(
    order: Mappings.Group<Item>.Order = .firstAppearance, nameOfRest: String? = nil,
    byEach keys: @escaping (Item) -> [String]
  ) -> Self where Self == Mappings.GroupByEach<Item> {
    Self(order: order, nameOfRest: nameOfRest, byEach: keys)
  }
}

extension Mappings {
  /// Regroups all items of a source into sections, one for each key. An item is shown once in the section of each of
  /// its keys, and an item without keys in the section of items without a key. Within a section the items keep the
  /// order of the source.
  ///
  /// ```swift
  /// let byTag = articles.applying(.group(nameOfRest: "Untagged", byEach: \.tags))
  /// ```
  ///
  /// All appearances of an item have the same source path. The first one, in the order of the sections, is the item's
  /// path. If the keys of an item change, it is deleted from the sections of removed keys, and inserted into those of
  /// added ones. An item that appears in one section before and in one after is moved.
  ///
  /// It stores about 24 bytes for each appearance of an item. Of the keys it stores only the names of the sections,
  /// which are determined as in ``Group``.
  public struct GroupByEach<Item>: GroupingMapping, RepeatingMapping {
    public typealias SourceItem = Item

    /// The order of the sections.
    public typealias Order = Group<Item>.Order

    /// Returns the keys of an item, which are the names of its sections.
    public var keys: (Item) -> [String]
    /// The order of the sections.
    public var order: Order
    /// The name of the section of items without a key.
    public var nameOfRest: String?

    @usableFromInline var groups = CopyOnWriteBox(Groups())

    package init(
      order: Order = .firstAppearance, nameOfRest: String? = nil, byEach keys: @escaping (Item) -> [String]
    ) {
      self.keys = keys
      self.order = order
      self.nameOfRest = nameOfRest
    }

    @inlinable func keys(of item: Item) -> GroupKeys { .each(keys(item)) }

    /// Returns the appearances of an item, each identified by its section.
    package func appearances(of sourcePath: SourcePath) -> [Appearance] {
      sourcePath.source == 0 ? groups.read { $0.appearances(of: sourcePath.path) } : []
    }
  }
}
