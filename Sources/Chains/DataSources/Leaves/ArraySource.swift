public import Changesets

/// A leaf that stores a list of items: a ``SectionedArraySource`` that always has exactly one section, even if it is
/// empty.
///
/// ```swift
/// let fruits = ArraySource(["apple", "fig"], name: "Fruits")
/// fruits.append("kiwi")                     // observers are notified of one insert
/// fruits.transaction {
///   fruits.remove(at: 0)
///   fruits.move(from: 1, to: 0)             // ... and here of a delete and a move: the state after is kiwi, fig
/// }
/// ```
///
/// An edit is made immediately, or, within a transaction or an observer, in the epoch that follows. Its paths are those
/// of that moment, and until then the source shows the state before. If the transaction fails, the edit is not made. An
/// index out of bounds is a programming error, as with an array: the program stops, with a message that names the
/// source.
///
/// If items are objects, a change that is made in place notifies nobody: replace the item with itself by
/// ``update(_:at:)``.
///
/// Edits of one item take O(log *n*), and edits of *k* items O(*k* + log *n*), *n* being the number of items, beside
/// the cost of the chain's update.
public final class ArraySource<Item>: DataSource {
  @usableFromInline let base: SectionedArraySource<Item>

  /// Creates a source with items.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  @inlinable public convenience init(_ elements: some Sequence<Item>, name: String? = nil) {
    self.init(elements, name: name, link: ChainLink("ArraySource"), accessors: .init())
  }

  /// Creates a source without items.
  @inlinable public convenience init(name: String? = nil) { self.init([], name: name) }

  /// Creates the storage of another source, whose link it uses.
  @usableFromInline package init(
    _ elements: some Sequence<Item>, name: String?, link: ChainLink,
    accessors: SectionedArraySource<Item>.Accessors = .init()
  ) {
    base = SectionedArraySource([SectionState(name, items: Array(elements))], link: link, accessors: accessors)
  }

  public var link: ChainLink { base.link }

  /// The name of the section.
  public var name: String? { base.name(ofSection: 0) }

  /// The number of items.
  public var count: Int { base.numberOfItems(inSection: 0) }

  /// The item at an index.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  @inlinable public subscript(index: Int) -> Item { base[ItemPath(section: 0, item: index)] }

  /// Always 1.
  public var numberOfSections: Int { 1 }

  public func numberOfItems(inSection section: Int) -> Int { base.numberOfItems(inSection: section) }

  /// - Complexity: O(log *n*), *n* being the number of items.
  public func item(at path: ItemPath) -> Item { base.item(at: path) }

  public func items(inSection section: Int) -> [Item] { base.items(inSection: section) }

  public func name(ofSection section: Int) -> String? { base.name(ofSection: section) }

  // MARK: - Edits

  /// Inserts an item at the end.
  @inlinable public func append(_ item: Item) { base.append(item, toSection: 0) }

  /// Inserts items at the end.
  public func append(contentsOf items: some Collection<Item>) { base.append(contentsOf: items, toSection: 0) }

  /// Inserts an item.
  @inlinable public func insert(_ item: Item, at index: Int) {
    base.insert(item, at: ItemPath(section: 0, item: index))
  }

  /// Inserts items.
  public func insert(contentsOf items: some Collection<Item>, at index: Int) {
    base.insert(contentsOf: items, at: ItemPath(section: 0, item: index))
  }

  /// Removes an item.
  @inlinable public func remove(at index: Int) { base.remove(at: ItemPath(section: 0, item: index)) }

  /// Removes items.
  public func removeSubrange(_ range: Range<Int>) { base.removeSubrange(range, inSection: 0) }

  /// Removes all items.
  public func removeAll() { base.removeAll(inSection: 0) }

  /// Removes the items for which a closure returns `true`.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public func removeAll(where isUnwanted: @escaping (Item) -> Bool) {
    change { items in
      let removed = items.indices.filter { isUnwanted(items[$0]) }
      let isRemoved = Set(removed)
      return (items.indices.filter { !isRemoved.contains($0) }.map { items[$0] }, Edits(deletes: removed))
    }
  }

  /// Replaces items with others, which are treated as new, whether or not they equal former ones.
  public func replaceSubrange(_ range: Range<Int>, with items: some Collection<Item>) {
    base.replaceSubrange(range, inSection: 0, with: items)
  }

  /// Replaces an item, as an update of it.
  @inlinable public func update(_ item: Item, at index: Int) {
    base.update(item, at: ItemPath(section: 0, item: index))
  }

  /// Changes an item, as an update of it. The closure is called when the edit is made.
  @inlinable public func update(at index: Int, _ change: @escaping (inout Item) -> Void) {
    base.update(at: ItemPath(section: 0, item: index), change)
  }

  /// Moves an item to the index that it has after the move.
  @inlinable public func move(from index: Int, to target: Int) {
    base.move(from: ItemPath(section: 0, item: index), to: ItemPath(section: 0, item: target))
  }

  /// Sorts the items by moving them. Items of which neither comes before the other keep their relative order.
  ///
  /// To keep items sorted, use the mapping ``Mappings/Sort``.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first item must come before the second.
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public func sort(by areInIncreasingOrder: @escaping (Item, Item) -> Bool) {
    change { items in
      let order = items.indices.sorted { one, other in
        if areInIncreasingOrder(items[one], items[other]) { return true }
        return one < other && !areInIncreasingOrder(items[other], items[one])
      }
      let moves = order.enumerated().lazy.map { PlacePair($0.element, $0.offset) }.filter { $0.before != $0.after }
      return (order.map { items[$0] }, Edits(moves: Array(moves)))
    }
  }

  /// Replaces all items when the edit is made.
  private func change(_ change: @escaping (_ items: [Item]) -> (items: [Item], edits: Edits<Int>)) {
    base.change { old in
      let (items, edits) = change(old[0].items)
      return ([SectionState(old[0].value, items: items)], UpdateBatch(items: edits.inSection(0)))
    }
  }

  /// Renames the section.
  public func rename(_ name: String?) { base.renameSection(at: 0, name) }

  /// Replaces all items with others, which are treated as new.
  ///
  /// Downstream links forget what they know about individual items, such as which are hidden. To keep it, use
  /// ``setItems(_:by:)``.
  public func reload(_ items: some Sequence<Item>) {
    let items = Array(items)
    base.change { ([SectionState($0[0].value, items: items)], .reload) }
  }

  /// Replaces all items, and notifies observers of the differences: items that are in both states are retained or
  /// moved.
  ///
  /// ```swift
  /// fruits.setItems(delivered, by: DeltaUpdater())        // Identifiable & Equatable
  /// fruits.setItems(delivered, by: DeltaUpdater(id: \.sku) { $0.price == $1.price })
  /// ```
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items, and O(*m* log *m*) for *m* items out of order.
  public func setItems<M: Matching>(_ items: some Sequence<Item>, by updater: DeltaUpdater<M>) where M.Element == Item {
    let items = Array(items)
    base.change { old in
      let new = [SectionState(old[0].value, items: items)]
      return (new, updater.batch(from: old, to: new))
    }
  }

  /// Shows the states that a sequence delivers, one after the other, in the isolation domain of the caller.
  ///
  /// ```swift
  /// Task { await fruits.follow(warehouse.deliveries, by: DeltaUpdater()) }
  /// ```
  ///
  /// Each state is compared with the one that is shown when it arrives, and is one update. Following ends when the
  /// sequence ends, when the task is cancelled, or when the source follows another sequence. Only the latest sequence
  /// is followed, and later elements of an earlier one are discarded.
  ///
  /// The call keeps the source alive. Cancel its task when the source is no longer needed.
  ///
  /// - Throws: The error that the sequence throws. The last state stays.
  public nonisolated(nonsending) func follow<M: Matching, States: AsyncSequence>(
    _ states: States, by updater: DeltaUpdater<M>
  ) async throws(States.Failure) where M.Element == Item, States.Element == [Item] {
    try await base.follower.follow(states) { setItems($0, by: updater) }
  }
}
