/// The items of a source in order, each with a key by which it is found, and each shown or hidden.
///
/// Two lists have the same elements, by the same handles: one in the order of the source, one in which the items with the same key stand
/// one after the other, also in the order of the source. An element weighs 1 where it is shown, and 0 where it is hidden. So places are
/// counted and not stored, and an edit costs the same however many items share a key.
///
/// Invariants:
/// - Both lists have the same handles, with the same weights.
/// - `keys` has the key of every element; `runs` has the keys of all elements, and no others.
/// - In `groups`, the elements of a run stand one after the other, in the order of `order`.
struct KeyedItems<Key: Hashable> {
  typealias Handle = RankTree.Handle

  /// The items with the same key.
  struct Run {
    var first: Handle
    var count: Int
  }

  /// How many items each section of the source has.
  var counts = SectionCounts()
  /// All items, as in the source.
  var order = RankTree()
  /// All items, those with the same key together.
  var groups = RankTree()
  /// For each handle, the item's key.
  var keys: [Key?] = []
  var runs: [Key: Run] = [:]

  /// Makes it of no items.
  init() {}

  /// Makes it of all items of a source, which are shown.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items.
  init<Item>(_ source: any DataSource<Item>, key: (Item) -> Key) {
    counts = SectionCounts(source)
    // Runs are numbered as they begin, and the items put in the order of these numbers.
    var numbers: [Key: Int] = [:]
    var sizes: [Int] = []
    let numbersOfItems = source.items.map { item in
      let key = key(item)
      keys.append(key)
      if let number = numbers[key] {
        sizes[number] += 1
        return number
      }
      numbers[key] = sizes.count
      sizes.append(1)
      return sizes.count - 1
    }
    let starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var places = starts
    var grouped = Array(repeating: UInt32(0), count: keys.count)
    for (item, number) in numbersOfItems.enumerated() {
      grouped[places[number]] = UInt32(item)
      places[number] += 1
    }
    order = RankTree(count: keys.count)
    groups = RankTree(order: grouped)
    runs = numbers.mapValues { Run(first: Handle(index: grouped[starts[$0]]), count: sizes[$0]) }
  }
}
