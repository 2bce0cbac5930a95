import OrderedTrees

extension KeyedItems {
  /// Adds an item.
  ///
  /// - Parameters:
  ///   - keys: The keys of the item. Duplicates count once.
  ///   - rank: The number of items that will precede it.
  ///   - isShown: Whether it is shown.
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
