public import Changesets

extension ArraySource {
  /// Puts an item at the end.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func append(_ item: Item) {
    link.edit { [self] in
      recorder.insertItems(at: ItemPath(section: 0, item: elements.count))
      elements.append(item)
    }
  }

  /// Puts items at the end.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all.
  public func append(contentsOf items: some Collection<Item>) {
    let items = Array(items)
    link.edit { [self] in replace(elements.count..<elements.count, with: items) }
  }

  /// Puts an item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func insert(_ item: Item, at index: Int) {
    link.edit { [self] in
      recorder.insertItems(at: ItemPath(section: 0, item: index))
      elements.insert(item, at: index)
    }
  }

  /// Puts items at a place.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all.
  public func insert(contentsOf items: some Collection<Item>, at index: Int) {
    let items = Array(items)
    link.edit { [self] in replace(index..<index, with: items) }
  }

  /// Takes an item out.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func remove(at index: Int) {
    link.edit { [self] in
      recorder.removeItems(at: ItemPath(section: 0, item: index))
      elements.remove(at: index)
    }
  }

  /// Takes items out.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that go and *n* that of all.
  public func removeSubrange(_ range: Range<Int>) {
    link.edit { [self] in replace(range, with: []) }
  }

  /// Takes out the items that a closure says yes to.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public func removeAll(where isUnwanted: @escaping (Item) -> Bool) {
    link.edit { [self] in
      let kept = items.enumerated().filter { !isUnwanted($0.element) }
      var edits = Edits<Int>()
      var next = 0
      for offset in kept.map(\.offset) + [elements.count] {
        edits.deletes += next..<offset
        next = offset + 1
      }
      recorder.apply(UpdateBatch(items: edits.inSection(0)))
      elements = ChunkedArray(kept.map(\.element))
    }
  }

  /// Puts items in the place of others. They are new, whatever they are equal to.
  ///
  /// - Parameters:
  ///   - range: The places of those that go.
  ///   - items: Those that come.
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that come and go and *n* that of all.
  public func replaceSubrange(_ range: Range<Int>, with items: some Collection<Item>) {
    let items = Array(items)
    link.edit { [self] in replace(range, with: items) }
  }

  private func replace(_ range: Range<Int>, with items: [Item]) {
    let start = ItemPath(section: 0, item: range.lowerBound)
    recorder.removeItems(range.count, at: start)
    recorder.insertItems(items.count, at: start)
    elements.removeSubrange(range)
    elements.insert(contentsOf: items, at: range.lowerBound)
  }

  /// Takes all items out.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func removeAll() {
    link.edit { [self] in
      recorder.removeItems(elements.count, at: ItemPath(section: 0, item: 0))
      elements.removeAll()
    }
  }

  /// Puts an item in the place of another one, which it is an update of.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func update(_ item: Item, at index: Int) {
    link.edit { [self] in
      recorder.updateItem(at: ItemPath(section: 0, item: index))
      elements[index] = item
    }
  }

  /// Changes an item, as an update of it.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - change: Changes it when its turn comes.
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func update(at index: Int, _ change: @escaping (inout Item) -> Void) {
    link.edit { [self] in
      recorder.updateItem(at: ItemPath(section: 0, item: index))
      // The closure may look at the source.
      var item = elements[index]
      change(&item)
      elements[index] = item
    }
  }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - target: Where it is afterwards.
  /// - Complexity: O(log *n*), *n* being the number of items, beside what the chain does.
  @inlinable public func move(from index: Int, to target: Int) {
    link.edit { [self] in
      recorder.moveItem(from: ItemPath(section: 0, item: index), to: ItemPath(section: 0, item: target))
      elements.insert(elements.remove(at: index), at: target)
    }
  }

  /// Sorts the items; those that are in no order stay in the order that they have. Observers hear of moves.
  ///
  /// For items that are to stay sorted there is the mapping ``Sort``.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first of two items belongs before the second.
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public func sort(by areInIncreasingOrder: @escaping (Item, Item) -> Bool) {
    link.edit { [self] in
      let sorted = items.enumerated().sorted { one, other in
        if areInIncreasingOrder(one.element, other.element) { return true }
        return one.offset < other.offset && !areInIncreasingOrder(other.element, one.element)
      }
      let moves = sorted.enumerated().lazy.map { Pair($0.element.offset, $0.offset) }.filter { $0.before != $0.after }
      recorder.apply(UpdateBatch(items: Edits(moves: Array(moves)).inSection(0)))
      elements = ChunkedArray(sorted.map(\.element))
    }
  }

  /// Gives the section another name.
  public func rename(_ name: String?) {
    link.edit { [self] in
      if name != self.name { recorder.updateSection(at: 0) }
      self.name = name
    }
  }

  /// Puts other items in the place of all: none of those before is said to be still there.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func reload(_ items: some Sequence<Item>) {
    let items = Array(items)
    link.edit { [self] in
      recorder.reload()
      elements = ChunkedArray(items)
    }
  }
}
