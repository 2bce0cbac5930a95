extension KeyedItems {
  /// What is wrong with the items: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n* log *n*).
  func _checkInvariants() -> [String] {
    var wrong = order._checkInvariants() + groups._checkInvariants()
    if counts.total != order.count || groups.count != order.count { wrong.append("the numbers of items differ") }
    if runs.values.reduce(0, { $0 + $1.count }) != order.count { wrong.append("the runs do not add up") }
    for handle in order {
      if !groups.contains(handle) { return wrong + ["item \(handle.offset) is in no group"] }
      if order.weight(of: handle) != groups.weight(of: handle) { wrong.append("item \(handle.offset) has two weights") }
    }
    for (key, run) in runs {
      let handles = Array(handles(withKey: key))
      if handles.count != run.count || handles.first != run.first { wrong.append("the run of \(key) ends early") }
      if handles.contains(where: { keys[$0.offset] != key }) { wrong.append("the run of \(key) has other keys") }
      if zip(handles, handles.dropFirst()).contains(where: { !order.precedes($0, $1) }) {
        wrong.append("the run of \(key) is not in order")
      }
    }
    return wrong
  }
}
