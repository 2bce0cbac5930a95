extension ChunkedArray {
  /// What is wrong with the array: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n*).
  func _checkInvariants() -> [String] {
    var wrong = order.value._checkInvariants()
    let handles = Array(order.value)
    let sizes = handles.map { chunks[$0.offset].count }
    if sizes != handles.map(order.value.weight(of:)) { wrong.append("the chunks are as long as \(sizes)") }
    if sizes.reduce(0, +) != count || chunks.reduce(0, { $0 + $1.count }) != count {
      wrong.append("the count is wrong")
    }
    if !sizes.allSatisfy((1...chunkSize).contains) { wrong.append("the chunks are as long as \(sizes)") }
    for (size, next) in zip(sizes, sizes.dropFirst()) where size + next <= chunkSize / 2 {
      wrong.append("neighbours of \(size) and \(next) elements")
    }
    return wrong
  }
}
