@testable import OrderedTrees

extension RankTree {
  /// Descriptions of violated invariants; empty if there are none.
  ///
  /// - Complexity: O(*n*).
  var violations: [String] {
    var wrong: [String] = []
    let members = leaves.count(where: { $0 & Self.freeMark == 0 })
    if !hasWeights, !weights.isEmpty || !weightSums.ends.isEmpty { wrong.append("there are weights") }
    if hasWeights, weights.count != leaves.count || weightSums.ends.count != countSums.ends.count {
      wrong.append("weights are missing")
    }
    guard root != Self.none else {
      return members == 0 && count == 0 && weight == 0 ? wrong : wrong + ["an empty list has elements"]
    }
    let height = height
    var elements = 0
    if parent(of: root) != Self.none { wrong.append("the root has a parent") }

    /// Checks a node and returns the sums that it should have.
    func check(_ node: UInt32, height: Int) -> (count: Int, weight: Int) {
      if (height == 1) != isLeaf(node) { wrong.append("node \(node) is not level") }
      let least = node == root ? (isLeaf(node) ? 1 : 2) : minimum
      let childCount = childCount(of: node)
      if !(least...width).contains(childCount) { wrong.append("node \(node) has \(childCount) children") }
      var sums = (count: 0, weight: 0)
      for position in 0..<childCount {
        let child = child(position, of: node)
        if isLeaf(node) {
          elements += 1
          sums.count += 1
          sums.weight += weight(of: Handle(index: child))
          if leaves[Int(child)] != node { wrong.append("element \(child) is not linked to leaf \(node)") }
        } else {
          if parent(of: child) != node || self.position(of: child) != position {
            wrong.append("node \(child) is not linked to node \(node)")
          }
          let part = check(child, height: height - 1)
          sums.count += part.count
          sums.weight += part.weight
        }
        if size(ofChildren: 0..<position + 1, of: node) != sums { wrong.append("the sums of node \(node) are wrong") }
      }
      return sums
    }
    if check(root, height: height) != (count, weight) { wrong.append("the sums of the list are wrong") }
    if elements != members { wrong.append("elements are lost") }
    return wrong
  }
}

extension BitSequence {
  /// Descriptions of violated invariants; empty if there are none.
  ///
  /// - Complexity: O(*n*).
  var violations: [String] {
    guard let index = index.first else {
      var wrong: [String] = []
      if count > Self.chunkSize { wrong.append("a long sequence has no index") }
      if words.count * UInt64.bitWidth < count { return ["bits are missing"] }
      if words.ones(in: 0..<count) != ones { wrong.append("the number of ones is wrong") }
      return wrong
    }
    var wrong = index.bits.violations + index.ones.violations
    let chunks = Array(index.bits)
    if chunks != Array(index.ones) { wrong.append("the trees of the index differ") }
    if chunks.count < 2 { wrong.append("a short sequence has an index") }
    if index.bits.weight != count || index.ones.weight != ones { wrong.append("the sums are wrong") }
    for chunk in chunks {
      let size = size(of: chunk)
      let start = Place(chunk: chunk, offset: 0).start
      if !(1...Self.chunkSize).contains(size) { wrong.append("chunk \(chunk.offset) has \(size) bits") }
      if words.ones(in: start..<start + size) != index.ones.weight(of: chunk) {
        wrong.append("the ones of chunk \(chunk.offset) are wrong")
      }
    }
    for (chunk, next) in zip(chunks, chunks.dropFirst()) where size(of: chunk) + size(of: next) <= Self.chunkSize / 2 {
      wrong.append("chunks \(chunk.offset) and \(next.offset) are small")
    }
    return wrong
  }
}

extension ChunkedArray {
  /// Descriptions of violated invariants; empty if there are none.
  ///
  /// - Complexity: O(*n*).
  var violations: [String] {
    var wrong = order.value.violations
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
