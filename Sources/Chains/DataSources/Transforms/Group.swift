public import OrderedTrees

extension Mapping {
  /// Regroups all items of a source into sections, one for each key.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of items without a key.
  ///   - key: Returns the key of an item, which is the name of its section.
  public static func group<Item>(
    order: Mappings.Group<Item>.Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?
  ) -> Self where Self == Mappings.Group<Item> { Self(order: order, nameOfRest: nameOfRest, by: key) }
}

extension Mappings {
  /// Regroups all items of a source into sections, one for each key. Within a section the items keep the order of the
  /// source.
  ///
  /// ```swift
  /// let byFamily = fruits.applying(.group(order: .sorted(by: <), nameOfRest: "Other") { $0.family })
  /// ```
  ///
  /// The sections are the mapping's own: none of them shows a section of the source. Keys that are canonically
  /// equivalent strings are the same key. The name of the section has the spelling of its first item's key.
  public struct Group<Item>: GroupingMapping {
    public typealias SourceItem = Item

    /// The order of the sections.
    public enum Order {
      /// The order in which the keys first appear in the source.
      case firstAppearance
      /// The order that a closure defines for the keys. The section of items without a key comes last.
      case sorted(by: (String, String) -> Bool)
      /// The order that a closure defines for many keys at once, if this is faster. The closure receives keys, and
      /// returns a closure that returns whether the key at the first index must come before the key at the second. The
      /// section of items without a key comes last.
      case sortedTogether(by: (_ keys: [String]) -> (Int, Int) -> Bool)
      /// The order of the listed keys. Other keys follow in the order in which they first appear.
      case listed([String])

      /// Returns the increasing order of values that are derived from the keys. When all items are grouped again, each
      /// value is computed once.
      ///
      /// - Parameter sortKey: Returns the value by which a key is sorted.
      @inlinable public static func sorted<SortKey: Comparable>(by sortKey: @escaping (String) -> SortKey) -> Self {
        .sortedTogether { keys in
          let sortKeys = keys.map(sortKey)
          return { sortKeys[$0] < sortKeys[$1] }
        }
      }
    }

    /// Returns the key of an item, which is the name of its section.
    public var key: (Item) -> String?
    /// The order of the sections.
    public var order: Order
    /// The name of the section of items without a key.
    public var nameOfRest: String?

    @usableFromInline var groups = CopyOnWriteBox(Groups())

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
