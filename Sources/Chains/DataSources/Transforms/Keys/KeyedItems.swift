import OrderedTrees

/// The items of a source in order, each with keys by which it is found, and each shown or hidden.
///
/// An item usually has one key, but may have several or none. Positions are counted in two order-statistic trees.
/// `order` has the items in the order of the source. `groups` has an entry for each key of each item; entries with the
/// same key form a run, in the order of the source too. An item and its entries have the weight 1 if the item is shown,
/// and 0 if it is hidden:
///
///     order     0:a   1:b   2:a   3:c   4:a          item:key
///     weight    1     1     0     1     0            the first item of each key is shown
///     groups    (a 0  a 2  a 4) (b 1) (c 3)          three runs
///     weight     1    0    0     1     1
///
/// So positions are counted instead of stored, and the cost of an edit grows only logarithmically with the number of
/// items that share a key.
///
/// Invariants:
/// - The entries of an item are linked, each under a different key, and have the weight of the item.
/// - `runs` has the keys of all entries, and no others. An entry shares the storage of its key with the run.
/// - In `groups`, the entries of a run are contiguous, in the order of their items in `order`.
struct KeyedItems<Key: Hashable> {
  /// An item, as an element of `order`.
  typealias Handle = RankTree.Handle
  /// An item under one of its keys, as an element of `groups`.
  typealias EntryHandle = RankTree.Handle

  /// An item under one of its keys.
  struct Entry {
    /// The key; `nil` if the entry is not in the list.
    var key: Key?
    var item: Handle
    /// The entry of the item under the next of its keys, or ``end``.
    var next: EntryHandle
  }

  /// The entries with the same key.
  struct Run {
    var first: EntryHandle
    var count: Int
  }

  /// The handle that ends the list of an item's entries.
  static var end: EntryHandle { EntryHandle(index: RankTree.none) }

  /// The number of items in each section of the source.
  var counts = SectionCounts()
  /// All items, in the order of the source.
  var order = RankTree()
  /// All entries, grouped by key.
  var groups = RankTree()
  /// The entries, by the offset of their handle.
  var entries: [Entry] = []
  /// The entry of each item under the first of its keys, or ``end``.
  var firstEntries: [EntryHandle] = []
  var runs: [Key: Run] = [:]

  /// Creates a collection without items.
  init() {}

  /// Creates a collection of all items of a source, which are shown.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - keys: Returns the keys of an item. Duplicates count once.
  /// - Complexity: O(*n*) on average, *n* being the number of items and of their keys.
  init<Item>(_ source: any DataSource<Item>, keys: (Item) -> some Collection<Key>) {
    self.init(SectionCounts(source)) { add in for item in source.items { add(keys(item)) } }
  }

  /// Creates a collection of items that are known only by their keys, so that it can be specialised for the type of the
  /// keys.
  ///
  /// - Parameters:
  ///   - counts: The number of items in each section.
  ///   - forEachItem: Calls a closure with the keys of each item, in order.
  init<Keys: Collection<Key>>(_ counts: SectionCounts, keys forEachItem: (_ add: (Keys) -> Void) -> Void) {
    self.counts = counts
    // Runs are numbered in the order in which they begin. The entries are ordered by these numbers, as in a counting
    // sort.
    var numbers: [Key: Int] = [:]
    var sizes: [Int] = [], latestItems: [Handle] = [], numbersOfEntries: [Int] = []
    forEachItem { keys in
      let item = Handle(index: UInt32(firstEntries.count)), first = entries.count
      for key in keys {
        let number = numbers[key] ?? sizes.count
        if number == sizes.count {
          numbers[key] = number
          sizes.append(0)
          latestItems.append(Self.end)
        }
        // The item has this key twice.
        if latestItems[number] == item { continue }
        latestItems[number] = item
        sizes[number] += 1
        numbersOfEntries.append(number)
        // The next entry is that of the item's next key. The link of the last one is corrected below.
        entries.append(Entry(item: item, next: EntryHandle(index: UInt32(entries.count + 1))))
      }
      firstEntries.append(entries.count > first ? EntryHandle(index: UInt32(first)) : Self.end)
      if entries.count > first { entries[entries.count - 1].next = Self.end }
    }
    let starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var places = starts
    var grouped = Array(repeating: UInt32(0), count: entries.count)
    for (entry, number) in numbersOfEntries.enumerated() {
      grouped[places[number]] = UInt32(entry)
      places[number] += 1
    }
    // The keys come from the dictionary, so that the entries of a run share the storage of its key.
    for (key, number) in numbers {
      for place in starts[number]..<starts[number + 1] { entries[Int(grouped[place])].key = key }
    }
    order = RankTree(count: firstEntries.count)
    groups = RankTree(order: grouped)
    runs = numbers.mapValues { Run(first: EntryHandle(index: grouped[starts[$0]]), count: sizes[$0]) }
  }
}

extension KeyedItems {
  /// Returns descriptions of violated invariants, for tests. The array is empty unless the implementation has an error.
  ///
  /// - Complexity: O(*n* log *n*).
  func _checkInvariants() -> [String] {
    var wrong = order._checkInvariants() + groups._checkInvariants()
    if counts.total != order.count { wrong.append("the numbers of items differ") }
    if runs.values.reduce(0, { $0 + $1.count }) != groups.count { wrong.append("the runs do not add up") }
    var numberOfEntries = 0
    for item in order {
      var entry = firstEntries[item.offset]
      while entry != Self.end {
        numberOfEntries += 1
        if !groups.contains(entry) { return wrong + ["an entry of item \(item.offset) is in no group"] }
        if entries[entry.offset].item != item { wrong.append("an entry of item \(item.offset) is of another one") }
        if order.weight(of: item) != groups.weight(of: entry) { wrong.append("item \(item.offset) has two weights") }
        entry = entries[entry.offset].next
      }
    }
    if numberOfEntries != groups.count { wrong.append("an entry belongs to no item") }
    for (key, run) in runs {
      let items = handles(withKey: key), entries = groups.dropFirst(groups.rank(of: run.first)).prefix(run.count)
      if items.count != run.count { wrong.append("the run of \(key) ends early") }
      if entries.contains(where: { self.entries[$0.offset].key != key }) {
        wrong.append("the run of \(key) has other keys")
      }
      if zip(items, items.dropFirst()).contains(where: { !order.precedes($0, $1) }) {
        wrong.append("the run of \(key) is not in order")
      }
    }
    return wrong
  }
}
