import Changesets
import OrderedTrees

/// The keys of a source's items, place by place, and how often each of them occurs.
struct KeyCounts<Key: Hashable> {
  /// The keys of the items of each section.
  private var keys: [ChunkedArray<Key>] = []
  private var counts: [Key: Int] = [:]

  /// Makes it of the items of a source.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items.
  init<Item>(_ source: any DataSource<Item>, key: (Item) -> Key) {
    keys = (0..<source.numberOfSections).map { ChunkedArray(source.items(inSection: $0).lazy.map(key)) }
    for section in keys { for key in section { counts[key, default: 0] += 1 } }
  }

  /// Whether an item has a key.
  func contains(_ key: Key) -> Bool { counts[key] != nil }

  /// Takes over what happened to the source.
  ///
  /// - Parameters:
  ///   - batch: What happened; not a reload.
  ///   - source: The source after.
  ///   - key: The key of an item.
  /// - Returns: The keys of which some item went or came.
  /// - Complexity: O(*k* log *n*) on average, *n* being the number of items, and *k* that of the edits, and of the items in sections that
  ///   were deleted or inserted; O(*s*) more for *s* sections where some were deleted, inserted or moved.
  mutating func apply<Item>(_ batch: UpdateBatch, _ source: any DataSource<Item>, key: (Item) -> Key) -> [Key] {
    var (gone, come): ([Key], [Key]) = ([], [])
    for path in batch.removals { gone.append(keys[path.section].remove(at: path.item)) }
    for section in batch.sections.deletes { gone += keys[section] }
    batch.sections.apply(to: &keys) { ChunkedArray(source.items(inSection: $0).lazy.map(key)) }
    for section in batch.sections.inserts { come += keys[section] }
    for path in batch.insertions {
      let key = key(source.item(at: path))
      keys[path.section].insert(key, at: path.item)
      come.append(key)
    }
    for path in batch.replacements {
      let key = key(source.item(at: path))
      guard key != keys[path.section][path.item] else { continue }
      gone.append(keys[path.section][path.item])
      come.append(key)
      keys[path.section][path.item] = key
    }
    for key in come { counts[key, default: 0] += 1 }
    for key in gone { remove(key) }
    return gone + come
  }

  private mutating func remove(_ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}

/// Numbers for keys, so that a key is kept once, however many items have it, and compared as a number.
struct KeyNumbers<Key: Hashable> {
  private var numbers: [Key: UInt32] = [:]
  /// For each number its key; none where the number is free.
  private var keys: [Key?] = []
  private var free: [UInt32] = []

  /// The number of a key, which gets one if it has none.
  mutating func number(of key: Key) -> UInt32 {
    if let number = numbers[key] { return number }
    let number = free.popLast() ?? UInt32(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    numbers[key] = number
    return number
  }

  /// Takes its number from a key, if it has one.
  mutating func remove(_ number: UInt32) {
    guard let key = keys[Int(number)].take() else { return }
    numbers[key] = nil
    free.append(number)
  }
}
