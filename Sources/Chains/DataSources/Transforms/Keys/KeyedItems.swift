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
///
/// - Complexity: Looking up an item takes O(log *n*), *n* being the number of items, unless another cost is stated.
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
  /// - Parameter keys: Returns the keys of an item. Duplicates count once.
  /// - Complexity: O(*n*) on average, *n* being the number of items and of their keys.
  init<Item>(_ source: any DataSource<Item>, keys: (Item) -> some Collection<Key>) {
    self.init(SectionCounts(source)) { add in for item in source.items { add(keys(item)) } }
  }

  /// Creates a collection of items that are known only by their keys, so that it can be specialised for the type of the
  /// keys.
  ///
  /// - Parameter forEachItem: Calls a closure with the keys of each item, in order.
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

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - keys: The keys of the item. Duplicates count once.
  ///   - rank: The number of items that will precede it.
  /// - Complexity: O(log *n* log *m*) for each key, *n* being the number of items and *m* that of those with the same
  ///   key.
  mutating func insert(_ keys: some BidirectionalCollection<Key>, at rank: Int, isShown: Bool) {
    let item = order.insert(at: rank, weight: isShown ? 1 : 0)
    if item.offset == firstEntries.count { firstEntries.append(Self.end) }
    enter(item, under: keys)
  }

  /// Removes an item.
  ///
  /// - Returns: The keys of the item.
  /// - Complexity: O(log *n*) for each key, *n* being the number of items.
  @discardableResult
  mutating func remove(_ item: Handle) -> [Key] {
    let keys = leave(item)
    order.remove(item)
    return keys
  }

  /// Removes an item from its runs, and moves it to the end of the order, from where it must be moved on.
  ///
  /// - Returns: The keys of the item.
  /// - Complexity: O(log *n*) for each key, *n* being the number of items.
  mutating func lift(_ item: Handle) -> [Key] {
    let keys = leave(item)
    order.move(item, before: nil)
    return keys
  }

  /// Moves an item that was lifted.
  ///
  /// - Complexity: O(log *n* log *m*) for each key, *n* being the number of items and *m* that of those with the same
  ///   key.
  mutating func move(_ item: Handle, _ keys: [Key], to rank: Int) {
    order.move(item, before: order.handle(at: rank))
    enter(item, under: keys)
  }

  /// Replaces the keys of an item.
  ///
  /// - Complexity: O(log *n* log *m*) for each key, *n* being the number of items and *m* that of those with the same
  ///   key.
  mutating func setKeys(of item: Handle, to keys: some BidirectionalCollection<Key>) {
    leave(item)
    enter(item, under: keys)
  }

  /// Shows or hides an item.
  ///
  /// - Complexity: O(log *n*) for each key, *n* being the number of items.
  mutating func setShown(_ isShown: Bool, _ item: Handle) {
    guard isShown != self.isShown(item) else { return }
    order.setWeight(of: item, to: isShown ? 1 : 0)
    var entry = firstEntries[item.offset]
    while entry != Self.end {
      groups.setWeight(of: entry, to: isShown ? 1 : 0)
      entry = entries[entry.offset].next
    }
  }

  /// Removes all entries of an item.
  @discardableResult
  private mutating func leave(_ item: Handle) -> [Key] {
    var keys: [Key] = []
    var entry = firstEntries[item.offset]
    firstEntries[item.offset] = Self.end
    while entry != Self.end {
      let next = entries[entry.offset].next
      if let key = entries[entry.offset].key.take(), var run = runs[key] {
        // If it is the only entry, the run is removed, and the entry behind belongs to another one.
        if run.first == entry { run.first = groups.handle(after: entry) ?? entry }
        run.count -= 1
        runs[key] = run.count > 0 ? run : nil
        keys.append(key)
      }
      groups.remove(entry)
      entry = next
    }
    return keys
  }

  /// Adds the entries of an item that has none, and is at its final position in the order.
  private mutating func enter(_ item: Handle, under keys: some BidirectionalCollection<Key>) {
    let weight = order.weight(of: item)
    // Each entry is linked before the previous one, hence the reverse order of the keys.
    for key in keys.reversed() {
      let place = runs.index(forKey: key)
      let successor = successor(of: item, in: place.map { runs.values[$0] })
      // The item is in the run already: the key occurs twice.
      if let successor, entries[successor.offset].item == item, entries[successor.offset].key == key { continue }
      let handle = groups.insert(before: successor, weight: weight)
      let entry = Entry(key: place.map { runs.keys[$0] } ?? key, item: item, next: firstEntries[item.offset])
      if handle.offset == entries.count { entries.append(entry) } else { entries[handle.offset] = entry }
      firstEntries[item.offset] = handle
      if let place {
        if runs.values[place].first == successor { runs.values[place].first = handle }
        runs.values[place].count += 1
      } else {
        runs[key] = Run(first: handle, count: 1)
      }
    }
  }

  /// Returns the entry before which that of an item belongs, by the item's position in the order, or the item's own
  /// entry if it exists. New runs are inserted before all others.
  private func successor(of item: Handle, in run: Run?) -> EntryHandle? {
    // In front of all runs, so that none is split.
    guard let run else { return groups.handle(at: 0) }
    let start = groups.rank(of: run.first)
    return groups.partitionPoint(in: start..<start + run.count) { order.precedes(entries[$0.offset].item, item) }
  }
}
