import OrderedTrees

/// The items of a source in order, each with keys by which it is found, and each shown or hidden.
///
/// Most often an item has one key; it may also have several, or none. Two lists count places: one has the items in the order of the
/// source. The other has an entry for each key of each item; those of the same key stand one after the other, also in the order of the
/// source. An item and its entries weigh 1 where it is shown, and 0 where it is hidden. So places are counted and not stored, and an edit
/// costs the same however many items share a key.
///
/// Invariants:
/// - The entries of an item are linked, each under another key; they have the item's weight.
/// - `runs` has the keys of all entries, and no others. An entry shares the storage of its key with the run.
/// - In `groups`, the entries of a run stand one after the other, in the order of their items in `order`.
struct KeyedItems<Key: Hashable> {
  /// An item, as an element of `order`.
  typealias Handle = RankTree.Handle
  /// An item under one of its keys, as an element of `groups`.
  typealias EntryHandle = RankTree.Handle

  /// An item under one of its keys.
  struct Entry {
    /// None where the entry is not in the list.
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

  /// Stands behind the last entry of an item.
  static var end: EntryHandle { EntryHandle(index: RankTree.none) }

  /// How many items each section of the source has.
  var counts = SectionCounts()
  /// All items, as in the source.
  var order = RankTree()
  /// All entries, those with the same key together.
  var groups = RankTree()
  /// What each entry is.
  var entries: [Entry] = []
  /// For each item, the entry under the first of its keys, or ``end``.
  var firstEntries: [EntryHandle] = []
  var runs: [Key: Run] = [:]

  /// Makes it of no items.
  init() {}

  /// Makes it of all items of a source, which are shown.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - keys: The keys of an item. One that is there twice counts once.
  /// - Complexity: O(*n*) on average, *n* being the number of items and of their keys.
  init<Item>(_ source: any DataSource<Item>, keys: (Item) -> some Collection<Key>) {
    self.init(SectionCounts(source)) { add in for item in source.items { add(keys(item)) } }
  }

  /// Makes it of items of which only the keys are known, so that it can be compiled for the type of these.
  ///
  /// - Parameters:
  ///   - counts: How many items each section has.
  ///   - forEachItem: Gives a closure the keys of each item, in order.
  init<Keys: Collection<Key>>(_ counts: SectionCounts, keys forEachItem: (_ add: (Keys) -> Void) -> Void) {
    self.counts = counts
    // Runs are numbered as they begin, and the entries put in the order of these numbers.
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
        if latestItems[number] == item { continue }
        latestItems[number] = item
        sizes[number] += 1
        numbersOfEntries.append(number)
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
    for (key, number) in numbers {
      for place in starts[number]..<starts[number + 1] { entries[Int(grouped[place])].key = key }
    }
    order = RankTree(count: firstEntries.count)
    groups = RankTree(order: grouped)
    runs = numbers.mapValues { Run(first: EntryHandle(index: grouped[starts[$0]]), count: sizes[$0]) }
  }
}

extension KeyedItems {
  /// What is wrong with the items: nothing, unless its code is. For tests.
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
