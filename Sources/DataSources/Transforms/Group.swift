public import OrderedTrees

extension Mapping {
  /// Regroups all items of a source into sections, one for each key.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of the items that have no key.
  ///   - key: The key of an item: the name of the section that it stands in.
  public static func group<Item>(
    order: Mappings.Group<Item>.Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?
  ) -> Self where Self == Mappings.Group<Item> {
    Self(order: order, nameOfRest: nameOfRest, by: key)
  }
}

extension Mappings {
  /// Regroups all items of a source into sections, one for each key. Within a section the items keep the order of the source.
  ///
  /// ```swift
  /// let byFamily = fruits.applying(.group(order: .sorted(by: <), nameOfRest: "Other") { $0.family })
  /// ```
  ///
  /// The sections are the mapping's own: none of them is the image of a source's section. Keys that are equal, though they
  /// may be spelled with other characters, are the same; a section is named as its first item says.
  public struct Group<Item>: GroupingMapping {
    /// What the source provides.
    public typealias SourceItem = Item

    /// The order of the sections.
    public enum Order {
      /// As the keys first appear in the source.
      case firstAppearance
      /// By key; the section of items without a key comes last.
      case sorted(by: (String, String) -> Bool)
      /// By key, where many are compared at once: returns for some keys whether the one at an index has to stand before the one at another.
      /// The section of items without a key comes last.
      case sortedTogether(by: (_ keys: [String]) -> (Int, Int) -> Bool)
      /// As the keys are listed; others come after, as they first appear.
      case listed([String])

      /// By what keys are sorted by, in increasing order. Each is asked for that once, when all items are grouped anew.
      ///
      /// - Parameter sortKey: Returns what a key is sorted by.
      @inlinable public static func sorted<SortKey: Comparable>(by sortKey: @escaping (String) -> SortKey) -> Self {
        .sortedTogether { keys in
          let sortKeys = keys.map(sortKey)
          return { sortKeys[$0] < sortKeys[$1] }
        }
      }
    }

    /// Returns the key of an item: the name of the section that it stands in.
    public var key: (Item) -> String?
    /// The order of the sections.
    public var order: Order
    /// The name of the section of the items that have no key.
    public var nameOfRest: String?

    @usableFromInline var groups = Boxed(Groups())

    package init(
      order: Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?
    ) {
      self.key = key
      self.order = order
      self.nameOfRest = nameOfRest
    }

    @inlinable func keys(of item: Item) -> GroupKeys { .one(key(item)) }
  }
}
