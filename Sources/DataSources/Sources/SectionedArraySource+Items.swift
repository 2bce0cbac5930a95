public import Changesets

extension SectionedArraySource {
  /// Puts an item at the end of a section.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  public func append(_ item: Item, toSection section: Int) {
    link.edit { [self] in
      recorder.insertItems(at: ItemPath(section: section, item: contents[section].items.count))
      contents[section].items.append(item)
    }
  }

  /// Puts items at the end of a section.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all in the section.
  public func append(contentsOf items: some Collection<Item>, toSection section: Int) {
    let items = Array(items)
    link.edit { [self] in
      let count = contents[section].items.count
      replace(count..<count, inSection: section, with: items)
    }
  }

  /// Puts an item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  public func insert(_ item: Item, at path: ItemPath) {
    link.edit { [self] in
      recorder.insertItems(at: path)
      contents[path.section].items.insert(item, at: path.item)
    }
  }

  /// Puts items at a place.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all in the section.
  public func insert(contentsOf items: some Collection<Item>, at path: ItemPath) {
    let items = Array(items)
    link.edit { [self] in replace(path.item..<path.item, inSection: path.section, with: items) }
  }

  /// Takes an item out.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  public func remove(at path: ItemPath) {
    link.edit { [self] in
      recorder.removeItems(at: path)
      contents[path.section].items.remove(at: path.item)
    }
  }

  /// Takes items out of a section.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that go and *n* that of all in the section.
  public func removeSubrange(_ range: Range<Int>, inSection section: Int) {
    link.edit { [self] in replace(range, inSection: section, with: []) }
  }

  /// Takes all items out of a section, which stays.
  ///
  /// - Complexity: O(*n*), *n* being the number of items in the section.
  public func removeAll(inSection section: Int) {
    link.edit { [self] in replace(0..<contents[section].items.count, inSection: section, with: []) }
  }

  /// Puts items in the place of others of a section. They are new, whatever they are equal to.
  ///
  /// - Parameters:
  ///   - range: The places of those that go.
  ///   - section: The section.
  ///   - items: Those that come.
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that come and go and *n* that of all in the section.
  public func replaceSubrange(_ range: Range<Int>, inSection section: Int, with items: some Collection<Item>) {
    let items = Array(items)
    link.edit { [self] in replace(range, inSection: section, with: items) }
  }

  private func replace(_ range: Range<Int>, inSection section: Int, with items: [Item]) {
    let start = ItemPath(section: section, item: range.lowerBound)
    recorder.removeItems(range.count, at: start)
    recorder.insertItems(items.count, at: start)
    contents[section].items.removeSubrange(range)
    contents[section].items.insert(contentsOf: items, at: range.lowerBound)
  }

  /// Puts an item in the place of another one, which it is an update of.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  public func update(_ item: Item, at path: ItemPath) {
    link.edit { [self] in
      recorder.updateItem(at: path)
      contents[path.section].items[path.item] = item
    }
  }

  /// Changes an item, as an update of it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - change: Changes it when its turn comes.
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  public func update(at path: ItemPath, _ change: @escaping (inout Item) -> Void) {
    link.edit { [self] in
      recorder.updateItem(at: path)
      // The closure may look at the source.
      var item = contents[path.section].items[path.item]
      change(&item)
      contents[path.section].items[path.item] = item
    }
  }

  /// Moves an item, also to another section.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - target: Where it is afterwards.
  /// - Complexity: O(log *n*), *n* being the number of items in the sections, beside what the chain does.
  public func move(from path: ItemPath, to target: ItemPath) {
    link.edit { [self] in
      recorder.moveItem(from: path, to: target)
      let item = contents[path.section].items.remove(at: path.item)
      contents[target.section].items.insert(item, at: target.item)
    }
  }
}
