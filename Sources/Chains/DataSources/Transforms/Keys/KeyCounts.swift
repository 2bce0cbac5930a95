import Changesets
import OrderedTrees

/// The keys of a source's items, by path, and the number of occurrences of each.
struct KeyCounts<Key: Hashable> {
  /// The keys of the items of each section.
  private var keys: [ChunkedArray<Key>] = []
  private var counts: [Key: Int] = [:]

  /// Creates the keys of a source's items.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items.
  init<Item>(_ source: any DataSource<Item>, key: (Item) -> Key) {
    keys = (0..<source.numberOfSections).map { ChunkedArray(source.items(inSection: $0).lazy.map(key)) }
    for section in keys { for key in section { counts[key, default: 0] += 1 } }
  }

  func contains(_ key: Key) -> Bool { counts[key] != nil }

  /// Applies a batch of the source.
  ///
  /// - Parameters:
  ///   - batch: A batch that is not a reload.
  ///   - source: The source, in the state after the batch.
  /// - Returns: The keys that were removed from an item or with it, and those that were added; moved items are among
  ///   both.
  /// - Complexity: O(*k* log *n*) on average, *n* being the number of items, and *k* that of the edits, and of the
  ///   items in sections that were deleted or inserted; O(*s*) more for *s* sections if some were deleted, inserted or
  ///   moved.
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

/// Numbers that represent keys. A key is stored once, however many items have it, and compared by its number.
@usableFromInline struct KeyNumbers<Key: Hashable> {
  @usableFromInline var numbers: [Key: UInt32] = [:]
  /// The key of each number; `nil` if the number is free.
  @usableFromInline var keys: [Key?] = []
  @usableFromInline var free: [UInt32] = []

  @inlinable init() {}

  /// Returns the number of a key, and assigns one if it has none.
  @inlinable mutating func number(of key: Key) -> UInt32 {
    if let number = numbers[key] { return number }
    let number = free.popLast() ?? UInt32(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    numbers[key] = number
    return number
  }

  /// Removes a number's key, and frees the number.
  mutating func remove(_ number: UInt32) {
    guard let key = keys[Int(number)].take() else { return }
    numbers[key] = nil
    free.append(number)
  }
}
