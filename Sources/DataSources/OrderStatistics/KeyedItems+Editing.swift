import Changesets

extension KeyedItems {
  /// Adds an item.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - rank: How many items will stand before it.
  ///   - isShown: Whether it is shown.
  /// - Complexity: O(log *n* log *m*), *n* being the number of items and *m* that of those with the same key.
  mutating func insert(_ key: Key, at rank: Int, isShown: Bool) {
    let handle = order.insert(at: rank, weight: isShown ? 1 : 0)
    let successor = successor(of: handle, amongItemsWithKey: key)
    let same = groups.insert(before: successor, weight: isShown ? 1 : 0)
    assert(handle == same, "Lists that are edited alike give the same handles.")
    if handle.offset == keys.count { keys.append(nil) }
    join(key, handle, before: successor)
  }

  /// Takes an item out.
  ///
  /// - Returns: Its key.
  /// - Complexity: O(log *n*), *n* being the number of items.
  @discardableResult
  mutating func remove(_ handle: Handle) -> Key? {
    let key = leave(handle)
    order.remove(handle)
    groups.remove(handle)
    return key
  }

  /// Takes an item out of its run, and puts it at the end, from where it has to be moved.
  ///
  /// - Returns: Its key.
  /// - Complexity: O(log *n*), *n* being the number of items.
  mutating func lift(_ handle: Handle) -> Key? {
    let key = leave(handle)
    order.move(handle, before: nil)
    groups.move(handle, before: nil)
    return key
  }

  /// Moves an item that was lifted.
  ///
  /// - Complexity: O(log *n* log *m*), *n* being the number of items and *m* that of those with the same key.
  mutating func move(_ handle: Handle, _ key: Key, to rank: Int) {
    order.move(handle, before: order.handle(at: rank))
    let successor = successor(of: handle, amongItemsWithKey: key)
    groups.move(handle, before: successor)
    join(key, handle, before: successor)
  }

  /// Gives an item another key.
  ///
  /// - Complexity: O(log *n* log *m*), *n* being the number of items and *m* that of those with the same key.
  mutating func setKey(of handle: Handle, to key: Key) {
    leave(handle)
    let successor = successor(of: handle, amongItemsWithKey: key)
    groups.move(handle, before: successor)
    join(key, handle, before: successor == handle ? groups.handle(after: handle) : successor)
  }

  /// Shows an item or hides it.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  mutating func setShown(_ isShown: Bool, _ handle: Handle) {
    guard isShown != self.isShown(handle) else { return }
    order.setWeight(of: handle, to: isShown ? 1 : 0)
    groups.setWeight(of: handle, to: isShown ? 1 : 0)
  }

  /// Takes an item out of its run; in the groups, it has still to be moved.
  @discardableResult
  private mutating func leave(_ handle: Handle) -> Key? {
    guard let key = keys[handle.offset], var run = runs[key] else { return nil }
    keys[handle.offset] = nil
    if run.first == handle { run.first = groups.handle(after: handle) ?? handle }
    run.count -= 1
    runs[key] = run.count > 0 ? run : nil
    return key
  }

  /// Counts an item, which stands where it has to, to its run.
  private mutating func join(_ key: Key, _ handle: Handle, before successor: Handle?) {
    keys[handle.offset] = key
    guard var run = runs[key] else {
      runs[key] = Run(first: handle, count: 1)
      return
    }
    if run.first == successor { run.first = handle }
    run.count += 1
    runs[key] = run
  }

  /// Before which element of the groups an item has to stand, by its place in the order. New runs stand in front.
  private func successor(of handle: Handle, amongItemsWithKey key: Key) -> Handle? {
    guard let run = runs[key] else { return groups.handle(at: 0) }
    let start = groups.rank(of: run.first)
    return groups.partitionPoint(in: start..<start + run.count) { order.precedes($0, handle) }
  }
}
