extension KeyedItems {
  /// What is wrong with the items: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n* log *n*).
  func _checkInvariants() -> [String] {
    var wrong = order._checkInvariants() + groups._checkInvariants()
    if counts.total != order.count { wrong.append("the numbers of items differ") }
    if runs.values.reduce(0, { $0 + $1.count }) != groups.count { wrong.append("the runs do not add up") }
    var numberOfEntries = 0
    for item in order {
      var entry = firstEntries[item.offset]
      while entry != Self.end {
        numberOfEntries += 1
        if !groups.contains(entry) { return wrong + ["an entry of item \(item.offset) is in no group"] }
        if entries[entry.offset].item != item { wrong.append("an entry of item \(item.offset) is of another one") }
        if order.weight(of: item) != groups.weight(of: entry) { wrong.append("item \(item.offset) has two weights") }
        entry = entries[entry.offset].next
      }
    }
    if numberOfEntries != groups.count { wrong.append("an entry belongs to no item") }
    for (key, run) in runs {
      let items = handles(withKey: key), entries = groups.dropFirst(groups.rank(of: run.first)).prefix(run.count)
      if items.count != run.count { wrong.append("the run of \(key) ends early") }
      if entries.contains(where: { self.entries[$0.offset].key != key }) {
        wrong.append("the run of \(key) has other keys")
      }
      if zip(items, items.dropFirst()).contains(where: { !order.precedes($0, $1) }) {
        wrong.append("the run of \(key) is not in order")
      }
    }
    return wrong
  }
}
