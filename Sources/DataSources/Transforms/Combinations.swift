// Chains that put several sources together, made of the transforms that there are.

/// The items of all sources, section by section, but only the first one of each key.
///
/// ```swift
/// let known = union(of: [mine, yours]) { $0.name }
/// ```
///
/// - Parameters:
///   - sources: The sources, in order.
///   - key: The key of an item.
/// - Complexity: O(*n*) on average, *n* being the number of items; updates cost as with ``Distinct``.
public func union<Item, Key: Hashable>(
  of sources: [any DataSource<Item>], by key: @escaping (Item) -> Key
) -> Transform<Distinct<Item, Key>> {
  Transform(of: sources, by: ConcatenatedSections()).applying(Distinct(by: key))
}

/// The items of the first source whose keys are found in all other ones.
///
/// - Parameters:
///   - sources: The source whose items are shown, and the others.
///   - key: The key of an item.
/// - Complexity: O(*n*) on average, *n* being the number of items; updates cost as with ``KeyedFilter``.
public func intersection<Item, Key: Hashable>(
  of sources: [any DataSource<Item>], by key: @escaping (Item) -> Key
) -> Transform<KeyedFilter<Item, Key>> {
  Transform(of: sources, by: KeyedFilter(.intersect, by: key))
}

/// The items of the first source whose keys are found in no other one.
///
/// - Parameters:
///   - sources: The source whose items are shown, and the others.
///   - key: The key of an item.
/// - Complexity: O(*n*) on average, *n* being the number of items; updates cost as with ``KeyedFilter``.
public func difference<Item, Key: Hashable>(
  of sources: [any DataSource<Item>], by key: @escaping (Item) -> Key
) -> Transform<KeyedFilter<Item, Key>> {
  Transform(of: sources, by: KeyedFilter(.except, by: key))
}

/// All items of all sources in one section, in one order. Ties are in the order of the sources.
///
/// ```swift
/// let news = merge(of: [mail, messages]) { $0.date > $1.date }
/// ```
///
/// - Parameters:
///   - sources: The sources, in order.
///   - areInIncreasingOrder: Whether the first item has to stand before the second: a strict weak order.
/// - Complexity: O(*n* log *n*) comparisons, *n* being the number of items; updates cost as with ``Sort``.
public func merge<Item>(
  of sources: [any DataSource<Item>], by areInIncreasingOrder: @escaping (Item, Item) -> Bool
) -> Transform<Sort<Item, Item>> {
  Transform(of: sources, by: ConcatenatedSections()).applying(Flattener()).applying(Sort(by: areInIncreasingOrder))
}

/// The items of one source, each with the items of another source that have the same key.
///
/// ```swift
/// let withPrices = join(fruits, prices, on: { $0.name }, on: { $0.fruit })
/// ```
///
/// - Parameters:
///   - left: The source whose items are shown.
///   - right: The source of what goes with them.
///   - leftKey: The key of an item of the left source.
///   - rightKey: The key of an item of the right source.
///   - requiresMatch: Whether items with which nothing goes are hidden (an inner join), and not shown alone (a left join).
/// - Complexity: O(*n*) on average, *n* being the number of items; updates cost as with ``Join``.
public func join<Left, Right, Key: Hashable>(
  _ left: any DataSource<Left>, _ right: any DataSource<Right>,
  on leftKey: @escaping (Left) -> Key, on rightKey: @escaping (Right) -> Key, requiresMatch: Bool = false
) -> Transform<Join<Left, Right, Key>> {
  join(left, right, onAny: { [leftKey($0)] }, onAny: { [rightKey($0)] }, requiresMatch: requiresMatch)
}

/// The items of one source, each with the items of another source that have one of the same keys.
///
/// ```swift
/// let withRecipes = join(fruits, recipes, onAny: { [$0.name] }, onAny: { $0.ingredients })
/// ```
///
/// - Parameters:
///   - left: The source whose items are shown.
///   - right: The source of what goes with them.
///   - leftKeys: The keys of an item of the left source, any number of them.
///   - rightKeys: The keys of an item of the right source, any number of them.
///   - requiresMatch: Whether items with which nothing goes are hidden (an inner join), and not shown alone (a left join).
/// - Complexity: O(*n*) on average, *n* being the number of items and of their keys; updates cost as with ``Join``.
public func join<Left, Right, Key: Hashable>(
  _ left: any DataSource<Left>, _ right: any DataSource<Right>,
  onAny leftKeys: @escaping (Left) -> [Key], onAny rightKeys: @escaping (Right) -> [Key], requiresMatch: Bool = false
) -> Transform<Join<Left, Right, Key>> {
  let sources: [any DataSource<Either<Left, Right>>] = [
    Transform(of: [left], by: Map { .left($0) }), Transform(of: [right], by: Map { .right($0) }),
  ]
  return Transform(of: sources, by: Join(onAny: leftKeys, rightKeys, requiresMatch: requiresMatch))
}
