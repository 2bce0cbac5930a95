import Changesets
import OrderedTrees

// MARK: - By key

extension KeyedItems {
  func contains(_ key: Key) -> Bool { runs[key] != nil }

  /// Returns the keys of an item, without duplicates.
  func keys(of item: Handle) -> [Key] {
    var keys: [Key] = []
    var entry = firstEntries[item.offset]
    while entry != Self.end {
      if let key = entries[entry.offset].key { keys.append(key) }
      entry = entries[entry.offset].next
    }
    return keys
  }

  func first(withKey key: Key) -> Handle? { runs[key].map { entries[$0.first.offset].item } }

  func count(ofKey key: Key) -> Int { runs[key]?.count ?? 0 }

  /// Returns the items with a key, in the order of the source.
  ///
  /// - Complexity: O(*m* + log *n*), *m* being the number of items that are returned and *n* that of all.
  func handles(withKey key: Key, limit: Int = .max) -> [Handle] {
    guard let run = runs[key], limit > 0 else { return [] }
    if run.count == 1 { return [entries[run.first.offset].item] }
    let count = min(run.count, limit)
    var handles: [Handle] = []
    handles.reserveCapacity(count)
    for entry in IteratorSequence(groups.makeIterator(from: run.first)).prefix(count) {
      handles.append(entries[entry.offset].item)
    }
    return handles
  }

  /// Returns the items with any of some keys, in the order of the source, without duplicates.
  ///
  /// - Complexity: O(*m* + log *n*) for one key, O(*m* log *m* log *n*) for several, *m* being the number of items that
  ///   are returned and *n* that of all.
  func handles(withAnyOf keys: [Key]) -> [Handle] {
    guard keys.count > 1 else { return keys.first.map { handles(withKey: $0) } ?? [] }
    var found: Set<Handle> = []
    for key in keys { found.formUnion(handles(withKey: key)) }
    return found.sorted { order.precedes($0, $1) }
  }

  /// Returns the shown items with a key, in the order of the source.
  ///
  /// - Complexity: O((*m* + 1) log *n*), *m* being the number of items that are returned and *n* that of all.
  func shownHandles(withKey key: Key) -> [Handle] {
    shownPlaces(ofKey: key).compactMap { groups.handle(atWeight: $0).map { entries[$0.handle.offset].item } }
  }

  func shownCount(ofKey key: Key) -> Int { shownPlaces(ofKey: key).count }

  /// Returns the positions of the items with a key among the shown entries, which are ordered by key.
  private func shownPlaces(ofKey key: Key) -> Range<Int> {
    guard let run = runs[key] else { return 0..<0 }
    let next = groups.handle(at: groups.rank(of: run.first) + run.count)
    // Hidden entries have weight 0, so the weights in front of the run and behind it enclose its shown ones.
    return groups.weight(before: run.first)..<(next.map(groups.weight(before:)) ?? groups.weight)
  }

  // MARK: - By path

  /// Returns the number of items of the source before a path.
  func rank(of path: ItemPath) -> Int { counts.sum(before: path.section) + path.item }

  /// Returns the item at a path of the source, or `nil` if it does not exist.
  func handle(at path: ItemPath) -> Handle? { counts.contains(path) ? order.handle(at: rank(of: path)) : nil }

  /// Returns the path of an item in the source.
  func path(of handle: Handle) -> ItemPath? {
    counts.section(at: order.rank(of: handle)).map { ItemPath(section: $0.section, item: $0.item) }
  }

  /// Returns the paths of the items with any of some keys in the source, in order.
  func paths(withAnyOf keys: [Key]) -> [ItemPath] { handles(withAnyOf: keys).compactMap { path(of: $0) } }

  func isShown(_ handle: Handle) -> Bool { order.weight(of: handle) == 1 }

  /// Returns the path of an item among the shown ones, or `nil` if it is hidden.
  func shownPath(of handle: Handle) -> ItemPath? {
    guard isShown(handle), let section = path(of: handle)?.section else { return nil }
    return ItemPath(section: section, item: order.weight(before: handle) - shownCount(before: section))
  }

  /// Returns the number of shown items before a section.
  private func shownCount(before section: Int) -> Int {
    order.handle(at: counts.sum(before: section)).map(order.weight(before:)) ?? order.weight
  }

  // MARK: - As a mapping of one source that shows all sections

  func numberOfItems(inSection section: Int) -> Int { shownCount(before: section + 1) - shownCount(before: section) }

  /// Returns the keys of the item at a path among the shown ones.
  func keys(ofShownItemAt path: ItemPath) -> [Key] { shownHandle(at: path).map { keys(of: $0) } ?? [] }

  /// Returns the item at a path among the shown ones.
  private func shownHandle(at path: ItemPath) -> Handle? {
    if order.weight == order.count { return handle(at: path) }
    guard counts.contains(section: path.section), (0..<numberOfItems(inSection: path.section)).contains(path.item)
    else { return nil }
    return order.handle(atWeight: shownCount(before: path.section) + path.item)?.handle
  }

  /// Returns the index in the source's section of a shown item, or `nil` if it does not exist.
  func sourceIndex(ofShownItem item: Int, inSection section: Int) -> Int? {
    if order.weight == order.count { return (0..<counts[section]).contains(item) ? item : nil }
    return shownHandle(at: ItemPath(section: section, item: item)).map {
      order.rank(of: $0) - counts.sum(before: section)
    }
  }

  /// Returns the index of an item among the shown items of its section, or `nil` if it is hidden or does not exist.
  func shownIndex(ofItem item: Int, inSection section: Int) -> Int? {
    guard let handle = handle(at: ItemPath(section: section, item: item)), isShown(handle) else { return nil }
    return order.weight(before: handle) - shownCount(before: section)
  }
}

/// A mapping that shows some of the items of its first source, by their keys.
///
/// A conforming mapping defines which items are shown. Their paths follow from the stored items.
protocol KeyedMapping: IncrementalMapping, SectionPreservingMapping {
  associatedtype Key: Hashable

  /// The items of the first source by their keys, and which of them are shown.
  var items: CopyOnWriteBox<KeyedItems<Key>> { get }
}

extension KeyedMapping {
  public var numberOfSections: Int { items.read { $0.counts.count } }

  public func numberOfItems(inSection section: Int) -> Int { items.read { $0.numberOfItems(inSection: section) } }

  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    items.read { $0.sourceIndex(ofShownItem: item, inSection: section) }
  }

  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    items.read { $0.shownIndex(ofItem: item, inSection: section) }
  }
}
