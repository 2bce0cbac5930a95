import Changesets
import OrderedTrees

extension KeyedItems {
  /// Applies a batch of the source. Retained items stay shown or hidden, but an update may show or hide its item.
  ///
  /// - Parameters:
  ///   - batch: A batch that is not a reload.
  ///   - source: The source, in the state after the batch.
  ///   - isShown: Returns whether a new or updated item is shown, given its keys. If it is `nil`, new items are hidden,
  ///     and updated ones stay as they were.
  /// - Returns: The former and the new keys of the items that were deleted, inserted or updated.
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections
  ///   that were deleted, inserted or moved, and of their keys.
  mutating func apply<Item, Keys: BidirectionalCollection<Key>>(
    _ batch: UpdateBatch, _ source: any DataSource<Item>, keys: (Item) -> Keys, isShown: ((Keys) -> Bool)? = nil
  ) -> [Key] {
    var touched: [Key] = []
    if batch.isEmpty { return touched }
    let sections = batch.sections
    let keepsOrder =
      batch.items.moves.isEmpty && sections.deletes.isEmpty && sections.inserts.isEmpty && sections.moves.isEmpty
    func insert(_ path: ItemPath, into items: inout KeyedItems) {
      let keys = keys(source.item(at: path))
      touched += keys
      items.insert(keys, at: items.rank(of: path), isShown: isShown?(keys) ?? false)
    }
    if keepsOrder {
      // From the end, so that the paths before stay valid; the counts are still those before the batch.
      for path in batch.items.deletes.reversed() {
        if let item = handle(at: path) { touched += remove(item) }
      }
      counts.apply(batch, source)
      for path in batch.items.inserts { insert(path, into: &self) }
    } else {
      // All items that leave are found before any is taken out, which changes the paths of others. Moved ones wait at
      // the end of the order. Then all that arrive are put in place from the start, so that the ranks before each
      // place are final.
      let (gone, moved) = departures(by: batch)
      for item in gone { touched += remove(item) }
      let lifted = moved.map { path, item in Arrival(path: path, moved: (item, lift(item))) }
      counts.apply(batch, source)
      for arrival in arrivals(by: batch, lifted) {
        if let (item, keys) = arrival.moved {
          move(item, keys, to: rank(of: arrival.path))
        } else {
          insert(arrival.path, into: &self)
        }
      }
    }
    for update in batch.items.updates {
      // By now all items are at their paths after, and are updated there, including those that moved.
      guard let item = handle(at: update.after) else { continue }
      let keys = keys(source.item(at: update.after)), old = Array(self.keys(of: item))
      touched += keys
      if !old.elementsEqual(keys) {
        touched += old
        setKeys(of: item, to: keys)
      }
      if let isShown { setShown(isShown(keys), item) }
    }
    return touched
  }

  /// Returns the keys of the items that a batch moves, individually or with their section.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of all.
  func keysOfMovedItems(by batch: UpdateBatch) -> Set<Key> {
    var keys: Set<Key> = []
    func add(_ path: ItemPath) { if let item = handle(at: path) { keys.formUnion(self.keys(of: item)) } }
    for move in batch.items.moves { add(move.before) }
    for move in batch.sections.moves { paths(inSection: move.before).forEach(add) }
    return keys
  }

  /// Hides and shows items.
  ///
  /// - Parameter updated: The items to update, which are shown before and after.
  /// - Returns: The changes, in normal form.
  /// - Complexity: O(*k* log *n*), *k* being the number of these items, and *n* that of all.
  mutating func change(hiding hidden: [Handle], showing shown: [Handle], updating updated: [Handle] = []) -> UpdateBatch
  {
    var batch = UpdateBatch()
    batch.items.deletes = EditList(hidden.compactMap(shownPath(of:)).sorted())
    let before = updated.compactMap(shownPath(of:))
    for handle in hidden { setShown(false, handle) }
    for handle in shown { setShown(true, handle) }
    batch.items.inserts = EditList(shown.compactMap(shownPath(of:)).sorted())
    batch.items.updates = EditList(zip(before, updated.compactMap(shownPath(of:))).map { PlacePair($0, $1) }.sorted())
    return batch
  }

  // MARK: - Changes of the order

  /// An item that is inserted at a path.
  private struct Arrival {
    let path: ItemPath
    /// The item and its keys, if it was moved there.
    var moved: (Handle, [Key])?
  }

  private func paths(inSection section: Int) -> some Sequence<ItemPath> {
    (0..<counts[section]).lazy.map { ItemPath(section: section, item: $0) }
  }

  /// Returns the items that a batch deletes, and those that it moves with their paths after the batch, including those
  /// that are deleted or moved with their sections.
  private func departures(by batch: UpdateBatch) -> (gone: [Handle], moved: [(ItemPath, Handle)]) {
    let map = PathMap(batch)
    let sections = Set(batch.sections.deletes + batch.sections.moves.map(\.before))
    var gone: [Handle] = [], moved: [(ItemPath, Handle)] = []
    func add(_ path: ItemPath) {
      guard let handle = handle(at: path) else { return }
      if let after = map.newPath(of: path) { moved.append((after, handle)) } else { gone.append(handle) }
    }
    for section in sections.sorted() { paths(inSection: section).forEach(add) }
    for path in batch.items.deletes where !sections.contains(path.section) { add(path) }
    for move in batch.items.moves where !sections.contains(move.before.section) { add(move.before) }
    return (gone, moved)
  }

  /// Returns all items that are inserted or moved, in the order of their paths. The counts are those after the batch.
  private func arrivals(by batch: UpdateBatch, _ lifted: [Arrival]) -> [Arrival] {
    let sections = Set(batch.sections.inserts), taken = sections.isEmpty ? [] : Set(lifted.map(\.path))
    var arrivals = lifted
    for path in batch.items.inserts where !sections.contains(path.section) { arrivals.append(Arrival(path: path)) }
    for section in sections {
      for path in paths(inSection: section) where !taken.contains(path) { arrivals.append(Arrival(path: path)) }
    }
    return arrivals.sorted { $0.path < $1.path }
  }
}
