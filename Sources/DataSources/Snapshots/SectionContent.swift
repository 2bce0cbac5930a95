/// A section of a ``Snapshot``: its identifier, and its items in order.
struct SectionContent<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  let identifier: Section
  /// The order of the items.
  private(set) var order: RankTree
  /// For each handle of `order`, the item.
  private var identifiers: [Item?]

  /// - Complexity: O(*k*), *k* being the number of items.
  init(identifier: Section, items: [Item] = []) {
    self.identifier = identifier
    order = RankTree(weights: repeatElement(1, count: items.count))
    identifiers = items
  }

  /// The items, in order.
  ///
  /// - Complexity: O(*k*), *k* being the number of items.
  var items: [Item] { order.compactMap { identifiers[$0.offset] } }

  func item(at index: Int) -> Item? { order.handle(at: index).flatMap { identifiers[$0.offset] } }

  mutating func insert(_ item: Item, before successor: RankTree.Handle?) -> RankTree.Handle {
    let handle = order.insert(before: successor)
    if handle.offset < identifiers.count { identifiers[handle.offset] = item } else { identifiers.append(item) }
    return handle
  }

  mutating func remove(_ handle: RankTree.Handle) {
    order.remove(handle)
    identifiers[handle.offset] = nil
  }

  mutating func move(_ handle: RankTree.Handle, before successor: RankTree.Handle?) {
    order.move(handle, before: successor)
  }
}
